/* SPDX-License-Identifier: BSD-3-Clause
 *
 * auto: decides after each pass how to hand out the next one.
 *   The first pass is a ramp (auto_ramp.c), which times ranges all over the iteration space: enough
 *   for a cost profile.  Where overhead is a large part of a pass, a second ramp follows, which
 *   starts from known speeds.
 *   Then passes follow a plan (auto_plan.c).  How much of it is held back depends on how well
 *   times were predicted.  Where that is less than hand-outs cost, the plan is a plain split.
 *   If units wait for each other in two passes running, iterations do not cost what they did:
 *   ramps are tried, and kept for as long as they are faster. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "auto.h"
#include "backoff.h"
#include "cost.h"
#include "plan.h"
#include "profile.h"

#define FIRST_ERROR 0.25      /* of predicted times, before any was seen */
#define SHORT_OVERHEADS 160.0 /* a pass of fewer overheads is ramped twice */
#define IDLE_PART 0.08        /* of the units' speed: the plan is wrong */
#define LEAST_VARIABLE 0.05   /* of a range's time, however large its overhead */
#define ERROR_WEIGHT 0.5
#define LARGEST_ERROR 0.5 /* what a single pass may count for */
#define RAMP_TRUST 0.1    /* the part of the last pass's iterations that counts in a ramp */
#define WORSE 1.2         /* times as long as a ramp: the plan is wrong, at once */
#define RAMP_GAIN 0.97    /* the part of a plan's time that a ramp must beat */
#define OTHER_LENGTH 2.0  /* a pass so many times longer or shorter is ramped */
enum {
    IDLE_PASSES = 2,
    TRIAL_RAMPS = 2,
    PLAN_FITS = 2,
    FIRST_WAIT = 8,
    LONGEST_WAIT = 128,
    RAMPS_LEARNED = 2 /* that a profile is made of at most */
};

typedef struct auto_sched {
    ctsar__sched base;
    ctsar__plan plan;
    ctsar__profile profile;
    ctsar__cost learned; /* the profile's */
    int fits;            /* of the profile since the last ramp */
    int taught;          /* ramps that its timings are of */
    bool profiling;      /* the sub-pass that runs teaches it */
    bool trial;          /* what it was learned from is in doubt */
    ctsar__auto_queue queue;
    ctsar__split split; /* the plan's boundaries in the sub-pass that runs */
    double *scratch;    /* two numbers for each unit */
    bool opened;        /* a sub-pass runs: it has begun, or a sample of it has come */
    bool ramping;       /* it is a ramp, or the next one is */
    int ramps;          /* still to come, that one included */
    long n;             /* iterations of the last pass that was not empty; 0: none yet */
    double error;       /* of predictions, relative */
    int idle_passes;    /* in a row */
    int wait;           /* passes until ramps may be tried ... */
    int next_wait;      /* ... after they have failed */
    double ramp_idle;   /* part of the units' speed in the last ramp */
    double ramp_pace;   /* seconds per iteration of the last ramp; 0: none yet */
    double usual_pace;  /* of the planned passes since, later ones counting for more; 0: none */
    double plan_pace;   /* seconds per iteration of the plan that ramps try to beat; 0: none */
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
    a->ramping = true;
    a->ramps = 1;
    a->error = FIRST_ERROR;
    a->next_wait = FIRST_WAIT;
    s->told_every = CTSAR__TOLD_EVERY;
    s->mode = CTSAR__QUEUE;
    return ctsar__plan_init(&a->plan, s);
}

static void auto_destroy(ctsar__sched *s)
{
    auto_sched *a = of(s);
    ctsar__plan_free(&a->plan);
    ctsar__profile_free(&a->profile);
    ctsar__split_free(&a->split);
    free(a->queue.unit);
    free(a->scratch);
}

static int reserve(auto_sched *a, int units)
{
    ctsar__auto_queue *q = &a->queue;
    if (units <= q->room)
        return CTSAR_OK;
    ctsar__auto_unit *unit = realloc(q->unit, (size_t)units * sizeof *unit);
    if (unit)
        q->unit = unit;
    double *scratch = unit ? realloc(a->scratch, 2 * (size_t)units * sizeof *scratch) : NULL;
    if (!scratch)
        return ctsar__error(CTSAR_ENOMEM, "no memory for the ranges of %d units", units);
    a->scratch = scratch;
    q->room = units;
    return CTSAR_OK;
}

