/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Kernels in several versions, in regions: under the virtual clock, in which CTSAR_VIRTUAL_VERSIONS
 * says what each takes. */
#include <omp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>

#include "support/environment.h"
#include "support/execute.h"
#include "support/region.h"
#include "support/said.h"

enum { N = 4000, VERSIONS = 3 };

static double x[N], y[N];
static _Atomic long by[VERSIONS]; /* iterations of each version's host form */

static void compute(const ctsar_call *c, int version)
{
    const double *in = c->arg[0];
    double *out = c->arg[1];
    for (long i = c->start; i < c->end; i += c->step)
        out[i] += 2 * in[i] + (double)i;
    by[version] += c->count;
}

static void plain_host(const ctsar_call *c)
{
    compute(c, 0);
}
static void tiled_host(const ctsar_call *c)
{
    compute(c, 1);
}
static void blas_host(const ctsar_call *c)
{
    compute(c, 2);
}
static bool is_large(const ctsar_call *c)
{
    return c->count >= 100;
}

#define PARAMETERS "__global const double *x, long x_bias, __global double *y, long y_bias"
#define BODY "y[i - y_bias] += 2 * x[i - x_bias] + i;"
KERNEL(plain, PARAMETERS, BODY);
KERNEL(tiled, PARAMETERS, BODY);
KERNEL(blas, PARAMETERS, BODY);
static const ctsar_kernel *const ways[] = {&plain, &tiled, &blas, NULL};
static const ctsar_kernel family = {.name = "family", .versions = ways};

static void open_for(ctsar_policy policy)
{
    assert_int_equal(ctsar_init(&s, N, policy, CTSAR_DEV_ALL, NULL, NULL), CTSAR_OK);
}

/* A pass on two threads, with the right results. */
static void pass_by(const ctsar_kernel *kernel)
{
    for (int i = 0; i < N; ++i) {
        x[i] = i % 7;
        y[i] = 1;
    }
#pragma omp parallel num_threads(2)
    do {
        ctsar_reg_mem(s, x, sizeof *x, N, CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT);
        ctsar_reg_mem(s, y, sizeof *y, N, CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT);
        ctsar_next(s, N);
        const ctsar_arg args[] = {CTSAR_ARG_MEM(x), CTSAR_ARG_MEM(y)};
        ctsar_launch(s, kernel, args, 2);
    } while (ctsar_loop(s));
    for (int i = 0; i < N; ++i)
        if (y[i] != 1 + 2 * x[i] + i)
            fail_msg("element %d is %g", i, y[i]);
}

static char report_file[] = "/tmp/ctsar-versions-XXXXXX.json";

/* The report of `passes` passes, by a process of its own; NULL where there are no processes. */
static json_t *report_of(ctsar_policy policy, const ctsar_kernel *kernel, int passes)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        setenv("CTSAR_REPORT", report_file, 1);
        open_for(policy);
        for (int pass = 0; pass < passes; ++pass)
            pass_by(kernel);
        ctsar_free(&s);
        exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
    json_t *root = json_load_file(report_file, 0, NULL);
    assert_non_null(root);
    return root;
}

static json_t *unit_of(json_t *root, size_t number)
{
    json_t *region = json_array_get(json_object_get(root, "regions"), 0);
    return json_array_get(json_object_get(region, "units"), number);
}

static json_t *version_of(json_t *unit, const char *name)
{
    json_t *list = json_object_get(unit, "versions"), *v;
    size_t i;
    json_array_foreach(
        list, i, v) if (!strcmp(json_string_value(json_object_get(v, "version")), name)) return v;
    return NULL;
}

static long count_of(json_t *object, const char *key)
{
    return (long)json_integer_value(json_object_get(object, key));
}

/* ---- Results, everywhere ------------------------------------------------------------------ */

