/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Passes that are as the one before: the last thread looks at no other one's book, and still
 * nothing that differs is missed. */
#include <omp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "region/state.h"
#include "support/environment.h"
#include "support/region.h"

/* Passes until one is usual, and some more. */
enum { THREADS = 3, SETTLED = 20 };

static const struct {
    const char *clock;
    bool nowait;
} kinds[] = {{"virtual", false}, {"real", false}, {"real", true}};
enum { KINDS = sizeof kinds / sizeof *kinds };

static void open_region(int kind)
{
    units("cpu", NULL, kinds[kind].clock);
    unsetenv("CTSAR_CHECK"); /* a checked pass is none that may be usual */
    assert_int_equal(ctsar_init(&s, 100, CTSAR_ADAPTIVE, CTSAR_DEV_CPU, NULL, NULL), CTSAR_OK);
    ctsar_set_nowait(s, kinds[kind].nowait);
}

/* Of n iterations but on the thread `other`, where they are `differs`; returns how many were
 * executed. */
static long pass(int threads, size_t n, int other, size_t differs)
{
    _Atomic long executed = 0;
#pragma omp parallel num_threads(threads)
    do {
        ctsar_next(s, omp_get_thread_num() == other ? differs : n);
        executed += CEND(s) - CSTART(s);
    } while (ctsar_loop(s));
    return executed;
}

static void settle(int threads, size_t n)
{
    for (int i = 0; i < SETTLED; ++i)
        assert_int_equal(pass(threads, n, -1, 0), n);
}

/* Books are looked at where `before` is noted. */
static bool is_looked_at(int threads, size_t n)
{
    s->pass.before.n = -2;
    assert_int_equal(pass(threads, n, -1, 0), n);
    return s->pass.before.n != -2;
}

static void usual_passes_are_not_looked_at(void **state)
{
    (void)state;
    open_region(0);
    settle(THREADS, 30); /* of 10 us, so that the policy need not be told in these few */
    assert_false(is_looked_at(THREADS, 30));
    assert_true(is_looked_at(THREADS, 20));
    assert_false(is_looked_at(THREADS, 30));
    assert_true(is_looked_at(THREADS - 1, 30));
}

static void bounds_that_differ_are_noticed_after_usual_passes(void **state)
{
    (void)state;
    for (int kind = 0; kind < KINDS; ++kind)
        for (int other = 0; other < THREADS; ++other) {
            open_region(kind);
            settle(THREADS, 100);
            pass(THREADS, 100, other, 50);
            assert_says("they must be the same in all threads");
            settle(THREADS, 100);
            end_region(state);
        }
}

static void add(void *into, void *from)
{
    *(long *)into += *(long *)from;
}

/* A sum that the thread `without` does not register. */
static void sum_pass(long *sum, int without)
{
    const long zero = 0;
#pragma omp parallel num_threads(THREADS)
    do {
        long *mine = omp_get_thread_num() == without
                         ? NULL
                         : ctsar_reg_reduc(s, sum, &zero, sizeof zero, add);
        ctsar_next(s, 100);
        if (mine)
            *mine += CEND(s) - CSTART(s);
    } while (ctsar_loop(s));
}

static void registrations_that_differ_are_noticed_after_usual_passes(void **state)
{
    (void)state;
    for (int kind = 0; kind < KINDS; ++kind) {
        long sum = 0;
        open_region(kind);
        for (int i = 0; i < SETTLED; ++i)
            sum_pass(&sum, -1);
        assert_int_equal(sum, SETTLED * 100);
        sum_pass(&sum, 1);
        assert_says("all threads register the same");
        assert_int_equal(sum, SETTLED * 100);
        end_region(state);
    }
}

/* Iterations of the virtual clock take a microsecond. */
static void a_policy_is_told_when_usual_passes_have_taken_long_enough(void **state)
{
    (void)state;
    open_region(0);
    settle(2, 100);
    const double every = s->sched->told_every, pass_takes = 50e-6;
    int passes_each = (int)(every / pass_takes + .5), passes = 0;
    for (int i = 0; i < 2; ++i) /* from one telling to the next */
        for (passes = 0, s->sched->untold = 0; s->sched->untold == 0; ++passes) {
            assert_true(passes <= 2 * passes_each);
            pass(2, 100, -1, 0);
        }
    assert_in_range(passes, passes_each, passes_each + 1);
    assert_true(s->sched->untold >= every && s->sched->untold < every + 2 * pass_takes);
}

/* A pass that suddenly is long is told of as it ends. */
static void a_policy_is_told_of_a_long_pass_at_once(void **state)
{
    (void)state;
    open_region(0);
    settle(2, 10);
    const double every = s->sched->told_every;
    const size_t n = (size_t)(4e6 * every); /* which two cores have for twice as long */
    s->sched->untold = 0;
    assert_int_equal(pass(2, n, -1, 0), n);
    assert_true(every > 0 && s->sched->untold >= every);
}

/* Else the passes that follow would have probes too, until they have taken long enough. */
static void a_policy_is_told_of_a_probe_at_once(void **state)
{
    (void)state;
    for (int i = 0; i < 3; ++i) {
        static const ctsar_policy policy[] = {CTSAR_ADAPTIVE, CTSAR_AUTO, CTSAR_HYBRID};
        units("cpu:1,emu", "speed=0.01,latency=20us", "virtual");
        setenv("CTSAR_VIRTUAL_ITER", "1us", 1);
        assert_int_equal(ctsar_init(&s, 20, policy[i], CTSAR_DEV_ALL, NULL, NULL), CTSAR_OK);
        s->pass.reporting = true;
        for (int k = 0; k < 20000; ++k)
            assert_int_equal(pass(1, 20, -1, 0), 20);
        long probes = s->sched->stats.probes, passes = s->stats.unit[1].passes;
        assert_true(probes > 1);
        assert_in_range(passes, probes, probes + 2); /* and what comes before it is left out */
        end_region(state);
    }
}

static void a_new_policy_is_told_of_its_first_pass(void **state)
{
    (void)state;
    open_region(0);
    settle(THREADS, 30);
    assert_int_equal(ctsar_set_policy(s, CTSAR_STATIC), CTSAR_OK);
    assert_true(is_looked_at(THREADS, 30));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup_region, end_region)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(usual_passes_are_not_looked_at),
        TEST(bounds_that_differ_are_noticed_after_usual_passes),
        TEST(registrations_that_differ_are_noticed_after_usual_passes),
        TEST(a_policy_is_told_when_usual_passes_have_taken_long_enough),
        TEST(a_policy_is_told_of_a_long_pass_at_once),
        TEST(a_policy_is_told_of_a_probe_at_once),
        TEST(a_new_policy_is_told_of_its_first_pass),
    };
    return cmocka_run_group_tests_name("usual passes", tests, NULL, NULL);
}
