/* SPDX-License-Identifier: BSD-3-Clause
 *
 * adaptive: each pass is split by what the passes before took (paper 3.2.1).  The
 * first one is split by default times, or, where those are guesses, begins with two short rounds
 * (first.h).  At its end, and at the end of each later one,
 * the LP is solved for the times as measured by then, unless new boundaries would save
 * next to nothing. */
#include "sched/math/first.h"
#include "sched/math/plan.h"

typedef struct adaptive_sched {
    ctsar__sched base;
    ctsar__plan plan;
    ctsar__first first;
} adaptive_sched;

static int adaptive_create(ctsar__sched *s)
{
    adaptive_sched *me = (adaptive_sched *)s;
    int status = ctsar__plan_init(&me->plan, s);
    if (!status)
        ctsar__first_start(&me->first, &me->plan);
    s->one_round = me->first.stage == CTSAR__FIRST_OVER;
    s->told_every = s->one_round ? s->env.costs->told_every : 0;
    return status;
}

static void adaptive_destroy(ctsar__sched *s)
{
    ctsar__plan_free(&((adaptive_sched *)s)->plan);
}

static int adaptive_split(const ctsar__sched *s, long n, ctsar__team team, ctsar__split *out)
{
    const adaptive_sched *me = (const adaptive_sched *)s;
    return ctsar__plan_split(&me->plan, n, ctsar__first_part(&me->first, n, (ctsar__range){0, n}),
                             team, out);
}

static void adaptive_complete(ctsar__sched *s, const ctsar__sample *sample)
{
    ctsar__plan_observe(&((adaptive_sched *)s)->plan, sample);
}

static bool adaptive_end(ctsar__sched *s, long n, ctsar__team team)
{
    adaptive_sched *me = (adaptive_sched *)s;
    const ctsar__range all = {0, n};
    if (n == 0)
        return false;
    if (ctsar__first_end(&me->first, &me->plan, s, n, all, team))
        return true;
    ctsar__range done = ctsar__first_part(&me->first, n, all);
    bool trial = ctsar__first_again(&me->first, &me->plan, s, n, 0, team);
    s->one_round = !trial;
    ctsar__plan_end(&me->plan, s, n, done, ctsar__first_part(&me->first, n, all), team);
    s->told_every = trial ? 0 : ctsar__plan_told_every(&me->plan, team);
    return false;
}

static void adaptive_abandon(ctsar__sched *s)
{
    ctsar__first_leave(&((adaptive_sched *)s)->first, &((adaptive_sched *)s)->plan);
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
    .abandon = adaptive_abandon,
    .times = adaptive_times,
};
