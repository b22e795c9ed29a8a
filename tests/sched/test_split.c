/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The two policies that cut a pass into rounds: split and quick. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <limits.h>

#include "machine.h"

/* Cores and accelerators whose default times are wrong by up to `wrong`, no overheads. */
static machine free_machine(random_state *r, double wrong)
{
    machine m = draw_machine(r, wrong);
    for (int u = 0; u < MOST_UNITS; u++)
        m.o[u] = 0;
    for (int a = 0; a <= m.team.accs; a++)
        m.overhead[a] = 0;
    return m;
}

/* Completes a round as the machine does, and checks that it covers [lo, hi). */
static double play_round(ctsar__sched *s, const machine *m, long n, long lo, long hi, bool *more)
{
    ctsar__split split = {0};
    double seconds = 0;
    assert_int_equal(ctsar__sched_split(s, n, m->team, &split), CTSAR_OK);
    assert_null(ctsar__split_check(&split, lo, hi));
    for (int u = 0; u < ctsar__team_units(m->team); u++) {
        double t = time_of(m, &split, u);
        seconds = fmax(seconds, t);
        ctsar__sched_complete(s, &(ctsar__sample){.unit = u,
                                                  .team = m->team,
                                                  .range = ctsar__split_range(&split, u),
                                                  .seconds = t,
                                                  .fixed = m->o[u]});
    }
    *more = ctsar__sched_end(s, n, m->team);
    ctsar__split_free(&split);
    return seconds;
}

static void split_cuts_every_pass_into_div_equal_parts(void **state)
{
    (void)state;
    random_state r = {1};
    for (int repeat = 0; repeat < 100; repeat++) {
        machine m = free_machine(&r, 10);
        int div = (int)random_long(&r, 0, 20), parts = div ? div : 10;
        long n = random_long(&r, parts, 100000);
        ctsar__sched *s;
        const ctsar__sched_env env = {
            .accs = m.team.accs, .time = m.time, .overhead = m.overhead, .div = div};
        assert_int_equal(ctsar__sched_create(&ctsar__policy_split, &env, &s), CTSAR_OK);
        bool more;
        for (int pass = 0; pass < 3; pass++)
            for (int k = 0; k < parts; k++) {
                play_round(s, &m, n, k * n / parts, (k + 1) * n / parts, &more);
                assert_int_equal(more, k < parts - 1);
            }
        ctsar__sched_destroy(s);
    }
}

static void split_adapts_within_the_first_pass(void **state)
{
    (void)state;
    machine m = {.team = {1, 1}, .p = {3e-3, 1e-3}, .time = {1e-3, 1e-3}};
    ctsar__sched *s = make_policy(&ctsar__policy_split, &m);
    bool more;
    assert_true(fabs(play_round(s, &m, 4000, 0, 400, &more) - 0.6) < 1e-9);   /* by default times */
    assert_true(fabs(play_round(s, &m, 4000, 400, 800, &more) - 0.3) < 3e-3); /* as measured */
    ctsar__sched_destroy(s);
}

static void split_passes_over_parts_without_iterations(void **state)
{
    (void)state;
    machine m = {.team = {2, 0}, .p = {1, 1}, .time = {1}};
    ctsar__sched *s = make_policy(&ctsar__policy_split, &m);
    unsigned char done[3];
    for (long n = 0; n <= 3; n++)
        assert_int_equal(play_pass(s, &m, n, NULL, NULL, done).rounds, n ? n : 1);
    ctsar__sched_destroy(s);
}

/* Parts are not looked at one by one. */
static void split_has_no_more_rounds_than_iterations_however_large_div_is(void **state)
{
    (void)state;
    const int divs[] = {1, 2, 9, 500, 501, 997, 100000, INT_MAX - 1, INT_MAX};
    machine m = {.team = {2, 0}, .p = {1, 1}, .time = {1}};
    unsigned char done[500];
    for (size_t i = 0; i < sizeof divs / sizeof *divs; i++) {
        ctsar__sched *s;
        const ctsar__sched_env env = {.time = m.time, .overhead = m.overhead, .div = divs[i]};
        assert_int_equal(ctsar__sched_create(&ctsar__policy_split, &env, &s), CTSAR_OK);
        for (long n = 0; n <= 500; n += n < 10 ? 1 : 49)
            for (int pass = 0; pass < 3; pass++) {
                played p = play_pass(s, &m, n, NULL, NULL, done);
                assert_true(p.covered);
                assert_int_equal(p.rounds, n == 0 ? 1 : n < divs[i] ? n : divs[i]);
            }
        ctsar__sched_destroy(s);
    }
}

static void what_a_pass_that_failed_left_is_no_part_of_the_next_one(void **state)
{
    (void)state;
    machine m = {.team = {1, 1}, .p = {3e-3, 1e-3}, .time = {1e-3, 1e-3}};
    const ctsar__sched_ops *const ops[] = {&ctsar__policy_split, &ctsar__policy_quick};
    for (int i = 0; i < 2; i++) {
        ctsar__sched *s = make_policy(ops[i], &m);
        unsigned char done[500];
        bool more;
        play_round(s, &m, 500, 0, 50, &more);
        assert_true(more);
        ctsar__sched_abandon(s);
        assert_true(play_pass(s, &m, 500, NULL, NULL, done).covered);
        assert_true(play_pass(s, &m, 500, NULL, NULL, done).covered);
        ctsar__sched_destroy(s);
    }
}

