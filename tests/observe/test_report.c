/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Statistics, and the report at exit.  What happens at exit is watched in a
 * child process, whose stderr and files the test then reads. */
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>

#include "observe/interrupt.h"
#include "observe/report.h"
#include "support/environment.h"

static const char *const accelerators[] = {"emu0", "emu1"};

/* ---- A region's statistics, made up ------------------------------------------ */

static ctsar__region_stats *region_new(const char *name, ctsar__clock clock)
{
    ctsar__region_stats *r = calloc(1, sizeof *r);
    snprintf(r->name, sizeof r->name, "%s", name);
    snprintf(r->policy, sizeof r->policy, "adaptive");
    r->solver = "GLPK 5.0";
    r->clock = clock;
    if (ctsar__stats_reserve(r, 2, 2, accelerators))
        abort();
    return r;
}

/* A pass of 100 iterations: 10 and 20 on the cores, 30 and 40 on the accelerators. */
static void region_pass(ctsar__region_stats *r)
{
    static const long iterations[] = {10, 20, 30, 40};
    for (int u = 0; u < 4; ++u) {
        ctsar__unit_stats *s = &r->unit[u];
        s->passes++;
        s->turns++;
        s->iterations += iterations[u];
        s->busy += 1e-3;
        s->waiting += 25e-6;
        s->bytes_in += u < 2 ? 0 : 2048;
        s->bytes_out += u < 2 ? 0 : 512;
        s->copying += u < 2 ? 0 : 3e-6;
        s->committed = u < 2 ? 0 : 4096;
    }
    r->passes++;
    r->iterations += 100;
    r->seconds += 2e-3;
    r->sched_seconds += 5e-6;
    r->sched.solves++;
    r->sched.fills += 2;
    r->sched.lp_seconds += 4e-6;
    ctsar__stats_pass(r, 100, 2e-3, 2, iterations);
}

static void region_free(ctsar__region_stats *r)
{
    ctsar__report_end(r);
    free(r);
}

static void open_run_free(const ctsar__config *config, const char *name)
{
    ctsar__region_stats *r = region_new(name, CTSAR__CLOCK_VIRTUAL);
    ctsar__report_add(config, r);
    region_pass(r);
    region_free(r);
}

/* ---- Children ------------------------------------------------------------------- */

static char directory[] = "/tmp/ctsar-report-XXXXXX";
static char json_path[64];

static const ctsar__config off = {.report = CTSAR__REPORT_OFF};
static const ctsar__config table = {.report = CTSAR__REPORT_TABLE};
static ctsar__config json = {.report = CTSAR__REPORT_JSON, .report_file = json_path};

/* All of `file` as a string, to be freed. */
static char *contents(FILE *file)
{
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    size_t length = (size_t)ftell(file);
    char *text = malloc(length + 1);
    rewind(file);
    assert_int_equal(fread(text, 1, length, file), length);
    text[length] = '\0';
    return text;
}

/* Runs `body` in a child, which then exits; returns what it wrote to stderr, to be freed. */
static char *stderr_of_status(void (*body)(void), int wanted)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        dup2(fileno(file), STDERR_FILENO);
        for (int s = 1; s < NSIG; ++s)
            signal(s, SIG_DFL); /* a crash shall end the child, not the test that it stands in */
        body();
        exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    char *text = contents(file);
    fclose(file);
    if (status != wanted)
        fail_msg("the child ended with status %d, not %d: %s", status, wanted, text);
    return text;
}

static char *stderr_of(void (*body)(void))
{
    return stderr_of_status(body, 0);
}

static json_t *report_of(void (*body)(void))
{
    char *text = stderr_of(body);
    assert_string_equal(text, "");
    free(text);
    json_error_t error;
    json_t *root = json_load_file(json_path, 0, &error);
    if (!root)
        fail_msg("%s:%d: %s", json_path, error.line, error.text);
    unlink(json_path);
    return root;
}

static json_t *region_of(const json_t *root, size_t index)
{
    return json_array_get(json_object_get(root, "regions"), index);
}

static size_t regions_in(const json_t *root)
{
    return json_array_size(json_object_get(root, "regions"));
}

static json_int_t integer_of(const json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key);
    if (!json_is_integer(value))
        fail_msg("no integer '%s'", key);
    return json_integer_value(value);
}

static double number_of(const json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key);
    if (!json_is_number(value))
        fail_msg("no number '%s'", key);
    return json_number_value(value);
}

static const char *string_of(const json_t *object, const char *key)
{
    const char *value = json_string_value(json_object_get(object, key));
    if (!value)
        fail_msg("no string '%s'", key);
    return value;
}

static bool close_to(double a, double b)
{
    return a > b * (1 - 1e-9) && a < b * (1 + 1e-9);
}

static int lines_in(const char *text)
{
    int lines = 0;
    for (; *text; ++text)
        lines += *text == '\n';
    return lines;
}

/* ---- Statistics --------------------------------------------------------------------- */

