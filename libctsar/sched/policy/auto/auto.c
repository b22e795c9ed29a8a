/* SPDX-License-Identifier: BSD-3-Clause
 *
 * auto: decides after each pass how to hand out the next one (course.h): as a ramp (ramp.h), by a
 * plan (plan.h), or as a plain split.  Here is what policies do: rounds, and what their ranges
 * tell. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "sched/math/cost.h"
#include "base/grow.h"
#include "sched/math/plan.h"
#include "sched/policy/auto/course.h"
#include "sched/policy/auto/learned.h"
#include "sched/policy/auto/plan.h"
#include "sched/policy/auto/ramp.h"

#define LEAST_VARIABLE 0.05 /* of a range's time, however large its overhead */
#define RAMP_TRUST 0.1      /* the part of the last pass's iterations that counts in a ramp */

typedef struct auto_sched {
    ctsar__sched base;
    ctsar__plan plan;
    ctsar__auto_course course;   /* what comes next */
    ctsar__auto_learned learned; /* what iterations cost */
    ctsar__auto_queue queue;     /* the round that runs */
    ctsar__split split;          /* the plan's boundaries in it */
    double *scratch;             /* two numbers for each unit */
    bool opened;                 /* a round runs: it has begun, or a sample of it has come */
} auto_sched;

static auto_sched *of(ctsar__sched *s)
{
    return (auto_sched *)s;
}

/* ---- Life --------------------------------------------------------------------- */

static int auto_create(ctsar__sched *s)
{
    auto_sched *a = of(s);
    a->split.n = -1;
    ctsar__auto_start(&a->course);
    s->told_every = s->env.costs->told_every;
    s->mode = CTSAR__QUEUE;
    s->admits = true;
    s->one_round = true;
    s->cores_first = s->env.accs > 0 && s->env.backoff == CTSAR_BACKOFF_FILL;
    a->queue.costs = s->env.costs;
    return ctsar__plan_init(&a->plan, s);
}

static void auto_destroy(ctsar__sched *s)
{
    auto_sched *a = of(s);
    ctsar__plan_free(&a->plan);
    ctsar__profile_free(&a->learned.profile);
    ctsar__split_free(&a->split);
    free(a->queue.unit);
    free(a->scratch);
}

static int reserve(auto_sched *a, int units)
{
    ctsar__auto_queue *q = &a->queue;
    if (units <= q->room)
        return CTSAR_OK;
    if (!ctsar__resize(&q->unit, (size_t)units, sizeof *q->unit) ||
        !ctsar__resize(&a->scratch, 2 * (size_t)units, sizeof *a->scratch))
        return ctsar__error(CTSAR_ENOMEM, "no memory for the ranges of %d units", units);
    q->room = units;
    return CTSAR_OK;
}

static bool measured(const ctsar__rates *r, ctsar__team team, int unit)
{
    int acc = unit - team.cores;
    return acc >= 0 ? r->acc[acc].seen > 0 : unit < r->cores && r->core[unit].seen > 0;
}

/* In a pass of n iterations. */
static bool works(const auto_sched *a, long n, ctsar__team team, int unit)
{
    return ctsar__standing_allows(&a->plan.backoff, team, unit, n) == LONG_MAX;
}

/* The units as they are known before a round.  A core never seen is like the slowest one,
 * which is good enough to plan with. */
static int open_units(auto_sched *a, long n, ctsar__team team)
{
    ctsar__auto_queue *q = &a->queue;
    int units = ctsar__team_units(team), status = reserve(a, units);
    status = status ? status : ctsar__split_reserve(&a->split, units);
    if (status)
        return status;
    double *o = a->scratch, *p = o + units;
    ctsar__rates_view(&a->plan.rates, team, o, p);
    bool same = ctsar__same_team(q->team, team);
    for (int u = 0; u < units; u++) {
        long before = same ? ctsar__auto_before(&q->unit[u]) : LONG_MAX;
        double pace = same ? q->unit[u].pace : 0;
        bool known = a->course.n > 0 && (u < team.cores || measured(&a->plan.rates, team, u));
        q->unit[u] =
            (ctsar__auto_unit){.o = o[u],
                               .p = known ? p[u] : 0,
                               .learns = !known,
                               .out = a->base.mode == CTSAR__SPLIT && !works(a, n, team, u),
                               .late = ctsar__is_late(&a->base.env, team, u),
                               .before = before,
                               .pace = pace,
                               .fetch.most = INFINITY,
                               .error = -1};
    }
    q->n = n;
    q->team = team;
    a->queue.over = 0;
    a->opened = true;
    return CTSAR_OK;
}

