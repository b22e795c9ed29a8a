/* SPDX-License-Identifier: BSD-3-Clause
 *
 * adaptive: each pass is split by what the passes before took (paper 3.2.1).  The
 * first one is split by default times.  At its end, and at the end of each later one,
 * the LP is solved for the times as measured by then, unless new boundaries would save
 * next to nothing. */
#include "sched/math/plan.h"

typedef struct adaptive_sched {
    ctsar__sched base;
    ctsar__plan plan;
} adaptive_sched;

static int adaptive_create(ctsar__sched *s)
{
    s->told_every = s->env.costs->told_every;
    return ctsar__plan_init(&((adaptive_sched *)s)->plan, s);
}

static void adaptive_destroy(ctsar__sched *s)
{
    ctsar__plan_free(&((adaptive_sched *)s)->plan);
}

static int adaptive_split(const ctsar__sched *s, long n, ctsar__team team, ctsar__split *out)
{
    return ctsar__plan_split(&((const adaptive_sched *)s)->plan, n, (ctsar__range){0, n}, team,
                             out);
}

static void adaptive_complete(ctsar__sched *s, const ctsar__sample *sample)
{
    ctsar__plan_observe(&((adaptive_sched *)s)->plan, sample);
}

static bool adaptive_end(ctsar__sched *s, long n, ctsar__team team)
{
    const ctsar__range all = {0, n};
    if (n > 0)
        ctsar__plan_end(&((adaptive_sched *)s)->plan, s, n, all, all, team);
    return false;
}

static void adaptive_times(const ctsar__sched *s, ctsar__measured *unit)
{
    ctsar__rates_times(&((const adaptive_sched *)s)->plan.rates, unit);
}

const ctsar__sched_ops ctsar__policy_adaptive = {
    .policy = CTSAR_ADAPTIVE,
    .name = "adaptive",
    .size = sizeof(adaptive_sched),
    .create = adaptive_create,
    .destroy = adaptive_destroy,
    .split = adaptive_split,
    .complete = adaptive_complete,
    .end = adaptive_end,
    .times = adaptive_times,
};