static void quick_trains_on_one_iteration_at_least(void **state)
{
    (void)state;
    machine m = {.team = {2, 0}, .p = {1, 1}, .time = {1}};
    ctsar__sched *s = make_policy(&ctsar__policy_quick, &m);
    bool more;
    play_round(s, &m, 3, 0, 1, &more);
    assert_true(more);
    play_round(s, &m, 3, 1, 3, &more);
    assert_false(more);
    ctsar__sched_destroy(s);
}

static void quick_trains_on_a_part_of_the_first_pass(void **state)
{
    (void)state;
    machine m = {.team = {1, 1}, .p = {3e-3, 1e-3}, .time = {1e-3, 1e-3}};
    ctsar__sched *s = make_policy(&ctsar__policy_quick, &m);
    bool more;
    play_round(s, &m, 0, 0, 0, &more); /* which teaches nothing */
    assert_false(more);
    assert_true(fabs(play_round(s, &m, 4000, 0, 400, &more) - 0.6) < 1e-9);
    assert_true(more);
    assert_true(fabs(play_round(s, &m, 4000, 400, 4000, &more) - 2.7) < 3e-3);
    assert_false(more);
    for (int pass = 0; pass < 3; pass++) {
        play_round(s, &m, 4000, 0, 4000, &more);
        assert_false(more);
    }
    ctsar__sched_destroy(s);
}

static void the_ratio_is_the_accelerators_part_of_the_first_pass(void **state)
{
    (void)state;
    const ctsar__sched_ops *const ops[] = {&ctsar__policy_static, &ctsar__policy_adaptive};
    const double time[] = {1, 3, 100}, overhead[] = {5, 5, 5};
    for (int i = 0; i < 2; i++)
        for (int percent = 0; percent <= 100; percent += 20) {
            ctsar__sched *s;
            ctsar__split split = {0};
            const ctsar__sched_env env = {.accs = 2,
                                          .time = time,
                                          .overhead = overhead,
                                          .has_ratio = true,
                                          .ratio = percent * 0.01};
            assert_int_equal(ctsar__sched_create(ops[i], &env, &s), CTSAR_OK);
            assert_int_equal(ctsar__sched_split(s, 2000, (ctsar__team){4, 2}, &split), CTSAR_OK);
            long accs = 20 * percent;
            assert_true(labs(split.boundary[4] - (2000 - accs)) <= 1);
            assert_true(labs(split.boundary[5] - split.boundary[4] - accs * 3 / 4) <= 1);
            ctsar__split_free(&split);
            ctsar__sched_destroy(s);
        }
}

static double linear_work(const void *data, long lo, long hi)
{
    (void)data;
    return (double)(hi - lo) * (double)(hi + lo);
}

static void a_stated_cost_is_split_instead_of_iterations(void **state)
{
    (void)state;
    const ctsar__sched_ops *const ops[] = {&ctsar__policy_static, &ctsar__policy_adaptive,
                                           &ctsar__policy_split, &ctsar__policy_quick};
    const double time[] = {1}, overhead[] = {0};
    for (int i = 0; i < 4; i++) {
        ctsar__sched *s;
        ctsar__split split = {0};
        const ctsar__sched_env env = {
            .time = time, .overhead = overhead, .div = 1, .cost.work = linear_work};
        assert_int_equal(ctsar__sched_create(ops[i], &env, &s), CTSAR_OK);
        assert_int_equal(ctsar__sched_split(s, 1000, (ctsar__team){4, 0}, &split), CTSAR_OK);
        for (int u = 0; u < 4; u++) /* sqrt(k / 4) */
            assert_true(labs(split.boundary[u] - (long)(1000 * sqrt(u / 4.0))) <= 1);
        ctsar__split_free(&split);
        ctsar__sched_destroy(s);
    }
}

/* Default times say that a core is not worth an iteration; it was never measured, so that is not
 * believed for ever. */
static void a_unit_that_only_seems_slow_gets_to_show_it(void **state)
{
    (void)state;
    machine m = {.team = {2, 1}, .p = {1e-3, 1e-3, 1e-3}, .time = {1e-3, 0.5}, .overhead = {0, 0}};
    ctsar__sched *s = make_policy(&ctsar__policy_split, &m);
    played first = play_pass(s, &m, 60, NULL, NULL, NULL), last = first;
    assert_true(first.share[0] + first.share[1] <= 4);
    for (int pass = 0; pass < 3; pass++)
        last = play_pass(s, &m, 60, NULL, NULL, NULL);
    assert_true(last.share[0] >= 15 && last.share[1] >= 15);
    ctsar__sched_destroy(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(split_cuts_every_pass_into_div_equal_parts),
        cmocka_unit_test(split_adapts_within_the_first_pass),
        cmocka_unit_test(split_passes_over_parts_without_iterations),
        cmocka_unit_test(split_has_no_more_rounds_than_iterations_however_large_div_is),
        cmocka_unit_test(what_a_pass_that_failed_left_is_no_part_of_the_next_one),
        cmocka_unit_test(quick_trains_on_one_iteration_at_least),
        cmocka_unit_test(quick_trains_on_a_part_of_the_first_pass),
        cmocka_unit_test(the_ratio_is_the_accelerators_part_of_the_first_pass),
        cmocka_unit_test(a_stated_cost_is_split_instead_of_iterations),
        cmocka_unit_test(a_unit_that_only_seems_slow_gets_to_show_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
