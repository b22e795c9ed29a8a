/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Simulated machines that pass samples to a policy: each unit takes exactly
 * o + p * iterations.  For tests that have included cmocka.h. */
#ifndef TESTS_SCHED_MACHINE_H
#define TESTS_SCHED_MACHINE_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sched/math/fill.h"
#include "sched/sched.h"
#include "sched/timeline.h"
#include "support/random.h"

enum { MOST_CORES = 16, MOST_ACCS = 8, MOST_UNITS = MOST_CORES + MOST_ACCS };

typedef struct machine {
    ctsar__team team;
    double o[MOST_UNITS], p[MOST_UNITS]; /* what units take, cores first */
    double time[MOST_ACCS + 1];          /* the default times, accelerators first */
    double overhead[MOST_ACCS + 1];
    bool guessed;                /* times[] may be far off, as policies are told */
    const ctsar__absent *absent; /* NULL: all take part */
} machine;

/* Cores alike but for some noise, accelerators anything, default times wrong by up to
 * `wrong` times either way. */
static inline machine draw_machine(random_state *r, double wrong)
{
    machine m = {.team = {.cores = (int)random_long(r, 1, MOST_CORES),
                          .accs = (int)random_long(r, 0, MOST_ACCS)}};
    double core = random_log(r, 1e-9, 1e-2);
    for (int u = 0; u < m.team.cores; u++) {
        m.p[u] = core * random_log(r, 0.7, 1.4);
        m.o[u] = random_unit(r) < 0.5 ? 0 : random_log(r, 1e-7, 1e-5);
    }
    for (int a = 0; a < m.team.accs; a++) {
        m.p[m.team.cores + a] = core * random_log(r, 1e-2, 1e1);
        m.o[m.team.cores + a] = random_log(r, 1e-6, 1e-3);
        m.time[a] = m.p[m.team.cores + a] * random_log(r, 1 / wrong, wrong);
        m.overhead[a] = m.o[m.team.cores + a] * random_log(r, 1 / wrong, wrong);
    }
    m.time[m.team.accs] = core * random_log(r, 1 / wrong, wrong);
    m.overhead[m.team.accs] = 0;
    return m;
}

static inline ctsar__sched *make_policy_with(const ctsar__sched_ops *ops, const machine *m,
                                             ctsar_backoff backoff)
{
    ctsar__sched *s;
    const ctsar__sched_env env = {.accs = m->team.accs,
                                  .time = m->time,
                                  .guessed = m->guessed,
                                  .overhead = m->overhead,
                                  .backoff = backoff,
                                  .absent = m->absent,
                                  .exact = true};
    assert_int_equal(ctsar__sched_create(ops, &env, &s), CTSAR_OK);
    return s;
}

