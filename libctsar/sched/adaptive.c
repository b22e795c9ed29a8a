/* SPDX-License-Identifier: BSD-3-Clause
 *
 * adaptive: each pass is split by what the passes before took (paper 3.2.1).  The
 * first one is split by default times.  At its end, and at the end of each later one,
 * the LP is solved for the times as measured by then, unless new boundaries would save
 * next to nothing: moving a boundary moves data. */
#include "plan.h"

/* Boundaries stay while the predicted gain is under one of these. */
#define LEAST_GAIN_SECONDS 20e-6
#define LEAST_GAIN_FRACTION 0.01

typedef struct adaptive_sched {
    ctsar__sched base;
    ctsar__plan plan;
} adaptive_sched;

static int adaptive_create(ctsar__sched *s)
{
    return ctsar__plan_init(&((adaptive_sched *)s)->plan, s);
}

static void adaptive_destroy(ctsar__sched *s)
{
    ctsar__plan_free(&((adaptive_sched *)s)->plan);
}

static int adaptive_split(const ctsar__sched *s, long n, ctsar__team team, ctsar__split *out)
{
    return ctsar__plan_split(&((const adaptive_sched *)s)->plan, n, team, out);
}

static void adaptive_complete(ctsar__sched *s, const ctsar__sample *sample)
{
    ctsar__rates_observe(&((adaptive_sched *)s)->plan.rates, sample);
}

static bool adaptive_end(ctsar__sched *s, long n, ctsar__team team)
{
    ctsar__plan *plan = &((adaptive_sched *)s)->plan;
    if (ctsar__plan_gains(plan, n, team, LEAST_GAIN_SECONDS, LEAST_GAIN_FRACTION)) {
        ctsar__plan_solve(plan, s, team);
        ctsar__plan_fill(plan, s, n, team);
    }
    return false;
}

const ctsar__sched_ops ctsar__sched_adaptive = {
    .policy = CTSAR_ADAPTIVE,
    .name = "adaptive",
    .help = "each pass split by the times measured in the passes before",
    .size = sizeof(adaptive_sched),
    .create = adaptive_create,
    .destroy = adaptive_destroy,
    .split = adaptive_split,
    .complete = adaptive_complete,
    .end = adaptive_end,
};
