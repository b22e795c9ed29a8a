/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Back-off and return, by each rule and in both families of policies. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "machine.h"
#include "support/environment.h"

enum { N = 4000, ACC = 4 /* the first accelerator's number */ };
static unsigned char done[N];

/* Four cores at 100 us per iteration, and one accelerator of this p, seconds. */
static machine four_cores_and(double p)
{
    return (machine){.team = {4, 1},
                     .p = {1e-4, 1e-4, 1e-4, 1e-4, p},
                     .o = {0, 0, 0, 0, 5e-5},
                     .time = {p, 1e-4},
                     .overhead = {5e-5, 0}};
}

/* Every policy that leaves accelerators out. */
static const ctsar__sched_ops *const adapting[] = {
    &ctsar__policy_adaptive,     &ctsar__policy_split, &ctsar__policy_quick,
    &ctsar__policy_hybrid,       &ctsar__policy_chunk, &ctsar__policy_chunk_static,
    &ctsar__policy_chunk_dynamic};
enum { ADAPTING = sizeof adapting / sizeof *adapting };

static played play(ctsar__sched *s, const machine *m)
{
    played t = play_pass(s, m, N, NULL, NULL, done);
    assert_true(t.covered);
    return t;
}

static void an_accelerator_that_only_costs_is_left_out(void **state)
{
    (void)state;
    const ctsar_backoff rules[] = {CTSAR_BACKOFF_FILL, CTSAR_BACKOFF_PAPER};
    for (int i = 0; i < ADAPTING; i++)
        for (int rule = 0; rule < 2; rule++) {
            machine m = four_cores_and(4e-3); /* half a per cent of the machine */
            ctsar__sched *s = make_policy_with(adapting[i], &m, rules[rule]);
            int pass = 0;
            do
                play(s, &m);
            while (!s->backed_off[0] && ++pass < 12);
            assert_true(s->backed_off[0]);
            assert_int_equal(s->stats.backoffs, 1);
            assert_true(play(s, &m).share[ACC] <= 4); /* split's passes are short: a probe */
            ctsar__sched_destroy(s);
        }
}

static void never_leaves_nobody_out(void **state)
{
    (void)state;
    for (int i = 0; i < ADAPTING; i++) {
        machine m = four_cores_and(3e-2);
        ctsar__sched *s = make_policy_with(adapting[i], &m, CTSAR_BACKOFF_NEVER);
        for (int pass = 0; pass < 20; pass++) {
            play(s, &m);
            assert_false(s->backed_off[0]);
        }
        assert_int_equal(s->stats.backoffs, 0);
        ctsar__sched_destroy(s);
    }
}

static void an_accelerator_that_helps_stays(void **state)
{
    (void)state;
    for (int i = 0; i < ADAPTING; i++) {
        machine m = four_cores_and(3e-5);
        ctsar__sched *s = make_policy(adapting[i], &m);
        for (int pass = 0; pass < 20; pass++)
            assert_true(play(s, &m).share[ACC] > 0);
        assert_int_equal(s->stats.backoffs, 0);
        ctsar__sched_destroy(s);
    }
}

static void one_that_recovers_is_back_within_100_passes(void **state)
{
    (void)state;
    for (int i = 0; i < ADAPTING; i++) {
        machine m = four_cores_and(3e-2);
        ctsar__sched *s = make_policy(adapting[i], &m);
        for (int pass = 0; pass < 20; pass++)
            play(s, &m);
        assert_int_equal(s->stats.backoffs, 1);
        m.p[ACC] = 2e-5;
        int pass = 0;
        do
            play(s, &m);
        while (!s->stats.returns && ++pass < 100);
        assert_int_equal(s->stats.returns, 1);
        assert_false(s->backed_off[0]);
        for (pass = 0; pass < 5; pass++)
            play(s, &m);
        assert_true(play(s, &m).share[ACC] > N / 4);
        ctsar__sched_destroy(s);
    }
}

static void probes_cost_one_per_cent_at_most(void **state)
{
    (void)state;
    const double p[] = {5e-3, 3e-2, 0.3}; /* an iteration in 1/20 of a pass, and in three */
    for (int i = 0; i < ADAPTING; i++)
        for (int k = 0; k < 3; k++) {
            machine m = four_cores_and(p[k]);
            ctsar__sched *s = make_policy(adapting[i], &m);
            for (int pass = 0; pass < 10; pass++)
                play(s, &m);
            double sum = 0, least = INFINITY, usual = 0; /* without a probe */
            for (int pass = 0; pass < 1000; pass++) {
                played t = play(s, &m);
                usual = t.share[ACC] ? usual : t.seconds;
                least = fmin(least, t.seconds);
                sum += t.seconds;
            }
            assert_true(s->stats.probes > 0);
            assert_true(sum <= 1000 * fmax(usual, least) * 1.01);
            ctsar__sched_destroy(s);
        }
}