static void every_policy_on_every_kind_of_unit_and_clock_gets_the_result(void **state)
{
    (void)state;
    static const char *const devices[] = {"cpu", "cpu:1,emu:2", "emu:1", "cpu,emu:1"};
    static const char *const clocks[] = {"real", "virtual"};
    for (int policy = 1; policy <= 9; ++policy)
        for (int run = policy % 4; run < 8; run += 3) {
            units(devices[run / 2], "speed=4,latency=2us", clocks[run % 2]);
            setenv("CTSAR_VIRTUAL_VERSIONS", "tiled=0.5,emu/blas=0.2+5us", 1);
            open_for((ctsar_policy)policy);
            ctsar_set_kernel(s, run % 3 ? &family : NULL);
            if (is_emulated() || run % 3)
                for (int pass = 0; pass < 3; ++pass)
                    pass_by(&family);
            ctsar_free(&s);
        }
}

static void each_unit_finds_its_own_version(void **state)
{
    (void)state;
    for (int policy = 1; policy <= 9; ++policy) {
        units("cpu:2,emu:1", "speed=4,latency=1us", "virtual");
        setenv("CTSAR_VIRTUAL_VERSIONS", "cpu/plain=10,cpu/blas=3,emu/plain=2,emu/tiled=9", 1);
        json_t *root = report_of((ctsar_policy)policy, &family, 30);
        for (size_t u = 0; u < 3; ++u) {
            json_t *unit = unit_of(root, u), *best = version_of(unit, u < 2 ? "tiled" : "blas");
            double part = (double)count_of(best, "iterations") / count_of(unit, "iterations");
            if (count_of(unit, "iterations") > 1000 && part < .9)
                fail_msg("policy %d, unit %zu: %g of its iterations", policy, u, part);
        }
        json_decref(root);
    }
}

/* The same units without slow versions: the same shares, but for what trials take. */
static void a_slow_version_is_no_slow_unit(void **state)
{
    (void)state;
    static const ctsar_policy policies[] = {CTSAR_ADAPTIVE, CTSAR_HYBRID, CTSAR_AUTO};
    for (int i = 0; i < 3; ++i) {
        double share[2];
        for (int slow = 0; slow < 2; ++slow) {
            units("cpu:2,emu:1", "speed=4", "virtual");
            setenv("CTSAR_VIRTUAL_VERSIONS", slow ? "plain=30,blas=8" : "plain=1", 1);
            json_t *root = report_of(policies[i], &family, 3);
            json_t *unit = unit_of(root, 2);
            share[slow] = json_number_value(json_object_get(unit, "share"));
            json_decref(root);
        }
        assert_float_equal(share[1], share[0], .03);
    }
}

static void trials_take_no_more_than_a_twentieth(void **state)
{
    (void)state;
    units("cpu:2", NULL, "virtual");
    setenv("CTSAR_VIRTUAL_VERSIONS", "plain=3,tiled=1,blas=1.1", 1);
    json_t *root = report_of(CTSAR_STATIC, &family, 20);
    for (size_t u = 0; u < 2; ++u) {
        json_t *unit = unit_of(root, u);
        long others = count_of(version_of(unit, "plain"), "iterations") +
                      count_of(version_of(unit, "blas"), "iterations");
        assert_in_range(others, 2, count_of(unit, "iterations") / 20);
        assert_in_range(count_of(version_of(unit, "plain"), "trials"), 1, 3);
    }
    json_decref(root);
}

/* Against each of the versions alone: must hold on the virtual clock. */
static double seconds_of(const char *forced, const char *costs, int passes)
{
    units("cpu:2,emu:1", "speed=4,latency=1us", "virtual");
    setenv("CTSAR_VIRTUAL_VERSIONS", costs, 1);
    if (forced)
        setenv("CTSAR_VERSIONS", forced, 1);
    json_t *root = report_of(CTSAR_ADAPTIVE, &family, passes);
    json_t *region = json_array_get(json_object_get(root, "regions"), 0);
    double seconds = json_number_value(json_object_get(region, "elapsed_s"));
    json_decref(root);
    return seconds;
}

static void learning_costs_three_percent_of_fifty_passes_at_most(void **state)
{
    (void)state;
    static const char *const costs[] = {"plain=20,tiled=1,blas=3", "plain=1,tiled=1.2,blas=5",
                                        "plain=4,tiled=1+10us,blas=1.5"};
    static const char *const best[] = {"tiled", "plain", "tiled"};
    for (int i = 0; i < 3; ++i) {
        double ratio = seconds_of(NULL, costs[i], 50) / seconds_of(best[i], costs[i], 50);
        if (ratio > 1.03)
            fail_msg("%s: %.4f", costs[i], ratio);
    }
}

