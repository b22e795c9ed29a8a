/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The environment: what is understood, and what the messages say of the rest. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "config/config.h"
#include "device/registry.h"
#include "support/environment.h"

static int forget(void **state)
{
    (void)state;
    units_default();
    return 0;
}

/* Reads the environment with one variable set. */
static ctsar__config accepted(const char *name, const char *value)
{
    ctsar__config c;
    setenv(name, value, 1);
    if (ctsar__config_read(&c))
        fail_msg("%s", ctsar__error_detail());
    return c;
}

/* Expects `status` and a message of one line that contains the variable, the value and each of the
 * other arguments, which end with NULL. */
static void refused(const char *name, const char *value, int status, ...)
{
    ctsar__config c;
    units_default();
    setenv(name, value, 1);
    int got = ctsar__config_read(&c);
    unsetenv(name);
    const char *message = ctsar__error_detail();
    if (got != status)
        fail_msg("%s=%s: status %d, not %d (%s)", name, value, got, status, message);
    assert_null(strchr(message, '\n'));
    assert_non_null(strstr(message, name));
    if (!strstr(message, value))
        fail_msg("'%s' lacks '%s'", message, value);
    va_list args;
    va_start(args, status);
    for (const char *part; (part = va_arg(args, const char *)) != NULL;)
        if (!strstr(message, part))
            fail_msg("'%s' lacks '%s'", message, part);
    va_end(args);
}

/* ---- Names ---------------------------------------------------------------- */

/* How many devices are used without being named. */
static int unasked(void)
{
    int n = 0;
    for (const ctsar__backend *const *b = ctsar__backends; *b; ++b)
        if ((*b)->select)
            n += (*b)->select(NULL, NULL, 0);
    return n;
}

static void an_empty_environment_means_all_cores_and_the_defaults(void **state)
{
    (void)state;
    ctsar__config c;
    assert_int_equal(ctsar__config_read(&c), CTSAR_OK);
    assert_true(c.cores);
    assert_int_equal(c.core_cap, LONG_MAX);
    for (int i = 0; i < c.nrequests; ++i)
        assert_string_not_equal(c.requests[i].backend, "emu");
    assert_int_equal(c.devices.nchoices, unasked());
    assert_int_equal(c.devices.nemu, 1);
    assert_true(c.devices.emu[0].speed == 1 && c.devices.emu[0].latency == 0 &&
                c.devices.emu[0].bandwidth == 0);
    assert_true(c.devices.emu[0].memory == SIZE_MAX);
    assert_int_equal(c.devices.emu[0].simd, 0);
    assert_int_equal(c.policy, -1);
    assert_int_equal(c.div, 0);
    assert_int_equal(c.chunk, 0);
    assert_true(c.ratio < 0);
    assert_int_equal(c.backoff, -1);
    assert_null(c.history_file);
    assert_int_equal(c.devices.clock, CTSAR__CLOCK_REAL);
    assert_true(c.virtual_iter == 1e-6 && c.timeout == 30);
    assert_int_equal(c.report, CTSAR__REPORT_OFF);
    assert_null(c.report_file);
    assert_null(c.devices.cache_dir);
    assert_true(c.devices.memory == SIZE_MAX);
    ctsar__config_free(&c);
}

static void under_the_virtual_clock_no_device_is_used_unasked(void **state)
{
    (void)state;
    ctsar__config c = accepted("CTSAR_CLOCK", "virtual");
    assert_int_equal(c.nrequests, 0);
    ctsar__config_free(&c);
}

static const char *const names[] = {
    "CTSAR_DEVICES",      "CTSAR_EMU",     "CTSAR_POLICY",  "CTSAR_DIV",    "CTSAR_CHUNK",
    "CTSAR_RATIO",        "CTSAR_BACKOFF", "CTSAR_HISTORY", "CTSAR_CLOCK",  "CTSAR_CACHE",
    "CTSAR_VIRTUAL_ITER", "CTSAR_REPORT",  "CTSAR_TIMEOUT", "CTSAR_MEMORY", "CTSAR_CACHE_DIR",
    "CTSAR_TRACE",        "CTSAR_SCHEDULE"};

