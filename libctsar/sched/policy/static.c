/* SPDX-License-Identifier: BSD-3-Clause
 *
 * static: one split from default times (paper 3.2.1).  The LP is solved once for a
 * team, at the end of its first pass, when its size is known; the first pass derives
 * the same boundaries from the same times.  What ranges take is not looked at. */
#include <math.h>

#include "sched/math/plan.h"

typedef struct static_sched {
    ctsar__sched base;
    ctsar__plan plan; /* its rates stay at their defaults */
} static_sched;

static int static_create(ctsar__sched *s)
{
    s->told_every = INFINITY; /* it has nothing to learn */
    s->one_round = true;
    return ctsar__plan_init(&((static_sched *)s)->plan, s);
}

static void static_destroy(ctsar__sched *s)
{
    ctsar__plan_free(&((static_sched *)s)->plan);
}

static int static_split(const ctsar__sched *s, long n, ctsar__team team, ctsar__split *out)
{
    return ctsar__plan_split(&((const static_sched *)s)->plan, n, (ctsar__range){0, n}, team, out);
}

static bool static_end(ctsar__sched *s, long n, ctsar__team team)
{
    ctsar__plan *plan = &((static_sched *)s)->plan;
    if (n > 0 && !ctsar__plan_solved(plan, team))
        ctsar__plan_solve(plan, s, n, team);
    if (n > 0)
        ctsar__plan_lay(plan, s, n, (ctsar__range){0, n}, team);
    return false;
}

const ctsar__sched_ops ctsar__policy_static = {
    .policy = CTSAR_STATIC,
    .name = "static",
    .stated = true,
    .size = sizeof(static_sched),
    .create = static_create,
    .destroy = static_destroy,
    .split = static_split,
    .end = static_end,
};
