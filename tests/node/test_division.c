/* SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "node/division.h"

static void nodes_of_which_nothing_is_known_get_equal_parts(void **state)
{
    (void)state;
    double pace[3] = {0};
    long at[4];
    ctsar__divide(pace, 3, 300, NULL, at);
    const long level[] = {0, 100, 200, 300};
    assert_memory_equal(at, level, sizeof at);
}

static void parts_follow_what_nodes_take(void **state)
{
    (void)state;
    double pace[2] = {0};
    long at[3] = {0, 50, 100};
    ctsar__divided(pace, 2, (const double[]){1.0, 3.0}, NULL, at);
    ctsar__divide(pace, 2, 100, NULL, at);
    assert_int_equal(at[1], 75);
}

static void a_node_without_a_part_counts_as_the_slowest(void **state)
{
    (void)state;
    double pace[3] = {0};
    const long at[] = {0, 1, 2, 2};
    long next[4];
    ctsar__divided(pace, 3, (const double[]){1.0, 2.0, 5.0}, NULL, at);
    assert_true(pace[2] == 0);
    ctsar__divide(pace, 3, 100, NULL, next);
    assert_int_equal(next[1], 50);
    assert_int_equal(next[2] - next[1], 25);
}

static void fewer_iterations_than_nodes_go_to_the_first(void **state)
{
    (void)state;
    double pace[4] = {0};
    long at[5];
    for (long n = 0; n < 4; ++n) {
        ctsar__divide(pace, 4, n, NULL, at);
        for (int r = 0; r <= 4; ++r)
            assert_int_equal(at[r], r < n ? r : n);
    }
}

static void parts_stay_where_little_is_gained(void **state)
{
    (void)state;
    const double pace[] = {1.0, 1.04}, other[] = {1.0, 2.0};
    const long level[] = {0, 500, 1000};
    long better[3];
    ctsar__divide(pace, 2, 1000, NULL, better);
    assert_false(ctsar__divide_anew(pace, 2, NULL, level, better));
    ctsar__divide(other, 2, 1000, NULL, better);
    assert_true(ctsar__divide_anew(other, 2, NULL, level, better));
}

/* By all three steps, none of them left out. */
static void divide_step_by_step(double *pace, const double *seconds, long n, long *at)
{
    long better[5];
    ctsar__divided(pace, 4, seconds, NULL, at);
    ctsar__divide(pace, 4, n, NULL, better);
    if (ctsar__divide_anew(pace, 4, NULL, at, better))
        memcpy(at, better, sizeof better);
}

static void the_next_division_is_that_of_its_steps(void **state)
{
    (void)state;
    for (unsigned seed = 1; seed < 500; ++seed) {
        double pace[4] = {0}, same[4] = {0}, seconds[4];
        long n = 4 + seed % 300, at[5], other[5], room[5];
        ctsar__divide(pace, 4, n, NULL, at);
        memcpy(other, at, sizeof at);
        for (unsigned pass = 0; pass < 6; ++pass) {
            for (unsigned r = 0; r < 4; ++r)
                seconds[r] = (double)(at[r + 1] - at[r]) * (1 + (seed * (r + 3) + pass * r) % 7);
            ctsar__divide_next(pace, 4, seconds, n, NULL, at, room);
            divide_step_by_step(same, seconds, n, other);
            assert_memory_equal(at, other, sizeof at);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_of_which_nothing_is_known_get_equal_parts),
        cmocka_unit_test(parts_follow_what_nodes_take),
        cmocka_unit_test(a_node_without_a_part_counts_as_the_slowest),
        cmocka_unit_test(fewer_iterations_than_nodes_go_to_the_first),
        cmocka_unit_test(parts_stay_where_little_is_gained),
        cmocka_unit_test(the_next_division_is_that_of_its_steps),
    };
    return cmocka_run_group_tests_name("division", tests, NULL, NULL);
}