static void an_unknown_name_lists_the_valid_ones(void **state)
{
    (void)state;
    ctsar__config c;
    setenv("CTSAR_COLOUR", "blue", 1);
    assert_int_equal(ctsar__config_read(&c), CTSAR_ECONFIG);
    unsetenv("CTSAR_COLOUR");
    assert_non_null(strstr(ctsar__error_detail(), "CTSAR_COLOUR"));
    assert_null(strstr(ctsar__error_detail(), "did you mean"));
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        assert_non_null(strstr(ctsar__error_detail(), names[i]));
}

static void a_misspelt_name_is_told_what_was_meant(void **state)
{
    (void)state;
    static const char *const misspelt[][2] = {{"CTSAR_REPROT", "mean CTSAR_REPORT?"},
                                              {"CTSAR_DEVICE", "mean CTSAR_DEVICES?"},
                                              {"CTSAR_policy", ""},
                                              {"CTSAR_CLOCKS", "mean CTSAR_CLOCK?"}};
    for (size_t i = 0; i < sizeof misspelt / sizeof *misspelt; ++i) {
        ctsar__config c;
        setenv(misspelt[i][0], "1", 1);
        assert_int_equal(ctsar__config_read(&c), CTSAR_ECONFIG);
        unsetenv(misspelt[i][0]);
        assert_non_null(strstr(ctsar__error_detail(), misspelt[i][1]));
    }
}

static void names_without_the_prefix_are_nobodys_business(void **state)
{
    (void)state;
    ctsar__config c;
    setenv("CTSAR", "1", 1);
    setenv("CTSARCC", "1", 1);
    setenv("MY_CTSAR_REPORT", "1", 1);
    assert_int_equal(ctsar__config_read(&c), CTSAR_OK);
    ctsar__config_free(&c);
    unsetenv("CTSAR");
    unsetenv("CTSARCC");
    unsetenv("MY_CTSAR_REPORT");
}

static void the_place_of_an_installation_is_no_setting(void **state)
{
    (void)state;
    ctsar__config c = accepted("CTSAR_ROOT", "/opt/ctsar");
    ctsar__config_free(&c);
    unsetenv("CTSAR_ROOT");
}

static void an_empty_value_is_refused_for_every_variable(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        refused(names[i], "", CTSAR_ECONFIG, "empty", NULL);
        refused(names[i], "  ", CTSAR_ECONFIG, "empty", NULL);
    }
}

/* ---- CTSAR_DEVICES ---------------------------------------------------------- */

static void cpu_means_cores_and_a_count_caps_them(void **state)
{
    (void)state;
    ctsar__config c = accepted("CTSAR_DEVICES", "cpu");
    assert_true(c.cores);
    assert_int_equal(c.core_cap, LONG_MAX);
    assert_int_equal(c.nrequests, 0);
    ctsar__config_free(&c);
    c = accepted("CTSAR_DEVICES", "cpu:3");
    assert_true(c.cores);
    assert_int_equal(c.core_cap, 3);
    ctsar__config_free(&c);
}

static void a_list_without_cpu_leaves_the_cores_out(void **state)
{
    (void)state;
    ctsar__config c = accepted("CTSAR_DEVICES", "emu:1024");
    assert_false(c.cores);
    assert_int_equal(c.nrequests, 1);
    assert_string_equal(c.requests[0].backend, "emu");
    assert_int_equal(c.requests[0].count, 1024);
    ctsar__config_free(&c);
    c = accepted("CTSAR_DEVICES", "cpu:0,emu:2");
    assert_false(c.cores);
    ctsar__config_free(&c);
}

static void emu_without_a_count_is_as_many_as_groups(void **state)
{
    (void)state;
    ctsar__config c = accepted("CTSAR_DEVICES", "cpu,emu");
    assert_int_equal(c.requests[0].count, 1);
    ctsar__config_free(&c);
    setenv("CTSAR_EMU", "speed=8;speed=2;speed=1", 1);
    c = accepted("CTSAR_DEVICES", "cpu,emu");
    assert_int_equal(c.requests[0].count, 3);
    ctsar__config_free(&c);
    c = accepted("CTSAR_DEVICES", "cpu,emu:2");
    assert_int_equal(c.requests[0].count, 2);
    ctsar__config_free(&c);
}

