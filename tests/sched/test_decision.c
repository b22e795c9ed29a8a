/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How much the decisions of a pass compute: evaluations of a learned cost, which is what they
 * mostly do, counted and not timed.  15 cores beside an accelerator. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "machine.h"
#include "sched/math/profile.h"

enum { CORES = 15, TRAINING = 4, PASSES = 20, FEW = 20000, MANY = 2000000 };

/* ---- Evaluations -------------------------------------------------------------------------- */

static ctsar__cost learned; /* as the library makes it */
static long asked;

static double asked_work(const void *data, long lo, long hi)
{
    asked++;
    return learned.work(data, lo, hi);
}

static long asked_near(const void *data, double work)
{
    asked++;
    return learned.near(data, work);
}

ctsar__cost __real_ctsar__profile_cost(const ctsar__profile *f);
ctsar__cost __wrap_ctsar__profile_cost(const ctsar__profile *f);

ctsar__cost __wrap_ctsar__profile_cost(const ctsar__profile *f)
{
    learned = __real_ctsar__profile_cost(f);
    return (ctsar__cost){asked_work, learned.data, learned.near ? asked_near : NULL};
}

/* ---- Passes ------------------------------------------------------------------------------- */

/* The accelerator is as fast as all cores; a pass takes so many seconds. */
static machine beside_fifteen(long n, double seconds)
{
    machine m = {.team = {CORES, 1}};
    double core = seconds * 2 * CORES / (double)n;
    for (int u = 0; u < CORES; u++) {
        m.p[u] = core;
        m.o[u] = 1e-6;
    }
    m.p[CORES] = core / CORES;
    m.o[CORES] = 5e-5;
    m.time[0] = m.p[CORES];
    m.time[1] = core;
    m.overhead[0] = 5e-5;
    return m;
}

/* Seconds of a range: the first half of the iterations costs three times as much as the second one,
 * and times scatter by some per cent. */
static double took(const machine *m, int unit, ctsar__range range, long n, random_state *r)
{
    long first = range.lo >= n / 2 ? 0 : (range.hi < n / 2 ? range.hi : n / 2) - range.lo;
    double work = 1.5 * (double)first + 0.5 * (double)(ctsar__range_len(range) - first);
    return m->o[unit] + m->p[unit] * work * random_log(r, 0.95, 1.05);
}

static void play_planned(ctsar__sched *s, const machine *m, long n, random_state *r)
{
    ctsar__split split = {0};
    assert_int_equal(ctsar__sched_split(s, n, m->team, &split), CTSAR_OK);
    for (int u = 0; u <= CORES; u++) {
        ctsar__range range = ctsar__split_range(&split, u);
        double seconds = took(m, u, range, n, r);
        if (ctsar__range_len(range) > 0)
            ctsar__sched_complete(s, &(ctsar__sample){.unit = u,
                                                      .team = m->team,
                                                      .range = range,
                                                      .seconds = seconds,
                                                      .fixed = m->o[u],
                                                      .end = seconds});
    }
    ctsar__split_free(&split);
}

/* The hand-outs of it. */
static long play_on_demand(ctsar__sched *s, const machine *m, long n, random_state *r)
{
    ctsar__timeline line = {0};
    ctsar__range range;
    long ranges = 0;
    assert_int_equal(ctsar__sched_begin(s, n, m->team), CTSAR_OK);
    assert_int_equal(ctsar__timeline_begin(&line, m->team), CTSAR_OK);
    for (int u; (u = ctsar__timeline_first(&line)) >= 0;)
        if (ctsar__timeline_assign(&line, s, u, &range)) {
            double seconds = took(m, u, range, n, r);
            ctsar__timeline_took_until(&line, u, range, line.line[u].at + seconds, seconds,
                                       m->o[u]);
            ranges++;
        }
    ctsar__timeline_end(&line, s);
    ctsar__timeline_free(&line);
    return ranges;
}

/* What was asked for a pass that is planned, as a mean, besides what its hand-outs ask. */
typedef struct counts {
    double asked, ranges;
} counts;

static counts count(const ctsar__sched_ops *policy, long n)
{
    machine m = beside_fifteen(n, 50e-3);
    random_state r = {1};
    ctsar__sched *s;
    counts c = {0, 0};
    const ctsar__sched_env env = {.accs = 1, .time = m.time, .overhead = m.overhead};
    assert_int_equal(ctsar__sched_create(policy, &env, &s), CTSAR_OK);
    for (int pass = 0; pass < TRAINING + PASSES; pass++) {
        asked = pass <= TRAINING ? 0 : asked;
        if (s->mode == CTSAR__SPLIT)
            play_planned(s, &m, n, &r);
        else
            c.ranges += (double)play_on_demand(s, &m, n, &r) * (pass >= TRAINING);
        assert_false(ctsar__sched_end(s, n, m.team));
    }
    ctsar__sched_destroy(s);
    return (counts){(double)asked / PASSES, c.ranges / PASSES};
}

/* ---- Tests -------------------------------------------------------------------------------- */

/* By bisection of all iterations it was 4400 to 6500 under auto. */
static void searches_of_a_pass_evaluate_costs_near_their_end(void **state)
{
    (void)state;
    static const struct {
        const ctsar__sched_ops *policy;
        double most;
    } all[] = {{&ctsar__policy_auto, 3000}, {&ctsar__policy_hybrid, 700}};
    for (int i = 0; i < 2; i++) {
        counts few = count(all[i].policy, FEW), many = count(all[i].policy, MANY);
        printf("%s: %.0f evaluations and %.0f hand-outs a pass of %d iterations, %.0f and %.0f of "
               "%d\n",
               all[i].policy->name, few.asked, few.ranges, FEW, many.asked, many.ranges, MANY);
        assert_true(few.asked > 0 && few.asked < all[i].most);
        assert_true(many.asked < all[i].most);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(searches_of_a_pass_evaluate_costs_near_their_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