static bool same_team(ctsar__team a, ctsar__team b)
{
    return a.cores == b.cores && a.accs == b.accs;
}

static bool measured(const ctsar__rates *r, ctsar__team team, int unit)
{
    int acc = unit - team.cores;
    return acc >= 0 ? r->acc[acc].seen > 0 : unit < r->cores && r->core[unit].seen > 0;
}

/* The units as they are known before a sub-pass.  A core never seen is like the slowest one,
 * which is good enough to plan with. */
static int open_units(auto_sched *a, long n, ctsar__team team)
{
    ctsar__auto_queue *q = &a->queue;
    int units = ctsar__team_units(team), status = reserve(a, units);
    if (!status)
        status = ctsar__split_reserve(&a->split, units);
    if (status)
        return status;
    double *o = a->scratch, *p = o + units;
    ctsar__rates_view(&a->plan.rates, team, o, p);
    bool same = same_team(q->team, team);
    for (int u = 0; u < units; u++) {
        long before = same ? q->unit[u].iterations : LONG_MAX;
        double pace = same ? q->unit[u].pace : 0;
        bool known = a->n > 0 && (u < team.cores || measured(&a->plan.rates, team, u));
        q->unit[u] = (ctsar__auto_unit){.o = o[u],
                                        .p = known ? p[u] : 0,
                                        .learns = !known,
                                        .before = before,
                                        .pace = pace,
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
    q->profile = q->cost == &a->learned ? &a->profile : NULL;
    ctsar__auto_begin_plan(q, &a->split, a->error);
    return CTSAR_OK;
}

/* ---- The cost profile ------------------------------------------------------------ */

/* May the sub-pass that begins teach something?  A cost that the user states is not learned. */
static bool profiles(const auto_sched *a, long n, ctsar__team team)
{
    if (a->base.env.cost.work)
        return false;
    bool same = a->profile.n == n && same_team(a->profile.team, team);
    return a->ramping || (same && a->fits < PLAN_FITS);
}

/* Before a ramp.  Timings of other iterations are forgotten, those in doubt, and those of ramps
 * long ago. */
static void forget_timings(auto_sched *a, long n, ctsar__team team)
{
    bool others = a->profile.n != n || !same_team(a->profile.team, team);
    if (others) {
        a->plan.cost = a->plan.rates.cost = NULL;
        ctsar__plan_forget(&a->plan);
    }
    if (others || a->trial || a->taught == RAMPS_LEARNED) {
        ctsar__profile_forget(&a->profile);
        a->taught = 0;
    }
    a->taught++;
    a->trial = false;
    ctsar__profile_begin(&a->profile, n, team);
}

/* The profile tells only iterations of the n apart that it is of. */
static const ctsar__cost *plan_cost(const auto_sched *a, long n)
{
    bool fits = a->plan.cost_n == 0 || a->plan.cost_n == n;
    return fits ? ctsar__cost_usable(a->plan.cost, n) : NULL;
}

/* ---- A sub-pass ----------------------------------------------------------------- */

/* Is a pass of n iterations like the last one, so that a plan may be trusted? */
static bool alike(const auto_sched *a, long n)
{
    return (double)n <= OTHER_LENGTH * (double)a->n && (double)a->n <= OTHER_LENGTH * (double)n;
}

/* A ramp starts from what iterations took in the last sub-pass, whatever the profile says. */
static void ramp_from(ctsar__auto_unit *u, long most)
{
    u->out = most < LONG_MAX;
    if (u->learns || !(u->pace > 0))
        return;
    u->p = u->pace;
    u->work = (double)u->before * RAMP_TRUST;
    u->taken = u->p * u->work;
}

static int auto_begin(ctsar__sched *s, long n, ctsar__team team)
{
    auto_sched *a = of(s);
    ctsar__auto_queue *q = &a->queue;
    int status = open_units(a, n, team);
    if (!status)
        status = ctsar__backoff_begin(&a->plan.backoff, team);
    if (status)
        return status;
    q->move = s->env.move.seconds ? &s->env.move : NULL;
    a->ramping = a->ramps > 0 || !alike(a, n);
    a->profiling = profiles(a, n, team);
    if (a->profiling && a->ramping)
        forget_timings(a, n, team);
    q->profile = NULL;
    q->cost = a->ramping ? ctsar__cost_usable(&s->env.cost, n) : plan_cost(a, n);
    if (!a->ramping)
        return begin_plan(a, n, team);
    for (int u = 0; u < ctsar__team_units(team); u++)
        ramp_from(&q->unit[u], ctsar__backoff_allows(&a->plan.backoff, team, u));
    ctsar__auto_begin_ramp(q);
    return CTSAR_OK;
}

static bool auto_assign(ctsar__sched *s, int unit, double now, ctsar__range *range)
{
    auto_sched *a = of(s);
    ctsar__auto_queue *q = &a->queue;
    ctsar__auto_unit *u = &q->unit[unit];
    if (!isfinite(now))
        now = u->due;
    if (u->busy)
        ctsar__auto_count_running(q, u, u->start, -1);
    u->busy = false;
    u->most = ctsar__backoff_take(&a->plan.backoff, q->team, unit);
    bool got = (u->most > 0 || !ctsar__auto_others_ask(q, unit, now)) &&
               (a->ramping ? ctsar__auto_ramp(q, unit, now, range)
                           : ctsar__auto_plan(q, unit, now, range));
    u->left = !got;
    if (!got)
        return false;
    double work = ctsar__auto_work(q, range->lo, range->hi);
    u->busy = true;
    ctsar__auto_count_running(q, u, now, 1);
    u->pieces++;
    u->last = ctsar__range_len(*range);
    u->iterations += u->last;
    u->expects = u->p > 0 ? u->o + u->p * work : 0;
    u->start = now;
    u->due = now + u->expects + (a->ramping ? 0 : ctsar__auto_moves(q, unit, *range));
    return true;
}

/* The first sample of a sub-pass that was split begins it. */
static bool open_split(auto_sched *a, ctsar__team team)
{
    if (a->base.mode != CTSAR__SPLIT || open_units(a, a->n, team))
        return false;
    a->profiling = false;
    a->queue.cost = plan_cost(a, a->n);
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
        !same_team(sample->team, q->team) || ctsar__range_len(sample->range) == 0)
        return;
    ctsar__auto_unit *u = &q->unit[sample->unit];
    double work = ctsar__auto_work(q, sample->range.lo, sample->range.hi);
    u->cold = u->learns && u->pieces == 1 && sample->unit >= q->team.cores;
    if (s->mode == CTSAR__SPLIT)
        u->expects = u->o + u->p * work;
    if (u->busy)
        ctsar__auto_count_running(q, u, u->start, -1);
    u->busy = false;
    if (isfinite(sample->end))
        u->due = sample->end;
    if (!is_time(sample->seconds) || !is_time(sample->fixed) || !(work > 0))
        return;
    double variable = fmax(sample->seconds - sample->fixed, LEAST_VARIABLE * sample->seconds);
    ctsar__auto_note_error(u, sample->seconds, work);
    a->queue.over = fmax(a->queue.over, s->mode == CTSAR__SPLIT ? sample->seconds : u->due);
    u->busy_seconds += sample->seconds;
    if (s->mode == CTSAR__QUEUE && sample->seconds > 0)
        u->moved += fmax(u->due - u->start - sample->seconds, 0);
    u->o = sample->fixed;
    ctsar__auto_learn(q, u, a->ramping, variable, work);
    if (u->cold) {
        u->taken = u->work = 0;
        return;
    }
    if (a->profiling)
        ctsar__profile_add(&a->profile, sample);
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
        ctsar__rates_observe(&a->plan.rates,
                             &(ctsar__sample){.unit = i,
                                              .team = q->team,
                                              .range = {0, n},
                                              .seconds = o + u->variable / u->done_work * all,
                                              .fixed = o});
    }
    a->plan.rates.cost = cost;
}

