/* SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

#include "base/clock.h"

static double monotonic(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void now_is_the_monotonic_clock_in_seconds(void **state)
{
    (void)state;
    double before = monotonic(), now = ctsar__now(), after = monotonic();
    assert_true(before <= now && now <= after);
}

static void now_never_goes_back(void **state)
{
    (void)state;
    double last = ctsar__now();
    for (int i = 0; i < 10000; ++i) {
        double now = ctsar__now();
        assert_true(now >= last);
        last = now;
    }
}

static void waiting_never_ends_before_the_deadline(void **state)
{
    (void)state;
    /* Some are spun for, some are slept for. */
    const double wait[] = {1e-9, 1e-6, 5e-5, 1.9e-4, 2.1e-4, 1e-3, 5e-3};
    for (size_t i = 0; i < sizeof wait / sizeof *wait; ++i) {
        double deadline = ctsar__now() + wait[i];
        ctsar__wait_until(deadline);
        assert_true(ctsar__now() >= deadline);
    }
}

static void a_deadline_in_the_past_is_not_waited_for(void **state)
{
    (void)state;
    /* Both would hang if it were. */
    ctsar__wait_until(ctsar__now() - 1e6);
    ctsar__wait_until(-1e18);
}

/* A difference of the stopwatch's is that of the clock, which is read before and after it. */
static void the_stopwatch_goes_as_the_clock_does(void **state)
{
    (void)state;
    for (int set = 0; set < 2; ++set) {
        double before[2], shown[2], after[2];
        for (int i = 0; i < 2; ++i) {
            before[i] = ctsar__now();
            shown[i] = ctsar__stopwatch();
            after[i] = ctsar__now();
            ctsar__wait_until(after[i] + 5e-3);
        }
        double took = shown[1] - shown[0];
        assert_true(took >= 0.95 * (before[1] - after[0]));
        assert_true(took <= 1.05 * (after[1] - before[0]));
        ctsar__stopwatch_set();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(now_is_the_monotonic_clock_in_seconds),
        cmocka_unit_test(now_never_goes_back),
        cmocka_unit_test(the_stopwatch_goes_as_the_clock_does),
        cmocka_unit_test(waiting_never_ends_before_the_deadline),
        cmocka_unit_test(a_deadline_in_the_past_is_not_waited_for),
    };
    return cmocka_run_group_tests_name("clock", tests, NULL, NULL);
}