/* ---- The plan ------------------------------------------------------------------ */

static int auto_split(const ctsar__sched *s, long n, ctsar__team team, ctsar__split *out)
{
    return ctsar__plan_split(&((const auto_sched *)s)->plan, n, (ctsar__range){0, n}, team, out);
}

static int begin_plan(auto_sched *a, long n, ctsar__team team)
{
    ctsar__auto_queue *q = &a->queue;
    int status = ctsar__sched_split(&a->base, n, team, &a->split);
    if (status)
        return status;
    q->profile = q->cost == &a->learned.cost ? &a->learned.profile : NULL;
    ctsar__auto_begin_plan(q, &a->split, a->course.error);
    return CTSAR_OK;
}

/* ---- A round ----------------------------------------------------------------- */

/* A ramp starts from what iterations took in the last round, whatever the profile says. */
static void ramp_from(ctsar__auto_unit *u, bool works)
{
    u->out = !works;
    if (u->learns || !(u->pace > 0))
        return;
    u->p = u->pace;
    u->work = (double)u->before * RAMP_TRUST;
    u->taken = u->p * u->work;
}

/* Nothing is known of it, and it may be left out. */
static bool is_doubtful(const auto_sched *a, long n, ctsar__team team, int unit)
{
    return unit >= team.cores && team.cores > 0 && a->base.env.backoff == CTSAR_BACKOFF_FILL &&
           !measured(&a->plan.rates, team, unit) && works(a, n, team, unit);
}

static bool any_is_doubtful(const auto_sched *a, long n, ctsar__team team)
{
    for (int u = team.cores; u < ctsar__team_units(team); u++)
        if (is_doubtful(a, n, team, u))
            return true;
    return false;
}

static int auto_begin(ctsar__sched *s, long n, ctsar__team team)
{
    auto_sched *a = of(s);
    ctsar__auto_queue *q = &a->queue;
    int status = open_units(a, n, team);
    status = status ? status : ctsar__backoff_begin(&a->plan.backoff, n, team);
    if (status)
        return status;
    q->move = s->env.move.seconds ? &s->env.move : NULL;
    bool ramp = a->course.ramping = ctsar__auto_ramps(&a->course, n);
    ctsar__auto_teach(&a->learned, &a->plan, ramp, n, team);
    q->profile = NULL;
    q->cost = ramp ? ctsar__cost_usable(&s->env.cost, n) : ctsar__plan_cost(&a->plan, n);
    if (!ramp)
        return begin_plan(a, n, team);
    for (int u = 0; u < ctsar__team_units(team); u++) {
        ramp_from(&q->unit[u], works(a, n, team, u));
        q->unit[u].doubtful = is_doubtful(a, n, team, u);
    }
    ctsar__auto_begin_ramp(q);
    return CTSAR_OK;
}

/* Nobody has a range, or asks for one. */
static void forget_ranges(ctsar__auto_queue *q)
{
    for (int u = 0; u < ctsar__team_units(q->team); u++) {
        q->unit[u].ranges = 0;
        q->unit[u].left = true;
    }
}