/* ---- Guards, failures, what is forced -------------------------------------------------------- */

static void a_guarded_version_has_only_what_fits(void **state)
{
    (void)state;
    ctsar_kernel guarded = blas;
    guarded.fits = is_large;
    const ctsar_kernel *const two[] = {&plain, &guarded, NULL};
    const ctsar_kernel guarding = {.name = "guarding", .versions = two};
    static const char *const devices[] = {"cpu", "emu"};
    for (int run = 0; run < 2; ++run) {
        units(devices[run], NULL, "virtual");
        setenv("CTSAR_VIRTUAL_VERSIONS", "plain=5", 1);
        setenv("CTSAR_CHUNK", run ? "50" : "99", 1);
        open_for(CTSAR_CHUNK);
        ctsar_set_kernel(s, &guarding);
        by[2] = 0;
        for (int pass = 0; pass < 3; ++pass)
            pass_by(&guarding);
        assert_int_equal(by[2], 0);
        ctsar_free(&s);
        units(devices[run], NULL, "virtual");
        setenv("CTSAR_VIRTUAL_VERSIONS", "plain=5", 1);
        open_for(CTSAR_STATIC);
        ctsar_set_kernel(s, &guarding);
        for (int pass = 0; pass < 10; ++pass)
            pass_by(&guarding);
        if (is_emulated())
            assert_true(by[2] > N);
        ctsar_free(&s);
    }
}

static void a_unit_needs_a_version_without_a_guard(void **state)
{
    (void)state;
    ctsar_kernel guarded = blas;
    ctsar_kernel other = tiled;
    guarded.fits = other.fits = is_large;
    const ctsar_kernel *const two[] = {&guarded, &other, NULL};
    const ctsar_kernel wrong = {.name = "guarding", .versions = two};
    units("cpu", NULL, NULL);
    open_for(CTSAR_STATIC);
    ctsar_set_name(s, "loop");
    assert_error(
        ctsar_set_kernel(s, &wrong), CTSAR_ENODEV,
        "loop: ctsar_set_kernel: there is no such device, or no unit at all: no unit of the "
        "region has a form of kernel guarding that every range may use; all versions for cores "
        "have a guard: "
        "blas, tiled; give it a version without a guard (fits), for ranges that all "
        "guards refuse");
    do {
        ctsar_next(s, N);
        assert_error(ctsar_launch(s, &wrong, NULL, 0), CTSAR_ENODEV,
                     "kernel guarding has no form for cores that every range may use; declare the "
                     "kernel with ctsar_set_kernel, and such units get no turns; all versions for "
                     "cores have a guard: blas, tiled");
    } while (ctsar_loop(s));
}

/* Each unit's are named, and of those that have none nothing is said. */
static void versions_with_guards_are_named_for_each_unit(void **state)
{
    (void)state;
    ctsar_kernel guarded = blas;
    guarded.fits = is_large;
    const ctsar_kernel *const one[] = {&guarded, NULL};
    const ctsar_kernel wrong = {.name = "guarding", .versions = one};
    if (!is_emulated())
        skip();
    units("cpu:1,emu:1", NULL, NULL);
    open_for(CTSAR_STATIC);
    assert_error(ctsar_set_kernel(s, &wrong), CTSAR_ENODEV,
                 "; all versions for cores have a guard: blas; all versions for emu0 have a guard: "
                 "blas; give it a version without a guard");
    ctsar_kernel none = {.name = "none", .opencl_source = "nothing"};
    assert_error(ctsar_set_kernel(s, &none), CTSAR_ENODEV,
                 "no unit of the region has a form of kernel none; give it the form for one of "
                 "CTSAR_DEVICES");
}