static void a_larger_team_keeps_what_units_did(void **state)
{
    (void)state;
    ctsar__region_stats *r = region_new("loop", CTSAR__CLOCK_VIRTUAL);
    region_pass(r);
    assert_int_equal(ctsar__stats_reserve(r, 4, 2, accelerators), CTSAR_OK);
    assert_int_equal(r->cores, 4);
    static const char *const names[] = {"core 0", "core 1", "core 2", "core 3", "emu0", "emu1"};
    static const long iterations[] = {10, 20, 0, 0, 30, 40};
    for (int u = 0; u < 6; ++u) {
        assert_string_equal(r->unit[u].name, names[u]);
        assert_int_equal(r->unit[u].iterations, iterations[u]);
    }
    region_free(r);
}

static void a_smaller_team_changes_nothing(void **state)
{
    (void)state;
    ctsar__region_stats *r = region_new("loop", CTSAR__CLOCK_VIRTUAL);
    region_pass(r);
    assert_int_equal(ctsar__stats_reserve(r, 1, 2, accelerators), CTSAR_OK);
    assert_int_equal(r->cores, 2);
    assert_int_equal(r->unit[1].iterations, 20);
    region_free(r);
}

static void no_more_than_the_limit_of_passes_is_recorded(void **state)
{
    (void)state;
    ctsar__region_stats *r = region_new("loop", CTSAR__CLOCK_VIRTUAL);
    for (long i = 0; i < CTSAR__REPORT_PASSES + 10; ++i)
        ctsar__stats_pass(r, i, 1e-3, 2, (const long[]){i, 0, 0, 0});
    assert_int_equal(r->recorded, CTSAR__REPORT_PASSES);
    assert_true(r->room < 2 * CTSAR__REPORT_PASSES);
    assert_int_equal(r->pass[CTSAR__REPORT_PASSES - 1].iterations[0], CTSAR__REPORT_PASSES - 1);
    region_free(r);
}

static void merging_adds_up_and_keeps_the_order_of_passes(void **state)
{
    (void)state;
    ctsar__region_stats *a = region_new("loop", CTSAR__CLOCK_REAL);
    ctsar__region_stats *b = region_new("loop", CTSAR__CLOCK_REAL);
    region_pass(a);
    region_pass(b);
    region_pass(b);
    b->unit[3].committed = 8192;
    a->sched.chunks = 5;
    b->sched.chunks = 10;
    a->sched.backoffs = 1;
    b->sched.backoffs = 2;
    b->sched.probes = 5;
    b->sched.returns = 1;
    a->sched.cores_out = b->sched.cores_out = 2;
    b->unit[2].backed_off = true;
    ctsar__stats_pass(b, 7, 1, 2, (const long[]){7, 0, 0, 0});
    assert_true(ctsar__stats_same(a, b));
    ctsar__stats_merge(a, b);
    assert_int_equal(a->passes, 3);
    assert_int_equal(a->iterations, 300);
    assert_int_equal(a->sched.solves, 3);
    assert_int_equal(a->sched.fills, 6);
    assert_int_equal(a->sched.chunks, 15);
    assert_int_equal(a->sched.backoffs, 3);
    assert_int_equal(a->sched.probes, 5);
    assert_int_equal(a->sched.returns, 1);
    assert_int_equal(a->sched.cores_out, 4);
    assert_true(a->unit[2].backed_off);
    assert_true(close_to(a->seconds, 6e-3) && close_to(a->sched_seconds, 15e-6) &&
                close_to(a->sched.lp_seconds, 12e-6));
    assert_int_equal(a->unit[3].iterations, 120);
    assert_int_equal(a->unit[3].turns, 3);
    assert_int_equal(a->unit[3].bytes_in, 3 * 2048);
    assert_int_equal(a->unit[3].committed, 8192);
    assert_int_equal(a->recorded, 4);
    assert_int_equal(a->pass[3].n, 7);
    assert_int_equal(b->recorded, 0);
    assert_null(b->unit);
    region_free(a);
    region_free(b);
}

static void sums_of_iterations_stay_at_their_largest_number(void **state)
{
    (void)state;
    ctsar__region_stats *a = region_new("loop", CTSAR__CLOCK_REAL);
    ctsar__region_stats *b = region_new("loop", CTSAR__CLOCK_REAL);
    a->iterations = a->unit[0].iterations = b->unit[0].iterations = LONG_MAX - 1;
    b->iterations = 2;
    ctsar__stats_merge(a, b);
    assert_int_equal(a->iterations, LONG_MAX);
    assert_int_equal(a->unit[0].iterations, LONG_MAX);
    region_free(a);
    region_free(b);
}

static void merging_stops_at_the_limit_of_passes(void **state)
{
    (void)state;
    ctsar__region_stats *a = region_new("loop", CTSAR__CLOCK_REAL);
    ctsar__region_stats *b = region_new("loop", CTSAR__CLOCK_REAL);
    for (long i = 0; i < CTSAR__REPORT_PASSES - 5; ++i) {
        ctsar__stats_pass(a, i, 1e-3, 2, (const long[]){i, 0, 0, 0});
        ctsar__stats_pass(b, i, 1e-3, 2, (const long[]){i, 0, 0, 0});
    }
    ctsar__stats_merge(a, b);
    assert_int_equal(a->recorded, CTSAR__REPORT_PASSES);
    assert_int_equal(a->pass[CTSAR__REPORT_PASSES - 1].n, 4);
    region_free(a);
    region_free(b);
}