static void white_space_round_items_is_tolerated(void **state)
{
    (void)state;
    ctsar__config c = accepted("CTSAR_DEVICES", "  cpu : 2 ,\temu:3 ");
    assert_int_equal(c.core_cap, 2);
    assert_int_equal(c.requests[0].count, 3);
    ctsar__config_free(&c);
}

static void a_list_without_any_unit_is_refused(void **state)
{
    (void)state;
    refused("CTSAR_DEVICES", "cpu:0", CTSAR_ENODEV, "no unit", "cpu[:COUNT]", NULL);
    refused("CTSAR_DEVICES", "emu:0", CTSAR_ENODEV, "no unit", NULL);
    refused("CTSAR_DEVICES", "cpu:0,emu:0", CTSAR_ENODEV, "no unit", NULL);
}

static void a_backend_that_is_not_there_is_named(void **state)
{
    (void)state;
    refused("CTSAR_DEVICES", "cpu,gizmo", CTSAR_ENODEV, "no backend 'gizmo'", "there are: cpu, ",
            "emu", NULL);
    refused("CTSAR_DEVICES", "CPU", CTSAR_ENODEV, "no backend 'CPU'", NULL);
}

static void malformed_items_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {"cpu:", "cpu:x", "cpu:-1",   "cpu:1.5",  "cpu:99999999999",
                                        "emu:", "emu:x", "emu:-1",   "emu:1025", "emu:1:2",
                                        "cpu,", ",cpu",  "cpu,,emu", ":2",       "emu:0x2"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i)
        refused("CTSAR_DEVICES", wrong[i], CTSAR_ECONFIG, NULL);
    refused("CTSAR_DEVICES", "emu:1025", CTSAR_ECONFIG, "1024", NULL);
}

static void an_item_given_twice_is_refused(void **state)
{
    (void)state;
    refused("CTSAR_DEVICES", "cpu,cpu", CTSAR_ECONFIG, "cpu is listed twice", NULL);
    refused("CTSAR_DEVICES", "cpu:0,cpu:2", CTSAR_ECONFIG, "cpu is listed twice", NULL);
    refused("CTSAR_DEVICES", "emu,cpu,emu:2", CTSAR_ECONFIG, "emu is listed twice", NULL);
    refused("CTSAR_DEVICES", "emu:0,emu:2", CTSAR_ECONFIG, "emu is listed twice", NULL);
}

/* A backend that finds a device here; skips the test where none does. */
static const ctsar__backend *finder(void)
{
    for (const ctsar__backend *const *b = ctsar__backends; *b; ++b)
        if ((*b)->select && (*b)->select("", NULL, 0) > 0)
            return *b;
    skip();
    return NULL;
}

static ctsar__config devices(const char *format, const char *backend)
{
    char value[64];
    snprintf(value, sizeof value, format, backend, backend);
    return accepted("CTSAR_DEVICES", value);
}

static void devices_are_named_by_number_or_all_of_a_backend(void **state)
{
    (void)state;
    const ctsar__backend *b = finder();
    ctsar__config c = devices("cpu,%s", b->name);
    assert_int_equal(c.nrequests, 1);
    assert_string_equal(c.requests[0].backend, b->name);
    assert_int_equal(c.requests[0].count, b->select("", NULL, 0));
    ctsar__config_free(&c);
    c = devices("%s : 0 , emu:2", b->name);
    assert_int_equal(c.nrequests, 2);
    assert_true(c.requests[0].first == 0 && c.requests[0].count == 1 && c.requests[1].first == 0);
    assert_true(c.devices.nchoices == 1 && c.devices.choice[0].device == 0 &&
                c.devices.choice[0].parts == 1);
    ctsar__config_free(&c);
}

static void a_device_may_be_several_units_or_parts(void **state)
{
    (void)state;
    const ctsar__backend *b = finder();
    ctsar__config c = devices("cpu,%s:0/2*3", b->name);
    assert_int_equal(c.requests[0].count, 6);
    for (int i = 0; i < 6; ++i)
        assert_true(c.devices.choice[i].part == i / 3 && c.devices.choice[i].parts == 2 &&
                    c.devices.choice[i].twin == i % 3);
    ctsar__config_free(&c);
    c = devices("%s*2", b->name);
    assert_int_equal(c.requests[0].count, 2 * b->select("", NULL, 0));
    ctsar__config_free(&c);
}

