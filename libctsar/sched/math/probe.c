/* SPDX-License-Identifier: BSD-3-Clause */
#include "sched/math/probe.h"

#include <math.h>

#include "sched/math/cost.h"
#include "sched/math/lengths.h"

#define IMPROVED 2.0   /* so many times faster than before: the next probe follows at once, */
#define PROBE_GROWTH 8 /* so many times larger */
#define PROBE_PART 16  /* of a pass is how long one takes besides its overhead */
#define ALIKE 1.2      /* passes up to so many times longer or shorter are like those before */
#define WEIGHT 0.1     /* of a pass in what is usual */
#define OUTLIER 1.5    /* times the usual: it says little */
enum {
    SHORTEST_WAIT = 8,
    PROBES_ONE_IN = 100,
    FIRST_ONE_IN = 10,
    FIRST_TIMES = 10,
    MOST_FAILED = 20,
    FIRST_PART = 128
};

/* Was any unit of its kind ever timed?  Accelerators are each a kind. */
static bool kind_measured(const ctsar__backoff *b, ctsar__team team, int unit)
{
    if (unit >= team.cores)
        return ctsar__standing_measured(b, team, unit);
    for (int u = 0; u < team.cores; u++)
        if (ctsar__standing_measured(b, team, u))
            return true;
    return false;
}

/* What bringing the unit the data of one iteration takes, with all that any iteration needs. */
static double moves(const ctsar__backoff *b, const ctsar__backoff_view *v, int unit)
{
    const ctsar__move *move = &b->env->move;
    const ctsar__range one = {v->part.hi - 1, v->part.hi};
    return move->seconds && unit >= v->team.cores ? move->seconds(move->data, v->team, unit, one)
                                                  : 0;
}

/* What a probe costs besides, in seconds: that by which one iteration is longer than the pass, but
 * at least what a range costs, since who serves the unit may be missing elsewhere. */
static double price(const ctsar__backoff *b, const ctsar__backoff_view *v, int unit)
{
    int kind = unit < v->team.cores ? v->team.accs : unit - v->team.cores;
    double o = fmax(b->o[unit], b->env->overhead[kind]);
    if (!kind_measured(b, v->team, unit))
        return o;
    double all = ctsar__work(v->cost, v->part.lo, v->part.hi);
    double work = all / (double)ctsar__range_len(v->part);
    double home = ctsar__standing_of(b, v->team, unit)->home * all / FIRST_PART;
    return fmax(b->o[unit] + b->p[unit] * work - v->seconds, o) + home;
}

/* How far off the next probe is: what probes of all idle units cost is to be 1 % at most, or a
 * tenth before the first one of a unit whose ranges cost so little that it may gain more than
 * that; and twice as many passes after each that failed.  Of another unit the first range is taken
 * to cost ten times what it says: threads begin, and memory is touched. */
typedef struct distance {
    double passes, seconds;
} distance;

static distance distance_of(const ctsar__backoff *b, const ctsar__backoff_view *v, int unit,
                            int idle)
{
    int failed = ctsar__standing_of(b, v->team, unit)->failed;
    double costs = price(b, v, unit);
    bool hopeful = !kind_measured(b, v->team, unit) && costs < v->seconds / 2;
    int one_in = hopeful ? FIRST_ONE_IN : PROBES_ONE_IN;
    costs *= kind_measured(b, v->team, unit) || hopeful ? 1 : FIRST_TIMES;
    return (distance){ldexp(SHORTEST_WAIT, failed), one_in * idle * (costs + moves(b, v, unit))};
}

/* The iterations that a unit ends in a small part of a pass, as far as is known; at least one: it
 * may be many times slower by now.  What was never timed has a guessed pace, so that it begins with
 * one in many. */
static long small_part(const ctsar__backoff *b, const ctsar__backoff_view *v, int unit)
{
    double n = (double)ctsar__range_len(v->part);
    double work = v->seconds / PROBE_PART / b->p[unit];
    double most = work / ctsar__work(v->cost, v->part.lo, v->part.hi) * n;
    if (!kind_measured(b, v->team, unit) || ctsar__standing_of(b, v->team, unit)->home > 0)
        most = fmin(most, n / FIRST_PART);
    return most < 1 ? 1 : most < n / 2 ? (long)most : (long)ceil(n / 2);
}

/* The probe that just ended, whose unit is still idle: another one at once, of how many
 * iterations?  0: no. */
