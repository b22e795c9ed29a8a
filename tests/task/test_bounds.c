/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the report of tasks says that no placement beats: the longest chain, and the area bound. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ctsar.h"
#include "support/environment.h"
#include "task/area.h"
#include "task/state.h"

#define CLOSE 1e-9

/* ---- The area ------------------------------------------------------------------------------- */

static void units_alike_share_the_work(void **state)
{
    const ctsar__area_kind k = {4, {1}};
    (void)state;
    assert_float_equal(ctsar__area_bound(&k, 1, (int[]){2}, 1), 2, CLOSE);
    assert_float_equal(ctsar__area_bound(&k, 0, (int[]){2}, 1), 0, CLOSE);
}

static void who_is_good_at_what_counts(void **state)
{
    const ctsar__area_kind k[] = {{3, {10, 1}}, {3, {1, 1}}};
    (void)state;
    assert_float_equal(ctsar__area_bound(k, 2, (int[]){1, 1}, 2), 3, 1e-6);
    /* A quarter of the work of 4 x 3 is for one group of four, and nobody else may. */
    const ctsar__area_kind only[] = {{3, {INFINITY, 4}}, {1, {1, INFINITY}}};
    assert_float_equal(ctsar__area_bound(only, 2, (int[]){4, 1}, 2), 12, 1e-6);
}

/* Three groups: 1/1 + 2/2 + 1/4 tasks a second. */
static void three_groups_work_together(void **state)
{
    const ctsar__area_kind k = {9, {1, 2, 4}};
    (void)state;
    assert_float_equal(ctsar__area_bound(&k, 1, (int[]){1, 2, 1}, 3), 4, 1e-4);
}

/* ---- In the report ----------------------------------------------------------------------------
 */

static ctsar_tasks *t;

static int setup(void **state)
{
    (void)state;
    return ctsar_set_error_mode(CTSAR_ERRORS_RETURN);
}

static int end(void **state)
{
    (void)state;
    ctsar_tasks_free(&t);
    unsetenv("CTSAR_REPORT");
    return t != NULL;
}

static void nothing(const ctsar_call *c)
{
    (void)c;
}
static const ctsar_kernel idle = {.name = "idle", .host = nothing};

static void combine(void *into, void *from)
{
    (void)into;
    (void)from;
}

static void make_on(const char *devices, const char *emu)
{
    units(devices, emu, "virtual");
    setenv("CTSAR_REPORT", "1", 1);
    assert_int_equal(ctsar_tasks_init(&t, CTSAR_DEV_ALL, CTSAR_EARLIEST), CTSAR_OK);
}

static void make(void)
{
    make_on("cpu:1", NULL);
}

/* 100 microseconds each. */
static void submit(ctsar_access a)
{
    assert_int_equal(ctsar_task(t, &idle, 0, 100, &a, 1, 0), CTSAR_OK);
}

static void the_longest_chain_is_of_tasks_that_follow(void **state)
{
    static char place[8];
    (void)state;
    make();
    for (int i = 0; i < 5; ++i)
        submit(CTSAR_INOUT(&place[0], 1));
    for (int i = 1; i < 4; ++i)
        submit(CTSAR_INOUT(&place[i], 1));
    submit(CTSAR_INOUT(place, 8)); /* overlaps them all */
    assert_int_equal(ctsar_tasks_wait(t, NULL), CTSAR_OK);
    assert_float_equal(t->stats.longest_chain, 600e-6, CLOSE);
    assert_float_equal(t->stats.area_bound, 900e-6, CLOSE); /* one core */
    assert_float_equal(t->stats.bound, 900e-6, CLOSE);
    assert_float_equal(t->stats.seconds, 900e-6, CLOSE);
    submit(CTSAR_INOUT(&place[0], 1)); /* follows what is long over */
    assert_int_equal(ctsar_tasks_wait(t, NULL), CTSAR_OK);
    assert_float_equal(t->stats.longest_chain, 700e-6, CLOSE);
    assert_float_equal(t->stats.bound, 1000e-6, CLOSE);
}