static void a_device_that_is_not_there_is_refused(void **state)
{
    (void)state;
    const ctsar__backend *b = finder();
    char value[64];
    snprintf(value, sizeof value, "%s:99", b->name);
    refused("CTSAR_DEVICES", value, CTSAR_ENODEV, "there is no", "device 99", "numbered from 0",
            NULL);
    snprintf(value, sizeof value, "%s:gizmo", b->name);
    refused("CTSAR_DEVICES", value, CTSAR_ECONFIG, "neither a device's number", NULL);
    snprintf(value, sizeof value, "%s:0,%s:0", b->name, b->name);
    refused("CTSAR_DEVICES", value, CTSAR_ECONFIG, "listed twice", "*2 makes two units", NULL);
    static const char *const wrong[] = {"%s:0*0", "%s:0*x", "%s:0/0", "%s:0/", "%s:0:1", "%s:-1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        snprintf(value, sizeof value, wrong[i], b->name);
        refused("CTSAR_DEVICES", value, CTSAR_ECONFIG, NULL);
    }
}

/* ---- CTSAR_EMU ---------------------------------------------------------------- */

static void every_key_of_a_group_is_read(void **state)
{
    (void)state;
    ctsar__config c = accepted(
        "CTSAR_EMU",
        "speed=8,latency=20us,bandwidth=10GB/s,memory=64MiB,simd=32; speed = 0.5 , latency=0");
    assert_int_equal(c.devices.nemu, 2);
    assert_true(c.devices.emu[0].speed == 8 && c.devices.emu[0].latency == 20e-6 &&
                c.devices.emu[0].bandwidth == 10e9);
    assert_int_equal(c.devices.emu[0].memory, 64u << 20);
    assert_int_equal(c.devices.emu[0].simd, 32);
    assert_true(c.devices.emu[1].speed == 0.5 && c.devices.emu[1].latency == 0 &&
                c.devices.emu[1].bandwidth == 0);
    assert_true(c.devices.emu[1].memory == SIZE_MAX);
    assert_int_equal(c.devices.emu[1].simd, 0);
    ctsar__config_free(&c);
}

