/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Of how many pieces a range is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "pass/flight/deal.h"

/* Pieces of n iterations, where the last round's 1000 took so many seconds to copy and to compute.
 */
static long pieces(ctsar__acc *a, double copied, double computed, long n)
{
    static ctsar__pass p = {.slots = 3};
    a->timed_before = (ctsar__timed){.copied = copied, .computed = computed, .iterations = 1000};
    return ctsar__deal_pieces(&p, a, n);
}

static void as_many_as_copies_and_kernels_gain_from(void **state)
{
    (void)state;
    ctsar__acc a = {.overhead = 10e-6}, dear = {.overhead = 1};
    assert_int_equal(pieces(&a, 1e-3, 1e-3, 1000), 10);
    assert_int_equal(pieces(&(ctsar__acc){.overhead = 10e-6}, 1e-3, 1e-3, 250), 5);
    assert_int_equal(pieces(&dear, 1e-3, 1e-3, 1000), 1);
}

/* Copies of 1 to 5 ms beside kernels of 3 ms: 10 to 16 pieces are best, and each of these numbers
 * nearly as good. */
static void pieces_stay_as_long_as_they_were_while_that_costs_little(void **state)
{
    (void)state;
    ctsar__acc a = {.overhead = 10e-6};
    assert_int_equal(pieces(&a, 1e-3, 3e-3, 1000), 10);
    for (int i = 0; i < 20; ++i)
        assert_int_equal(pieces(&a, i % 2 ? 5e-3 : 1.5e-3, 3e-3, 1000), 10);
    assert_int_equal(pieces(&a, 2e-3, 3e-3, 700), 7);
    assert_int_equal(pieces(&a, 2e-3, 3e-3, 20), 1);
    assert_int_equal(pieces(&a, 2e-3, 3e-3, 1000), 10);
}

static void pieces_change_where_others_gain(void **state)
{
    (void)state;
    ctsar__acc a = {.overhead = 10e-6};
    assert_int_equal(pieces(&a, 1e-3, 1e-3, 1000), 10);
    assert_int_equal(pieces(&a, 30e-6, 1e-3, 1000), 1);
    a.overhead = 1e-3; /* the device's launches take longer */
    assert_int_equal(pieces(&a, 50e-3, 50e-3, 1000), 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_many_as_copies_and_kernels_gain_from),
        cmocka_unit_test(pieces_stay_as_long_as_they_were_while_that_costs_little),
        cmocka_unit_test(pieces_change_where_others_gain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