/* It was over when the next one came, and the chain goes on. */
static void a_chain_leads_over_what_is_over(void **state)
{
    static char x, y;
    (void)state;
    make();
    submit(CTSAR_OUT(&x, 1));
    assert_int_equal(ctsar_tasks_wait(t, &x), CTSAR_OK);
    submit(CTSAR_IN(&x, 1));
    submit(CTSAR_IN(&x, 1)); /* readers do not follow each other */
    submit(CTSAR_INOUT(&y, 1));
    assert_int_equal(ctsar_tasks_wait(t, &y), CTSAR_OK);
    submit(CTSAR_OUT(&x, 1));
    assert_int_equal(ctsar_tasks_wait(t, NULL), CTSAR_OK);
    assert_float_equal(t->stats.longest_chain, 300e-6, CLOSE);
}

static void reductions_do_not_follow_each_other(void **state)
{
    static int sum;
    static const int zero;
    (void)state;
    make();
    for (int i = 0; i < 4; ++i)
        submit(CTSAR_REDUCTION(&sum, sizeof sum, &zero, combine));
    submit(CTSAR_IN(&sum, sizeof sum));
    assert_int_equal(ctsar_tasks_wait(t, NULL), CTSAR_OK);
    assert_float_equal(t->stats.longest_chain, 200e-6, CLOSE);
}

/* The device is ten times as slow after 50 tasks, which is what has been learned in the end. */
static void bounds_are_no_longer_than_it_took(void **state)
{
    static char place[2];
    (void)state;
    make_on("emu:1", "slow=51:10");
    for (int i = 0; i < 100; ++i)
        submit(CTSAR_INOUT(&place[0], 1));
    assert_int_equal(ctsar_tasks_wait(t, NULL), CTSAR_OK);
    double all = 50 * 100e-6 + 50 * 1000e-6;
    assert_float_equal(t->stats.seconds, all, 1e-3 * all);
    assert_float_equal(t->stats.area_bound, all, 1e-3 * all);
    assert_true(t->stats.longest_chain <= all && t->stats.longest_chain > 50 * 100e-6);
}

/* One of them took long, which counts among the last ones for more than among all. */
static void one_long_task_makes_no_long_bound(void **state)
{
    static char place[2];
    (void)state;
    make_on("emu:1", "slow=100:100");
    for (int i = 0; i < 100; ++i)
        submit(CTSAR_INOUT(&place[i % 2], 1));
    assert_int_equal(ctsar_tasks_wait(t, NULL), CTSAR_OK);
    assert_float_equal(t->stats.seconds, 99 * 100e-6 + 10e-3, 1e-4);
    assert_true(t->stats.area_bound <= t->stats.seconds);
}

/* Two at once: none can be beaten that takes half of the work. */
static void kernels_at_once_are_in_the_area_and_in_what_is_busy(void **state)
{
    static char place[4];
    (void)state;
    make_on("emu:1", "kernels=2");
    for (int i = 0; i < 100; ++i)
        submit(CTSAR_INOUT(&place[i % 4], 1));
    assert_int_equal(ctsar_tasks_wait(t, NULL), CTSAR_OK);
    assert_float_equal(t->stats.area_bound, 50 * 100e-6, CLOSE);
    assert_float_equal(t->stats.seconds, 50 * 100e-6, CLOSE);
    assert_float_equal(t->stats.unit[0].busy, 50 * 100e-6, CLOSE);
    assert_float_equal(t->stats.unit[0].waiting, 0, CLOSE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_alike_share_the_work),
        cmocka_unit_test(who_is_good_at_what_counts),
        cmocka_unit_test(three_groups_work_together),
        cmocka_unit_test_setup_teardown(the_longest_chain_is_of_tasks_that_follow, setup, end),
        cmocka_unit_test_setup_teardown(bounds_are_no_longer_than_it_took, setup, end),
        cmocka_unit_test_setup_teardown(one_long_task_makes_no_long_bound, setup, end),
        cmocka_unit_test_setup_teardown(a_chain_leads_over_what_is_over, setup, end),
        cmocka_unit_test_setup_teardown(kernels_at_once_are_in_the_area_and_in_what_is_busy, setup,
                                        end),
        cmocka_unit_test_setup_teardown(reductions_do_not_follow_each_other, setup, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