static void a_wrong_value_names_group_key_and_what_is_valid(void **state)
{
    (void)state;
    static const char *const wrong[][3] = {
        {"speed=0", "speed '0'", "multiple of a core's speed"},
        {"speed=-1", "speed '-1'", "such as 8"},
        {"speed=inf", "speed 'inf'", "such as 8"},
        {"speed=nan", "speed 'nan'", "such as 8"},
        {"speed=1e300", "speed '1e300'", "1e9"},
        {"speed=", "speed ''", "such as 8"},
        {"speed=8x", "speed '8x'", "such as 8"},
        {"latency=20", "latency '20'", "s, ms, us, ns"},
        {"latency=-1us", "latency '-1us'", "s, ms, us, ns"},
        {"latency=1min", "latency '1min'", "s, ms, us, ns"},
        {"latency=1e12s", "latency '1e12s'", "up to 1e9s"},
        {"build=100", "build '100'", "such as 100ms"},
        {"build=-1s", "build '-1s'", "such as 100ms"},
        {"bandwidth=10GB", "bandwidth '10GB'", "GiB/s"},
        {"bandwidth=0", "bandwidth '0'", "from 1B/s"},
        {"bandwidth=infGB/s", "bandwidth 'infGB/s'", "GiB/s"},
        {"memory=64M", "memory '64M'", "MiB"},
        {"memory=0", "memory '0'", "from 1B"},
        {"memory=1e30GiB", "memory '1e30GiB'", "GiB"},
        {"simd=0", "simd '0'", "1 to 4096"},
        {"simd=4097", "simd '4097'", "1 to 4096"},
        {"simd=2.5", "simd '2.5'", "1 to 4096"},
        {"kernels=0", "kernels '0'", "1 to 8"},
        {"kernels=9", "kernels '9'", "1 to 8"},
        {"stall=2s", "stall '2s'", "such as 3:2s"},
        {"stall=0:2s", "stall '0:2s'", "such as 3:2s"},
        {"stall=3:2", "stall '3:2'", "such as 3:2s"},
        {"slow=4", "slow '4'", "such as 10:4"},
        {"slow=10:.5", "slow '10:.5'", "1 to 1e9"},
        {"fail=close:1", "fail 'close:1'", "open, reserve"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        char value[60];
        refused("CTSAR_EMU", wrong[i][0], CTSAR_ECONFIG, "group 1", wrong[i][1], wrong[i][2], NULL);
        snprintf(value, sizeof value, "speed=1;%s", wrong[i][0]);
        refused("CTSAR_EMU", value, CTSAR_ECONFIG, "group 2", wrong[i][1], wrong[i][2], NULL);
    }
}

static void a_malformed_group_is_refused(void **state)
{
    (void)state;
    refused("CTSAR_EMU", "speed=1,speed=2", CTSAR_ECONFIG, "group 1", "speed is given twice", NULL);
    refused("CTSAR_EMU", "velocity=1", CTSAR_ECONFIG, "group 1", "unknown key 'velocity'", "speed",
            "latency", "build", "bandwidth", "memory", "simd", "kernels", NULL);
    refused("CTSAR_EMU", "speed=1;speed", CTSAR_ECONFIG, "group 2", "'speed'", "key=value", NULL);
    refused("CTSAR_EMU", "speed=1;", CTSAR_ECONFIG, "group 2", "key=value", NULL);
    refused("CTSAR_EMU", "speed=1,", CTSAR_ECONFIG, "group 1", "key=value", NULL);
    refused("CTSAR_EMU", "=1", CTSAR_ECONFIG, "unknown key ''", NULL);
}

static void too_many_groups_are_refused(void **state)
{
    (void)state;
    ctsar__config c;
    char value[1026];
    memset(value, ';', sizeof value - 1);
    value[sizeof value - 1] = '\0';
    setenv("CTSAR_EMU", value, 1);
    assert_int_equal(ctsar__config_read(&c), CTSAR_ECONFIG);
    assert_non_null(strstr(ctsar__error_detail(), "1024"));
}

/* ---- The others ----------------------------------------------------------------- */

static void a_policy_is_chosen_by_name(void **state)
{
    (void)state;
    ctsar__config c = accepted("CTSAR_POLICY", "static");
    assert_int_equal(c.policy, CTSAR_STATIC);
    ctsar__config_free(&c);
    c = accepted("CTSAR_POLICY", "adaptive");
    assert_int_equal(c.policy, CTSAR_ADAPTIVE);
    ctsar__config_free(&c);
    c = accepted("CTSAR_POLICY", "default");
    assert_int_equal(c.policy, CTSAR_POLICY_DEFAULT);
    ctsar__config_free(&c);
    refused("CTSAR_POLICY", "guided", CTSAR_ECONFIG, "default", "static", "adaptive", NULL);
}

static void refused_each(const char *name, const char *const *wrong, const char *valid)
{
    for (; *wrong; ++wrong)
        refused(name, *wrong, CTSAR_ECONFIG, valid, NULL);
}

static void div_and_chunk_are_whole_numbers_from_1(void **state)
{
    (void)state;
    ctsar__config c = accepted("CTSAR_DIV", "20");
    assert_int_equal(c.div, 20);
    assert_int_equal(c.chunk, 0);
    ctsar__config_free(&c);
    unsetenv("CTSAR_DIV");
    c = accepted("CTSAR_CHUNK", "5000000000");
    assert_int_equal(c.chunk, 5000000000);
    assert_int_equal(c.div, 0);
    ctsar__config_free(&c);
    static const char *const div[] = {"0", "-1", "1.5", "many", "2147483648", NULL};
    static const char *const chunk[] = {"0", "-1", "1.5", "1e3", "9223372036854775808", NULL};
    refused_each("CTSAR_DIV", div, "from 1");
    refused_each("CTSAR_CHUNK", chunk, "from 1");
}

static void the_ratio_is_from_0_to_1(void **state)
{
    (void)state;
    static const char *const right[] = {"0", "0.8", "1"};
    static const double ratio[] = {0, 0.8, 1};
    for (size_t i = 0; i < sizeof right / sizeof *right; ++i) {
        ctsar__config c = accepted("CTSAR_RATIO", right[i]);
        assert_true(c.ratio == ratio[i]);
        ctsar__config_free(&c);
    }
    static const char *const wrong[] = {"1.01", "-0.1", "80%", "nan", "half", NULL};
    refused_each("CTSAR_RATIO", wrong, "0 to 1");
}

static void back_off_has_a_rule_and_perhaps_passes(void **state)
{
    (void)state;
    static const struct {
        const char *value;
        int rule, passes;
    } right[] = {{"fill", CTSAR_BACKOFF_FILL, 0},
                 {"fill:3", CTSAR_BACKOFF_FILL, 3},
                 {"paper", CTSAR_BACKOFF_PAPER, 0},
                 {" paper : 5 ", CTSAR_BACKOFF_PAPER, 5},
                 {"0", CTSAR_BACKOFF_NEVER, 0}};
    for (size_t i = 0; i < sizeof right / sizeof *right; ++i) {
        ctsar__config c = accepted("CTSAR_BACKOFF", right[i].value);
        assert_int_equal(c.backoff, right[i].rule);
        assert_int_equal(c.backoff_passes, right[i].passes);
        ctsar__config_free(&c);
    }
    static const char *const wrong[] = {"1",       "never",    "fill:", "fill:0", "fill:-1",
                                        "paper:x", "paper:2:", "0:2",   ":2",     NULL};
    refused_each("CTSAR_BACKOFF", wrong, "paper[:PASSES]");
}

static void the_history_is_a_json_file(void **state)
{
    (void)state;
    ctsar__config c = accepted("CTSAR_HISTORY", "times/node 1.json");
    assert_string_equal(c.history_file, "times/node 1.json");
    ctsar__config_free(&c);
    static const char *const wrong[] = {"1", "0", "history", ".json", "a.json.gz", NULL};
    refused_each("CTSAR_HISTORY", wrong, ".json");
}

static void the_trace_is_a_json_file(void **state)
{
    (void)state;
    ctsar__config c = accepted("CTSAR_TRACE", "run 1.json");
    assert_string_equal(c.trace_file, "run 1.json");
    ctsar__config_free(&c);
    c = accepted("CTSAR_TRACE", "0");
    assert_null(c.trace_file);
    ctsar__config_free(&c);
    static const char *const wrong[] = {"1", "trace", ".json", "a.json.gz", NULL};
    refused_each("CTSAR_TRACE", wrong, ".json");
}

static void progress_is_shown_or_kept_in_a_json_file(void **state)
{
    (void)state;
    ctsar__config c = accepted("CTSAR_PROGRESS", "1");
    assert_true(c.progress && !c.progress_file);
    ctsar__config_free(&c);
    c = accepted("CTSAR_PROGRESS", "now.json");
    assert_true(!c.progress);
    assert_string_equal(c.progress_file, "now.json");
    ctsar__config_free(&c);
    c = accepted("CTSAR_PROGRESS", "0");
    assert_true(!c.progress && !c.progress_file);
    ctsar__config_free(&c);
    static const char *const wrong[] = {"2", "yes", ".json", "now.txt", NULL};
    refused_each("CTSAR_PROGRESS", wrong, ".json");
}

static void a_schedule_is_recorded_repeated_or_tried(void **state)
{
    (void)state;
    static const char *const values[] = {"record:s 1.json", "replay : s 1.json", "try:s 1.json"};
    for (int i = 0; i < 3; ++i) {
        ctsar__config c = accepted("CTSAR_SCHEDULE", values[i]);
        assert_int_equal(c.schedule, CTSAR__SCHEDULE_RECORD + i);
        assert_string_equal(c.schedule_file, "s 1.json");
        ctsar__config_free(&c);
    }
    static const char *const wrong[] = {"1",      "record",  "record:",     "replay:.json",
                                        "a.json", ":a.json", "redo:a.json", "try:a",
                                        NULL};
    refused_each("CTSAR_SCHEDULE", wrong, "record:FILE");
    setenv("CTSAR_CHECK", "1", 1);
    setenv("CTSAR_SCHEDULE", "record:s.json", 1);
    ctsar__config both;
    assert_int_equal(ctsar__config_read(&both), CTSAR_ECONFIG);
    assert_non_null(strstr(ctsar__error_detail(), "CTSAR_SCHEDULE and CTSAR_CHECK are both set"));
}

static void the_clock_is_real_or_virtual(void **state)
{
    (void)state;
    ctsar__config c = accepted("CTSAR_CLOCK", "virtual");
    assert_int_equal(c.devices.clock, CTSAR__CLOCK_VIRTUAL);
    ctsar__config_free(&c);
    c = accepted("CTSAR_CLOCK", "real");
    assert_int_equal(c.devices.clock, CTSAR__CLOCK_REAL);
    ctsar__config_free(&c);
    refused("CTSAR_CLOCK", "fake", CTSAR_ECONFIG, "real or virtual", NULL);
}

static void the_cache_is_one_of_three(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        ctsar__cache cache;
    } right[] = {{"writeback", CTSAR__CACHE_WRITEBACK},
                 {"writethrough", CTSAR__CACHE_WRITETHROUGH},
                 {"nocache", CTSAR__CACHE_NONE}};
    for (size_t i = 0; i < sizeof right / sizeof *right; ++i) {
        ctsar__config c = accepted("CTSAR_CACHE", right[i].text);
        assert_int_equal(c.cache, right[i].cache);
        ctsar__config_free(&c);
    }
    refused("CTSAR_CACHE", "write", CTSAR_ECONFIG, "nocache, writethrough or writeback", NULL);
}

