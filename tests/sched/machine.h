/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Simulated machines that pass samples to a policy: each unit takes exactly
 * o + p * iterations.  For tests that have included cmocka.h. */
#ifndef TESTS_SCHED_MACHINE_H
#define TESTS_SCHED_MACHINE_H

#include <math.h>
#include <stdlib.h>

#include "../../libctsar/sched/fill.h"
#include "../../libctsar/sched/sched.h"
#include "random.h"

enum { MOST_CORES = 16, MOST_ACCS = 8, MOST_UNITS = MOST_CORES + MOST_ACCS };

typedef struct machine {
    ctsar__team team;
    double o[MOST_UNITS], p[MOST_UNITS]; /* what units take, cores first */
    double time[MOST_ACCS + 1];          /* the default times, accelerators first */
    double overhead[MOST_ACCS + 1];
} machine;

/* Cores alike but for some noise, accelerators anything, default times wrong by up to
 * `wrong` times either way. */
static inline machine draw_machine(rng *r, double wrong)
{
    machine m = {
        .team = {.cores = (int)rng_long(r, 1, MOST_CORES), .accs = (int)rng_long(r, 0, MOST_ACCS)}};
    double core = rng_log(r, 1e-9, 1e-2);
    for (int u = 0; u < m.team.cores; u++) {
        m.p[u] = core * rng_log(r, 0.7, 1.4);
        m.o[u] = rng_unit(r) < 0.5 ? 0 : rng_log(r, 1e-7, 1e-5);
    }
    for (int a = 0; a < m.team.accs; a++) {
        m.p[m.team.cores + a] = core * rng_log(r, 1e-2, 1e1);
        m.o[m.team.cores + a] = rng_log(r, 1e-6, 1e-3);
        m.time[a] = m.p[m.team.cores + a] * rng_log(r, 1 / wrong, wrong);
        m.overhead[a] = m.o[m.team.cores + a] * rng_log(r, 1 / wrong, wrong);
    }
    m.time[m.team.accs] = core * rng_log(r, 1 / wrong, wrong);
    m.overhead[m.team.accs] = 0;
    return m;
}

static inline ctsar__sched *make_policy(const ctsar__sched_ops *ops, const machine *m)
{
    ctsar__sched *s;
    const ctsar__sched_env env = {
        .accs = m->team.accs, .time = m->time, .overhead = m->overhead, .exact = true};
    assert_int_equal(ctsar__sched_create(ops, &env, &s), CTSAR_OK);
    return s;
}

static inline double time_of(const machine *m, const ctsar__split *split, int u)
{
    long n = ctsar__range_len(ctsar__split_range(split, u));
    return n ? m->o[u] + m->p[u] * (double)n : 0;
}

/* One pass on the machine as it is; the split that it used is left in `split`.
 * Returns what it took. */
static inline double run_pass(ctsar__sched *s, const machine *m, long n, ctsar__split *split)
{
    double t = 0;
    bool more = true;
    while (more) {
        assert_int_equal(ctsar__sched_split(s, n, m->team, split), CTSAR_OK);
        assert_null(ctsar__split_check(split, 0, n));
        for (int u = 0; u < ctsar__team_units(m->team); u++) {
            ctsar__sample sample = {.unit = u,
                                    .team = m->team,
                                    .range = ctsar__split_range(split, u),
                                    .seconds = time_of(m, split, u),
                                    .fixed = m->o[u]};
            t = fmax(t, sample.seconds);
            if (ctsar__range_len(sample.range))
                ctsar__sched_complete(s, &sample);
        }
        more = ctsar__sched_end(s, n, m->team);
    }
    return t;
}

/* What the best split takes. */
static inline double ideal_time(const machine *m, long n)
{
    long bound[MOST_UNITS + 1];
    const ctsar__fill_input in = {
        .part = {0, n}, .units = ctsar__team_units(m->team), .o = m->o, .p = m->p};
    return ctsar__fill(&in, bound);
}

static inline void assert_same_split(const ctsar__split *a, const ctsar__split *b)
{
    assert_int_equal(a->n, b->n);
    assert_int_equal(a->team.cores, b->team.cores);
    assert_int_equal(a->team.accs, b->team.accs);
    for (int u = 0; u <= ctsar__team_units(a->team); u++)
        assert_int_equal(a->bound[u], b->bound[u]);
}

#endif
