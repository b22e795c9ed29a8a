/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Accelerators that fail: the result is that of a serial run, whichever call fails and whenever,
 * and only data that existed nowhere else is an error. */
#include <fcntl.h>
#include <omp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "region/state.h"
#include "support/bodies.h"
#include "support/environment.h"
#include "support/random.h"
#include "support/region.h"

/* ---- Every call ------------------------------------------------------------------------ */

static const char *const machines[] = {"cpu,emu:2", "cpu:1,emu:1", "emu:2", "emu:1"};

/* A region through some passes, in the course of which emu0 fails or does not. */
static void run_region(random_state *r, const char *fail, const char *clock)
{
    const test_body *b = &test_bodies[random_long(r, 0, test_body_count - 1)];
    test_form form = random_long(r, 0, 1) ? LAUNCHED : INLINE;
    long policies = 0, n = random_long(r, 1, 300);
    while (ctsar__policies[policies])
        policies++;
    ctsar_policy policy = ctsar__policies[random_long(r, 0, policies - 1)]->policy;
    const char *devices = machines[random_long(r, 0, 3)];
    int threads = (int)random_long(r, 1, 4);
    char emu[120];
    snprintf(emu, sizeof emu, "speed=%ld,fail=%s;speed=2", random_long(r, 1, 4), fail);
    units(devices, emu, clock);
    if (!strncmp(fail, "hang", 4))
        setenv("CTSAR_TIMEOUT", ".001", 1);
    setenv("CTSAR_INFLIGHT", random_long(r, 0, 1) ? "2" : "3", 1);
    ctsar_init(&s, (size_t)n, policy, CTSAR_DEV_ALL, NULL, NULL);
    if (form == LAUNCHED && random_long(r, 0, 1))
        ctsar_set_kernel(s, &b->kernel);
    for (int pass = 0; pass < 3; ++pass) {
        problem p;
        problem_prepare(&p, b, n, random_bits(r));
        problem_run(&p, b, form, s, threads);
        if (!problem_right(&p) || *ctsar_last_error(s))
            fail_msg("%s with fail=%s, %s %s, %s, pass %d of %ld iterations, %d threads, %s clock: "
                     "%s",
                     devices, fail, b->name, form == LAUNCHED ? "launched" : "inline",
                     ctsar__policy((int)policy)->name, pass, n, threads, clock,
                     *ctsar_last_error(s) ? ctsar_last_error(s) : "another result");
        problem_free(&p);
    }
    ctsar_free(&s);
}

static void every_call(const char *clock, int times)
{
    random_state r = {11};
    for (int call = CTSAR__EMU_OPEN + 1; call < CTSAR__EMU_CALLS; ++call)
        for (int number = 1; number < 60; number += 1 + number / 4)
            for (int i = 0; i < times; ++i) {
                char fail[40];
                snprintf(fail, sizeof fail, "%s:%d", ctsar__emu_call_names[call], number);
                run_region(&r, fail, clock);
            }
}

static void a_failure_of_any_call_leaves_the_result_right_under_the_virtual_clock(void **state)
{
    (void)state;
    every_call("virtual", 4);
}

static void a_failure_of_any_call_leaves_the_result_right_under_the_real_clock(void **state)
{
    (void)state;
    every_call("real", 2);
}

/* ---- What it looks like ------------------------------------------------------------------ */

static void who_fails_takes_no_part_in_later_passes(void **state)
{
    (void)state;
    units("cpu,emu:2", "fail=copy_out:2;speed=1", "virtual");
    setenv("CTSAR_REPORT", "1", 1);
    ctsar_init(&s, 100, CTSAR_ADAPTIVE, CTSAR_DEV_ALL, NULL, NULL);
    for (int pass = 0; pass < 4; ++pass) {
        problem p;
        problem_prepare(&p, &test_bodies[0], 100, 5);
        problem_run(&p, &test_bodies[0], INLINE, s, 2);
        assert_true(problem_right(&p));
        problem_free(&p);
    }
    const ctsar__unit_stats *emu0 = &s->stats.unit[s->stats.cores];
    assert_int_equal(emu0->passes, 1);
    assert_non_null(strstr(emu0->gone, "copy_out number 2"));
    assert_string_equal(emu0[1].gone, "");
    /* In the last pass three equal units remain. */
    const ctsar__pass_record *last = &s->stats.pass[s->stats.recorded - 1];
    assert_int_equal(last->iterations[2], 0);
    assert_in_range(last->iterations[0], 32, 35);
    assert_in_range(last->iterations[3], 32, 35);
}