static void regions_that_differ_are_not_the_same(void **state)
{
    (void)state;
    ctsar__region_stats *a = region_new("loop", CTSAR__CLOCK_REAL);
    ctsar__region_stats *b = region_new("loop", CTSAR__CLOCK_REAL);
    assert_true(ctsar__stats_same(a, b));
    b->clock = CTSAR__CLOCK_VIRTUAL;
    assert_false(ctsar__stats_same(a, b));
    b->clock = a->clock;
    b->overridden[0] = "CTSAR_POLICY";
    assert_false(ctsar__stats_same(a, b));
    a->overridden[0] = "CTSAR_DIV";
    assert_false(ctsar__stats_same(a, b));
    b->overridden[0] = a->overridden[0];
    assert_true(ctsar__stats_same(a, b));
    b->overridden[1] = "CTSAR_CHUNK";
    assert_false(ctsar__stats_same(a, b));
    a->overridden[0] = b->overridden[0] = b->overridden[1] = NULL;
    strcpy(b->policy, "static");
    assert_false(ctsar__stats_same(a, b));
    strcpy(b->policy, a->policy);
    strcpy(b->unit[3].name, "emu7");
    assert_false(ctsar__stats_same(a, b));
    strcpy(b->unit[3].name, a->unit[3].name);
    strcpy(b->name, "other");
    assert_false(ctsar__stats_same(a, b));
    region_free(a);
    region_free(b);
}

/* ---- The table --------------------------------------------------------------------------- */

static void print_one_region(void)
{
    ctsar__region_stats *r = region_new("gemm.c:42", CTSAR__CLOCK_VIRTUAL);
    ctsar__report_add(&table, r);
    region_pass(r);
    region_pass(r);
    region_free(r);
}

static void the_table_shows_a_line_for_each_unit(void **state)
{
    (void)state;
    char *text = stderr_of(print_one_region);
    assert_string_equal(
        text,
        "ctsar: region gemm.c:42: policy adaptive, virtual clock\n"
        "  2 passes, 200 iterations, 4.00 ms; LP (GLPK 5.0): 2 solves, 4 fills\n"
        "  unit    passes  turns  iterations   share  time/iter     busy  waiting  copying  "
        "hidden        in       out  between    memory\n"
        "  core 0       2      2          20  10.0 %     100 us  2.00 ms  50.0 us        0       "
        "-         0         0        0         0\n"
        "  core 1       2      2          40  20.0 %    50.0 us  2.00 ms  50.0 us        0       "
        "-         0         0        0         0\n"
        "  emu0         2      2          60  30.0 %    33.3 us  2.00 ms  50.0 us  6.00 us   0.0 "
        "%  4.00 KiB  1.00 KiB        0  4.00 KiB\n"
        "  emu1         2      2          80  40.0 %    25.0 us  2.00 ms  50.0 us  6.00 us   0.0 "
        "%  4.00 KiB  1.00 KiB        0  4.00 KiB\n");
    free(text);
}

static void two_runs_under_the_virtual_clock_print_the_same_bytes(void **state)
{
    (void)state;
    char *first = stderr_of(print_one_region), *second = stderr_of(print_one_region);
    assert_true(strlen(first) > 0);
    assert_string_equal(first, second);
    free(first);
    free(second);
}

static void print_real_and_overridden(void)
{
    ctsar__region_stats *r = region_new("a\nb", CTSAR__CLOCK_REAL);
    r->overridden[0] = "CTSAR_POLICY";
    r->overridden[1] = "CTSAR_DIV";
    ctsar__report_add(&table, r);
    region_pass(r);
    region_free(r);
}

static void the_header_tells_an_override_and_the_real_clocks_times(void **state)
{
    (void)state;
    char *text = stderr_of(print_real_and_overridden);
    assert_non_null(strstr(
        text, "ctsar: region a?b: policy adaptive (set by CTSAR_POLICY, CTSAR_DIV), real clock\n"
              "  1 pass, 100 iterations, 2.00 ms; LP (GLPK 5.0): 1 solve, 2 fills; scheduler 5.00 "
              "us, of it LP 4.00 us\n"));
    free(text);
}

static void print_decisions(void)
{
    ctsar__region_stats *r = region_new("loop", CTSAR__CLOCK_VIRTUAL);
    ctsar__report_add(&table, r);
    region_pass(r);
    r->sched.chunks = 12;
    r->sched.backoffs = 2;
    r->sched.probes = 3;
    r->sched.returns = 1;
    r->sched.cores_out = 1;
    r->unit[3].backed_off = true;
    r->unit[2].late = true;
    region_free(r);
}

