/* SPDX-License-Identifier: BSD-3-Clause
 *
 * auto: that whatever it decides executes each iteration once, and that it decides well on machines
 * whose best pass is known. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>

#include "machine.h"

enum { MOST_N = 4096 };
static unsigned char done[MOST_N];

/* Eight cores and one accelerator as fast as ten cores: a pass of n iterations on all of
 * them takes `seconds`. */
static machine eight_and_one(long n, double seconds)
{
    machine m = {.team = {8, 1}};
    double core = seconds * 18 / (double)n;
    for (int u = 0; u < 8; u++) {
        m.p[u] = core;
        m.o[u] = 1e-6;
    }
    m.p[8] = core / 10;
    m.o[8] = m.overhead[0] = 50e-6;
    m.time[0] = core / 3; /* wrong, as defaults are */
    m.time[1] = core;
    return m;
}

static ctsar__sched *make_auto(const machine *m)
{
    return make_policy(&ctsar__policy_auto, m);
}

/* The efficiency of the last of some passes. */
static double efficiency_of_pass(ctsar__sched *s, const machine *m, long n, int passes)
{
    double seconds = 0;
    for (int pass = 0; pass < passes; pass++) {
        played t = play_pass(s, m, n, NULL, NULL, done);
        assert_true(t.covered);
        seconds = t.seconds;
    }
    return ideal_time(m, n) / seconds;
}

static void auto_executes_each_iteration_once_on_any_machine(void **state)
{
    (void)state;
    random_state r = {1};
    for (int repeat = 0; repeat < 150; repeat++) {
        machine m = draw_machine(&r, 100);
        ctsar__sched *s = make_auto(&m);
        for (int pass = 0; pass < 12; pass++) {
            long n = random_unit(&r) < 0.7 ? 1000 : random_long(&r, 0, MOST_N);
            assert_true(play_pass(s, &m, n, NULL, NULL, done).covered);
        }
        ctsar__sched_destroy(s);
    }
}

/* Ranges differ by half, as if iterations' costs scattered.  Ranges that the accelerator gets in a
 * pass of n iterations in whose second half the core has one that does not end, as that of a thread
 * which another program has displaced. */
static int ranges_beside_a_core_that_is_stuck(const machine *m, long n)
{
    ctsar__sched *s = make_auto(m);
    ctsar__timeline line = {0};
    ctsar__range range;
    bool stuck = false;
    int ranges = 0, count = 0;
    long given = 0;
    assert_int_equal(ctsar__sched_begin(s, n, m->team), CTSAR_OK);
    assert_int_equal(ctsar__timeline_begin(&line, m->team), CTSAR_OK);
    for (int u; (u = ctsar__timeline_first(&line)) >= 0;)
        if (ctsar__timeline_assign(&line, s, u, &range)) {
            bool late = u == 0 && given > n / 2 && !stuck;
            double times = count++ % 3 ? 1 : 1.5;
            double seconds = late ? 1 : m->o[u] + times * m->p[u] * (double)ctsar__range_len(range);
            stuck = stuck || late;
            ranges += u > 0;
            given += ctsar__range_len(range);
            ctsar__timeline_took_until(&line, u, range, line.line[u].at + seconds, seconds,
                                       m->o[u]);
        }
    assert_true(stuck && given == n);
    ctsar__timeline_end(&line, s);
    ctsar__timeline_free(&line);
    ctsar__sched_destroy(s);
    return ranges;
}

static void beside_a_core_that_is_stuck_an_accelerator_gets_no_dust(void **state)
{
    (void)state;
    const machine m = {.team = {1, 1},
                       .p = {1e-9, 2e-9},
                       .o = {0, 50e-6},
                       .time = {2e-9, 1e-9},
                       .overhead = {50e-6, 0}};
    for (long n = 1000000; n < 10000000; n += 1000000)
        assert_true(ranges_beside_a_core_that_is_stuck(&m, n) < 40);
}

static double absurd(const machine *m, int unit, ctsar__range range, random_state *r)
{
    const double time[] = {0, NAN, INFINITY, -1, DBL_TRUE_MIN, DBL_MAX, 1e9, 1e-9};
    (void)m, (void)unit, (void)range;
    return time[random_long(r, 0, sizeof time / sizeof *time - 1)];
}

static double nothing(const machine *m, int unit, ctsar__range range, random_state *r)
{
    (void)m, (void)unit, (void)range, (void)r;
    return 0;
}

static double no_number(const machine *m, int unit, ctsar__range range, random_state *r)
{
    (void)m, (void)unit, (void)range, (void)r;
    return NAN;
}

static void auto_executes_each_iteration_once_whatever_the_clock_says(void **state)
{
    (void)state;
    const timing clocks[] = {absurd, nothing, no_number};
    random_state r = {2};
    for (int repeat = 0; repeat < 120; repeat++) {
        machine m = draw_machine(&r, 100);
        ctsar__sched *s = make_auto(&m);
        for (int pass = 0; pass < 12; pass++) {
            long n = random_long(&r, 0, MOST_N);
            assert_true(play_pass(s, &m, n, clocks[repeat % 3], &r, done).covered);
        }
        ctsar__sched_destroy(s);
    }
}

