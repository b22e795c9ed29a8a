/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hybrid: chunk_dynamic for the first pass, then adaptive (paper 3.2.3).  The first pass
 * times many ranges all over the iterations, from which the cost of iterations is learned:
 * so work is split, not iterations.  The profile is refined by the next two passes;
 * then only the units' speeds adapt.  With a stated cost there is nothing to learn. */
#include <math.h>
#include <stdlib.h>

#include "sched/math/anneal.h"
#include "base/grow.h"
#include "sched/math/cost.h"
#include "sched/math/doubt.h"
#include "sched/math/plan.h"
#include "sched/math/profile_fit.h"

/* Ranges that the profile needs of each unit, and the pass that it learns from last. */
enum { TRAINING_PIECES = 32, LAST_LEARNED = 3 };

typedef struct hybrid_sched {
    ctsar__sched base;
    ctsar__anneal queue;
    ctsar__doubt doubt;
    ctsar__plan plan;
    ctsar__profile profile;
    ctsar__cost learned;   /* the profile as a cost */
    ctsar__sample *sample; /* of this round in SPLIT mode, one per unit */
    int samples;
    size_t room;
    int pass;    /* that is not empty, from 1 on */
    double over; /* when the first pass was */
} hybrid_sched;

static int hybrid_create(ctsar__sched *s)
{
    hybrid_sched *me = (hybrid_sched *)s;
    s->mode = CTSAR__QUEUE;
    s->admits = true;
    s->one_round = true;
    s->told_every = s->env.costs->told_every;
    ctsar__anneal_init(&me->queue, &s->env);
    me->queue.fewest = TRAINING_PIECES;
    me->learned = ctsar__profile_cost(&me->profile);
    me->pass = 1;
    int status = ctsar__plan_init(&me->plan, s);
    if (!status && (status = ctsar__doubt_init(&me->doubt, s)))
        ctsar__plan_free(&me->plan);
    return status;
}

static void hybrid_destroy(ctsar__sched *s)
{
    hybrid_sched *me = (hybrid_sched *)s;
    ctsar__anneal_free(&me->queue);
    ctsar__doubt_free(&me->doubt);
    ctsar__plan_free(&me->plan);
    ctsar__profile_free(&me->profile);
    free(me->sample);
}

/* ---- The first pass -------------------------------------------------------------- */

static int hybrid_begin(ctsar__sched *s, long n, ctsar__team team)
{
    hybrid_sched *me = (hybrid_sched *)s;
    ctsar__profile_begin(&me->profile, n, team, me->base.env.costs->hand_out);
    int status = ctsar__backoff_begin(&me->plan.backoff, n, team);
    if (!status)
        status = ctsar__anneal_begin(&me->queue, n, team);
    if (!status)
        ctsar__doubt_begin(&me->doubt, &me->plan.backoff, team, me->queue.pieces.cost);
    return status;
}

static bool hybrid_assign(ctsar__sched *s, int unit, double now, ctsar__range *range)
{
    hybrid_sched *me = (hybrid_sched *)s;
    long most = ctsar__doubt_most(&me->doubt, s, unit, now, ctsar__anneal_left(&me->queue));
    bool got = most > 0 && ctsar__anneal_assign(&me->queue, unit, now, most, range);
    if (got)
        ctsar__doubt_gave(&me->doubt, unit, ctsar__range_len(*range));
    return got;
}

static void take_stock(hybrid_sched *me, const ctsar__sample *sample)
{
    if (isfinite(sample->end))
        me->over = fmax(me->over, sample->end);
    ctsar__anneal_complete(&me->queue, sample);
    ctsar__doubt_note(&me->doubt, sample);
    ctsar__profile_add(&me->profile, sample);
    ctsar__backoff_note(&me->plan.backoff, sample, (double)ctsar__range_len(sample->range));
}