static void the_table_shows_chunks_and_back_offs_where_there_are_any(void **state)
{
    (void)state;
    char *text = stderr_of(print_decisions);
    assert_non_null(strstr(text, "1 solve, 2 fills; 12 chunks; 2 back-offs, 3 probes, 1 return; "
                                 "cores left out 1 time\n"));
    assert_non_null(strstr(text, "\n  emu0 (being built)  "));
    assert_non_null(strstr(text, "\n  emu1 (backed off)  "));
    free(text);
}

static void print_without_passes(void)
{
    ctsar__region_stats *r = region_new("idle", CTSAR__CLOCK_VIRTUAL);
    ctsar__report_add(&table, r);
    region_free(r);
}

static void a_region_without_passes_has_no_shares(void **state)
{
    (void)state;
    char *text = stderr_of(print_without_passes);
    assert_non_null(strstr(text, "0 passes, 0 iterations, 0 s;"));
    assert_int_equal(lines_in(text), 7);
    assert_null(strstr(text, "nan"));
    assert_null(strstr(text, "inf"));
    free(text);
}

static void print_open_and_ended(void)
{
    static ctsar__region_stats *first, *second;
    first = region_new("first", CTSAR__CLOCK_VIRTUAL);
    second = region_new("second", CTSAR__CLOCK_VIRTUAL);
    ctsar__report_add(&table, first);
    ctsar__report_add(&table, second);
    open_run_free(&table, "third");
    region_free(second);
}

static void open_and_ended_regions_stand_in_order_of_opening(void **state)
{
    (void)state;
    char *text = stderr_of(print_open_and_ended);
    const char *first = strstr(text, "region first"), *second = strstr(text, "region second"),
               *third = strstr(text, "region third");
    assert_true(first && second && third);
    assert_true(first < second && second < third);
    free(text);
}

static void leave_loops_serial(void)
{
    open_run_free(&json, "loop");
    for (int i = 0; i < 5; ++i)
        ctsar__report_serial(i % 2 ? "two.c:2" : "one.c:1");
}

static void json_lists_the_loops_that_were_left_serial(void **state)
{
    (void)state;
    json_t *root = report_of(leave_loops_serial);
    const json_t *loops = json_object_get(root, "serial_loops");
    assert_int_equal(json_array_size(loops), 2);
    assert_string_equal(string_of(json_array_get(loops, 0), "name"), "one.c:1");
    assert_int_equal(integer_of(json_array_get(loops, 0), "times"), 3);
    assert_string_equal(string_of(json_array_get(loops, 1), "name"), "two.c:2");
    assert_int_equal(integer_of(json_array_get(loops, 1), "times"), 2);
    json_decref(root);
}

static void run_with_the_report_off(void)
{
    open_run_free(&off, "loop");
}

static void nothing_is_printed_with_the_report_off(void **state)
{
    (void)state;
    char *text = stderr_of(run_with_the_report_off);
    assert_string_equal(text, "");
    free(text);
}

static void open_again_and_again(void)
{
    for (int i = 0; i < 1000; ++i)
        open_run_free(&table, "loop");
    open_run_free(&table, "other");
}

static void a_region_opened_again_and_again_is_one_section(void **state)
{
    (void)state;
    char *text = stderr_of(open_again_and_again);
    assert_non_null(strstr(text, "virtual clock, opened 1000 times\n  1000 passes, 100000 iter"));
    assert_int_equal(lines_in(text), 2 * 7);
    free(text);
}

/* Two of the same name live at once; the one opened later ends first. */
static void end_in_reverse(void)
{
    ctsar__region_stats *a = region_new("loop", CTSAR__CLOCK_VIRTUAL);
    ctsar__region_stats *b = region_new("loop", CTSAR__CLOCK_VIRTUAL);
    ctsar__report_add(&table, a);
    open_run_free(&table, "between");
    ctsar__report_add(&table, b);
    region_pass(a);
    region_pass(b);
    region_free(b);
    region_free(a);
}

static void merged_regions_stand_where_the_first_was_opened(void **state)
{
    (void)state;
    char *text = stderr_of(end_in_reverse);
    const char *loop = strstr(text, "region loop"), *between = strstr(text, "region between");
    assert_true(loop && between && loop < between);
    assert_non_null(strstr(text, "opened 2 times\n  2 passes, 200 iterations"));
    assert_int_equal(lines_in(text), 2 * 7);
    free(text);
}

static void fork_in_between(void)
{
    ctsar__region_stats *r = region_new("parents", CTSAR__CLOCK_VIRTUAL);
    ctsar__report_add(&table, r);
    pid_t child = fork();
    if (child == 0) {
        open_run_free(&table, "childs");
        exit(0);
    }
    waitpid(child, NULL, 0);
    region_free(r);
}

static void a_forked_child_does_not_write_its_parents_report(void **state)
{
    (void)state;
    char *text = stderr_of(fork_in_between);
    assert_int_equal(lines_in(text), 7);
    assert_non_null(strstr(text, "region parents"));
    free(text);
}

/* ---- Ctrl-C -------------------------------------------------------------------------------- */

static void open_and_be_ended(void)
{
    ctsar__region_stats *r = region_new("open", CTSAR__CLOCK_REAL);
    ctsar__report_add(&table, r);
    region_pass(r);
    raise(SIGTERM);
    region_pass(r);
    exit(0);
}