/* Its last known speed says that it ends many iterations in half a pass. */
static void a_probe_of_one_that_has_become_100_times_slower_takes_few_passes(void **state)
{
    (void)state;
    for (int i = 0; i < ADAPTING; i++) {
        machine m = four_cores_and(4e-3);
        ctsar__sched *s = make_policy(adapting[i], &m);
        double usual = INFINITY, longest = 0;
        for (int pass = 0; pass < 20; pass++)
            usual = fmin(usual, play(s, &m).seconds);
        assert_true(s->backed_off[0]);
        long probes = s->stats.probes;
        m.p[ACC] *= 100;
        for (int pass = 0; pass < 500; pass++)
            longest = fmax(longest, play(s, &m).seconds);
        assert_true(s->stats.probes > probes);
        assert_true(longest < 9 * usual);
        ctsar__sched_destroy(s);
    }
}

/* Short ranges, as probes are, tell that it pays, and long ones that it does not. */
static void one_that_comes_back_in_vain_does_so_ever_more_rarely(void **state)
{
    (void)state;
    machine m = four_cores_and(4e-3);
    ctsar__sched *s = make_policy(&ctsar__policy_adaptive, &m);
    ctsar__split split = {0};
    assert_int_equal(ctsar__split_reserve(&split, 5), CTSAR_OK);
    for (int pass = 0; pass < 1000; pass++) {
        assert_int_equal(ctsar__sched_split(s, N, m.team, &split), CTSAR_OK);
        m.p[ACC] = ctsar__range_len(ctsar__split_range(&split, ACC)) < N / 400 ? 5e-4 : 6e-3;
        run_pass(s, &m, N, &split);
    }
    assert_in_range(s->stats.returns, 2, 12);
    ctsar__split_free(&split);
    ctsar__sched_destroy(s);
}

static void nobody_is_left_out_where_nobody_would_be_left(void **state)
{
    (void)state;
    for (int i = 0; i < ADAPTING; i++) {
        machine m = four_cores_and(3e-2), alone = four_cores_and(3e-2);
        alone.team.cores = 0;
        alone.p[0] = 3e-2;
        alone.o[0] = 5e-5;
        ctsar__sched *s = make_policy(adapting[i], &m);
        for (int pass = 0; pass < 20; pass++)
            play(s, &m);
        assert_true(s->stats.backoffs > 0);
        for (int pass = 0; pass < 3; pass++)
            assert_int_equal(play(s, &alone).share[0], N);
        ctsar__sched_destroy(s);
    }
}

static void many_that_help_little_each_are_not_all_dropped(void **state)
{
    (void)state;
    machine m = {.team = {16, 8}};
    for (int u = 0; u < 24; u++)
        m.p[u] = u < 16 ? 1e-4 : 5e-4; /* together a tenth of the machine */
    for (int a = 0; a < 8; a++)
        m.time[a] = 5e-4;
    m.time[8] = 1e-4;
    ctsar__sched *s = make_policy(&ctsar__policy_adaptive, &m);
    for (int pass = 0; pass < 50; pass++)
        play(s, &m);
    int out = 0;
    for (int a = 0; a < 8; a++)
        out += s->backed_off[a];
    assert_true(out <= 2);
    ctsar__sched_destroy(s);
}

/* A core, and an accelerator that makes its passes a seventh shorter. */
static const machine a_seventh = {
    .team = {1, 1}, .p = {1e-5, 6e-5}, .o = {0, 1e-6}, .time = {6e-5, 1e-5}, .overhead = {1e-6, 0}};

/* Adaptive there, where passes are compared with such on the core alone. */
static ctsar__sched *compared(void)
{
    ctsar__sched *s;
    const ctsar__sched_env env = {
        .accs = 1, .time = a_seventh.time, .overhead = a_seventh.overhead};
    assert_int_equal(ctsar__sched_create(&ctsar__policy_adaptive, &env, &s), CTSAR_OK);
    return s;
}

/* A pass in which unit `slow` takes `times` as long as it should if the accelerator has something
 * to do; true: it had. */