static bool auto_assign(ctsar__sched *s, int unit, double now, ctsar__range *range)
{
    auto_sched *a = of(s);
    ctsar__auto_queue *q = &a->queue;
    ctsar__auto_unit *u = &q->unit[unit];
    if (!isfinite(now))
        now = u->due;
    if (unit < q->team.cores)
        ctsar__auto_set_free(q, u);
    if (s->alone)
        forget_ranges(q);
    u->most = ctsar__backoff_take(&a->plan.backoff, q->team, unit);
    bool got = (u->most > 0 || !ctsar__auto_others_ask(q, unit, now)) &&
               (a->course.ramping ? ctsar__auto_ramp(q, unit, now, range, &s->later)
                                  : ctsar__auto_plan(q, unit, now, range));
    u->left = !got && u->ranges == 0 && s->later == 0;
    if (!got)
        return false;
    double work = ctsar__auto_work(q, range->lo, range->hi);
    u->start = ctsar__auto_free(u, now);
    u->ranges++;
    ctsar__auto_count_running(q, u, now, 1);
    u->pieces++;
    u->last = ctsar__range_len(*range);
    u->iterations += u->last;
    u->expects = u->p > 0 ? u->o + u->p * work : 0;
    double moves = ctsar__auto_moves(q, unit, *range);
    u->due = u->start + u->expects + moves;
    u->coming = u->ranges > 1 ? u->coming + moves : moves;
    return true;
}

/* The first sample of a round that was split begins it. */
static bool open_split(auto_sched *a, ctsar__team team)
{
    if (a->base.mode != CTSAR__SPLIT || open_units(a, a->course.n, team))
        return false;
    a->learned.profiling = false;
    a->queue.cost = ctsar__plan_cost(&a->plan, a->course.n);
    return true;
}

static bool is_time(double t)
{
    return t >= 0 && isfinite(t);
}

static void auto_complete(ctsar__sched *s, const ctsar__sample *sample)
{
    auto_sched *a = of(s);
    ctsar__auto_queue *q = &a->queue;
    if (!a->opened && !open_split(a, sample->team))
        return;
    if (sample->unit < 0 || sample->unit >= ctsar__team_units(q->team) ||
        !ctsar__same_team(sample->team, q->team) || ctsar__range_len(sample->range) == 0)
        return;
    ctsar__auto_unit *u = &q->unit[sample->unit];
    double work = ctsar__auto_work(q, sample->range.lo, sample->range.hi);
    u->cold = u->learns && u->pieces == 1 && sample->unit >= q->team.cores;
    if (s->mode == CTSAR__SPLIT) {
        u->expects = u->o + u->p * work;
        u->iterations = ctsar__range_len(sample->range);
    }
    ctsar__auto_set_free(q, u);
    if (isfinite(sample->end))
        u->due = u->ranges > 0 ? fmax(u->due, sample->end) : sample->end;
    if (!is_time(sample->seconds) || !is_time(sample->fixed) || !(work > 0))
        return;
    double variable = fmax(sample->seconds - sample->fixed, LEAST_VARIABLE * sample->seconds);
    ctsar__auto_note_error(u, sample->seconds, work);
    a->queue.over = fmax(a->queue.over, s->mode == CTSAR__SPLIT ? sample->seconds : u->due);
    u->busy_seconds += sample->seconds;
    if (s->mode == CTSAR__QUEUE && sample->seconds > 0) {
        double moved = fmax(u->due - u->start - sample->seconds, 0);
        u->moved += moved;
        u->coming = u->ranges > 0 ? fmax(u->coming - moved, 0) : 0;
    }
    u->o = sample->fixed;
    ctsar__auto_learn(q, u, a->course.ramping, variable, work);
    if (u->cold) {
        u->first = *sample;
        u->taken = u->work = 0;
        return;
    }
    if (sample->home > 0) /* copies that others cause are no cost of iterations */
        a->learned.profiling = false;
    if (a->learned.profiling)
        ctsar__profile_add(&a->learned.profile, sample);
    ctsar__backoff_note(&a->plan.backoff, sample, work);
    u->variable += variable;
    u->timed_iterations += ctsar__range_len(sample->range);
    u->overheads += sample->seconds - variable;
    u->done_work += work;
    u->timed++;
}

/* ---- After it -------------------------------------------------------------------- */

/* Books what each unit did as if it had been one pass over all iterations: however much it had,
 * it is compared with itself. */