/* In short passes on cores it is not the iteration that decides what it takes. */
static bool caches_decide(const auto_sched *a)
{
    const ctsar__auto_queue *q = &a->queue;
    return ctsar__plan_is_short(&a->plan, q->n, (ctsar__range){0, q->n}, q->team, q->over);
}

/* What was learned in a pass that took longer than they do as a rule. */
static void forget_profile(auto_sched *a)
{
    if (a->plan.cost != &a->learned)
        return;
    a->plan.cost = a->plan.rates.cost = NULL;
    ctsar__plan_forget(&a->plan);
}

static void use_profile(auto_sched *a)
{
    const ctsar__auto_queue *q = &a->queue;
    a->learned = (ctsar__cost){ctsar__profile_work, &a->profile};
    a->plan.cost = a->plan.rates.cost = &a->learned;
    a->plan.cost_n = q->n;
    ctsar__plan_forget(&a->plan);
    for (int i = 0; i < ctsar__team_units(q->team); i++)
        ctsar__rates_set(&a->plan.rates, q->team, i, q->unit[i].o, a->profile.p[i], q->n);
}

/* Learns the cost profile, and the units' speeds with it.  False: there is none. */
static bool learn_profile(auto_sched *a, bool ramp)
{
    if (caches_decide(a)) {
        forget_profile(a);
        return false;
    }
    if (!a->profiling || !ctsar__profile_fit(&a->profile))
        return false;
    a->fits = ramp ? 0 : a->fits + 1;
    use_profile(a);
    return true;
}