static bool pass_with(ctsar__sched *s, ctsar__split *split, int slow, double times)
{
    machine now = a_seventh;
    assert_int_equal(ctsar__sched_split(s, N, now.team, split), CTSAR_OK);
    if (ctsar__range_len(ctsar__split_range(split, 1)) > 0)
        now.p[slow] *= times;
    run_pass(s, &now, N, split);
    return ctsar__range_len(ctsar__split_range(split, 1)) > 0;
}

static void slow_passes_now_and_then_are_forgiven_and_many_are_not(void **state)
{
    (void)state;
    for (int first = 0; first < 2; first++) { /* as the first passes are: memory is touched */
        ctsar__sched *s = compared();
        ctsar__split split = {0};
        int worked = 0, slow = 0;
        assert_int_equal(ctsar__split_reserve(&split, 2), CTSAR_OK);
        for (int pass = 0; pass < 80; pass++)
            worked += pass_with(s, &split, 1, first && pass < 2 ? 4 : 1);
        assert_true(worked >= 70 && s->stats.backoffs == 0);
        for (int pass = 0; pass < 60; pass++)
            pass_with(s, &split, 1, pass % 20 < 3 ? 1.45 : 1);
        assert_int_equal(s->stats.backoffs, 0);
        /* From now on the accelerator takes more of the core than it brings. */
        while (slow < 40 && !s->backed_off[0])
            slow += pass_with(s, &split, 0, 1.3);
        assert_true(s->backed_off[0]);
        ctsar__split_free(&split);
        ctsar__sched_destroy(s);
    }
}

/* Bringing the accelerator what all iterations read takes ten passes on the core, once. */
static double fetching(const void *there, ctsar__team team, int unit, ctsar__range r)
{
    return unit < team.cores || ctsar__range_len(r) == 0 || *(const bool *)there ? 0
                                                                                 : 10 * N * 1e-5;
}

static void data_are_fetched_for_a_probe_once_passes_have_taken_long_enough(void **state)
{
    (void)state;
    static const ctsar__sched_ops *const policy[] = {&ctsar__policy_adaptive, &ctsar__policy_split,
                                                     &ctsar__policy_quick};
    for (int i = 0; i < 3; i++) {
        static bool there;
        machine m = a_seventh;
        int pass = 0;
        ctsar__sched *s;
        const ctsar__sched_env env = {.accs = 1,
                                      .time = (const double[]){1, 1e-5},
                                      /* so that it waits */ .overhead = m.overhead,
                                      .move = {fetching, &there}};
        assert_int_equal(ctsar__sched_create(policy[i], &env, &s), CTSAR_OK);
        for (there = false; !there && pass < 1000; pass++)
            there = play(s, &m).share[1] > 0;
        assert_in_range(pass, 50, 150); /* a tenth of the time: 100 passes */
        ctsar__sched_destroy(s);
    }
}

/* As octaves of noise do, whose branches are foretold less and less well. */
static const double cycle[] = {4.3e-3, 4.5e-3, 4.9e-3, 6.6e-3, 15e-3, 17e-3};

static void a_short_pass_on_the_cores_does_not_leave_an_accelerator_out_for_good(void **state)
{
    (void)state;
    for (int first = 0; first < 6; first++) {
        machine m = a_seventh;
        ctsar__sched *s = compared();
        ctsar__split split = {0};
        int worked = 0;
        assert_int_equal(ctsar__split_reserve(&split, 2), CTSAR_OK);
        for (int pass = 0; pass < 600; pass++) {
            m.p[0] = cycle[(first + pass) % 6] / N;
            m.p[1] = 8.5e-3 / N;
            assert_int_equal(ctsar__sched_split(s, N, m.team, &split), CTSAR_OK);
            worked += ctsar__range_len(ctsar__split_range(&split, 1)) > N / 10;
            run_pass(s, &m, N, &split);
        }
        assert_true(worked > 500);
        ctsar__split_free(&split);
        ctsar__sched_destroy(s);
    }
}