static void book_rates(auto_sched *a, long n)
{
    const ctsar__auto_queue *q = &a->queue;
    double all = ctsar__auto_work(q, 0, n);
    const ctsar__cost *cost = a->plan.rates.cost;
    a->plan.rates.cost = q->cost;
    for (int i = 0; i < ctsar__team_units(q->team); i++) {
        const ctsar__auto_unit *u = &q->unit[i];
        if (!u->timed)
            continue;
        double o = u->overheads / u->timed;
        (works(a, n, q->team, i) ? ctsar__rates_observe : ctsar__rates_replace)(
            &a->plan.rates, &(ctsar__sample){.unit = i,
                                             .team = q->team,
                                             .range = {0, n},
                                             .seconds = o + u->variable / u->done_work * all,
                                             .fixed = o});
    }
    a->plan.rates.cost = cost;
}

/* What accelerators did in a ramp that it knew nothing of.  Who was not tried waits for a probe,
 * unless it was not ready, so that it is tried in the ramp that follows when it is.  A first range,
 * though a slow start may be in it, tells more than default times. */
static void judge_doubtful(auto_sched *a)
{
    const ctsar__auto_queue *q = &a->queue;
    for (int i = q->team.cores; i < ctsar__team_units(q->team); i++) {
        const ctsar__auto_unit *u = &q->unit[i];
        if (u->doubtful && u->pieces == 0 && !u->late)
            ctsar__backoff_hold(&a->plan.backoff, &a->base, q->team, i);
        else if (u->doubtful && !u->timed && ctsar__range_len(u->first.range) > 0)
            ctsar__rates_replace(&a->plan.rates, &u->first);
    }
}

/* In short passes on cores it is not the iteration that decides what it takes. */
static bool caches_decide(const auto_sched *a)
{
    const ctsar__auto_queue *q = &a->queue;
    return ctsar__plan_is_short(&a->plan, q->n, (ctsar__range){0, q->n}, q->team, q->over);
}

static ctsar__mode next_mode(const auto_sched *a)
{
    bool queue = a->course.ramps > 0 ||
                 (ctsar__auto_hands_out(&a->course, &a->queue) && !caches_decide(a) &&
                  !ctsar__backoff_one_works(&a->plan.backoff, a->queue.team, a->queue.n));
    return queue ? CTSAR__QUEUE : CTSAR__SPLIT;
}

static bool auto_end(ctsar__sched *s, long n, ctsar__team team)
{
    auto_sched *a = of(s);
    if (!a->opened || n <= 0)
        return false;
    a->opened = false;
    if (!ctsar__same_team(team, a->queue.team) || !(a->queue.over > 0))
        return false;
    bool ramp = a->course.ramping, caches = caches_decide(a);
    ctsar__auto_note_paces(&a->queue, s->env.cost.work);
    if (ctsar__backoff_compares(&a->plan.backoff, team,
                                n)) /* which says nothing of how it was handed out */
        ramp = false;
    else if (ctsar__auto_proceed(&a->course, &a->queue, n, caches, a->scratch))
        a->learned.trial = true;
    if (a->course.ramping ||
        !ctsar__auto_learn_profile(&a->learned, &a->plan, &a->queue, ramp, caches))
        book_rates(a, n);
    if (ramp)
        judge_doubtful(a);
    a->plan.seconds = a->queue.over;
    a->plan.uneven = a->course.uneven;
    a->course.n = n;
    ctsar__plan_end(&a->plan, s, n, (ctsar__range){0, n}, (ctsar__range){0, n}, team);
    s->told_every = ctsar__plan_told_every(&a->plan, team);
    if (!a->course.ramping && any_is_doubtful(a, n, team))
        ctsar__auto_ramp_once(&a->course);
    s->mode = next_mode(a);
    s->admits = a->course.ramping;
    s->cores_first = a->course.ramping && any_is_doubtful(a, n, team);
    return false;
}

static void auto_times(const ctsar__sched *s, ctsar__measured *unit)
{
    ctsar__rates_times(&((const auto_sched *)s)->plan.rates, unit);
}

const ctsar__sched_ops ctsar__policy_auto = {
    .policy = CTSAR_AUTO,
    .name = "auto",
    .size = sizeof(auto_sched),
    .create = auto_create,
    .destroy = auto_destroy,
    .split = auto_split,
    .begin = auto_begin,
    .assign = auto_assign,
    .complete = auto_complete,
    .end = auto_end,
    .times = auto_times,
};
