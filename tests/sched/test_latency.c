/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a range takes on an accelerator however short it is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "sched/latency.h"

/* Ranges of these sizes (0: a pass ends), each taking latency + size; what is known after them. */
static double learned(ctsar__latency *l, double latency, const long *sizes, int count)
{
    double known = l->seconds;
    for (int i = 0; i < count; i++) {
        if (sizes[i] == 0)
            ctsar__latency_end(l);
        else
            known = ctsar__latency_learn(l, sizes[i], latency + (double)sizes[i]);
    }
    return known;
}

static void ranges_of_two_sizes_tell(void **state)
{
    (void)state;
    ctsar__latency l = {0};
    assert_float_equal(learned(&l, 100, (long[]){1, 8}, 2), 100, 1e-9);
    assert_float_equal(learned(&l, 100, (long[]){1000, 500, 0, 300}, 4), 100, 1e-9);
}

static void ranges_that_take_what_their_iterations_do_have_none(void **state)
{
    (void)state;
    ctsar__latency l = {0};
    assert_float_equal(learned(&l, 0, (long[]){1, 2, 8, 64, 512, 0, 512, 100}, 8), 0, 0);
    assert_float_equal(ctsar__latency_learn(&l, 1000, 900), 0, 0); /* by chance, or cheaper ones */
}

static void a_range_of_one_size_tells_nothing(void **state)
{
    (void)state;
    ctsar__latency l = {0};
    assert_float_equal(learned(&l, 100, (long[]){10, 10, 11, 10, 15}, 5), 0, 0);
}

/* A pass is not compared with another one: the accelerator may be another one by then. */
static void ranges_of_two_passes_tell_nothing(void **state)
{
    (void)state;
    ctsar__latency l = {0};
    assert_float_equal(learned(&l, 100, (long[]){10, 0, 100}, 3), 0, 0);
}

static void a_slow_start_is_none(void **state)
{
    (void)state;
    ctsar__latency l = {0};
    ctsar__latency_learn(&l, 1, 1000);
    assert_float_equal(learned(&l, 0, (long[]){1, 2, 8}, 3), 0, 0);
}

static void what_is_known_goes_when_the_accelerator_has_changed(void **state)
{
    (void)state;
    ctsar__latency l = {0};
    assert_float_equal(learned(&l, 100, (long[]){1, 100, 0, 100}, 4), 100, 1e-9);
    assert_float_equal(ctsar__latency_learn(&l, 100, 20), 0, 0);
}

static void it_is_never_all_of_a_range(void **state)
{
    (void)state;
    ctsar__latency l = {0};
    assert_true(learned(&l, 1e6, (long[]){1, 2}, 2) < 0.96 * (1e6 + 2));
    assert_float_equal(ctsar__latency_learn(&l, 0, 5), 0, 0);
    assert_float_equal(ctsar__latency_learn(&l, 5, 0), 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges_of_two_sizes_tell),
        cmocka_unit_test(ranges_that_take_what_their_iterations_do_have_none),
        cmocka_unit_test(a_range_of_one_size_tells_nothing),
        cmocka_unit_test(ranges_of_two_passes_tell_nothing),
        cmocka_unit_test(a_slow_start_is_none),
        cmocka_unit_test(what_is_known_goes_when_the_accelerator_has_changed),
        cmocka_unit_test(it_is_never_all_of_a_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