static inline ctsar__sched *make_policy(const ctsar__sched_ops *ops, const machine *m)
{
    return make_policy_with(ops, m, CTSAR_BACKOFF_FILL);
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

/* What a pass of any policy was like. */
typedef struct played {
    double seconds;
    long share[MOST_UNITS]; /* iterations */
    int rounds;
    bool covered; /* each iteration was executed, and once */
    bool
        as_said; /* as the policy had said, there was one round, and who was left out had nothing */
} played;

/* Seconds that a unit says it took; NULL: o + p * iterations. */
typedef double (*timing)(const machine *m, int unit, ctsar__range range, random_state *r);

static inline void play_range(played *t, const machine *m, int u, ctsar__range range,
                              unsigned char *done)
{
    assert_in_range(u, 0, ctsar__team_units(m->team) - 1);
    t->share[u] += ctsar__range_len(range);
    for (long i = range.lo; done && i < range.hi; i++)
        t->covered = t->covered && !done[i]++;
}

static inline double play_split(ctsar__sched *s, const machine *m, long n, timing taken,
                                random_state *r, played *t, unsigned char *done)
{
    ctsar__split split = {0};
    double seconds = 0;
    assert_int_equal(ctsar__sched_split(s, n, m->team, &split), CTSAR_OK);
    for (int u = 0; u < ctsar__team_units(m->team); u++) {
        ctsar__range range = ctsar__split_range(&split, u);
        if (!ctsar__range_len(range))
            continue;
        play_range(t, m, u, range, done);
        double said = taken ? taken(m, u, range, r) : time_of(m, &split, u);
        ctsar__sched_complete(s, &(ctsar__sample){.unit = u,
                                                  .team = m->team,
                                                  .range = range,
                                                  .seconds = said,
                                                  .fixed = m->o[u],
                                                  .end = said});
        seconds = fmax(seconds, time_of(m, &split, u));
    }
    ctsar__split_free(&split);
    return seconds;
}

static inline double play_queue(ctsar__sched *s, const machine *m, long n, timing taken,
                                random_state *r, played *t, unsigned char *done)
{
    ctsar__timeline line = {0};
    ctsar__range range;
    assert_int_equal(ctsar__sched_begin(s, n, m->team), CTSAR_OK);
    assert_int_equal(ctsar__timeline_begin(&line, m->team), CTSAR_OK);
    for (int u; (u = ctsar__timeline_first(&line)) >= 0;)
        if (ctsar__timeline_assign(&line, s, u, &range)) {
            double seconds = m->o[u] + m->p[u] * (double)ctsar__range_len(range);
            play_range(t, m, u, range, done);
            ctsar__timeline_took_until(&line, u, range, line.line[u].at + seconds, seconds,
                                       m->o[u]);
            if (taken) /* what it says is not what it takes: no clock may lead to a hang */
                line.line[u].sample.seconds = taken(m, u, range, r);
        }
    double seconds = ctsar__timeline_end(&line, s);
    ctsar__timeline_free(&line);
    return seconds;
}

static inline bool had_nothing(const played *before, const played *after, ctsar__team team,
                               const bool *left_out)
{
    bool nothing = true;
    for (int a = 0; a < team.accs; a++)
        nothing = nothing &&
                  !(left_out[a] && after->share[team.cores + a] != before->share[team.cores + a]);
    return nothing;
}

/* A pass of n iterations by any policy, in its own mode.  `done` has room for n; without it, only
 * the number of iterations is checked. */
static inline played play_pass(ctsar__sched *s, const machine *m, long n, timing taken,
                               random_state *r, unsigned char *done)
{
    played t = {.covered = true, .as_said = true};
    bool more = true;
    if (done)
        memset(done, 0, (size_t)n);
    for (; more; t.rounds++) {
        played before = t;
        bool only = s->one_round, left_out[MOST_ACCS] = {false};
        for (int a = 0; a < m->team.accs; a++)
            left_out[a] = s->backed_off && s->backed_off[a];
        t.seconds +=
            (s->mode == CTSAR__SPLIT ? play_split : play_queue)(s, m, n, taken, r, &t, done);
        more = ctsar__sched_end(s, n, m->team);
        t.as_said = t.as_said && !(only && (more || t.rounds > 0)) &&
                    had_nothing(&before, &t, m->team, left_out);
    }
    long left = n;
    for (int u = 0; u < ctsar__team_units(m->team); u++)
        left -= t.share[u];
    t.covered = t.covered && left == 0;
    return t;
}

/* What the best split takes. */
static inline double ideal_time(const machine *m, long n)
{
    long boundary[MOST_UNITS + 1];
    const ctsar__fill_input in = {
        .part = {0, n}, .units = ctsar__team_units(m->team), .o = m->o, .p = m->p};
    return ctsar__fill(&in, boundary);
}

static inline void assert_same_split(const ctsar__split *a, const ctsar__split *b)
{
    assert_int_equal(a->n, b->n);
    assert_int_equal(a->team.cores, b->team.cores);
    assert_int_equal(a->team.accs, b->team.accs);
    for (int u = 0; u <= ctsar__team_units(a->team); u++)
        assert_int_equal(a->boundary[u], b->boundary[u]);
}

#endif