static void a_signal_has_what_is_known_so_far_reported(void **state)
{
    (void)state;
    char *text = stderr_of_status(open_and_be_ended, SIGTERM);
    assert_int_equal(lines_in(text), 7);
    assert_non_null(strstr(text, "1 pass, 100 iterations"));
    free(text);
}

/* It goes on after a while, and releases. */
static void be_ended_while_statistics_change(void)
{
    ctsar__region_stats *r = region_new("held", CTSAR__CLOCK_REAL);
    ctsar__report_add(&table, r);
    ctsar__report_hold();
    raise(SIGINT);
    region_pass(r);
    ctsar__report_release();
    alarm(30);
    pause();
}

static void a_report_waits_for_statistics_that_change(void **state)
{
    (void)state;
    char *text = stderr_of_status(be_ended_while_statistics_change, SIGINT);
    assert_non_null(strstr(text, "1 pass, 100 iterations"));
    free(text);
}

/* A signal that is blocked there would wait until the thread goes on. */
static void look_at_what_is_blocked(void)
{
    char name[64], line[256];
    unsigned long blocked = ~0ul;
    snprintf(name, sizeof name, "/proc/self/task/%ld/status", (long)getpid());
    FILE *f = fopen(name, "r");
    while (f && fgets(line, sizeof line, f))
        if (!strncmp(line, "SigBlk:", 7))
            blocked = strtoul(line + 7, NULL, 16);
    _exit(blocked >> (SIGINT - 1) & 1);
}

static void be_ended_and_look(void)
{
    ctsar__interrupt_watch(look_at_what_is_blocked);
    raise(SIGINT);
    _exit(2);
}

static void the_interrupted_thread_takes_a_second_signal(void **state)
{
    (void)state;
    if (!FORKS) /* a handler is called later there */
        skip();
    free(stderr_of(be_ended_and_look));
}

static void handled(int number)
{
    _exit(number == SIGHUP ? 0 : 1);
}

static void handle_and_be_told(void)
{
    signal(SIGHUP, handled);
    ctsar__report_add(&table, region_new("its own", CTSAR__CLOCK_REAL));
    raise(SIGHUP);
}

static void a_signal_that_the_program_handles_is_its_own(void **state)
{
    (void)state;
    char *text = stderr_of(handle_and_be_told);
    assert_string_equal(text, "");
    free(text);
}

static void handle_after_a_wrong_call(void)
{
    ctsar *s = NULL;
    setenv("CTSAR_REPORT", "1", 1);
    setenv("CTSAR_DEVICES", "cpu:1", 1);
    ctsar_set_error_mode(CTSAR_ERRORS_RETURN);
    if (!ctsar_init(&s, 10, (ctsar_policy)99, CTSAR_DEV_CPU, NULL, NULL))
        _exit(1);
    signal(SIGHUP, handled);
    if (ctsar_init(&s, 10, CTSAR_STATIC, CTSAR_DEV_CPU, NULL, NULL))
        _exit(1);
    raise(SIGHUP);
}

static void a_handler_that_comes_after_a_wrong_call_is_the_programs(void **state)
{
    (void)state;
    char *text = stderr_of(handle_after_a_wrong_call);
    assert_null(strstr(text, "passes"));
    free(text);
}

static void end_a_child(void)
{
    ctsar__report_add(&table, region_new("parents", CTSAR__CLOCK_REAL));
    pid_t child = fork();
    int status;
    if (child == 0) {
        alarm(30);
        raise(SIGTERM);
        pause();
    }
    waitpid(child, &status, 0);
    _exit(!(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM));
}

static void a_forked_child_ends_by_a_signal_as_ever(void **state)
{
    (void)state;
    if (!FORKS) /* a handler is not called there */
        skip();
    char *text = stderr_of(end_a_child);
    assert_string_equal(text, "");
    free(text);
}

static sem_t held, over;

static void *hold_until_it_is_over(void *unused)
{
    ctsar__report_hold();
    sem_post(&held);
    sem_wait(&over);
    ctsar__report_release();
    return unused;
}

/* Statistics of another thread change meanwhile. */
static void fork_beside_a_change(void)
{
    pthread_t other;
    int status;
    ctsar__region_stats *r = region_new("parents", CTSAR__CLOCK_REAL);
    ctsar__report_add(&table, r);
    sem_init(&held, 0, 0);
    sem_init(&over, 0, 0);
    if (pthread_create(&other, NULL, hold_until_it_is_over, NULL))
        abort();
    sem_wait(&held);
    pid_t child = fork();
    if (child == 0) {
        alarm(30);
        ctsar__report_hold();
        region_pass(r);
        ctsar__report_release();
        _exit(0);
    }
    waitpid(child, &status, 0);
    sem_post(&over);
    pthread_join(other, NULL);
    _exit(status != 0);
}

static void a_forked_child_changes_its_statistics(void **state)
{
    (void)state;
    if (!FORKS)
        skip();
    char *text = stderr_of(fork_beside_a_change);
    assert_string_equal(text, "");
    free(text);
}

