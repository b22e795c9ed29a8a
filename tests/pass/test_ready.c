/* SPDX-License-Identifier: BSD-3-Clause
 *
 * No pass waits for a kernel to be built. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "region/state.h"
#include "support/bodies.h"
#include "support/environment.h"
#include "support/region.h"

enum { N = 1000, FORMS = 2, LONGEST = 100000 /* passes */ };

static test_body body[FORMS]; /* with kernels of names that no device has built */
static int declared;

static int setup(void **state)
{
    static int test;
    static char name[FORMS][40];
    for (int i = 0; i < FORMS; ++i) {
        body[i] = test_bodies[0];
        snprintf(name[i], sizeof name[i], "body %d of test %d", i, test);
        body[i].kernel.opencl_name = body[i].kernel.name;
        body[i].kernel.name = name[i];
    }
    declared = 0;
    test++;
    return setup_region(state);
}

/* A core and an accelerator; a pass on the core alone takes 1 ms of the virtual clock. */
static void open_with(const char *emu, const char *clock, ctsar_policy policy)
{
    units("cpu:1,emu:1", emu, clock);
    unsetenv("CTSAR_BACKOFF"); /* where none may be left out it is waited for */
    setenv("CTSAR_REPORT", "1", 1);
    setenv("CTSAR_VIRTUAL_ITER", "1us", 1);
    assert_int_equal(ctsar_init(&s, N, policy, CTSAR_DEV_ALL, NULL, NULL), CTSAR_OK);
}

static void declare(int form)
{
    declared = form;
    assert_int_equal(ctsar_set_kernel(s, &body[form].kernel), CTSAR_OK);
}

/* Iterations that the accelerator had in passes from `from` on. */
static long given(int from)
{
    long sum = 0;
    for (int i = from; i < s->stats.recorded; ++i)
        sum += s->stats.pass[i].iterations[1];
    return sum;
}

static void passes(int count)
{
    for (int i = 0; i < count; ++i) {
        problem p;
        problem_prepare(&p, &body[declared], N, 5);
        problem_run(&p, &body[declared], LAUNCHED, s, 1);
        assert_true(problem_right(&p));
        assert_string_equal(ctsar_last_error(s), "");
        problem_free(&p);
    }
}

/* ---- The virtual clock -------------------------------------------------------------------- */

static void it_takes_part_from_the_pass_on_that_begins_when_the_kernel_is_built(void **state)
{
    (void)state;
    static const char *const builds[] = {"speed=4,build=1us", "speed=4,build=500us",
                                         "speed=4,build=1500us", "speed=4,build=5ms"};
    static const int first[] = {1, 1, 2, 5};
    for (int i = 0; i < 4; ++i) {
        setup(state);
        open_with(builds[i], "virtual", CTSAR_ADAPTIVE);
        declare(0);
        passes(8);
        for (int k = 0; k < 8; ++k)
            assert_int_equal(s->stats.pass[k].iterations[1] > 0, k >= first[i]);
        ctsar_free(&s);
    }
}

/* Who has nothing to do because of that is not said to be slow. */
static void the_report_says_whose_kernel_is_being_built(void **state)
{
    (void)state;
    open_with("speed=4,build=3500us", "virtual", CTSAR_ADAPTIVE);
    declare(0);
    passes(2);
    assert_true(s->stats.unit[s->stats.cores].late);
    assert_false(s->stats.unit[0].late);
    passes(4);
    assert_false(s->stats.unit[s->stats.cores].late);
    assert_true(given(0) > 0);
}

/* In the middle of the pass: it has some of the rest. */
static void it_asks_for_ranges_on_demand_as_soon_as_it_is_ready(void **state)
{
    (void)state;
    static const ctsar_policy on_demand[] = {CTSAR_AUTO, CTSAR_CHUNK, CTSAR_CHUNK_STATIC,
                                             CTSAR_CHUNK_DYNAMIC, CTSAR_HYBRID};
    for (int i = 0; i < 5; ++i) {
        long had[3];
        static const char *const builds[] = {"speed=4", "speed=4,build=500us", "speed=4,build=9ms"};
        for (int k = 0; k < 3; ++k) {
            setup(state);
            open_with(builds[k], "virtual", on_demand[i]);
            declare(0);
            passes(1);
            had[k] = given(0);
            ctsar_free(&s);
        }
        assert_true(had[0] > had[1]);
        assert_true(had[1] > 100);
        assert_int_equal(had[2], 0);
    }
}

/* As in its first pass, had it been ready. */
static void auto_gets_to_know_who_comes_late(void **state)
{
    (void)state;
    open_with("speed=8,latency=5us,build=3500us", "virtual", CTSAR_AUTO);
    declare(0);
    passes(12);
    assert_true(s->stats.pass[0].iterations[0] == N && s->stats.pass[2].iterations[0] == N);
    assert_in_range(given(10) / 2, N * 7 / 9, N); /* eight ninths */
    assert_int_equal(s->sched->stats.backoffs, 0);
}

/* A device has it once, whoever has declared it. */
static void what_another_region_has_had_built_is_ready(void **state)
{
    (void)state;
    ctsar *other = NULL;
    open_with("speed=4,build=5ms", "virtual", CTSAR_ADAPTIVE);
    declare(0);
    passes(1);
    assert_int_equal(given(0), 0);
    ctsar *first = s;
    assert_int_equal(ctsar_init(&other, N, CTSAR_ADAPTIVE, CTSAR_DEV_ALL, NULL, NULL), CTSAR_OK);
    s = other;
    declare(0);
    passes(1);
    assert_true(given(0) > 0);
    declare(1); /* another kernel is built anew */
    passes(1);
    assert_int_equal(given(1), 0);
    ctsar_free(&s);
    s = first;
}