static void another_region_does_without_the_device_from_the_start(void **state)
{
    (void)state;
    ctsar *other = NULL;
    problem p;
    units("cpu,emu:1", "fail=executed:1", "virtual");
    setenv("CTSAR_REPORT", "1", 1);
    ctsar_init(&s, 100, CTSAR_ADAPTIVE, CTSAR_DEV_ALL, NULL, NULL);
    problem_prepare(&p, &test_bodies[0], 100, 5);
    problem_run(&p, &test_bodies[0], INLINE, s, 2);
    ctsar_init(&other, 100, CTSAR_ADAPTIVE, CTSAR_DEV_ALL, NULL, NULL);
    problem_run(&p, &test_bodies[0], INLINE, other, 2);
    assert_true(problem_right(&p));
    assert_int_equal(other->stats.unit[other->stats.cores].turns, 0);
    problem_free(&p);
    ctsar_free(&other);
}

/* Its bodies take ten times as long from the fifth one on. */
static void a_device_that_becomes_slow_gets_less_and_loses_nothing(void **state)
{
    (void)state;
    enum { PASSES = 12, COUNT = 1000 };
    units("cpu:1,emu:1", "speed=4,slow=5:10", "virtual");
    setenv("CTSAR_REPORT", "1", 1);
    ctsar_init(&s, COUNT, CTSAR_ADAPTIVE, CTSAR_DEV_ALL, NULL, NULL);
    ctsar_set_backoff(s, CTSAR_BACKOFF_NEVER, 0);
    for (int pass = 0; pass < PASSES; ++pass) {
        problem p;
        problem_prepare(&p, &test_bodies[0], COUNT, 5);
        problem_run(&p, &test_bodies[0], INLINE, s, 1);
        assert_true(problem_right(&p));
        problem_free(&p);
    }
    assert_string_equal(ctsar_last_error(s), "");
    assert_in_range(s->stats.pass[3].iterations[1], 700, 900);          /* four fifths */
    assert_in_range(s->stats.pass[PASSES - 1].iterations[1], 200, 400); /* two sevenths */
}

/* One wait takes two seconds longer, which is allowed, or is a failure. */
static void a_device_that_stalls_is_waited_for_or_given_up(void **state)
{
    (void)state;
    static const char *const clocks[] = {"virtual", "real"};
    for (int i = 0; i < 4; ++i) {
        bool given_up = i % 2;
        units("cpu:1,emu:1", i < 2 ? "stall=4:2s" : "stall=4:50ms", clocks[i / 2]);
        if (given_up)
            setenv("CTSAR_TIMEOUT", "0.01", 1);
        ctsar_init(&s, 100, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL);
        for (int pass = 0; pass < 4; ++pass) {
            problem p;
            problem_prepare(&p, &test_bodies[0], 100, 5);
            problem_run(&p, &test_bodies[0], INLINE, s, 1);
            assert_true(problem_right(&p));
            problem_free(&p);
        }
        assert_string_equal(ctsar_last_error(s), "");
        assert_int_equal(s->device[0]->failed, given_up);
        ctsar_free(&s);
    }
}

/* Nothing of it is left: when it can be opened again it is. */
static void a_device_that_cannot_be_opened_is_an_error_that_names_it(void **state)
{
    (void)state;
    units("cpu,emu:2", "fail=open:2", "virtual"); /* the second one of the process */
    assert_int_equal(ctsar_init(&s, 10, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL), CTSAR_EDEVICE);
    assert_null(s);
    assert_non_null(strstr(ctsar_last_error(NULL), "emu1: it cannot be opened"));
    units("cpu,emu:2", "speed=1", "virtual");
    assert_int_equal(ctsar_init(&s, 10, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL), CTSAR_OK);
    assert_int_equal(s->accs, 2);
}

/* ---- Regions that were open already ---------------------------------------------------------- */

enum { WIDE = 4096 };
static int wide[WIDE];

static void number_wide(const ctsar_call *c)
{
    int *v = c->arg[0];
    for (long i = c->start; i < c->end; ++i)
        v[i] = *(const int *)c->arg[1] + (int)i;
}
static const ctsar_kernel number_kernel = {.name = "number_wide", .host = number_wide};

/* wide[i] = add + i, where it is; the region of the pass that lost its accelerator goes on. */
static void number_by(ctsar *region, test_form form, unsigned direction, int add)
{
#pragma omp parallel num_threads(2)
    do {
        int *v = ctsar_reg_mem(region, wide, sizeof *wide, WIDE,
                               CTSAR_MEM_PARTIAL | CTSAR_MEM_PERSIST | direction);
        ctsar_next(region, WIDE);
        ctsar_arg args[] = {CTSAR_ARG_MEM(wide), CTSAR_ARG_VALUE(&add, sizeof add)};
        if (form == LAUNCHED)
            ctsar_launch(region, &number_kernel, args, 2);
        for (long i = CSTART(region); i < CEND(region) && form != LAUNCHED; ++i)
            v[i] = add + (int)i;
    } while (ctsar_loop(region));
}