static void what_fails_on_a_unit_is_not_used_there(void **state)
{
    (void)state;
    units("cpu:1,emu:1", "speed=4", "virtual");
    setenv("CTSAR_VIRTUAL_VERSIONS", "tiled=0.1,emu/tiled=fails", 1);
    json_t *root = report_of(CTSAR_ADAPTIVE, &family, 5);
    json_t *core = unit_of(root, 0), *emu = unit_of(root, 1);
    assert_true(json_is_true(json_object_get(version_of(emu, "tiled"), "failed")));
    assert_int_equal(count_of(version_of(emu, "tiled"), "iterations"), 0);
    assert_true(count_of(emu, "iterations") > 1000);
    assert_true(count_of(version_of(core, "tiled"), "iterations") > 1000);
    assert_true(json_is_null(json_object_get(emu, "gone")));
    json_decref(root);
}

/* What is left is for other regions: the device has not failed, and serves the next region. */
static void where_guards_exclude_what_is_left_others_execute(void **state)
{
    (void)state;
    ctsar_kernel guarded = blas;
    guarded.fits = is_large;
    const ctsar_kernel *const two[] = {&plain, &guarded, NULL}, *const one[] = {&tiled, NULL};
    const ctsar_kernel guarding = {.name = "guarding", .versions = two};
    const ctsar_kernel next = {.name = "next", .versions = one};
    if (!is_emulated())
        skip();
    units("cpu:1,emu:1", "speed=4", "virtual");
    setenv("CTSAR_VIRTUAL_VERSIONS", "emu/plain=fails", 1);
    setenv("CTSAR_CHUNK", "50", 1);
    listen();
    open_for(CTSAR_CHUNK);
    ctsar_set_kernel(s, &guarding);
    pass_by(&guarding);
    pass_by(&guarding);
    ctsar *first = s;
    s = NULL;
    open_for(CTSAR_STATIC);
    ctsar_set_kernel(s, &next);
    by[1] = 0;
    pass_by(&next);
    stop_listening();
    ctsar_free(&s);
    ctsar_free(&first);
    assert_int_equal(lines(said,
                           "emu0 takes no part any more: no version of kernel guarding may be "
                           "used on emu0 for "),
                     1);
    assert_int_equal(lines(said, "takes no part any more"), 1);
    assert_int_equal(lines(said, "blas does not fit"), 1);
    assert_int_equal(by[1], N);
}

static void where_none_is_left_others_execute(void **state)
{
    (void)state;
    units("cpu:1,emu:1", "speed=4", "virtual");
    setenv("CTSAR_VIRTUAL_VERSIONS", "emu/plain=fails,emu/tiled=fails,emu/blas=fails", 1);
    json_t *root = report_of(CTSAR_ADAPTIVE, &family, 3);
    const char *gone = json_string_value(json_object_get(unit_of(root, 1), "gone"));
    assert_non_null(gone);
    assert_non_null(strstr(gone, "no version of kernel family is left on emu0: plain: "));
    assert_non_null(strstr(gone, "blas: "));
    json_decref(root);
}

static void the_environment_forces_a_version(void **state)
{
    (void)state;
    static const char *const forced[] = {"tiled", "family:tiled", "nothing,tiled", "other:x,tiled"};
    for (int i = 0; i < 4; ++i) {
        units("cpu:2", NULL, "virtual");
        setenv("CTSAR_VIRTUAL_VERSIONS", "tiled=9", 1);
        setenv("CTSAR_VERSIONS", forced[i], 1);
        open_for(CTSAR_ADAPTIVE);
        by[0] = by[1] = by[2] = 0;
        pass_by(&family);
        assert_int_equal(by[0] + by[2], 0);
        assert_int_equal(by[1], N);
        ctsar_free(&s);
    }
}

static void a_version_that_is_not_there_is_an_error(void **state)
{
    (void)state;
    units("cpu:2", NULL, NULL);
    setenv("CTSAR_VERSIONS", "family:cublas", 1);
    open_for(CTSAR_STATIC);
    ctsar_next(s, 1);
    const ctsar_kernel *k = &family;
    assert_error(ctsar_launch(s, k, NULL, 0), CTSAR_ECONFIG,
                 "kernel family has no version cublas; it has: plain, tiled, blas");
    ctsar_loop(s);
}

