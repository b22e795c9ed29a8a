/* SPDX-License-Identifier: BSD-3-Clause */
#include "sched/math/compare.h"

#include <math.h>

#include "sched/math/cost.h"

#define WEIGHT 0.25      /* of a pass in what is usual */
#define LEAST_WEIGHT 0.1 /* of the newest pass with accelerators, of many */
#define OUTLIER 1.5      /* times the usual: it says little */
#define HARMS 1.01       /* times as long as on the cores alone */
#define ALIKE 1.2        /* passes of so many times more or fewer iterations compare */
#define LITTLE 1.5       /* T_without / T_with over which there is no doubt */
#define EARLY_COST 0.25  /* of a pass, that the first comparison may cost at once ... */
enum {
    EARLY = 4,        /* ... after so many passes; ... */
    ENOUGH = 3,       /* ... so many tell what they take, where they are not suspect; ... */
    MOST_AGREED = 10, /* ... twice as many after each that found no harm, so often */
    ONE_IN = 100,
};

typedef enum did { PROBED, ALONE, TOGETHER } did;

/* Who worked in the pass. */
static did who(const ctsar__backoff *b, ctsar__team team)
{
    did found = ALONE;
    for (int u = 0; u < ctsar__team_units(team); u++) {
        const ctsar__standing *e = ctsar__standing_of(b, team, u);
        if (e->probe > 0)
            return PROBED;
        if (u >= team.cores && e->done > 0)
            found = TOGETHER;
    }
    return found;
}

/* Seconds that the busiest unit took; 0: nothing was timed. */
static double longest(const ctsar__backoff *b, ctsar__team team)
{
    double t = 0;
    for (int u = 0; u < ctsar__team_units(team); u++)
        t = fmax(t, ctsar__standing_of(b, team, u)->seconds);
    return t;
}

static double usual(double before, double now, double weight)
{
    return before > 0 ? before + weight * (fmin(now, OUTLIER * before) - before) : now;
}

/* Of passes on all units: the best of the first ones, in which memory is touched and shares are not
 * settled; then the newer ones count as much as all, and as one in ten once there are many. */
static double usual_together(ctsar__compared *c, double now)
{
    long settled = ++c->passes - ENOUGH;
    if (settled <= 0)
        return c->together > 0 ? fmin(c->together, now) : now;
    return usual(c->together, now, fmax(1.0 / (double)(settled + 1), LEAST_WEIGHT));
}

/* Seconds per work on all units, or on the cores alone, at today's rates. */
static double predicted(ctsar__backoff *b, const ctsar__backoff_view *v, bool alone)
{
    double speed = 0;
    for (int u = 0; u < ctsar__team_units(v->team); u++)
        if (b->o[u] < CTSAR__AWAY && !(alone && u >= v->team.cores))
            speed += 1 / b->p[u];
    return 1 / speed;
}

static double accelerators_speed(const ctsar__backoff *b, const ctsar__backoff_view *v)
{
    double speed = 0;
    for (int u = v->team.cores; u < ctsar__team_units(v->team); u++)
        speed += b->o[u] < CTSAR__AWAY ? 1 / b->p[u] : 0;
    return speed;
}

static void leave_out(ctsar__backoff *b, ctsar__sched *s, const ctsar__backoff_view *v)
{
    ctsar__compared *c = &b->compared;
    c->factor = fmax(c->together * (1 / c->alone + accelerators_speed(b, v)), 1);
    c->together = 0;
    c->passes = c->agreed = 0;
    for (int u = v->team.cores; u < ctsar__team_units(v->team); u++) {
        ctsar__standing_of(b, v->team, u)->failed++;
        ctsar__standing_hold(b, s, v->team, u);
    }
}

/* What bringing home all that accelerators have takes, at most. */
static double moves(const ctsar__backoff *b, const ctsar__backoff_view *v)
{
    const ctsar__move *move = &b->env->move;
    return move->seconds ? move->seconds(move->data, v->team, 0, v->part) : 0;
}

/* Is it time for a pass on the cores alone?  The last one may have been a slow one by chance, and
 * then is not to be the last for ever. */
static bool is_due(ctsar__backoff *b, const ctsar__backoff_view *v, double work)
{
    const ctsar__compared *c = &b->compared;
    double seconds = c->together * work, rates = predicted(b, v, true);
    double without = (c->alone > 0 ? fmin(c->alone, rates) : rates) * work;
    if (c->since < EARLY << c->agreed || without > LITTLE * seconds)
        return false;
    double moved = moves(b, v), passes = moved > 0 ? 2 : 1;
    double costs = passes * fmax(without - seconds, 0) + 2 * moved;
    return c->lived >= ONE_IN * costs || (c->alone == 0 && costs <= EARLY_COST * seconds);
}

static void begin_anew(ctsar__backoff *b, const ctsar__backoff_view *v)
{
    ctsar__compared *c = &b->compared;
    long n = ctsar__range_len(v->part);
    bool alike = (double)n <= ALIKE * (double)c->n && (double)c->n <= ALIKE * (double)n;
    if (!alike || c->cores != v->team.cores)
        *c = (ctsar__compared){.n = n, .cores = v->team.cores};
}

/* A pass of a trial is over; of two the better one tells.  True: the next one is of it, too. */
static bool book_trial(ctsar__compared *c, double pace)
{
    bool first = c->again;
    c->alone = first || c->alone <= 0 ? pace : fmin(c->alone, pace);
    c->again = false;
    c->agreed += !first && c->agreed < MOST_AGREED;
    return first;
}

bool ctsar__compare(ctsar__backoff *b, ctsar__sched *s, const ctsar__backoff_view *v)
{
    ctsar__compared *c = &b->compared;
    did did = who(b, v->team);
    double seconds = longest(b, v->team), work = ctsar__work(v->cost, v->part.lo, v->part.hi);
    bool trial = c->trial;
    c->trial = false;
    if (b->env->exact || b->env->backoff != CTSAR_BACKOFF_FILL || v->team.cores == 0 ||
        v->team.accs == 0)
        return false;
    begin_anew(b, v);
    if (did == PROBED || seconds <= 0)
        return false;
    if (did == ALONE) {
        if (trial)
            c->trial = book_trial(c, seconds / work);
        else
            c->alone = usual(c->alone, seconds / work, WEIGHT);
        c->since = 0;
        c->lived = 0;
        return false;
    }
    c->together = usual_together(c, seconds / work);
    c->lived += fmax(seconds, s->untold);
    c->since++;
    if (c->alone > 0 && c->passes > (c->factor > 1 ? 1 : ENOUGH) && c->together > HARMS * c->alone)
        return leave_out(b, s, v), true;
    c->trial = is_due(b, v, work);
    c->again = c->trial && moves(b, v) > 0; /* in the first pass they come home */
    return false;
}

double ctsar__compare_factor(const ctsar__backoff *b)
{
    return fmax(b->compared.factor, 1);
}
