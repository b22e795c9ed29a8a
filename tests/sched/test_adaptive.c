/* SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "machine.h"

static double fake_time;
static double fake_now(void)
{
    return fake_time += 1;
}

static void adaptive_starts_as_static(void **state)
{
    (void)state;
    random_state r = {1};
    for (int repeat = 0; repeat < 200; repeat++) {
        machine m = draw_machine(&r, 10);
        long n = (long)random_log(&r, 1, 1e7);
        ctsar__split a = {0}, b = {0};
        ctsar__sched *adaptive = make_policy(&ctsar__policy_adaptive, &m);
        ctsar__sched *fixed = make_policy(&ctsar__policy_static, &m);
        assert_int_equal(ctsar__sched_split(adaptive, n, m.team, &a), CTSAR_OK);
        assert_int_equal(ctsar__sched_split(fixed, n, m.team, &b), CTSAR_OK);
        assert_same_split(&a, &b);
        ctsar__sched_destroy(adaptive);
        ctsar__sched_destroy(fixed);
        ctsar__split_free(&a);
        ctsar__split_free(&b);
    }
}

/* Do all units that executed iterations both times end within one iteration of
 * the slower of any two? */
static bool ends_within_one_iteration(const machine *m, const ctsar__split *first,
                                      const ctsar__split *second)
{
    double last = 0;
    for (int u = 0; u < ctsar__team_units(m->team); u++)
        if (ctsar__range_len(ctsar__split_range(first, u)))
            last = fmax(last, time_of(m, second, u));
    for (int u = 0; u < ctsar__team_units(m->team); u++) {
        double t = time_of(m, second, u);
        if (ctsar__range_len(ctsar__split_range(first, u)) && t > 0 &&
            t + m->p[u] < last * (1 - 1e-9))
            return false;
    }
    return true;
}

/* Units that did not work in the first pass are known by their default times only. */
static bool all_worked(const machine *m, const ctsar__split *split)
{
    for (int u = 0; u < ctsar__team_units(m->team); u++)
        if (!ctsar__range_len(ctsar__split_range(split, u)))
            return false;
    return true;
}

static bool within_threshold(double t, double best)
{
    return t - best <= fmax(20e-6, 0.01 * t) * (1 + 1e-6);
}

static void adaptive_is_even_in_the_second_pass_of_an_exact_machine(void **state)
{
    (void)state;
    random_state r = {2};
    for (int repeat = 0; repeat < 3000; repeat++) {
        machine m = draw_machine(&r, 30);
        long n = (long)random_log(&r, 1, 1e8);
        ctsar__split first = {0}, second = {0};
        ctsar__sched *s = make_policy(&ctsar__policy_adaptive, &m);
        run_pass(s, &m, n, &first);
        run_pass(s, &m, n, &second);
        assert_true(ends_within_one_iteration(&m, &first, &second));
        ctsar__sched_destroy(s);
        ctsar__split_free(&first);
        ctsar__split_free(&second);
    }
}

static void adaptive_stays_within_its_threshold_of_the_ideal(void **state)
{
    (void)state;
    random_state r = {3};
    int judged = 0;
    for (int repeat = 0; repeat < 1000; repeat++) {
        machine m = draw_machine(&r, 30);
        long n = (long)random_log(&r, 100, 1e8);
        ctsar__split split = {0};
        ctsar__sched *s = make_policy_with(&ctsar__policy_adaptive, &m, CTSAR_BACKOFF_NEVER);
        run_pass(s, &m, n, &split);
        if (all_worked(&m, &split)) {
            for (int pass = 0; pass < 5; pass++)
                assert_true(within_threshold(run_pass(s, &m, n, &split), ideal_time(&m, n)));
            judged++;
        }
        ctsar__sched_destroy(s);
        ctsar__split_free(&split);
    }
    assert_true(judged > 200);
}

/* One core and one accelerator, each 1 ms per iteration by default and in fact. */
static machine even_pair(void)
{
    return (machine){.team = {1, 1}, .p = {1e-3, 1e-3}, .time = {1e-3, 1e-3}};
}

static void adaptive_follows_a_unit_that_slows_down(void **state)
{
    (void)state;
    machine m = even_pair();
    ctsar__split split = {0};
    ctsar__sched *s = make_policy(&ctsar__policy_adaptive, &m);
    for (int pass = 0; pass < 5; pass++)
        run_pass(s, &m, 400, &split);
    assert_int_equal(split.boundary[1], 200);
    m.p[0] = 3e-3;
    run_pass(s, &m, 400, &split); /* seen once, it may be an outlier */
    run_pass(s, &m, 400, &split);
    assert_int_equal(split.boundary[1], 200);
    run_pass(s, &m, 400, &split);
    assert_int_equal(split.boundary[1], 100);
    ctsar__sched_destroy(s);
    ctsar__split_free(&split);
}

static void adaptive_does_not_solve_again_for_a_small_gain(void **state)
{
    (void)state;
    machine m = even_pair();
    ctsar__split split = {0};
    ctsar__sched *s = make_policy(&ctsar__policy_adaptive, &m);
    for (int pass = 0; pass < 10; pass++)
        run_pass(s, &m, 400, &split);
    assert_int_equal(s->stats.solves, 1);
    m.p[0] = 1.015e-3; /* under 1 % once it is shared */
    for (int pass = 0; pass < 10; pass++)
        run_pass(s, &m, 400, &split);
    assert_int_equal(s->stats.solves, 1);
    assert_int_equal(split.boundary[1], 200);
    m.p[0] = 1.3e-3;
    for (int pass = 0; pass < 10; pass++)
        run_pass(s, &m, 400, &split);
    assert_true(s->stats.solves > 1);
    assert_true(split.boundary[1] < 190);
    ctsar__sched_destroy(s);
    ctsar__split_free(&split);
}