static void *open_many(void *arg)
{
    for (int i = 0; i < 200; ++i)
        open_run_free(&table, arg);
    return NULL;
}

static void open_from_threads(void)
{
    pthread_t thread[4];
    for (int i = 0; i < 4; ++i)
        if (pthread_create(&thread[i], NULL, open_many, i % 2 ? "odd" : "even"))
            abort();
    for (int i = 0; i < 4; ++i)
        pthread_join(thread[i], NULL);
}

static void regions_may_open_and_end_in_several_threads(void **state)
{
    (void)state;
    char *text = stderr_of(open_from_threads);
    assert_int_equal(lines_in(text), 2 * 7);
    for (const char *at = text; (at = strstr(at, "opened ")) != NULL; ++at)
        assert_true(!strncmp(at, "opened 400 times", 16));
    assert_non_null(strstr(text, "opened 400 times"));
    free(text);
}

/* ---- JSON -------------------------------------------------------------------------------- */

static void write_one_region(void)
{
    ctsar__region_stats *r = region_new("gemm.c:42", CTSAR__CLOCK_REAL);
    r->overridden[0] = "CTSAR_POLICY";
    r->overridden[1] = "CTSAR_RATIO";
    ctsar__report_add(&json, r);
    region_pass(r);
    r->sched.chunks = 12;
    r->sched.backoffs = 2;
    r->sched.probes = 3;
    r->sched.returns = 1;
    r->sched.cores_out = 1;
    r->unit[3].backed_off = true;
    /* A later pass has a larger team, the last one a smaller team. */
    if (ctsar__stats_reserve(r, 3, 2, accelerators))
        abort();
    ctsar__stats_pass(r, 15, 1e-3, 3, (const long[]){1, 2, 3, 4, 5});
    ctsar__stats_pass(r, 6, 1e-3, 1, (const long[]){1, 2, 3});
    region_free(r);
}

/* A pass whose units' times are kept, on one core fewer than the region has; and one after the last
 * that are kept. */
static void write_times(void)
{
    ctsar__region_stats *r = region_new("gemm.c:42", CTSAR__CLOCK_REAL);
    ctsar__unit_times times[] = {{.turns = 3, .busy = 1.5, .work = 7}, {.bytes = 12}, {.once = .5}};
    const ctsar__pass_record pass = {.n = 15,
                                     .seconds = 1e-3,
                                     .cores = 1,
                                     .iterations = (long[]){1, 2, 12},
                                     .times = times,
                                     .probing = true};
    r->settings = (ctsar__stats_settings){.div = 8, .ratio = -1, .backoff = CTSAR_BACKOFF_PAPER};
    r->unit[3].overhead = 2e-6;
    ctsar__report_add(&json, r);
    for (int i = 0; i <= CTSAR__REPORT_TIMES; ++i)
        ctsar__stats_timed_pass(r, &pass);
    region_free(r);
}

static double entry_of(const json_t *times, const char *column, size_t unit)
{
    return json_number_value(json_array_get(json_object_get(times, column), unit));
}

static void json_has_units_times_in_the_order_of_units(void **state)
{
    (void)state;
    json_t *root = report_of(write_times);
    const json_t *region = region_of(root, 0), *passes = json_object_get(region, "passes");
    const json_t *times = json_object_get(json_array_get(passes, 0), "unit_times");
    assert_true(json_is_true(json_object_get(times, "probing")));
    assert_int_equal(json_array_size(json_object_get(times, "busy")), 4);
    assert_true(close_to(entry_of(times, "turns", 0), 3) &&
                close_to(entry_of(times, "work", 0), 7));
    assert_true(close_to(entry_of(times, "busy", 0), 1.5));
    assert_true(entry_of(times, "bytes", 1) == 0); /* a core that was not there */
    assert_true(close_to(entry_of(times, "bytes", 2), 12));
    assert_true(close_to(entry_of(times, "once", 3), .5));
    const json_t *last = json_array_get(passes, CTSAR__REPORT_TIMES);
    assert_true(json_is_null(json_object_get(last, "unit_times")));
    const json_t *settings = json_object_get(region, "settings");
    assert_int_equal(integer_of(settings, "div"), 8);
    assert_true(json_is_null(json_object_get(settings, "ratio")));
    assert_string_equal(string_of(settings, "backoff"), "paper");
    const json_t *pair = json_array_get(json_object_get(settings, "accelerators"), 1);
    assert_true(close_to(json_number_value(json_array_get(pair, 1)), 2e-6));
    json_decref(root);
}

static void expect_pass(const json_t *region, size_t index, const long *iterations)
{
    json_t *pass = json_array_get(json_object_get(region, "passes"), index);
    json_t *list = json_object_get(pass, "unit_iterations");
    assert_int_equal(json_array_size(list), 5);
    for (size_t u = 0; u < 5; ++u)
        assert_int_equal(json_integer_value(json_array_get(list, u)), iterations[u]);
}