static void the_virtual_iteration_is_a_positive_time(void **state)
{
    (void)state;
    ctsar__config c = accepted("CTSAR_VIRTUAL_ITER", "250ns");
    assert_true(c.virtual_iter == 250e-9);
    ctsar__config_free(&c);
    static const char *const wrong[] = {"0", "0s", "1", "-1us", "fast", "1e-320s", "1e10s", "nans"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i)
        refused("CTSAR_VIRTUAL_ITER", wrong[i], CTSAR_ECONFIG, "s, ms, us, ns", NULL);
}

static void the_report_is_off_a_table_or_a_json_file(void **state)
{
    (void)state;
    ctsar__config c = accepted("CTSAR_REPORT", "0");
    assert_int_equal(c.report, CTSAR__REPORT_OFF);
    ctsar__config_free(&c);
    c = accepted("CTSAR_REPORT", "1");
    assert_int_equal(c.report, CTSAR__REPORT_TABLE);
    assert_null(c.report_file);
    ctsar__config_free(&c);
    c = accepted("CTSAR_REPORT", "out/run 1.json");
    assert_int_equal(c.report, CTSAR__REPORT_JSON);
    assert_string_equal(c.report_file, "out/run 1.json");
    ctsar__config_free(&c);
    static const char *const wrong[] = {"2", "yes", "report.txt", ".json", "json", "a.jsonx"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i)
        refused("CTSAR_REPORT", wrong[i], CTSAR_ECONFIG, ".json", NULL);
}

