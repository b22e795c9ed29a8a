/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Whose the time is that no operation of a range explains. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "pass/flight/unexplained.h"
#include "support/random.h"

/* Without rounding. */
#define assert_is(got, expected) assert_true((got) == (expected))

static void what_one_range_takes_beyond_its_operations_is_its_own(void **state)
{
    double beyond = 0;
    (void)state;
    assert_is(ctsar__unexplained(&beyond, false, 3), 3);
    assert_is(ctsar__unexplained(&beyond, false, 2), 2);
}

/* Its operations were hidden behind nobody's: they were faster than the model. */
static void less_than_nothing_is_no_time(void **state)
{
    double beyond = 0;
    (void)state;
    assert_is(ctsar__unexplained(&beyond, false, -2), 0);
    assert_is(ctsar__unexplained(&beyond, false, 1), 1);
}

/* The kernels of two ranges take 4 each.  The first one ends at 7, since it waited 3 of the second
 * one's 4 for the device; so of the second one's time 1 is left, of operations that take 4. */
static void waiting_for_another_range_is_taken_back_from_that_one(void **state)
{
    double beyond = 0;
    (void)state;
    assert_is(ctsar__unexplained(&beyond, false, 7 - 4), 3);
    assert_is(ctsar__unexplained(&beyond, true, 1 - 4), -3);
    assert_is(beyond, 0);
}

/* The first range's end comes late by 1 for a reason of its own, besides. */
static void what_is_left_when_waiting_is_taken_back_stays(void **state)
{
    double beyond = 0;
    (void)state;
    assert_is(ctsar__unexplained(&beyond, false, 8 - 4), 4);
    assert_is(ctsar__unexplained(&beyond, true, 1 - 4), -3);
    assert_is(beyond, 1);
    assert_is(ctsar__unexplained(&beyond, true, 4 - 4), 0);
}

/* More was hidden than was waited for: later ranges' waiting is explained by that. */
static void what_is_hidden_explains_later_waiting(void **state)
{
    double beyond = 0;
    (void)state;
    assert_is(ctsar__unexplained(&beyond, false, -5), 0);
    assert_is(ctsar__unexplained(&beyond, true, 3), 0);
    assert_is(ctsar__unexplained(&beyond, true, 4), 2);
}

static void ranges_apart_say_nothing_of_each_other(void **state)
{
    double beyond = 0;
    (void)state;
    assert_is(ctsar__unexplained(&beyond, false, 9), 9);
    assert_is(ctsar__unexplained(&beyond, true, 1), 1);
    assert_is(ctsar__unexplained(&beyond, false, -4), 0);
    assert_is(ctsar__unexplained(&beyond, false, 2), 2);
}

/* Of ranges that overlap all together have what all took beyond all their operations. */
static void ranges_together_have_what_they_took_together(void **state)
{
    random_state numbers = {5};
    double beyond = 0, all = 0, sum = 0;
    (void)state;
    for (int i = 0; i < 100000; ++i) {
        bool overlaps = i > 0 && random_long(&numbers, 0, 9) > 0;
        double more = (double)random_long(&numbers, -1000, 1000);
        all = overlaps ? all + more : more;
        sum = overlaps ? sum : 0;
        sum += ctsar__unexplained(&beyond, overlaps, more);
        assert_is(sum, fmax(all, 0));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_one_range_takes_beyond_its_operations_is_its_own),
        cmocka_unit_test(less_than_nothing_is_no_time),
        cmocka_unit_test(waiting_for_another_range_is_taken_back_from_that_one),
        cmocka_unit_test(what_is_left_when_waiting_is_taken_back_stays),
        cmocka_unit_test(what_is_hidden_explains_later_waiting),
        cmocka_unit_test(ranges_apart_say_nothing_of_each_other),
        cmocka_unit_test(ranges_together_have_what_they_took_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