static void json_has_every_statistic(void **state)
{
    (void)state;
    json_t *root = report_of(write_one_region);
    assert_int_equal(integer_of(root, "ctsar_report"), 1);
    assert_int_equal(regions_in(root), 1);
    json_t *region = region_of(root, 0);
    assert_string_equal(string_of(region, "name"), "gemm.c:42");
    assert_string_equal(string_of(region, "policy"), "adaptive");
    assert_true(json_is_true(json_object_get(region, "policy_overridden")));
    json_t *overridden = json_object_get(region, "overridden");
    assert_int_equal(json_array_size(overridden), 2);
    assert_string_equal(json_string_value(json_array_get(overridden, 1)), "CTSAR_RATIO");
    assert_string_equal(string_of(region, "clock"), "real");
    assert_int_equal(integer_of(region, "opened"), 1);
    assert_int_equal(integer_of(region, "pass_count"), 1);
    assert_int_equal(integer_of(region, "iterations"), 100);
    assert_true(close_to(number_of(region, "elapsed_s"), 2e-3));
    json_t *scheduler = json_object_get(region, "scheduler");
    assert_string_equal(string_of(scheduler, "solver"), "GLPK 5.0");
    assert_int_equal(integer_of(scheduler, "solves"), 1);
    assert_int_equal(integer_of(scheduler, "fills"), 2);
    assert_int_equal(integer_of(scheduler, "chunks"), 12);
    assert_int_equal(integer_of(scheduler, "backoffs"), 2);
    assert_int_equal(integer_of(scheduler, "probes"), 3);
    assert_int_equal(integer_of(scheduler, "returns"), 1);
    assert_int_equal(integer_of(scheduler, "cores_left_out"), 1);
    assert_true(close_to(number_of(scheduler, "scheduler_s"), 5e-6));
    assert_true(close_to(number_of(scheduler, "lp_s"), 4e-6));
    json_decref(root);
}

static void json_has_every_unit(void **state)
{
    (void)state;
    json_t *root = report_of(write_one_region);
    json_t *units = json_object_get(region_of(root, 0), "units");
    assert_int_equal(json_array_size(units), 5);
    json_t *unit = json_array_get(units, 4);
    assert_string_equal(string_of(unit, "name"), "emu1");
    assert_string_equal(string_of(unit, "kind"), "accelerator");
    assert_true(json_is_true(json_object_get(unit, "backed_off")));
    assert_true(json_is_false(json_object_get(json_array_get(units, 0), "backed_off")));
    assert_true(json_is_false(json_object_get(unit, "no_kernel")));
    assert_true(json_is_false(json_object_get(unit, "being_built")));
    assert_string_equal(string_of(json_array_get(units, 2), "kind"), "core");
    assert_int_equal(integer_of(unit, "passes"), 1);
    assert_int_equal(integer_of(unit, "turns"), 1);
    assert_int_equal(integer_of(unit, "iterations"), 40);
    assert_true(close_to(number_of(unit, "share"), 0.4));
    assert_true(close_to(number_of(unit, "time_per_iteration_s"), 25e-6));
    assert_true(close_to(number_of(unit, "busy_s"), 1e-3));
    assert_true(close_to(number_of(unit, "waiting_s"), 25e-6));
    assert_true(close_to(number_of(unit, "copying_s"), 3e-6));
    assert_int_equal(integer_of(unit, "bytes_in"), 2048);
    assert_int_equal(integer_of(unit, "bytes_out"), 512);
    assert_int_equal(integer_of(unit, "bytes_between"), 0);
    assert_int_equal(integer_of(unit, "bytes_committed"), 4096);
    json_t *idle = json_array_get(units, 2);
    assert_true(json_is_null(json_object_get(idle, "time_per_iteration_s")));
    json_decref(root);
}

static void json_has_every_pass_in_the_order_of_the_units(void **state)
{
    (void)state;
    json_t *root = report_of(write_one_region);
    json_t *region = region_of(root, 0);
    json_t *passes = json_object_get(region, "passes");
    assert_int_equal(json_array_size(passes), 3);
    assert_int_equal(integer_of(json_array_get(passes, 1), "iterations"), 15);
    assert_int_equal(integer_of(json_array_get(passes, 1), "cores"), 3);
    assert_true(close_to(number_of(json_array_get(passes, 1), "elapsed_s"), 1e-3));
    expect_pass(region, 0, (const long[]){10, 20, 0, 30, 40});
    expect_pass(region, 1, (const long[]){1, 2, 3, 4, 5});
    expect_pass(region, 2, (const long[]){1, 0, 0, 2, 3});
    json_decref(root);
}

static void write_virtual(void)
{
    open_run_free(&json, "loop");
}

static void json_has_no_scheduler_times_under_the_virtual_clock(void **state)
{
    (void)state;
    json_t *root = report_of(write_virtual);
    json_t *scheduler = json_object_get(region_of(root, 0), "scheduler");
    assert_int_equal(integer_of(scheduler, "solves"), 1);
    assert_null(json_object_get(scheduler, "scheduler_s"));
    assert_null(json_object_get(scheduler, "lp_s"));
    json_decref(root);
}

static void write_a_name_that_is_no_text(void)
{
    open_run_free(&json, "caf\xe9 \xc3");
}