static void auto_follows_a_team_that_grows_and_shrinks(void **state)
{
    (void)state;
    random_state r = {3};
    for (int repeat = 0; repeat < 100; repeat++) {
        machine all = draw_machine(&r, 10);
        ctsar__sched *s = make_auto(&all);
        for (int pass = 0; pass < 12; pass++) {
            machine m = all;
            m.team.cores = (int)random_long(&r, all.team.accs ? 0 : 1, all.team.cores);
            for (int a = 0; a < all.team.accs; a++) {
                m.p[m.team.cores + a] = all.p[all.team.cores + a];
                m.o[m.team.cores + a] = all.o[all.team.cores + a];
            }
            assert_true(play_pass(s, &m, 1000, NULL, NULL, done).covered);
        }
        ctsar__sched_destroy(s);
    }
}

static void auto_is_good_in_its_first_pass(void **state)
{
    (void)state;
    machine m = eight_and_one(MOST_N, 0.3);
    ctsar__sched *s = make_auto(&m);
    assert_true(efficiency_of_pass(s, &m, MOST_N, 1) >= 0.97);
    ctsar__sched_destroy(s);
}

static void auto_plans_from_the_second_pass_on(void **state)
{
    (void)state;
    machine m = eight_and_one(MOST_N, 0.3);
    ctsar__sched *s = make_auto(&m);
    efficiency_of_pass(s, &m, MOST_N, 1);
    long ramp = s->stats.chunks;
    assert_true(efficiency_of_pass(s, &m, MOST_N, 1) >= 0.98);
    assert_true(s->stats.chunks - ramp < ramp / 2);
    ctsar__sched_destroy(s);
}

static void auto_is_a_plain_split_where_a_pass_takes_microseconds(void **state)
{
    (void)state;
    machine m = {.team = {4, 0}, .time = {1e-9}};
    for (int u = 0; u < 4; u++)
        m.p[u] = 1e-9;
    ctsar__sched *s = make_auto(&m);
    assert_int_equal(s->mode, CTSAR__QUEUE);
    efficiency_of_pass(s, &m, MOST_N, 1);
    for (int pass = 0; pass < 5; pass++) {
        assert_int_equal(s->mode, CTSAR__SPLIT);
        assert_true(efficiency_of_pass(s, &m, MOST_N, 1) >= 0.98);
    }
    ctsar__sched_destroy(s);
}

/* A core takes three times as long in the first half. */
static double cost_of(long i)
{
    return i < MOST_N / 2 ? 1.5 : 0.5;
}

static double work_of(const void *data, long lo, long hi)
{
    double sum = 0;
    (void)data;
    for (long i = lo; i < hi; i++)
        sum += cost_of(i);
    return sum;
}

/* A pass of a loop with these costs. */
static double play_uneven(ctsar__sched *s, const machine *m)
{
    ctsar__timeline line = {0};
    ctsar__range range;
    assert_int_equal(s->mode, CTSAR__QUEUE);
    assert_int_equal(ctsar__sched_begin(s, MOST_N, m->team), CTSAR_OK);
    assert_int_equal(ctsar__timeline_begin(&line, m->team), CTSAR_OK);
    for (int u; (u = ctsar__timeline_first(&line)) >= 0;)
        if (ctsar__timeline_assign(&line, s, u, &range)) {
            double took = m->o[u] + m->p[u] * work_of(NULL, range.lo, range.hi);
            ctsar__timeline_took_until(&line, u, range, line.line[u].at + took, took, m->o[u]);
        }
    double seconds = ctsar__timeline_end(&line, s);
    ctsar__timeline_free(&line);
    ctsar__sched_end(s, MOST_N, m->team);
    return seconds;
}

static void auto_learns_what_iterations_cost(void **state)
{
    (void)state;
    machine m = eight_and_one(MOST_N, 0.3);
    ctsar__sched *s = make_auto(&m);
    double ideal = ideal_time(&m, MOST_N); /* work adds up to n */
    assert_true(ideal / play_uneven(s, &m) >= 0.95);
    for (int pass = 0; pass < 5; pass++)
        assert_true(ideal / play_uneven(s, &m) >= 0.96);
    ctsar__sched_destroy(s);
}

/* A unit that has its range, and does not come back before the others have left. */
static void auto_leaves_nothing_to_a_unit_that_never_comes(void **state)
{
    (void)state;
    machine m = eight_and_one(MOST_N, 0.3);
    ctsar__sched *s = make_auto(&m);
    efficiency_of_pass(s, &m, MOST_N, 3);
    assert_int_equal(ctsar__sched_begin(s, MOST_N, m.team), CTSAR_OK);
    long executed = 0;
    double now = 0;
    ctsar__range range;
    while (ctsar__sched_assign(s, 0, now, &range)) { /* only one of nine asks */
        double seconds = m.p[0] * (double)ctsar__range_len(range);
        executed += ctsar__range_len(range);
        now += seconds;
        ctsar__sched_complete(
            s, &(ctsar__sample){
                   .unit = 0, .team = m.team, .range = range, .seconds = seconds, .end = now});
    }
    assert_int_equal(executed, MOST_N);
    ctsar__sched_end(s, MOST_N, m.team);
    ctsar__sched_destroy(s);
}