/* The accelerator has addresses of the array, and none is backed, when the first region loses it.
 */
static void a_region_that_was_open_when_a_device_failed_does_without_it(void **state)
{
    (void)state;
    static const char *const calls[] = {"commit", "copy_in", "executed", "launch", "wait"};
    for (int i = 0; i < 5 * 8; ++i) {
        ctsar *other = NULL;
        char emu[40];
        test_form form = i % 2 ? LAUNCHED : INLINE;
        snprintf(emu, sizeof emu, "fail=%s:%d", calls[i / 8], 1 + i % 8 / 4);
        units(i % 8 / 2 % 2 ? "emu:1,cpu" : "cpu,emu:2", emu, "virtual");
        assert_int_equal(ctsar_init(&s, WIDE, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL), CTSAR_OK);
        ctsar_init(&other, WIDE, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL);
        number_by(s, form, CTSAR_MEM_INOUT, 0);
        for (int add = 1; add < 4; ++add) {
            number_by(other, form, CTSAR_MEM_OUTPUT, add);
            assert_int_equal(ctsar_sync_mem(other, wide), CTSAR_OK);
            for (int k = 0; k < WIDE; ++k)
                assert_int_equal(wide[k], add + k);
        }
        assert_string_equal(ctsar_last_error(other), "");
        ctsar_free(&s);
        ctsar_free(&other);
    }
}

/* What a call between passes finds out holds for passes, too. */
static void a_device_that_fails_between_passes_takes_no_part_in_the_next(void **state)
{
    (void)state;
    units("cpu,emu:1", "fail=copy_out:1", "virtual");
    ctsar_init(&s, WIDE, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL);
    number_by(s, INLINE, CTSAR_MEM_OUTPUT, 1);
    assert_int_equal(ctsar_sync_mem(s, wide), CTSAR_EDEVICE);
    assert_says("copy_out number 1 failed");
    number_by(s, INLINE, CTSAR_MEM_OUTPUT, 2); /* all of it anew, on the cores */
    assert_int_equal(ctsar_sync_mem(s, wide), CTSAR_OK);
    for (int k = 0; k < WIDE; ++k)
        assert_int_equal(wide[k], 2 + k);
}

/* One may fail behind the last round of a pass, when arrays end: then nobody has been told. */
static void a_kernel_that_is_declared_again_tells_who_is_gone(void **state)
{
    (void)state;
    units("cpu,emu:2", NULL, "virtual");
    ctsar_init(&s, WIDE, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL);
    for (int pass = 0; pass < 3; ++pass) {
        assert_int_equal(ctsar_set_kernel(s, &number_kernel), CTSAR_OK);
        number_by(s, LAUNCHED, CTSAR_MEM_OUTPUT, pass);
    }
    s->pass.acc[0].gone = true;
    assert_int_equal(ctsar_set_kernel(s, &number_kernel), CTSAR_OK);
    assert_true(s->absent.acc[0]);
    assert_false(s->absent.acc[1]);
}

/* ---- Persisted data ------------------------------------------------------------------------ */

enum { ROWS = 64 };
static double x[ROWS];

/* x += 1, kept where it is. */
static void add_one(void)
{
#pragma omp parallel num_threads(2)
    do {
        double *a = ctsar_reg_mem(s, x, sizeof *x, ROWS,
                                  CTSAR_MEM_INOUT | CTSAR_MEM_PARTIAL | CTSAR_MEM_PERSIST);
        ctsar_next(s, ROWS);
        for (long i = CSTART(s); i < CEND(s); ++i)
            a[i] += 1;
    } while (ctsar_loop(s));
}

static void open_persisting(const char *emu, const char *cache)
{
    units("cpu:2,emu:1", emu, "virtual");
    setenv("CTSAR_CACHE", cache, 1);
    ctsar_init(&s, ROWS, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL);
    memset(x, 0, sizeof x);
}

