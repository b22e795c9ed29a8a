/* SPDX-License-Identifier: BSD-3-Clause
 *
 * quick: the first pass begins with a part of 1/div for training, split by default
 * times (those that are guesses are dealt with before, first.h); the rest of it is split by what
 * that part took, and so on as adaptive, in whole passes (paper 3.2.1). */
#include "sched/math/cost.h"
#include "sched/math/first.h"
#include "sched/math/plan.h"

enum { PARTS = 10 };

/* The next round, or the one that is running. */
typedef enum quick_stage { TRAINING, REST, WHOLE } quick_stage;

typedef struct quick_sched {
    ctsar__sched base;
    ctsar__plan plan;
    ctsar__first first;
    quick_stage stage;
} quick_sched;

/* The training has one iteration at least, if there is any. */
static ctsar__range part_of(const ctsar__sched *s, long n, quick_stage stage)
{
    long trained = ctsar__part_of(n, 0, s->env.div ? s->env.div : PARTS).hi;
    trained = trained ? trained : n > 0;
    return (ctsar__range){stage == REST ? trained : 0, stage == TRAINING ? trained : n};
}

static int quick_create(ctsar__sched *s)
{
    quick_sched *me = (quick_sched *)s;
    int status = ctsar__plan_init(&me->plan, s);
    if (!status)
        ctsar__first_start(&me->first, &me->plan);
    return status;
}

static void quick_destroy(ctsar__sched *s)
{
    ctsar__plan_free(&((quick_sched *)s)->plan);
}

static int quick_split(const ctsar__sched *s, long n, ctsar__team team, ctsar__split *out)
{
    const quick_sched *me = (const quick_sched *)s;
    ctsar__range part = ctsar__first_part(&me->first, n, part_of(s, n, me->stage));
    return ctsar__plan_split(&me->plan, n, part, team, out);
}

static void quick_complete(ctsar__sched *s, const ctsar__sample *sample)
{
    ctsar__plan_observe(&((quick_sched *)s)->plan, sample);
}

static bool quick_end(ctsar__sched *s, long n, ctsar__team team)
{
    quick_sched *me = (quick_sched *)s;
    if (n == 0) /* which teaches nothing */
        return false;
    if (ctsar__first_end(&me->first, &me->plan, s, n, part_of(s, n, me->stage), team))
        return true;
    ctsar__range done = ctsar__first_part(&me->first, n, part_of(s, n, me->stage));
    /* With div 1 the training is the whole pass. */
    bool more = me->stage == TRAINING && ctsar__range_len(part_of(s, n, REST)) > 0;
    me->stage = more ? REST : WHOLE;
    ctsar__first_again(&me->first, &me->plan, s, n, more ? done.hi : 0, team);
    if (ctsar__range_len(done) > 0)
        ctsar__plan_end(&me->plan, s, n, done,
                        ctsar__first_part(&me->first, n, part_of(s, n, me->stage)), team);
    return more;
}

/* What was trained stays. */
static void quick_abandon(ctsar__sched *s)
{
    quick_sched *me = (quick_sched *)s;
    me->stage = me->stage == TRAINING ? TRAINING : WHOLE;
    ctsar__first_leave(&me->first, &me->plan);
}

static void quick_times(const ctsar__sched *s, ctsar__measured *unit)
{
    ctsar__rates_times(&((const quick_sched *)s)->plan.rates, unit);
}

const ctsar__sched_ops ctsar__policy_quick = {
    .policy = CTSAR_QUICK,
    .name = "quick",
    .size = sizeof(quick_sched),
    .create = quick_create,
    .destroy = quick_destroy,
    .split = quick_split,
    .complete = quick_complete,
    .end = quick_end,
    .abandon = quick_abandon,
    .times = quick_times,
};