/* From what the ranges of the first pass took, the plan's rates and cost. */
static void end_training(hybrid_sched *me, long n, ctsar__team team)
{
    me->base.mode = CTSAR__SPLIT;
    ctsar__doubt_end(&me->doubt, &me->plan.backoff, &me->base);
    me->plan.seconds = me->over;
    bool brief = ctsar__plan_is_short(&me->plan, n, (ctsar__range){0, n}, team, me->over);
    bool learned =
        !me->plan.cost && !brief && !me->base.env.fractions && ctsar__profile_fit(&me->profile);
    if (learned) {
        me->plan.cost = me->plan.rates.cost = &me->learned;
        me->plan.cost_n = me->profile.n;
    }
    for (int u = 0; u < ctsar__team_units(team); u++) {
        ctsar__annealed_total t = ctsar__anneal_total(&me->queue, u);
        if (t.iterations > 0)
            ctsar__rates_set(&me->plan.rates, team, u, t.overhead,
                             learned ? me->profile.p[u] : t.seconds / t.work, t.iterations);
    }
}

/* ---- The passes after it ----------------------------------------------------------- */

static int hybrid_split(const ctsar__sched *s, long n, ctsar__team team, ctsar__split *out)
{
    return ctsar__plan_split(&((const hybrid_sched *)s)->plan, n, (ctsar__range){0, n}, team, out);
}

/* Keeps the sample until the end of the pass, when its n is known. */
static void note(hybrid_sched *me, const ctsar__sample *sample)
{
    ctsar__sample *kept = ctsar__grow(me->sample, &me->room, (size_t)me->samples + 1, sizeof *kept);
    if (!kept)
        return;
    me->sample = kept;
    kept[me->samples++] = *sample;
}

static void hybrid_complete(ctsar__sched *s, const ctsar__sample *sample)
{
    hybrid_sched *me = (hybrid_sched *)s;
    if (s->mode == CTSAR__QUEUE)
        take_stock(me, sample);
    else
        note(me, sample);
}

/* Refines the profile, and with it the rates, by this pass's ranges. */
static bool learn(hybrid_sched *me)
{
    for (int i = 0; i < me->samples; i++)
        ctsar__profile_add(&me->profile, &me->sample[i]);
    if (!ctsar__profile_fit(&me->profile))
        return false;
    for (int i = 0; i < me->samples; i++) {
        const ctsar__sample *s = &me->sample[i];
        ctsar__plan_observe(&me->plan, s); /* which also books it for back-off */
        ctsar__rates_set(&me->plan.rates, s->team, s->unit, fmin(s->fixed, s->seconds),
                         me->profile.p[s->unit], ctsar__range_len(s->range));
    }
    ctsar__plan_forget(&me->plan);
    return true;
}

/* Did a unit fetch what others have written since its last pass?  Then its time is not that of its
 * iterations alone. */
static bool fetched(const hybrid_sched *me)
{
    for (int i = 0; i < me->samples; i++)
        if (me->sample[i].home > 0)
            return true;
    return false;
}

static void end_pass(hybrid_sched *me, long n, ctsar__team team)
{
    bool profiled = me->plan.cost == &me->learned;
    bool same = me->profile.n == n && me->profile.team.cores == team.cores;
    if (profiled && same && me->pass <= LAST_LEARNED && !fetched(me) && learn(me))
        return;
    me->plan.rates.cost = profiled && me->plan.cost_n != n ? NULL : me->plan.cost;
    for (int i = 0; i < me->samples; i++)
        ctsar__plan_observe(&me->plan, &me->sample[i]);
}

static bool hybrid_end(ctsar__sched *s, long n, ctsar__team team)
{
    hybrid_sched *me = (hybrid_sched *)s;
    if (n > 0) {
        if (s->mode == CTSAR__QUEUE)
            end_training(me, n, team);
        else
            end_pass(me, n, team);
        me->pass++;
        ctsar__doubt_hold(&me->doubt, &me->plan.backoff, s, team);
        ctsar__plan_end(&me->plan, s, n, (ctsar__range){0, n}, (ctsar__range){0, n}, team);
        s->told_every = ctsar__plan_told_every(&me->plan, team);
    }
    me->samples = 0;
    return false;
}

static void hybrid_times(const ctsar__sched *s, ctsar__measured *unit)
{
    ctsar__rates_times(&((const hybrid_sched *)s)->plan.rates, unit);
}

const ctsar__sched_ops ctsar__policy_hybrid = {
    .policy = CTSAR_HYBRID,
    .name = "hybrid",
    .size = sizeof(hybrid_sched),
    .create = hybrid_create,
    .destroy = hybrid_destroy,
    .split = hybrid_split,
    .begin = hybrid_begin,
    .assign = hybrid_assign,
    .complete = hybrid_complete,
    .end = hybrid_end,
    .times = hybrid_times,
};
