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

#define FIRST_ERROR 0.25   /* of predicted times, before any was seen */
#define ERROR_QUANTILE 0.8 /* of the units' errors in a pass */
#define TAIL_ERRORS 3.0    /* errors that the tail of a plan covers */
#define LEAST_TAIL 0.02
#define LARGEST_TAIL 0.5
#define LEAST_TAIL_SECONDS 20e-6 /* a shorter tail is not worth its hand-outs */
#define SHORT_OVERHEADS 160.0    /* a pass of fewer overheads is ramped twice */
#define IDLE_PART 0.08           /* of the units' speed: the plan is wrong */
#define RAMP_DECAY 0.75          /* weight of what came before, in a ramp */
#define LEAST_VARIABLE 0.05      /* of a range's time, however large its overhead */
#define LEAST_P 1e-30
#define LARGEST_P 1e30
#define ERROR_WEIGHT 0.5
#define SURE 2.0       /* standard deviations */
#define OUTLIER 4.0    /* measured / expected work that counts at most */
#define RAMP_TRUST 0.1 /* the part of the last pass's iterations that counts in a ramp */
#define WORSE 1.2      /* times as long as a ramp: the plan is wrong, at once */
#define RAMP_GAIN 0.97 /* the part of a plan's time that a ramp must beat */
#define DROP_ITERATIONS 0.5
#define GROUP_WIDTH 1.5  /* units up to so many times faster than the slowest are one group */
#define OTHER_LENGTH 2.0 /* a pass so many times longer or shorter is ramped */
enum {
    GROWTH = 8, /* a range may be so many times as long as the unit's last one, ... */
    LONGER = 2, /* ... a planned one as all it did in the pass before */
    IDLE_PASSES = 2,
    TRIAL_RAMPS = 2,
    PLAN_FITS = 2,
    FIRST_WAIT = 8,
    LONGEST_WAIT = 128,
    DROP_PASSES = 16
};

typedef struct auto_sched {
    ctsar__sched base;
    ctsar__plan plan;
    ctsar__profile profile;
    ctsar__cost learned; /* the profile's */
    int fits;            /* of the profile since the last ramp */
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
    double over;        /* when the last range was */
    int idle_passes;    /* in a row */
    int wait;           /* passes until ramps may be tried ... */
    int next_wait;      /* ... after they have failed */
    double ramp_idle;   /* part of the units' speed in the last ramp */
    double ramp_pace;   /* seconds per iteration of the last ramp; 0: none yet */
    double plan_pace;   /* seconds per iteration of the plan that ramps try to beat; 0: none */
    int drops;          /* passes in a row in which a group was dropped */
} auto_sched;

static auto_sched *of(ctsar__sched *s)
{
    return (auto_sched *)s;
}

/* ---- What both ways use ------------------------------------------------------- */

double ctsar__auto_moves(const ctsar__auto_queue *q, int unit, ctsar__range range)
{
    return q->move ? q->move->seconds(q->move->data, q->team, unit, range) : 0;
}

double ctsar__auto_scatter(const ctsar__auto_queue *q)
{
    return q->scale > 0 ? q->squares / q->scale : 0;
}

double ctsar__auto_surely(const ctsar__auto_queue *q, long lo, long hi)
{
    double work = ctsar__auto_work(q, lo, hi);
    double variance =
        q->profile ? ctsar__profile_variance(q->profile, lo, hi) : ctsar__auto_scatter(q) * work;
    return work + SURE * sqrt(variance);
}

/* Do the first or last `length` iterations of a range fit? */
static bool fits(const ctsar__auto_queue *q, ctsar__range from, long length,
                 const ctsar__auto_piece *piece)
{
    long lo = piece->back ? from.hi - length : from.lo;
    return length <= piece->most && ctsar__auto_work(q, lo, lo + length) <= piece->work &&
           ctsar__auto_surely(q, lo, lo + length) <= piece->sure;
}

bool ctsar__auto_fits(const ctsar__auto_queue *q, ctsar__range from, const ctsar__auto_piece *piece)
{
    return fits(q, from, 1, piece);
}