static void families_that_are_none_are_refused(void **state)
{
    (void)state;
    static const ctsar_kernel *const none[] = {NULL};
    static const ctsar_kernel *const twice[] = {&plain, &plain, NULL};
    static const ctsar_kernel *const nested[] = {&family, NULL};
    static const ctsar_kernel formless = {.name = "formless"};
    static const ctsar_kernel *const without[] = {&plain, &formless, NULL};
    static const struct {
        ctsar_kernel kernel;
        const char *says;
    } wrong[] = {
        {{.name = "f", .versions = none}, "kernel f has 0 versions; it needs 1 to 16"},
        {{.name = "f", .versions = twice}, "two versions of kernel f are called plain"},
        {{.name = "f", .versions = nested}, "version family of kernel f has versions itself"},
        {{.name = "f", .versions = without}, "kernel formless has no form"},
        {{.versions = ways}, "a family of versions has no name"},
        {{.name = "f", .versions = ways, .host = plain_host}, "a form or a guard of its own"},
    };
    units("cpu", NULL, NULL);
    open_for(CTSAR_STATIC);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i)
        assert_error(ctsar_set_kernel(s, &wrong[i].kernel), CTSAR_EINVAL, wrong[i].says);
}

/* ---- The history ---------------------------------------------------------------------------- */

static long trials_of(const char *history)
{
    units("cpu:2,emu:1", "speed=4,latency=1us", "virtual");
    setenv("CTSAR_VIRTUAL_VERSIONS", "plain=2,blas=1.2", 1);
    setenv("CTSAR_HISTORY", history, 1);
    json_t *root = report_of(CTSAR_ADAPTIVE, &family, 20), *v;
    long trials = 0;
    for (size_t u = 0; u < 3; ++u) {
        size_t i;
        json_t *list = json_object_get(unit_of(root, u), "versions");
        json_array_foreach(list, i, v) trials += count_of(v, "trials");
    }
    json_decref(root);
    return trials;
}

static void remove_history(const char *file)
{
    char lock[60];
    unlink(file);
    snprintf(lock, sizeof lock, "%s.lock", file);
    unlink(lock);
}

static void a_run_with_hints_has_no_trials(void **state)
{
    (void)state;
    char file[] = "/tmp/ctsar-hints-XXXXXX.json";
    close(mkstemps(file, 5));
    unlink(file);
    assert_true(trials_of(file) > 0);
    assert_int_equal(trials_of(file), 0);
    remove_history(file);
}

/* Wherever the file says what tiled takes, it says that plain takes a thousandth of it. */
static void praise_plain(const char *file)
{
    json_t *root = json_load_file(file, 0, NULL), *units, *record;
    const char *region, *key;
    void *next;
    assert_non_null(root);
    json_object_foreach(json_object_get(root, "regions"), region, units)
    {
        json_object_foreach_safe(units, next, key, record)
        {
            char praised[300];
            if (strncmp(key, "family/tiled", 12) != 0)
                continue;
            double seconds = json_number_value(json_object_get(record, "time_per_iteration_s"));
            json_t *one = json_deep_copy(record);
            json_object_set_new(one, "time_per_iteration_s", json_real(seconds / 1000));
            snprintf(praised, sizeof praised, "family/plain%s", key + 12);
            json_object_set_new(units, praised, one);
        }
    }
    assert_int_equal(json_dump_file(root, file, 0), 0);
    json_decref(root);
}

/* Of the iterations of all units, those by one version. */
static double part_by(const char *version, const char *history, int passes)
{
    units("cpu:2,emu:1", "speed=4,latency=1us", "virtual");
    setenv("CTSAR_VIRTUAL_VERSIONS", "plain=2,blas=1.2", 1);
    setenv("CTSAR_HISTORY", history, 1);
    json_t *root = report_of(CTSAR_STATIC, &family, passes);
    long all = 0, by = 0;
    for (size_t u = 0; u < 3; ++u) {
        json_t *unit = unit_of(root, u), *v = version_of(unit, version);
        all += count_of(unit, "iterations");
        by += v ? count_of(v, "iterations") : 0;
    }
    json_decref(root);
    return (double)by / (double)all;
}