/* In the passes with which others are compared the core takes four times as long, at first. */
static void a_slow_pass_on_the_cores_is_not_the_last_to_compare_with(void **state)
{
    (void)state;
    ctsar__sched *s = compared();
    ctsar__split split = {0};
    int slow = 0;
    assert_int_equal(ctsar__split_reserve(&split, 2), CTSAR_OK);
    for (int pass = 0; pass < 60; pass++) {
        machine now = a_seventh;
        assert_int_equal(ctsar__sched_split(s, N, now.team, &split), CTSAR_OK);
        if (pass > 3 && ctsar__range_len(ctsar__split_range(&split, 1)) == 0) {
            now.p[0] *= 4;
            slow++;
        }
        run_pass(s, &now, N, &split);
    }
    assert_true(slow > 0 && s->stats.backoffs == 0);
    for (int pass = 0; pass < 200 && !s->backed_off[0]; pass++)
        pass_with(s, &split, 0, 1.3); /* it takes more of the core than it brings */
    assert_true(s->backed_off[0]);
    ctsar__split_free(&split);
    ctsar__sched_destroy(s);
}

/* Passes on the core alone take `usual` seconds; in one in so many the accelerator's copies stall
 * for five.  Returns what all take, in passes on the core. */
static double with_stalls(ctsar__sched *s, int passes, int one_in)
{
    double sum = 0;
    const double usual = N * a_seventh.p[0];
    ctsar__split split = {0};
    assert_int_equal(ctsar__split_reserve(&split, 2), CTSAR_OK);
    for (int pass = 0; pass < passes; pass++) {
        machine now = a_seventh;
        now.o[1] += pass % one_in == one_in - 1 ? 5 * usual : 0;
        sum += run_pass(s, &now, N, &split) / usual;
    }
    ctsar__split_free(&split);
    return sum;
}

static void an_accelerator_that_stalls_again_and_again_is_left_out(void **state)
{
    (void)state;
    for (int one_in = 3; one_in <= 9; one_in += 2) {
        ctsar__sched *s = compared();
        assert_true(with_stalls(s, 1000, one_in) < 1.03 * 1000);
        assert_true(s->stats.backoffs > 0);
        ctsar__sched_destroy(s);
    }
}

static void an_accelerator_that_stalls_once_in_a_while_stays(void **state)
{
    (void)state;
    ctsar__sched *s = compared();
    assert_true(with_stalls(s, 1000, 100) < 0.95 * 1000);
    assert_int_equal(s->stats.backoffs, 0);
    ctsar__sched_destroy(s);
}

/* Passes differ by 30 % either way, and beside the accelerator the core takes 30 % longer. */
static void passes_that_differ_do_not_bring_back_what_does_harm(void **state)
{
    (void)state;
    const int passes = 3000;
    random_state r = {42};
    double sum = 0, alone = 0;
    ctsar__sched *s = compared();
    ctsar__split split = {0};
    assert_int_equal(ctsar__split_reserve(&split, 2), CTSAR_OK);
    for (int pass = 0; pass < passes; pass++) {
        machine now = a_seventh;
        double times = 0.7 + 0.6 * random_unit(&r);
        assert_int_equal(ctsar__sched_split(s, N, now.team, &split), CTSAR_OK);
        bool beside = ctsar__range_len(ctsar__split_range(&split, 1)) > 0;
        alone += N * now.p[0] * times;
        now.p[0] *= times * (beside ? 1.3 : 1);
        now.p[1] *= times;
        sum += run_pass(s, &now, N, &split);
    }
    assert_true(sum < 1.01 * alone);
    ctsar__split_free(&split);
    ctsar__sched_destroy(s);
}

/* Seconds that a pass of n iterations takes, beside an accelerator that makes the core take so many
 * times as long; adds to *alone what it takes on the core alone. */
static double pass_of(ctsar__sched *s, ctsar__split *split, long n, double beside, double *alone)
{
    machine now = a_seventh;
    assert_int_equal(ctsar__sched_split(s, n, now.team, split), CTSAR_OK);
    *alone += (double)n * now.p[0];
    if (ctsar__range_len(ctsar__split_range(split, 1)) > 0)
        now.p[0] *= beside;
    return run_pass(s, &now, n, split);
}

/* As a solver's do whose matrix gets smaller: whatever was compared holds for few passes. */
static void passes_of_ever_fewer_iterations_are_compared(void **state)
{
    (void)state;
    ctsar__sched *s = compared();
    ctsar__split split = {0};
    double sum = 0, alone = 0;
    assert_int_equal(ctsar__split_reserve(&split, 2), CTSAR_OK);
    for (long n = 400000; n > 2000; n -= n / 100)
        sum += pass_of(s, &split, n, 2, &alone);
    assert_true(s->stats.backoffs > 0 && sum < 1.35 * alone);
    ctsar__split_free(&split);
    ctsar__sched_destroy(s);
}