static void it_is_waited_for_where_it_may_not_be_missing(void **state)
{
    (void)state;
    static const char *const who[] = {"static", "ratio", "never", "alone"};
    static const char *const clocks[] = {"virtual", "real"};
    for (int i = 0; i < 8; ++i) {
        const char *why = who[i / 2];
        setup(state);
        open_with("speed=4,build=20ms", clocks[i % 2],
                  strcmp(why, "static") ? CTSAR_ADAPTIVE : CTSAR_STATIC);
        if (!strcmp(why, "ratio"))
            assert_int_equal(ctsar_set_ratio(s, 0.5), CTSAR_OK);
        if (!strcmp(why, "never"))
            assert_int_equal(ctsar_set_backoff(s, CTSAR_BACKOFF_NEVER, 0), CTSAR_OK);
        if (!strcmp(why, "alone")) {
            ctsar_free(&s);
            assert_int_equal(ctsar_init(&s, N, CTSAR_ADAPTIVE, CTSAR_DEV_GPU, NULL, NULL),
                             CTSAR_OK);
        }
        declare(0);
        passes(1);
        assert_true(strcmp(why, "alone") ? given(0) > 0 : s->stats.unit[0].iterations == N);
        ctsar_free(&s);
    }
}

/* The setting may come when the kernel is being built already. */
static void a_stated_division_is_kept_from_the_next_pass_on(void **state)
{
    (void)state;
    open_with("speed=4,build=1s", "virtual", CTSAR_AUTO);
    declare(0);
    passes(1);
    assert_int_equal(given(0), 0);
    assert_int_equal(ctsar_set_policy(s, CTSAR_STATIC), CTSAR_OK);
    passes(1);
    assert_true(s->stats.pass[0].iterations[1] > 0);
}

/* ---- The real clock ------------------------------------------------------------------------ */

static const char slow_build[] = "speed=1,build=400ms";

/* Passes until the accelerator takes part. */
static void wait_for_it(void)
{
    for (int i = 0; i < LONGEST && s->stats.unit[1].iterations == 0; ++i) {
        passes(1);
        usleep(1000);
    }
    assert_true(s->stats.unit[1].iterations > 0);
}

static void passes_go_on_meanwhile_and_it_joins_when_it_is_ready(void **state)
{
    (void)state;
    static const ctsar_policy policies[] = {CTSAR_CHUNK, CTSAR_CHUNK_STATIC, CTSAR_CHUNK_DYNAMIC};
    for (int i = 0; i < 3; ++i) {
        setup(state);
        open_with(slow_build, "real", policies[i]);
        declare(0);
        passes(1);
        assert_true(s->pass.acc[0].unready || s->stats.unit[1].iterations > 0 || !is_emulated());
        wait_for_it();
        ctsar_free(&s);
    }
}

static void a_region_may_be_freed_and_a_kernel_exchanged_meanwhile(void **state)
{
    (void)state;
    open_with(slow_build, "real", CTSAR_CHUNK);
    declare(0);
    passes(1);
    declare(1);
    passes(1);
    assert_int_equal(ctsar_set_kernel(s, NULL), CTSAR_OK);
    ctsar_free(&s);
    setup(state);
    open_with(slow_build, "real", CTSAR_CHUNK);
    declare(0);
    ctsar_free(&s);
}

static int status_of(pid_t child)
{
    int status = 0;
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    return status;
}

/* In a child nobody builds what the parent's thread does. */
static void a_child_is_not_kept_waiting_by_its_parents_threads(void **state)
{
    (void)state;
    if (!FORKS_BESIDE_THREADS || !is_emulated())
        skip();
    open_with(slow_build, "real", CTSAR_CHUNK);
    declare(0);
    pid_t child = fork();
    if (child == 0) {
        alarm(60);
        wait_for_it();
        _exit(7);
    }
    assert_int_equal(status_of(child), 7 << 8);
}

static void a_process_may_end_meanwhile(void **state)
{
    (void)state;
    if (!FORKS || !is_emulated())
        skip();
    pid_t child = fork();
    if (child == 0) {
        alarm(60);
        open_with(slow_build, "real", CTSAR_CHUNK);
        unsetenv("CTSAR_REPORT");
        declare(0);
        passes(1);
        exit(0);
    }
    assert_int_equal(status_of(child), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, end_region)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(it_takes_part_from_the_pass_on_that_begins_when_the_kernel_is_built),
        TEST(the_report_says_whose_kernel_is_being_built),
        TEST(it_asks_for_ranges_on_demand_as_soon_as_it_is_ready),
        TEST(auto_gets_to_know_who_comes_late),
        TEST(what_another_region_has_had_built_is_ready),
        TEST(it_is_waited_for_where_it_may_not_be_missing),
        TEST(a_stated_division_is_kept_from_the_next_pass_on),
        TEST(passes_go_on_meanwhile_and_it_joins_when_it_is_ready),
        TEST(a_region_may_be_freed_and_a_kernel_exchanged_meanwhile),
        TEST(a_child_is_not_kept_waiting_by_its_parents_threads),
        TEST(a_process_may_end_meanwhile),
    };
    return cmocka_run_group_tests_name("ready", tests, NULL, NULL);
}
