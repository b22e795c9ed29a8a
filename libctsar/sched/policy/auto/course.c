/* SPDX-License-Identifier: BSD-3-Clause */
#include "sched/policy/auto/course.h"

#include <math.h>

#define FIRST_ERROR 0.25      /* of predicted times, before any was seen */
#define SHORT_OVERHEADS 160.0 /* a pass of fewer overheads is ramped twice */
#define IDLE_PART 0.08        /* of the units' speed: the plan is wrong */
#define ERROR_WEIGHT 0.5
#define LARGEST_ERROR 0.5 /* what a single pass may count for */
#define WORSE 1.2         /* times as long as a ramp: the plan is wrong, at once */
#define RAMP_GAIN 0.97    /* the part of a plan's time that a ramp must beat */
#define OTHER_LENGTH 2.0  /* a pass so many times longer or shorter is ramped */
enum {
    IDLE_PASSES = 2,
    TRIAL_RAMPS = 2,
    FIRST_WAIT = 8,
    LONGEST_WAIT = 128,
};

void ctsar__auto_start(ctsar__auto_course *c)
{
    *c = (ctsar__auto_course){
        .ramping = true, .ramps = 1, .error = FIRST_ERROR, .next_wait = FIRST_WAIT};
}

void ctsar__auto_ramp_once(ctsar__auto_course *c)
{
    c->ramps = 1;
    c->ramping = true;
}

/* Is a pass of n iterations like the last one, so that a plan may be trusted? */
static bool alike(const ctsar__auto_course *c, long n)
{
    return (double)n <= OTHER_LENGTH * (double)c->n && (double)c->n <= OTHER_LENGTH * (double)n;
}

bool ctsar__auto_ramps(const ctsar__auto_course *c, long n)
{
    return c->ramps > 0 || !alike(c, n);
}

static void after_ramp(ctsar__auto_course *c, const ctsar__auto_queue *q, long n, bool caches)
{
    bool first = c->n == 0;
    c->ramps -= c->ramps > 0;
    c->ramp_pace = q->over / (double)n;
    c->ramp_idle = ctsar__auto_idle(q);
    c->least_pace = 0;
    if (first && !caches && q->over < SHORT_OVERHEADS * ctsar__auto_largest_overhead(q))
        c->ramps = 1;
}

/* The first pass by a plan that was made anew.  Ramps that are faster than it are kept for a
 * while; else they are not tried for as long. */
static void compare(ctsar__auto_course *c, double pace)
{
    c->anew = c->ramp_pace < RAMP_GAIN * pace;
    *(c->anew ? &c->ramps : &c->wait) = c->next_wait;
    c->next_wait = c->next_wait < LONGEST_WAIT ? 2 * c->next_wait : LONGEST_WAIT;
}

static bool after_plan(ctsar__auto_course *c, const ctsar__auto_queue *q, long n, bool caches,
                       double *scratch)
{
    c->wait -= c->wait > 0;
    c->idle_passes = ctsar__auto_idle(q) > fmax(IDLE_PART, c->ramp_idle) ? c->idle_passes + 1 : 0;
    double error = ctsar__auto_error(q, scratch);
    if (error >= 0)
        c->error += ERROR_WEIGHT * (fmin(error, LARGEST_ERROR) - c->error);
    if (ctsar__auto_moved(q) > IDLE_PART) { /* the plan is for passes that move nothing */
        c->idle_passes = 0;
        return false;
    }
    double pace = q->over / (double)n;
    bool worse = c->ramp_pace > 0 && pace > WORSE * c->ramp_pace;
    if (caches) {
        c->least_pace = c->least_pace > 0 ? fmin(c->least_pace, pace) : pace;
        c->uneven = worse && c->idle_passes >= IDLE_PASSES && /* caches do not do that */
                    c->least_pace > WORSE * c->ramp_pace;
    } else if (c->anew) {
        compare(c, pace);
        return false;
    }
    if (caches ? !c->uneven : !worse && (c->idle_passes < IDLE_PASSES || c->wait > 0))
        return false;
    c->idle_passes = 0;
    c->ramps = TRIAL_RAMPS;
    c->anew = true;
    return true;
}

bool ctsar__auto_proceed(ctsar__auto_course *c, const ctsar__auto_queue *q, long n, bool caches,
                         double *scratch)
{
    bool doubt = false;
    if (c->ramping)
        after_ramp(c, q, n, caches);
    else
        doubt = after_plan(c, q, n, caches, scratch);
    c->ramping = c->ramps > 0;
    return doubt;
}

bool ctsar__auto_hands_out(const ctsar__auto_course *c, const ctsar__auto_queue *q)
{
    return ctsar__team_units(q->team) > 1 && c->error * q->over >= q->costs->decide;
}