/* In passes of these lengths in turn: what they take over what they take on the core alone. */
static double in_turns(const long *lengths, int many, double beside)
{
    ctsar__sched *s = compared();
    ctsar__split split = {0};
    double sum = 0, alone = 0;
    assert_int_equal(ctsar__split_reserve(&split, 2), CTSAR_OK);
    for (int pass = 0; pass < 2000; pass++)
        sum += pass_of(s, &split, lengths[pass % many], beside, &alone);
    ctsar__split_free(&split);
    ctsar__sched_destroy(s);
    return sum / alone;
}

static void passes_of_lengths_that_come_again_are_compared(void **state)
{
    (void)state;
    const long two[] = {100000, 50000}, far[] = {100000, 100000, 10000};
    const long saw[] = {100000, 80000, 64000, 51000, 41000, 33000, 26000, 21000, 17000, 13000};
    const double beside[] = {1.3, 2}, most[] = {1.01, 1.03};
    for (int i = 0; i < 2; i++) {
        assert_true(in_turns(two, 2, beside[i]) < most[i]);
        assert_true(in_turns(far, 3, beside[i]) < most[i]);
        assert_true(in_turns(saw, 10, beside[i]) < most[i]);
    }
    assert_true(in_turns(two, 2, 1) < 0.86);   /* it helps, and brings a seventh */
    assert_true(in_turns(saw, 10, 1) < 0.865); /* ten lengths to compare, for 1 % of the time */
}

/* Passes of two lengths in turn on a core and an accelerator, which take so many times as long
 * where both work. */
typedef struct turns {
    double acc; /* times a core's pace */
    long n[2];
    double core[2], device[2];
    double most; /* times the best, once it is known */
} turns;

static machine machine_of(const turns *t, int k, bool both)
{
    machine m = a_seventh;
    m.p[1] = t->acc * m.p[0];
    m.time[0] = m.p[1];
    m.p[0] *= both ? t->core[k] : 1;
    m.p[1] *= both ? t->device[k] : 1;
    return m;
}

/* Of both, and each alone. */
static double best_of(const turns *t, int k)
{
    machine both = machine_of(t, k, true), alone = machine_of(t, k, false);
    double n = (double)t->n[k];
    return fmin(ideal_time(&both, t->n[k]), n * fmin(alone.p[0], alone.p[1]));
}

/* The later half of 4000 passes over the best. */
static double later_half(const ctsar__sched_ops *policy, const turns *t)
{
    machine any = machine_of(t, 0, false);
    ctsar__sched *s;
    ctsar__split split = {0};
    double sum = 0, best = 0;
    const ctsar__sched_env env = {.accs = 1, .time = any.time, .overhead = any.overhead};
    assert_int_equal(ctsar__sched_create(policy, &env, &s), CTSAR_OK);
    assert_int_equal(ctsar__split_reserve(&split, 2), CTSAR_OK);
    for (int pass = 0; pass < 4000; pass++) {
        int k = pass % 2;
        assert_int_equal(ctsar__sched_split(s, t->n[k], any.team, &split), CTSAR_OK);
        bool both = split.boundary[1] > 0 && split.boundary[1] < t->n[k];
        assert_false(s->backed_off[0] && split.boundary[1] < t->n[k]);
        machine now = machine_of(t, k, both);
        double seconds = run_pass(s, &now, t->n[k], &split);
        sum += pass < 2000 ? 0 : seconds;
        best += pass < 2000 ? 0 : best_of(t, k);
    }
    ctsar__split_free(&split);
    ctsar__sched_destroy(s);
    return sum / best;
}

static void who_sits_out_is_decided_for_passes_of_each_length_apart(void **state)
{
    (void)state;
    static const turns all[] = {
        /* The core slows the accelerator down, in long passes, in short ones, in all. */
        {0.1, {20000, 2000}, {1, 1}, {6, 1}, 1.02},
        {0.6, {20000, 10000}, {1, 1}, {1, 6}, 1.05},
        {2.0, {20000, 10000}, {1, 1}, {6, 1}, 1.1},
        {6.0, {20000, 2000}, {1, 1}, {6, 1}, 1.05},
        {0.1, {20000, 10000}, {1, 1}, {6, 6}, 1.02},
        /* The accelerator slows the core down, but is worth it in passes of one length. */
        {0.1, {20000, 2000}, {6, 1}, {1, 1}, 1.05},
        {0.6, {20000, 10000}, {6, 1}, {1, 1}, 1.1},
        {6.0, {20000, 10000}, {6, 6}, {1, 1}, 1.02},
        /* Each the other one. */
        {0.6, {20000, 10000}, {6, 1}, {1, 6}, 1.05},
        /* Nobody: both work. */
        {1.0, {20000, 10000}, {1, 1}, {1, 1}, 1.02},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        double took = later_half(&ctsar__policy_adaptive, &all[i]);
        if (took > all[i].most)
            fail_msg("line %zu: %.3f of the best, not %g", i, took, all[i].most);
    }
}