ctsar__range ctsar__auto_cut(const ctsar__auto_queue *q, ctsar__range *from,
                             const ctsar__auto_piece *piece)
{
    long length = 1, over = ctsar__range_len(*from) + 1;
    if (fits(q, *from, over - 1, piece))
        length = over - 1;
    while (over - length > 1) {
        long mid = length + (over - length) / 2;
        *(fits(q, *from, mid, piece) ? &length : &over) = mid;
    }
    ctsar__range got = piece->back ? (ctsar__range){from->hi - length, from->hi}
                                   : (ctsar__range){from->lo, from->lo + length};
    *(piece->back ? &from->hi : &from->lo) = piece->back ? got.lo : got.hi;
    return got;
}

long ctsar__auto_most(const ctsar__auto_unit *u)
{
    if (u->most < LONG_MAX)
        return u->most > 0 ? u->most : 1;
    long known = u->pieces ? u->last : u->before, times = u->pieces ? GROWTH : LONGER;
    if (!u->pieces && u->learns)
        return 1;
    if (known > LONG_MAX / times)
        return LONG_MAX;
    return known > 0 ? times * known : 1;
}

bool ctsar__auto_will_ask(const ctsar__auto_unit *u, double now)
{
    return u->busy || (u->pieces == 0 && !u->left && !u->out && now <= ctsar__auto_overhead(u));
}

bool ctsar__auto_others_ask(const ctsar__auto_queue *q, int unit, double now)
{
    for (int j = 0; j < ctsar__team_units(q->team); j++)
        if (j != unit && ctsar__auto_will_ask(&q->unit[j], now))
            return true;
    return false;
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
    a->queue.move = s->env.move.seconds ? &s->env.move : NULL;
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
    a->over = 0;
    a->opened = true;
    return CTSAR_OK;
}

/* ---- The plan ------------------------------------------------------------------ */

static int auto_split(const ctsar__sched *s, long n, ctsar__team team, ctsar__split *out)
{
    return ctsar__plan_split(&((const auto_sched *)s)->plan, n, (ctsar__range){0, n}, team, out);
}

/* Leaves out the slowest units where each would get less than half an iteration: a whole one
 * would be late.  From time to time they are tried again. */
static void drop_slowest(auto_sched *a)
{
    ctsar__auto_queue *q = &a->queue;
    int units = ctsar__team_units(q->team), members = 0;
    double slowest = 0;
    long iterations = 0;
    for (int u = 0; u < units; u++)
        slowest = fmax(slowest, q->unit[u].p);
    for (int u = 0; u < units; u++)
        if (q->unit[u].p * GROUP_WIDTH >= slowest) {
            members++;
            iterations += ctsar__range_len(q->unit[u].own);
        }
    bool drop = members < units && (double)iterations < DROP_ITERATIONS * members;
    a->drops = drop ? a->drops + 1 : 0;
    if (!drop || a->drops % DROP_PASSES == 0)
        return;
    for (int u = 0; u < units; u++)
        q->unit[u].out = q->unit[u].out || q->unit[u].p * GROUP_WIDTH >= slowest;
}

/* Gives the ranges of units that are out to their neighbours. */
static void hand_over(ctsar__auto_queue *q)
{
    int units = ctsar__team_units(q->team);
    ctsar__auto_unit *heir = NULL;
    long lo = 0;
    for (int u = 0; u < units; u++) {
        ctsar__auto_unit *v = &q->unit[u];
        if (v->out) {
            if (heir)
                heir->own.hi = v->own.hi;
            v->own.lo = v->own.hi;
        } else {
            if (!heir)
                v->own.lo = lo;
            heir = v;
        }
        v->own_work = 0;
    }
    for (int u = 0; u < units; u++) {
        ctsar__auto_unit *v = &q->unit[u];
        v->own_work = ctsar__range_len(v->own) ? ctsar__auto_work(q, v->own.lo, v->own.hi) : 0;
        v->whole = v->own_work;
        v->work = v->whole;
        v->taken = v->p * v->whole;
    }
}