static long go_on(const ctsar__standing *e, double p)
{
    bool improved = e->done > 0 && e->p > 0 && p * IMPROVED <= e->p;
    return improved && e->home == 0 ? PROBE_GROWTH * e->probe : 0; /* else others pay for it */
}

static void schedule(ctsar__backoff *b, ctsar__sched *s, const ctsar__backoff_view *v, int unit,
                     int idle)
{
    ctsar__standing *e = ctsar__standing_of(b, v->team, unit);
    long n = ctsar__range_len(v->part), probe = e->probe > 0 ? go_on(e, b->p[unit]) : 0;
    bool tried = e->idle && e->probe > 0;
    bool in_vain = tried ? e->back == 0 : e->back > 0; /* it did not come back, or not for long */
    e->back = tried ? e->back : 0;
    if (probe == 0) {
        e->failed += in_vain && e->failed < MOST_FAILED;
        distance d = distance_of(b, v, unit, idle);
        bool fresh = !e->idle || tried;
        e->wait = fresh || d.passes < (double)e->wait ? (long)d.passes : e->wait - 1;
        e->rest = fresh || d.seconds < e->rest ? d.seconds : e->rest - b->lived;
        bool due = e->wait <= 0 && e->rest <= 0 &&
                   !ctsar__lengths_compare(b); /* in which it might sit out */
        probe = due ? small_part(b, v, unit) : 0;
    }
    e->p = b->p[unit];
    e->idle = true;
    e->probe = probe < n ? probe : n;
    s->stats.probes += e->probe > 0;
}

/* Has the unit nothing to do in passes like this one, and may have a probe?  Whom a comparison has
 * left out of passes of this length comes back by another one. */
static bool has_nothing(const ctsar__backoff *b, ctsar__team team, int unit)
{
    const ctsar__standing *e = ctsar__standing_of(b, team, unit);
    ctsar__only others = unit < team.cores ? CTSAR__ONLY_ACCELERATORS : CTSAR__ONLY_CORES;
    if (ctsar__standing_absent(b, team, unit) || b->compared.those == others)
        return false;
    return e->out || (e->probe > 0 ? e->idle : e->done == 0);
}

/* Where passes become others, what is known of idle units may hold no more: they are probed soon.
 */
static void note_change(ctsar__backoff *b, const ctsar__backoff_view *v)
{
    for (int u = v->team.cores; u < ctsar__team_units(v->team); u++)
        if (b->compared.factor > 1 && ctsar__standing_of(b, v->team, u)->done > 0)
            return; /* who was left out for disturbing is back, which makes them others */
    ctsar__compared *c = &b->compared;
    bool known = c->usual > 0;
    c->usual += known ? WEIGHT * (fmin(v->seconds, OUTLIER * c->usual) - c->usual) : v->seconds;
    if (known && c->usual <= ALIKE * c->settled && c->settled <= ALIKE * c->usual)
        return;
    c->settled = c->usual;
    for (int u = 0; u < ctsar__team_units(v->team); u++)
        ctsar__standing_of(b, v->team, u)->failed = 0;
}

/* It works.  Nothing is held against it any more when it has done so for a while since it came
 * back: it may have brought its data for nothing. */
static void stays(const ctsar__backoff *b, ctsar__standing *e)
{
    e->idle = false;
    e->probe = 0;
    e->back = e->back > 0 && (double)e->back < ldexp(SHORTEST_WAIT, e->failed) ? e->back + 1 : 0;
    if (e->back == 0 && b->compared.factor <= 1) /* else it came back to do harm */
        e->failed = 0;
}

void ctsar__probe_the_idle(ctsar__backoff *b, ctsar__sched *s, const ctsar__backoff_view *v)
{
    int units = ctsar__team_units(v->team), idle = 0;
    if (b->env->fractions)
        return; /* the paper has none */
    note_change(b, v);
    for (int u = 0; u < units; u++)
        idle += has_nothing(b, v->team, u);
    for (int u = 0; u < units; u++) {
        ctsar__standing *e = ctsar__standing_of(b, v->team, u);
        if (has_nothing(b, v->team, u)) {
            schedule(b, s, v, u, idle);
        } else {
            stays(b, e);
        }
    }
}

bool ctsar__probe_any(const ctsar__backoff *b, ctsar__team team)
{
    for (int u = 0; u < ctsar__team_units(team); u++)
        if (ctsar__standing_of(b, team, u)->probe > 0)
            return true;
    return false;
}