static void the_timeout_is_a_positive_number_of_seconds(void **state)
{
    (void)state;
    ctsar__config c = accepted("CTSAR_TIMEOUT", "0.25");
    assert_true(c.timeout == 0.25);
    ctsar__config_free(&c);
    static const char *const wrong[] = {"0", "-1", "inf", "nan", "30s", "1e10", "soon"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i)
        refused("CTSAR_TIMEOUT", wrong[i], CTSAR_ECONFIG, "seconds", NULL);
}

static void the_memory_of_devices_is_capped_by_a_size(void **state)
{
    (void)state;
    ctsar__config c = accepted("CTSAR_MEMORY", "3MiB");
    assert_int_equal(c.devices.memory, 3 << 20);
    ctsar__config_free(&c);
    static const char *const wrong[] = {"0B", "much", "-1", NULL};
    refused_each("CTSAR_MEMORY", wrong, "a size from 1B");
}

static void compiled_programs_have_a_folder_or_none(void **state)
{
    (void)state;
    ctsar__config c = accepted("CTSAR_CACHE_DIR", "/tmp/x");
    assert_string_equal(c.devices.cache_dir, "/tmp/x");
    ctsar__config_free(&c);
}

/* Else what is written last is all that is left. */
static void what_is_written_has_files_of_its_own(void **state)
{
    (void)state;
    static const char *const names[] = {"CTSAR_REPORT", "CTSAR_TRACE", "CTSAR_PROGRESS",
                                        "CTSAR_SCHEDULE", "CTSAR_HISTORY"};
    enum { N = sizeof names / sizeof *names };
    for (int i = 0; i < N; ++i)
        for (int k = i + 1; k < N; ++k) {
            const char *second = k == 3 ? "replay:a.json" : "a.json";
            char says[200];
            snprintf(says, sizeof says, "%s and %s name one file, a.json; give each", names[i],
                     names[k]);
            setenv(names[i], i == 3 ? "record:a.json" : "a.json", 1);
            setenv(names[k], second, 1);
            ctsar__config c;
            assert_int_equal(ctsar__config_read(&c), CTSAR_ECONFIG);
            assert_non_null(strstr(ctsar__error_detail(), says));
            setenv(names[k], k == 3 ? "replay:b.json" : "b.json", 1);
            assert_int_equal(ctsar__config_read(&c), CTSAR_OK);
            ctsar__config_free(&c);
            unsetenv(names[i]);
            unsetenv(names[k]);
        }
}