static int begin_plan(auto_sched *a, long n, ctsar__team team)
{
    ctsar__auto_queue *q = &a->queue;
    int status = ctsar__sched_split(&a->base, n, team, &a->split);
    if (status)
        return status;
    q->profile = q->cost == &a->learned ? &a->profile : NULL;
    for (int u = 0; u < ctsar__team_units(team); u++) {
        q->unit[u].own = ctsar__split_range(&a->split, u);
        q->unit[u].own_work = ctsar__auto_work(q, q->unit[u].own.lo, q->unit[u].own.hi);
    }
    drop_slowest(a);
    hand_over(q);
    q->tail = fmin(fmax(TAIL_ERRORS * a->error, LEAST_TAIL), LARGEST_TAIL);
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

/* Before a ramp.  Timings of other iterations are forgotten, and those in doubt; what was made of
 * the latter remains as a first guess. */
static void forget_timings(auto_sched *a, long n, ctsar__team team)
{
    if (a->profile.n != n || !same_team(a->profile.team, team)) {
        a->plan.cost = a->plan.rates.cost = NULL;
        ctsar__plan_forget(&a->plan);
    } else if (a->trial) {
        a->profile.timings = 0;
        a->profile.bins = 0;
    }
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
    ctsar__auto_begin_ramp(q, a->scratch + ctsar__team_units(team)); /* where open_units put p */
    return CTSAR_OK;
}

/* Counts a core's range that begins (sign 1) or is over (-1). */
static void count_running(ctsar__auto_queue *q, const ctsar__auto_unit *u, double start, int sign)
{
    if (u - q->unit < q->team.cores) {
        q->running += sign;
        q->since += sign * start;
    }
}

static bool auto_assign(ctsar__sched *s, int unit, double now, ctsar__range *range)
{
    auto_sched *a = of(s);
    ctsar__auto_queue *q = &a->queue;
    ctsar__auto_unit *u = &q->unit[unit];
    if (!isfinite(now))
        now = u->due;
    if (u->busy)
        count_running(q, u, u->start, -1);
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
    count_running(q, u, now, 1);
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

/* How far iterations' costs scatter shows in how a range differs from the one that ended before,
 * which lay near it; the shorter they are, the better. */
static void note_scatter(ctsar__auto_queue *q, const ctsar__auto_unit *u, double variable,
                         double work)
{
    bool core = u - q->unit < q->team.cores;
    if (core != (q->team.cores > 0) || !(u->p > 0 && variable > 0))
        return;
    double pace = variable / work / u->p, keep = 1 - (1 - RAMP_DECAY) / ctsar__team_units(q->team);
    if (q->last_work > 0) {
        double differs = 2 * (pace - q->last_pace) / (pace + q->last_pace);
        q->squares = keep * q->squares + differs * differs;
        q->scale = keep * q->scale + 1 / work + 1 / q->last_work;
    }
    q->last_pace = pace;
    q->last_work = work;
}

/* What the rest of the sub-pass goes by.  In a ramp later ranges count for more: they are longer,
 * and the first ones may have been slow starts.  A plan begins with what it assumed. */
static void learn(ctsar__auto_queue *q, ctsar__auto_unit *u, bool ramp, double variable,
                  double work)
{
    double keep = ramp ? RAMP_DECAY : 1;
    if (ramp)
        note_scatter(q, u, variable, work);
    if (ramp && u - q->unit < q->team.cores) {
        double keep_all = 1 - (1 - RAMP_DECAY) / q->team.cores;
        q->taken = keep_all * q->taken + variable;
        q->work = keep_all * q->work + work;
    }
    u->taken = keep * u->taken + variable;
    u->work = keep * u->work + work;
    u->p = fmin(fmax(u->taken / u->work, LEAST_P), LARGEST_P);
}

static void note_error(ctsar__auto_unit *u, double seconds, double work)
{
    if (work <= u->error_work || !(seconds > 0) || !(u->expects > 0))
        return;
    u->error = fabs(log(seconds / u->expects));
    u->error_work = work;
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
        count_running(q, u, u->start, -1);
    u->busy = false;
    if (isfinite(sample->end))
        u->due = sample->end;
    if (!is_time(sample->seconds) || !is_time(sample->fixed) || !(work > 0))
        return;
    double variable = fmax(sample->seconds - sample->fixed, LEAST_VARIABLE * sample->seconds);
    note_error(u, sample->seconds, work);
    a->over = fmax(a->over, s->mode == CTSAR__SPLIT ? sample->seconds : u->due);
    u->busy_seconds += sample->seconds;
    if (s->mode == CTSAR__QUEUE && sample->seconds > 0)
        u->moved += fmax(u->due - u->start - sample->seconds, 0);
    u->o = sample->fixed;
    learn(q, u, a->ramping, variable, work);
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

/* Learns the cost profile, and the units' speeds with it.  False: there is none. */
static bool learn_profile(auto_sched *a)
{
    const ctsar__auto_queue *q = &a->queue;
    if (!a->profiling || !ctsar__profile_fit(&a->profile))
        return false;
    a->fits = a->ramping ? 0 : a->fits + 1;
    a->learned = (ctsar__cost){ctsar__profile_work, &a->profile};
    a->plan.cost = a->plan.rates.cost = &a->learned;
    a->plan.cost_n = q->n;
    ctsar__plan_forget(&a->plan);
    for (int i = 0; i < ctsar__team_units(q->team); i++)
        ctsar__rates_set(&a->plan.rates, q->team, i, q->unit[i].o, a->profile.p[i], q->n);
    return true;
}

static int by_value(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

/* Of the units' errors the one that most stay below. */
static void judge_error(auto_sched *a)
{
    int known = 0;
    for (int u = 0; u < ctsar__team_units(a->queue.team); u++)
        if (a->queue.unit[u].error >= 0)
            a->scratch[known++] = a->queue.unit[u].error;
    if (known == 0)
        return;
    qsort(a->scratch, (size_t)known, sizeof *a->scratch, by_value);
    a->error += ERROR_WEIGHT * (a->scratch[(int)(ERROR_QUANTILE * (known - 1) + 0.5)] - a->error);
}

/* The part of the units' joint speed that waited. */
static double idle_part(const auto_sched *a)
{
    double idle = 0, all = 0;
    for (int i = 0; i < ctsar__team_units(a->queue.team); i++) {
        const ctsar__auto_unit *u = &a->queue.unit[i];
        if (u->p > 0 && !u->out) {
            all += 1 / u->p;
            idle += fmax(1 - u->busy_seconds / a->over, 0) / u->p;
        }
    }
    return all > 0 ? idle / all : 0;
}

/* Is overhead a large part of the pass? */
static bool is_short(const auto_sched *a)
{
    double o = 0;
    for (int i = 0; i < ctsar__team_units(a->queue.team); i++)
        o = fmax(o, a->queue.unit[i].timed ? a->queue.unit[i].o : 0);
    return a->over < SHORT_OVERHEADS * o;
}

static void note_paces(auto_sched *a)
{
    bool stated = a->base.env.cost.work;
    for (int i = 0; i < ctsar__team_units(a->queue.team); i++) {
        ctsar__auto_unit *u = &a->queue.unit[i];
        if (u->timed)
            u->pace =
                fmax(u->variable / (stated ? u->done_work : (double)u->timed_iterations), LEAST_P);
    }
}

static void after_ramp(auto_sched *a, long n)
{
    bool first = a->n == 0;
    a->ramps -= a->ramps > 0;
    a->ramp_pace = a->over / (double)n;
    a->ramp_idle = idle_part(a);
    if (first && is_short(a))
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
    a->idle_passes = idle_part(a) > fmax(IDLE_PART, a->ramp_idle) ? a->idle_passes + 1 : 0;
    judge_error(a);
    double pace = a->over / (double)n;
    bool worse = a->ramp_pace > 0 && pace > WORSE * a->ramp_pace;
    if (!worse && (a->idle_passes < IDLE_PASSES || a->wait > 0))
        return;
    a->idle_passes = 0;
    a->plan_pace = pace;
    a->ramps = TRIAL_RAMPS;
    a->trial = true;
}

/* A tail that takes less than it costs to hand out is not worth one. */
static ctsar__mode next_mode(const auto_sched *a)
{
    bool split = a->ramps == 0 && ctsar__backoff_free_for_all(&a->plan.backoff, a->queue.team) &&
                 (ctsar__team_units(a->queue.team) == 1 ||
                  TAIL_ERRORS * a->error * a->over < LEAST_TAIL_SECONDS);
    return split ? CTSAR__SPLIT : CTSAR__QUEUE;
}

static bool auto_end(ctsar__sched *s, long n, ctsar__team team)
{
    auto_sched *a = of(s);
    if (!a->opened || n <= 0)
        return false;
    a->opened = false;
    if (!same_team(team, a->queue.team) || !(a->over > 0))
        return false;
    note_paces(a);
    if (!learn_profile(a))
        book_rates(a, n);
    if (a->ramping)
        after_ramp(a, n);
    else
        after_plan(a, n);
    a->ramping = a->ramps > 0;
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