static void a_name_that_is_not_utf8_is_written_in_ascii(void **state)
{
    (void)state;
    json_t *root = report_of(write_a_name_that_is_no_text);
    assert_string_equal(string_of(region_of(root, 0), "name"), "caf? ?");
    json_decref(root);
}

static void write_after_moving_away(void)
{
    static ctsar__config relative = {.report = CTSAR__REPORT_JSON, .report_file = "r.json"};
    if (chdir(directory))
        abort();
    open_run_free(&relative, "loop");
    if (chdir("/"))
        abort();
}

static void the_file_is_where_the_program_was_when_it_began(void **state)
{
    (void)state;
    json_decref(report_of(write_after_moving_away));
}

static void write_with_umask(void)
{
    umask(027);
    open_run_free(&json, "loop");
}

static void the_file_replaces_an_older_one_and_leaves_no_other(void **state)
{
    (void)state;
    FILE *old = fopen(json_path, "w");
    assert_non_null(old);
    fputs("old", old);
    fclose(old);
    char *text = stderr_of(write_with_umask);
    assert_string_equal(text, "");
    free(text);
    struct stat s;
    assert_int_equal(stat(json_path, &s), 0);
    assert_int_equal(s.st_mode & 0777, 0640);
    json_decref(report_of(write_virtual));
    assert_int_equal(rmdir(directory), 0); /* fails if anything is left in it */
    assert_int_equal(mkdir(directory, 0700), 0);
}

static void write_where_nothing_can_be(void)
{
    static ctsar__config nowhere = {.report = CTSAR__REPORT_JSON,
                                    .report_file = "/dev/null/r.json"};
    open_run_free(&nowhere, "loop");
}

static void a_file_that_cannot_be_written_is_one_warning(void **state)
{
    (void)state;
    char *text = stderr_of(write_where_nothing_can_be);
    assert_int_equal(lines_in(text), 1);
    assert_non_null(strstr(text, "ctsar: warning: "));
    assert_non_null(strstr(text, "/dev/null/r.json: Not a directory"));
    free(text);
}

static int make_directory(void **state)
{
    (void)state;
    if (!mkdtemp(directory))
        return -1;
    snprintf(json_path, sizeof json_path, "%s/r.json", directory);
    return 0;
}

static int remove_directory(void **state)
{
    (void)state;
    return rmdir(directory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_larger_team_keeps_what_units_did),
        cmocka_unit_test(a_smaller_team_changes_nothing),
        cmocka_unit_test(no_more_than_the_limit_of_passes_is_recorded),
        cmocka_unit_test(merging_adds_up_and_keeps_the_order_of_passes),
        cmocka_unit_test(sums_of_iterations_stay_at_their_largest_number),
        cmocka_unit_test(merging_stops_at_the_limit_of_passes),
        cmocka_unit_test(regions_that_differ_are_not_the_same),
        cmocka_unit_test(the_table_shows_a_line_for_each_unit),
        cmocka_unit_test(two_runs_under_the_virtual_clock_print_the_same_bytes),
        cmocka_unit_test(the_header_tells_an_override_and_the_real_clocks_times),
        cmocka_unit_test(the_table_shows_chunks_and_back_offs_where_there_are_any),
        cmocka_unit_test(a_region_without_passes_has_no_shares),
        cmocka_unit_test(open_and_ended_regions_stand_in_order_of_opening),
        cmocka_unit_test(nothing_is_printed_with_the_report_off),
        cmocka_unit_test(a_region_opened_again_and_again_is_one_section),
        cmocka_unit_test(merged_regions_stand_where_the_first_was_opened),
        cmocka_unit_test(a_forked_child_does_not_write_its_parents_report),
        cmocka_unit_test(a_signal_has_what_is_known_so_far_reported),
        cmocka_unit_test(a_report_waits_for_statistics_that_change),
        cmocka_unit_test(a_signal_that_the_program_handles_is_its_own),
        cmocka_unit_test(the_interrupted_thread_takes_a_second_signal),
        cmocka_unit_test(a_handler_that_comes_after_a_wrong_call_is_the_programs),
        cmocka_unit_test(a_forked_child_ends_by_a_signal_as_ever),
        cmocka_unit_test(a_forked_child_changes_its_statistics),
        cmocka_unit_test(regions_may_open_and_end_in_several_threads),
        cmocka_unit_test(json_has_every_statistic),
        cmocka_unit_test(json_has_units_times_in_the_order_of_units),
        cmocka_unit_test(json_has_every_unit),
        cmocka_unit_test(json_has_every_pass_in_the_order_of_the_units),
        cmocka_unit_test(json_lists_the_loops_that_were_left_serial),
        cmocka_unit_test(json_has_no_scheduler_times_under_the_virtual_clock),
        cmocka_unit_test(a_name_that_is_not_utf8_is_written_in_ascii),
        cmocka_unit_test(the_file_is_where_the_program_was_when_it_began),
        cmocka_unit_test(the_file_replaces_an_older_one_and_leaves_no_other),
        cmocka_unit_test(a_file_that_cannot_be_written_is_one_warning),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