static void after_ramp(auto_sched *a, long n)
{
    bool first = a->n == 0;
    a->ramps -= a->ramps > 0;
    a->ramp_pace = a->queue.over / (double)n;
    a->ramp_idle = ctsar__auto_idle(&a->queue);
    if (first && !caches_decide(a) &&
        a->queue.over < SHORT_OVERHEADS * ctsar__auto_largest_overhead(&a->queue))
        a->ramps = 1;
    if (a->ramps > 0 || a->plan_pace == 0)
        return;
    if (a->ramp_pace < RAMP_GAIN * a->plan_pace) {
        a->ramps = a->next_wait;
    } else {
        a->wait = a->next_wait;
    }
    a->next_wait = a->next_wait < LONGEST_WAIT ? 2 * a->next_wait : LONGEST_WAIT;
    a->plan_pace = 0;
}

static void after_plan(auto_sched *a, long n)
{
    a->wait -= a->wait > 0;
    a->idle_passes =
        ctsar__auto_idle(&a->queue) > fmax(IDLE_PART, a->ramp_idle) ? a->idle_passes + 1 : 0;
    double error = ctsar__auto_error(&a->queue, a->scratch);
    if (error >= 0)
        a->error += ERROR_WEIGHT * (fmin(error, LARGEST_ERROR) - a->error);
    double pace = a->queue.over / (double)n;
    a->usual_pace = a->usual_pace > 0 ? (a->usual_pace + pace) / 2 : pace;
    bool worse = a->ramp_pace > 0 && pace > WORSE * a->ramp_pace;
    if (caches_decide(a) || (!worse && (a->idle_passes < IDLE_PASSES || a->wait > 0)))
        return;
    a->idle_passes = 0;
    a->plan_pace = a->usual_pace; /* one slow pass says little */
    a->usual_pace = 0;
    a->ramps = TRIAL_RAMPS;
    a->trial = true;
}

/* Hand-outs pay where predictions are wrong by more than they cost, and what they cost is known. */
static ctsar__mode next_mode(const auto_sched *a)
{
    if (a->ramps > 0 || !ctsar__backoff_free_for_all(&a->plan.backoff, a->queue.team))
        return CTSAR__QUEUE;
    bool split = ctsar__team_units(a->queue.team) == 1 ||
                 a->error * a->queue.over < CTSAR__LEAST_GAIN || caches_decide(a);
    return split ? CTSAR__SPLIT : CTSAR__QUEUE;
}

static bool auto_end(ctsar__sched *s, long n, ctsar__team team)
{
    auto_sched *a = of(s);
    if (!a->opened || n <= 0)
        return false;
    a->opened = false;
    if (!same_team(team, a->queue.team) || !(a->queue.over > 0))
        return false;
    bool ramp = a->ramping;
    ctsar__auto_note_paces(&a->queue, s->env.cost.work);
    if (ramp)
        after_ramp(a, n);
    else
        after_plan(a, n);
    a->ramping = a->ramps > 0;
    if (a->ramping || !learn_profile(a, ramp))
        book_rates(a, n);
    a->plan.seconds = a->queue.over;
    a->n = n;
    ctsar__plan_end(&a->plan, s, n, (ctsar__range){0, n}, (ctsar__range){0, n}, team);
    s->mode = next_mode(a);
    return false;
}

static void auto_times(const ctsar__sched *s, ctsar__measured *unit)
{
    ctsar__rates_times(&((const auto_sched *)s)->plan.rates, unit);
}

const ctsar__sched_ops ctsar__sched_auto = {
    .policy = CTSAR_AUTO,
    .name = "auto",
    .help = "begins with pieces, then plans by what it learned, and moves between the two",
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
