/* SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "machine.h"

/* Two cores at 4 s and an accelerator at 1 s per iteration. */
static machine small_machine(void)
{
    return (machine){
        .team = {2, 1}, .o = {0, 0, 0}, .p = {4, 4, 1}, .time = {1, 4}, .overhead = {0, 0}};
}

static void static_splits_by_the_inverse_of_default_times(void **state)
{
    (void)state;
    machine m = small_machine();
    ctsar__sched *s = make_policy(&ctsar__policy_static, &m);
    ctsar__split split = {0};
    assert_true(run_pass(s, &m, 600, &split) == 400);
    assert_int_equal(split.boundary[1], 100);
    assert_int_equal(split.boundary[2], 200);
    ctsar__split_free(&split);
    ctsar__sched_destroy(s);
}

static void static_takes_overheads_into_account(void **state)
{
    (void)state;
    machine m = small_machine();
    m.overhead[0] = 100;
    ctsar__sched *s = make_policy(&ctsar__policy_static, &m);
    ctsar__split split = {0};
    assert_int_equal(ctsar__sched_split(s, 200, m.team, &split), CTSAR_OK);
    assert_int_equal(split.boundary[1], 50); /* T = 200: 50, 50, (200 - 100) / 1 */
    assert_int_equal(split.boundary[2], 100);
    ctsar__split_free(&split);
    ctsar__sched_destroy(s);
}

static void static_keeps_its_split_whatever_is_measured(void **state)
{
    (void)state;
    random_state r = {1};
    for (int repeat = 0; repeat < 200; repeat++) {
        machine m = draw_machine(&r, 100);
        long n = (long)random_log(&r, 1, 1e7), other = (long)random_log(&r, 1, 1e7);
        ctsar__sched *s = make_policy(&ctsar__policy_static, &m);
        ctsar__split first = {0}, split = {0};
        assert_int_equal(ctsar__sched_split(s, n, m.team, &first), CTSAR_OK);
        for (int pass = 0; pass < 6; pass++) {
            run_pass(s, &m, pass % 3 ? n : other, &split);
            assert_int_equal(ctsar__sched_split(s, n, m.team, &split), CTSAR_OK);
            assert_same_split(&split, &first);
        }
        ctsar__split_free(&first);
        ctsar__split_free(&split);
        ctsar__sched_destroy(s);
    }
}

static void static_solves_the_lp_once_for_a_team(void **state)
{
    (void)state;
    machine m = small_machine(), larger = small_machine();
    larger.team.cores = 3;
    larger.p[2] = 4;
    larger.p[3] = 1;
    ctsar__sched *s = make_policy(&ctsar__policy_static, &m);
    ctsar__split split = {0};
    for (int pass = 0; pass < 5; pass++)
        run_pass(s, &m, 600 + pass, &split);
    assert_int_equal(s->stats.solves, 1);
    run_pass(s, &larger, 600, &split);
    run_pass(s, &larger, 600, &split);
    assert_int_equal(s->stats.solves, 2);
    ctsar__split_free(&split);
    ctsar__sched_destroy(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(static_splits_by_the_inverse_of_default_times),
        cmocka_unit_test(static_takes_overheads_into_account),
        cmocka_unit_test(static_keeps_its_split_whatever_is_measured),
        cmocka_unit_test(static_solves_the_lp_once_for_a_team),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