static void auto_follows_a_unit_that_becomes_slower(void **state)
{
    (void)state;
    machine m = eight_and_one(MOST_N, 0.3);
    ctsar__sched *s = make_auto(&m);
    efficiency_of_pass(s, &m, MOST_N, 10);
    m.p[8] *= 3;
    assert_true(efficiency_of_pass(s, &m, MOST_N, 8) >= 0.95);
    ctsar__sched_destroy(s);
}

/* An iteration takes a core as long as six passes: from the second pass on it gets none. */
static void auto_gives_a_core_no_iteration_that_outlasts_the_pass(void **state)
{
    (void)state;
    machine m = {.team = {8, 4}, .time = {1, 1, 1, 1, 8}};
    for (int u = 0; u < 12; u++)
        m.p[u] = u < 8 ? 0.8 : 1e-3;
    ctsar__sched *s = make_auto(&m);
    efficiency_of_pass(s, &m, 512, 2);
    for (int pass = 0; pass < 10; pass++)
        assert_true(efficiency_of_pass(s, &m, 512, 1) >= 0.97);
    ctsar__sched_destroy(s);
}

/* ---- Persistent data ------------------------------------------------------------ */

static int holder[MOST_N]; /* -1: the host */

static double price(const void *data, ctsar__team team, int unit, ctsar__range range)
{
    long moved = 0;
    (void)data;
    for (long i = range.lo; unit >= team.cores && i < range.hi; i++)
        moved += holder[i] != unit;
    return (double)moved * 1e-3;
}

/* Two accelerators, each as fast as ten cores; how often they alternate in what they did in the
 * first pass. */
static int alternations(bool priced)
{
    machine m = {.team = {8, 2}, .time = {1e-4, 1e-4, 1e-3}};
    for (int u = 0; u < 10; u++)
        m.p[u] = u < 8 ? 1e-3 : 1e-4;
    const ctsar__sched_env env = {.accs = 2,
                                  .time = m.time,
                                  .overhead = m.overhead,
                                  .move = {priced ? price : NULL, NULL},
                                  .exact = true};
    ctsar__sched *s;
    ctsar__timeline line = {0};
    ctsar__range range;
    int changes = 0;
    for (long i = 0; i < MOST_N; i++)
        holder[i] = -1;
    assert_int_equal(ctsar__sched_create(&ctsar__policy_auto, &env, &s), CTSAR_OK);
    assert_int_equal(ctsar__sched_begin(s, MOST_N, m.team), CTSAR_OK);
    assert_int_equal(ctsar__timeline_begin(&line, m.team), CTSAR_OK);
    for (int u; (u = ctsar__timeline_first(&line)) >= 0;)
        if (ctsar__timeline_assign(&line, s, u, &range)) {
            double seconds = m.p[u] * (double)ctsar__range_len(range);
            for (long i = range.lo; i < range.hi; i++)
                holder[i] = u;
            ctsar__timeline_took_until(&line, u, range, line.line[u].at + seconds, seconds, 0);
        }
    ctsar__timeline_end(&line, s);
    ctsar__timeline_free(&line);
    ctsar__sched_end(s, MOST_N, m.team);
    ctsar__sched_destroy(s);
    for (long i = 1; i < MOST_N; i++)
        changes += holder[i] != holder[i - 1] && holder[i] >= 8 && holder[i - 1] >= 8;
    return changes;
}

static void auto_keeps_an_accelerator_s_first_ranges_together_where_moves_have_a_price(void **state)
{
    (void)state;
    int without = alternations(false), with = alternations(true);
    assert_true(without > 20);
    assert_true(with <= without / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(auto_executes_each_iteration_once_on_any_machine),
        cmocka_unit_test(auto_executes_each_iteration_once_whatever_the_clock_says),
        cmocka_unit_test(auto_follows_a_team_that_grows_and_shrinks),
        cmocka_unit_test(auto_is_good_in_its_first_pass),
        cmocka_unit_test(auto_plans_from_the_second_pass_on),
        cmocka_unit_test(auto_is_a_plain_split_where_a_pass_takes_microseconds),
        cmocka_unit_test(auto_learns_what_iterations_cost),
        cmocka_unit_test(auto_leaves_nothing_to_a_unit_that_never_comes),
        cmocka_unit_test(auto_follows_a_unit_that_becomes_slower),
        cmocka_unit_test(auto_gives_a_core_no_iteration_that_outlasts_the_pass),
        cmocka_unit_test(
            auto_keeps_an_accelerator_s_first_ranges_together_where_moves_have_a_price),
        cmocka_unit_test(beside_a_core_that_is_stuck_an_accelerator_gets_no_dust),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