static void several_variables_are_read_together(void **state)
{
    (void)state;
    setenv("CTSAR_EMU", "speed=4", 1);
    setenv("CTSAR_CLOCK", "virtual", 1);
    setenv("CTSAR_REPORT", "r.json", 1);
    ctsar__config c = accepted("CTSAR_DEVICES", "cpu:2,emu:2");
    assert_int_equal(c.core_cap, 2);
    assert_int_equal(c.requests[0].count, 2);
    assert_true(c.devices.emu[0].speed == 4);
    assert_int_equal(c.devices.clock, CTSAR__CLOCK_VIRTUAL);
    assert_string_equal(c.report_file, "r.json");
    ctsar__config_free(&c);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, forget, forget)
    const struct CMUnitTest tests[] = {
        TEST(an_empty_environment_means_all_cores_and_the_defaults),
        TEST(under_the_virtual_clock_no_device_is_used_unasked),
        TEST(an_unknown_name_lists_the_valid_ones),
        TEST(a_misspelt_name_is_told_what_was_meant),
        TEST(names_without_the_prefix_are_nobodys_business),
        TEST(the_place_of_an_installation_is_no_setting),
        TEST(an_empty_value_is_refused_for_every_variable),
        TEST(cpu_means_cores_and_a_count_caps_them),
        TEST(a_list_without_cpu_leaves_the_cores_out),
        TEST(emu_without_a_count_is_as_many_as_groups),
        TEST(white_space_round_items_is_tolerated),
        TEST(a_list_without_any_unit_is_refused),
        TEST(a_backend_that_is_not_there_is_named),
        TEST(malformed_items_are_refused),
        TEST(an_item_given_twice_is_refused),
        TEST(devices_are_named_by_number_or_all_of_a_backend),
        TEST(a_device_may_be_several_units_or_parts),
        TEST(a_device_that_is_not_there_is_refused),
        TEST(every_key_of_a_group_is_read),
        TEST(a_wrong_value_names_group_key_and_what_is_valid),
        TEST(a_malformed_group_is_refused),
        TEST(too_many_groups_are_refused),
        TEST(a_policy_is_chosen_by_name),
        TEST(div_and_chunk_are_whole_numbers_from_1),
        TEST(the_ratio_is_from_0_to_1),
        TEST(back_off_has_a_rule_and_perhaps_passes),
        TEST(the_history_is_a_json_file),
        TEST(the_trace_is_a_json_file),
        TEST(progress_is_shown_or_kept_in_a_json_file),
        TEST(a_schedule_is_recorded_repeated_or_tried),
        TEST(the_clock_is_real_or_virtual),
        TEST(the_cache_is_one_of_three),
        TEST(the_virtual_iteration_is_a_positive_time),
        TEST(the_report_is_off_a_table_or_a_json_file),
        TEST(the_timeout_is_a_positive_number_of_seconds),
        TEST(the_memory_of_devices_is_capped_by_a_size),
        TEST(compiled_programs_have_a_folder_or_none),
        TEST(what_is_written_has_files_of_its_own),
        TEST(several_variables_are_read_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