static void what_only_the_failed_device_had_is_an_error_that_names_it(void **state)
{
    (void)state;
    open_persisting("fail=executed:3", "writeback");
    add_one();
    add_one();
    assert_string_equal(ctsar_last_error(s), "");
    add_one();
    const char *error = ctsar_last_error(s);
    assert_non_null(strstr(error, "a device failed"));
    assert_non_null(strstr(error, "existed only on emu0"));
    char where[80];
    snprintf(where, sizeof where, "of the 512 of the persisted array at %p", (void *)x);
    /* A third of the rows, of which each core was to execute half. */
    bool interval = strstr(error, "bytes 344 to 431 ") || strstr(error, "bytes 432 to 511 ");
    if (!strstr(error, where) || !interval)
        fail_msg("%s", error);
    assert_int_equal(ctsar_sync_mem(s, x), CTSAR_EDEVICE);
    /* What the host writes anew is there again. */
    memset(x, 0, sizeof x);
    assert_int_equal(ctsar_host_modified(s, x), CTSAR_OK);
    add_one();
    assert_int_equal(ctsar_sync_mem(s, x), CTSAR_OK);
    for (int i = 0; i < ROWS; ++i)
        assert_true(x[i] == 1);
}

static void written_through_nothing_is_lost(void **state)
{
    (void)state;
    static const char *const calls[] = {"executed", "copy_out", "wait", "commit", "copy_in"};
    for (int i = 0; i < 5 * 6; ++i) {
        char emu[40];
        snprintf(emu, sizeof emu, "fail=%s:%d", calls[i / 6], 1 + i % 6);
        open_persisting(emu, "writethrough");
        for (int pass = 0; pass < 5; ++pass)
            add_one();
        assert_string_equal(ctsar_last_error(s), "");
        assert_int_equal(ctsar_sync_mem(s, x), CTSAR_OK);
        for (int k = 0; k < ROWS; ++k)
            assert_true(x[k] == 5);
        ctsar_free(&s);
    }
}

static void a_kernel_without_a_host_form_has_nobody_else(void **state)
{
    (void)state;
    /* The emulated accelerator is all there is for it here, so it is opened without cores. */
    units("emu:1", "fail=launch:1", "virtual");
    problem p;
    problem_prepare(&p, &test_bodies[0], 10, 1);
    ctsar_init(&s, 10, CTSAR_STATIC, CTSAR_DEV_GPU, NULL, NULL);
    ctsar_set_kernel(s, &test_bodies[0].kernel);
    problem_run(&p, &test_bodies[0], LAUNCHED, s, 1);
    assert_true(problem_right(&p)); /* on the cores, which are units from now on */
    problem_free(&p);
}

static void a_kernel_may_be_declared_when_the_last_accelerator_has_gone(void **state)
{
    (void)state;
    units("emu:1", "fail=executed:1", "virtual");
    problem p;
    ctsar_init(&s, 10, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL);
    for (int pass = 0; pass < 4; ++pass) {
        const ctsar_kernel *kernel = pass % 2 ? &test_bodies[0].kernel : NULL;
        assert_int_equal(ctsar_set_kernel(s, kernel), CTSAR_OK);
        problem_prepare(&p, &test_bodies[0], 10, 1);
        problem_run(&p, &test_bodies[0], kernel ? LAUNCHED : INLINE, s, 2);
        assert_true(problem_right(&p));
        problem_free(&p);
    }
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup_region, end_region)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_failure_of_any_call_leaves_the_result_right_under_the_virtual_clock),
        TEST(a_failure_of_any_call_leaves_the_result_right_under_the_real_clock),
        TEST(who_fails_takes_no_part_in_later_passes),
        TEST(another_region_does_without_the_device_from_the_start),
        TEST(a_device_that_becomes_slow_gets_less_and_loses_nothing),
        TEST(a_device_that_stalls_is_waited_for_or_given_up),
        TEST(a_device_that_cannot_be_opened_is_an_error_that_names_it),
        TEST(a_region_that_was_open_when_a_device_failed_does_without_it),
        TEST(a_device_that_fails_between_passes_takes_no_part_in_the_next),
        TEST(what_only_the_failed_device_had_is_an_error_that_names_it),
        TEST(written_through_nothing_is_lost),
        TEST(a_kernel_without_a_host_form_has_nobody_else),
        TEST(a_kernel_that_is_declared_again_tells_who_is_gone),
        TEST(a_kernel_may_be_declared_when_the_last_accelerator_has_gone),
    };
    /* A warning for each accelerator that is gone. */
    int quiet = open("/dev/null", O_WRONLY), loud = dup(STDERR_FILENO);
    if (!getenv("VERBOSE"))
        dup2(quiet, STDERR_FILENO);
    int failed = cmocka_run_group_tests_name("failure", tests, NULL, NULL);
    dup2(loud, STDERR_FILENO);
    return failed;
}