static void adaptive_solves_again_when_a_few_microseconds_have_added_up(void **state)
{
    (void)state;
    machine m = {.team = {1, 1}, .p = {1e-8, 1e-8}, .time = {1e-8, 1e-8}};
    ctsar__split split = {0};
    ctsar__sched *s = make_policy(&ctsar__policy_adaptive, &m);
    run_pass(s, &m, 300, &split);
    m.p[0] = 2e-8; /* 3 microseconds instead of 1.5, where 2 would do */
    for (int pass = 0; pass < 15; pass++)
        run_pass(s, &m, 300, &split);
    assert_int_equal(split.boundary[1], 150);
    assert_int_equal(s->stats.solves, 1);
    for (int pass = 0; pass < 15; pass++)
        run_pass(s, &m, 300, &split);
    assert_in_range(split.boundary[1], 98, 102);
    assert_int_equal(s->stats.solves, 2);
    m.p[0] = 6e-7; /* so much that one pass is enough, once it is believed */
    for (int pass = 0; pass < 3; pass++)
        run_pass(s, &m, 300, &split);
    assert_true(split.boundary[1] < 20);
    ctsar__sched_destroy(s);
    ctsar__split_free(&split);
}

static void adaptive_never_solves_again_for_less_than_a_hundredth(void **state)
{
    (void)state;
    machine m = {.team = {1, 1}, .p = {1e-5, 1e-5}, .time = {1e-5, 1e-5}};
    ctsar__split split = {0};
    ctsar__sched *s = make_policy(&ctsar__policy_adaptive, &m);
    run_pass(s, &m, 300, &split);
    m.p[0] = 1.015e-5; /* 1500 microseconds could be 1489 */
    for (int pass = 0; pass < 100; pass++)
        run_pass(s, &m, 300, &split);
    assert_int_equal(s->stats.solves, 1);
    ctsar__sched_destroy(s);
    ctsar__split_free(&split);
}

static void adaptive_accounts_for_what_it_decides(void **state)
{
    (void)state;
    machine m = even_pair();
    ctsar__split split = {0};
    ctsar__sched *s;
    const ctsar__sched_env env = {
        .accs = 1, .time = m.time, .overhead = m.overhead, .now = fake_now};
    assert_int_equal(ctsar__sched_create(&ctsar__policy_adaptive, &env, &s), CTSAR_OK);
    m.p[0] = 5e-3;
    run_pass(s, &m, 400, &split);
    assert_int_equal(s->stats.solves, 1);
    assert_int_equal(s->stats.fills, 1);
    assert_true(s->stats.lp_seconds == 1);
    ctsar__sched_destroy(s);
    ctsar__split_free(&split);
}

/* After `end` made boundaries for n, the same knowledge derives the same ones without. */
static void adaptive_derives_what_it_would_have_kept(void **state)
{
    (void)state;
    random_state r = {4};
    for (int repeat = 0; repeat < 300; repeat++) {
        machine m = draw_machine(&r, 10);
        long n = (long)random_log(&r, 1, 1e7);
        ctsar__split kept = {0}, derived = {0};
        ctsar__sched *a = make_policy_with(&ctsar__policy_adaptive, &m, CTSAR_BACKOFF_NEVER);
        ctsar__sched *b = make_policy_with(&ctsar__policy_adaptive, &m, CTSAR_BACKOFF_NEVER);
        run_pass(a, &m, n, &kept);
        run_pass(b, &m, n, &derived);
        ctsar__sched_end(b, n + 1, m.team); /* prepares for another n */
        assert_int_equal(ctsar__sched_split(a, n, m.team, &kept), CTSAR_OK);
        assert_int_equal(ctsar__sched_split(b, n, m.team, &derived), CTSAR_OK);
        assert_same_split(&kept, &derived);
        ctsar__sched_destroy(a);
        ctsar__sched_destroy(b);
        ctsar__split_free(&kept);
        ctsar__split_free(&derived);
    }
}

static void adaptive_learns_nothing_from_an_empty_pass(void **state)
{
    (void)state;
    machine m = even_pair();
    ctsar__split split = {0};
    ctsar__sched *s = make_policy(&ctsar__policy_adaptive, &m);
    run_pass(s, &m, 400, &split);
    run_pass(s, &m, 0, &split);
    run_pass(s, &m, 400, &split);
    assert_int_equal(s->stats.solves, 1);
    ctsar__sched_destroy(s);
    ctsar__split_free(&split);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(adaptive_starts_as_static),
        cmocka_unit_test(adaptive_is_even_in_the_second_pass_of_an_exact_machine),
        cmocka_unit_test(adaptive_stays_within_its_threshold_of_the_ideal),
        cmocka_unit_test(adaptive_follows_a_unit_that_slows_down),
        cmocka_unit_test(adaptive_does_not_solve_again_for_a_small_gain),
        cmocka_unit_test(adaptive_solves_again_when_a_few_microseconds_have_added_up),
        cmocka_unit_test(adaptive_never_solves_again_for_less_than_a_hundredth),
        cmocka_unit_test(adaptive_accounts_for_what_it_decides),
        cmocka_unit_test(adaptive_derives_what_it_would_have_kept),
        cmocka_unit_test(adaptive_learns_nothing_from_an_empty_pass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
