/* SPDX-License-Identifier: BSD-3-Clause
 *
 * split: every pass in `div` equal parts, each of which is to adaptive as a whole pass
 * (paper 3.2.1).  For loops that cannot bear a whole pass with a poor split, or
 * have only one.  Parts without iterations, where there are fewer than `div`, are passed
 * over. */
#include "sched/math/cost.h"
#include "sched/math/first.h"
#include "sched/math/plan.h"

enum { PARTS = 10 };

typedef struct split_sched {
    ctsar__sched base;
    ctsar__plan plan;
    ctsar__first first;
    int part; /* the next one, or the one that is running */
} split_sched;

static int parts(const ctsar__sched *s)
{
    return s->env.div ? s->env.div : PARTS;
}

/* The first part from k on that has iterations; the number of parts where there is none. */
static int filled(const ctsar__sched *s, long n, int k)
{
    int div = parts(s);
    if (n >= div || k == div)
        return k;
    long before = ctsar__part_of(n, k, div).lo;
    return n > before ? (int)(((before + 1) * div + n - 1) / n) - 1 : div;
}

static ctsar__range part_of(const ctsar__sched *s, long n, int k)
{
    int part = filled(s, n, k);
    return part < parts(s) ? ctsar__part_of(n, part, parts(s)) : (ctsar__range){n, n};
}

static int split_create(ctsar__sched *s)
{
    split_sched *me = (split_sched *)s;
    int status = ctsar__plan_init(&me->plan, s);
    if (!status)
        ctsar__first_start(&me->first, &me->plan);
    return status;
}

static void split_destroy(ctsar__sched *s)
{
    ctsar__plan_free(&((split_sched *)s)->plan);
}

static int split_split(const ctsar__sched *s, long n, ctsar__team team, ctsar__split *out)
{
    const split_sched *me = (const split_sched *)s;
    ctsar__range part = ctsar__first_part(&me->first, n, part_of(s, n, me->part));
    return ctsar__plan_split(&me->plan, n, part, team, out);
}

static void split_complete(ctsar__sched *s, const ctsar__sample *sample)
{
    ctsar__plan_observe(&((split_sched *)s)->plan, sample);
}

/* The next part with iterations, the first one of the next pass if there is none. */
static int next_part(const ctsar__sched *s, long n, int k)
{
    int running = filled(s, n, k), next = running < parts(s) ? filled(s, n, running + 1) : running;
    return next < parts(s) ? next : 0;
}

static bool split_end(ctsar__sched *s, long n, ctsar__team team)
{
    split_sched *me = (split_sched *)s;
    if (n > 0 && ctsar__first_end(&me->first, &me->plan, s, n, part_of(s, n, me->part), team))
        return true;
    ctsar__range done = ctsar__first_part(&me->first, n, part_of(s, n, me->part));
    me->part = next_part(s, n, me->part);
    ctsar__first_again(&me->first, &me->plan, s, n, me->part > 0 ? done.hi : 0, team);
    if (ctsar__range_len(done) > 0)
        ctsar__plan_end(&me->plan, s, n, done,
                        ctsar__first_part(&me->first, n, part_of(s, n, me->part)), team);
    return me->part > 0;
}

static void split_abandon(ctsar__sched *s)
{
    ((split_sched *)s)->part = 0;
    ctsar__first_leave(&((split_sched *)s)->first, &((split_sched *)s)->plan);
}

static void split_times(const ctsar__sched *s, ctsar__measured *unit)
{
    ctsar__rates_times(&((const split_sched *)s)->plan.rates, unit);
}

const ctsar__sched_ops ctsar__policy_split = {
    .policy = CTSAR_SPLIT,
    .name = "split",
    .size = sizeof(split_sched),
    .create = split_create,
    .destroy = split_destroy,
    .split = split_split,
    .complete = split_complete,
    .end = split_end,
    .abandon = split_abandon,
    .times = split_times,
};