static double noisy(const machine *m, int unit, ctsar__range range, random_state *r)
{
    return (m->o[unit] + m->p[unit] * (double)ctsar__range_len(range)) * random_log(r, 0.5, 3);
}

/* Passes of microseconds, where boundaries are on trial, and those before come back. */
static void who_is_left_out_has_nothing_where_passes_are_short(void **state)
{
    (void)state;
    random_state r = {3};
    for (int trial = 0; trial < rounds_of(12); trial++) {
        machine m = {.team = {(int)random_long(&r, 1, 3), (int)random_long(&r, 1, 2)}};
        for (int u = 0; u < ctsar__team_units(m.team); u++) {
            bool core = u < m.team.cores;
            m.p[u] = core ? 1e-8 : 1e-8 * random_log(&r, 0.3, 10);
            m.o[u] = core ? 0 : 1e-6;
            m.time[core ? m.team.accs : u - m.team.cores] = m.p[u];
        }
        for (int i = 0; ctsar__policies[i]; i++) {
            ctsar__sched *s;
            const ctsar__sched_env env = {
                .accs = m.team.accs, .time = m.time, .overhead = m.overhead};
            assert_int_equal(ctsar__sched_create(ctsar__policies[i], &env, &s), CTSAR_OK);
            for (int pass = 0; pass < 300; pass++) {
                played t = play_pass(s, &m, N, noisy, &r, done);
                if (!t.covered || !t.as_said)
                    fail_msg("%s, trial %d, pass %d", ctsar__policies[i]->name, trial, pass);
            }
            ctsar__sched_destroy(s);
        }
    }
}

static void a_core_without_a_share_is_measured_again(void **state)
{
    (void)state;
    machine m = four_cores_and(1e-4);
    ctsar__sched *s = make_policy(&ctsar__policy_adaptive, &m);
    m.p[0] = 0.2; /* an iteration in two passes */
    play(s, &m);
    int pass = 0;
    while (play(s, &m).share[0] > 0)
        assert_true(++pass < 10);
    m.p[0] = 1e-4;
    for (pass = 0; play(s, &m).share[0] < N / 10; pass++)
        assert_true(pass < 200);
    ctsar__sched_destroy(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_accelerator_that_only_costs_is_left_out),
        cmocka_unit_test(never_leaves_nobody_out),
        cmocka_unit_test(an_accelerator_that_helps_stays),
        cmocka_unit_test(one_that_recovers_is_back_within_100_passes),
        cmocka_unit_test(probes_cost_one_per_cent_at_most),
        cmocka_unit_test(a_probe_of_one_that_has_become_100_times_slower_takes_few_passes),
        cmocka_unit_test(one_that_comes_back_in_vain_does_so_ever_more_rarely),
        cmocka_unit_test(nobody_is_left_out_where_nobody_would_be_left),
        cmocka_unit_test(many_that_help_little_each_are_not_all_dropped),
        cmocka_unit_test(slow_passes_now_and_then_are_forgiven_and_many_are_not),
        cmocka_unit_test(data_are_fetched_for_a_probe_once_passes_have_taken_long_enough),
        cmocka_unit_test(a_short_pass_on_the_cores_does_not_leave_an_accelerator_out_for_good),
        cmocka_unit_test(a_slow_pass_on_the_cores_is_not_the_last_to_compare_with),
        cmocka_unit_test(an_accelerator_that_stalls_again_and_again_is_left_out),
        cmocka_unit_test(an_accelerator_that_stalls_once_in_a_while_stays),
        cmocka_unit_test(passes_that_differ_do_not_bring_back_what_does_harm),
        cmocka_unit_test(passes_of_ever_fewer_iterations_are_compared),
        cmocka_unit_test(passes_of_lengths_that_come_again_are_compared),
        cmocka_unit_test(who_sits_out_is_decided_for_passes_of_each_length_apart),
        cmocka_unit_test(who_is_left_out_has_nothing_where_passes_are_short),
        cmocka_unit_test(a_core_without_a_share_is_measured_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