static void what_is_written_into_the_history_by_hand_is_believed_until_it_is_measured(void **state)
{
    (void)state;
    char file[] = "/tmp/ctsar-hints-XXXXXX.json";
    close(mkstemps(file, 5));
    unlink(file);
    trials_of(file);
    assert_true(part_by("tiled", file, 1) > .9);
    praise_plain(file);
    assert_true(part_by("plain", file, 1) > .9);
    praise_plain(file);
    assert_true(part_by("tiled", file, 40) > .7);
    remove_history(file);
}

/* ---- Check mode --------------------------------------------------------------------------- */

static void reads_ahead(const ctsar_call *c)
{
    const double *in = c->arg[0];
    double *out = c->arg[1];
    for (long i = c->start; i < c->end; i += c->step)
        out[i] += in[i + 1 < N ? i + 1 : i];
}

static void check_mode_looks_at_all_versions(void **state)
{
    (void)state;
    static const ctsar_kernel wrong = {.name = "wrong", .host = reads_ahead};
    static const ctsar_kernel *const two[] = {&plain, &wrong, NULL};
    static const ctsar_kernel mixed = {.name = "mixed", .versions = two};
    for (int run = 0; run < 2; ++run) {
        units("cpu:2", NULL, NULL);
        setenv("CTSAR_CHECK", "1", 1);
        open_for(CTSAR_STATIC);
        ctsar_set_kernel(s, run ? &mixed : &family);
        bool found = false;
        do {
            ctsar_reg_mem(s, x, sizeof *x, N, CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT);
            ctsar_reg_mem(s, y, sizeof *y, N, CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT);
            ctsar_next(s, 6);
            const ctsar_arg args[] = {CTSAR_ARG_MEM(x), CTSAR_ARG_MEM(y)};
            ctsar_launch(s, run ? &mixed : &family, args, 2);
        } while (ctsar_loop(s));
        found = strstr(ctsar_last_error(s), "CTSAR_CHECK");
        assert_int_equal(found, run);
        ctsar_free(&s);
    }
}

static int remove_report(void **state)
{
    (void)state;
    unlink(report_file);
    return 0;
}

int main(void)
{
    close(mkstemps(report_file, 5));
    struct CMUnitTest tests[] = {
        cmocka_unit_test(each_unit_finds_its_own_version),
        cmocka_unit_test(a_slow_version_is_no_slow_unit),
        cmocka_unit_test(trials_take_no_more_than_a_twentieth),
        cmocka_unit_test(learning_costs_three_percent_of_fifty_passes_at_most),
        cmocka_unit_test(what_fails_on_a_unit_is_not_used_there),
        cmocka_unit_test(where_none_is_left_others_execute),
        cmocka_unit_test(a_run_with_hints_has_no_trials),
        cmocka_unit_test(what_is_written_into_the_history_by_hand_is_believed_until_it_is_measured),
        cmocka_unit_test(every_policy_on_every_kind_of_unit_and_clock_gets_the_result),
        cmocka_unit_test(a_guarded_version_has_only_what_fits),
        cmocka_unit_test(where_guards_exclude_what_is_left_others_execute),
        cmocka_unit_test(a_unit_needs_a_version_without_a_guard),
        cmocka_unit_test(versions_with_guards_are_named_for_each_unit),
        cmocka_unit_test(the_environment_forces_a_version),
        cmocka_unit_test(a_version_that_is_not_there_is_an_error),
        cmocka_unit_test(families_that_are_none_are_refused),
        cmocka_unit_test(check_mode_looks_at_all_versions),
    };
    /* The first look at reports, of processes that are made before there are threads. */
    enum { REPORTS = 7 };
    size_t first = FORKS && is_emulated() ? 0 : REPORTS, count = sizeof tests / sizeof *tests;
    for (size_t i = first; i < count; ++i) {
        tests[i].setup_func = setup_region;
        tests[i].teardown_func = end_region;
    }
    return _cmocka_run_group_tests("versions", tests + first, count - first, NULL, remove_report);
}
