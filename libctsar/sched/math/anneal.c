/* SPDX-License-Identifier: BSD-3-Clause */
#include "sched/math/anneal.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "base/grow.h"
#include "sched/math/cost.h"
#include "sched/math/rate.h"

#define FIRST_FACTOR 2.0
#define LEAST_FACTOR 1.05
#define DEADBAND 0.05       /* of the mean: as good as before */
#define MEAN_WEIGHT 0.5     /* of the newest */
#define LARGEST_PIECE .25   /* of the pass, and of a unit's part of what is left */
#define LEAST_PIECE .0625   /* of an even one, by measured speeds: nothing leads to dust */
#define LEAST_OVERHEADS 4.0 /* that a piece lasts besides its own */
#define LEAST_ROOM 0.7      /* of an iteration; with less a unit leaves */
#define MOST_FIXED 0.95     /* of a piece's time */
#define LEAST_P 1e-30
#define LARGEST_P 1e30
enum { FIRST_PIECES = 32 }; /* an even share in so many at the start */

void ctsar__anneal_init(ctsar__anneal *a, const ctsar__sched_env *env)
{
    *a = (ctsar__anneal){.env = env};
}

void ctsar__anneal_free(ctsar__anneal *a)
{
    free(a->unit);
    free(a->scratch);
}

static ctsar__annealed *entry(const ctsar__anneal *a, int unit)
{
    return &a->unit[unit < a->team.cores ? a->team.accs + unit : unit - a->team.cores];
}

static int reserve(ctsar__anneal *a, int units)
{
    if (units <= a->room)
        return CTSAR_OK;
    if (!ctsar__resize(&a->unit, (size_t)units, sizeof *a->unit) ||
        !ctsar__resize(&a->scratch, (size_t)units, sizeof *a->scratch))
        return ctsar__error(CTSAR_ENOMEM, "no memory for the piece sizes of %d units", units);
    for (; a->room < units; a->room++)
        a->unit[a->room] = (ctsar__annealed){.factor = FIRST_FACTOR};
    return CTSAR_OK;
}

/* ---- Speeds ------------------------------------------------------------------ */

/* What default times have to be multiplied with, as those that were measured show. */
static double scale_of(const ctsar__anneal *a)
{
    return a->measured ? exp(a->logs / a->measured) : 1;
}

static double p_of(const ctsar__anneal *a, const ctsar__annealed *e)
{
    return e->p > 0 ? e->p : e->guess * scale_of(a);
}

/* Work per second of all units that are in. */
static double speed_of_all(const ctsar__anneal *a)
{
    return fmax(a->known, 0) + fmax(a->guessed, 0) / scale_of(a);
}

/* Counts a unit's speed in (sign 1) or out (-1). */
static void count_speed(ctsar__anneal *a, const ctsar__annealed *e, int sign)
{
    *(e->p > 0 ? &a->known : &a->guessed) += sign / (e->p > 0 ? e->p : e->guess);
}

static void set_p(ctsar__anneal *a, ctsar__annealed *e, double p)
{
    if (e->in)
        count_speed(a, e, -1);
    if (e->p > 0)
        a->logs -= log(e->p / e->guess);
    else
        a->measured++;
    e->p = fmin(fmax(p, LEAST_P), LARGEST_P);
    a->logs += log(e->p / e->guess);
    if (e->in)
        count_speed(a, e, 1);
}

/* ---- A pass -------------------------------------------------------------------- */

static void enter(ctsar__anneal *a, int unit, double guess)
{
    ctsar__annealed *e = entry(a, unit);
    e->guess = fmin(fmax(guess, LEAST_P), LARGEST_P);
    e->taken = e->cut = false;
    e->zone = (ctsar__pieces){.cost = a->pieces.cost, .least = a->pieces.least};
    e->done = 0;
    e->work = e->seconds = 0;
    e->in = ctsar__takes_part(a->env, a->team, unit);
    if (!e->in)
        return;
    a->entered++;
    if (e->p > 0) {
        a->logs += log(e->p / e->guess);
        a->measured++;
    } else {
        e->o = a->env->overhead[unit < a->team.cores ? a->team.accs : unit - a->team.cores];
    }
    count_speed(a, e, 1);
}

int ctsar__anneal_begin(ctsar__anneal *a, long n, ctsar__team team)
{
    int units = ctsar__team_units(team), status = reserve(a, units);
    if (status)
        return status;
    a->team = team;
    a->n = n;
    a->known = a->guessed = a->logs = 0;
    a->measured = a->entered = 0;
    ctsar__pieces_fill(&a->pieces, &a->env->cost, n);
    ctsar__pieces_even(&a->pieces, a->env, n, team, a->scratch);
    a->zoned = !a->env->move.seconds || team.accs < 2;
    a->aside = 0;
    a->even_all = 0;
    for (int u = 0; u < units; u++)
        entry(a, u)->even = a->scratch[u];
    ctsar__rates_default(a->env, team, NULL, a->scratch);
    for (int u = 0; u < units; u++)
        enter(a, u, n > 0 ? a->scratch[u] * (double)n / a->pieces.work : a->scratch[u]);
    for (int u = 0; u < units; u++)
        a->even_all += entry(a, u)->in ? entry(a, u)->even : 0;
    return CTSAR_OK;
}

static bool leave(ctsar__anneal *a, ctsar__annealed *e)
{
    if (e->in) {
        count_speed(a, e, -1);
        e->in = false;
    }
    return false;
}

/* ---- Zones ------------------------------------------------------------------- */

static double all_left(const ctsar__anneal *a)
{
    return ctsar__pieces_left(&a->pieces) + a->aside;
}

/* By the speeds of the units that are in, all of which were timed. */
static void lay_zones(ctsar__anneal *a)
{
    double work = all_left(a) / speed_of_all(a);
    for (int u = ctsar__team_units(a->team) - 1; u > a->team.cores; u--) {
        ctsar__annealed *e = entry(a, u);
        ctsar__range zone;
        if (!e->in || !ctsar__pieces_back(&a->pieces, work / e->p, &zone))
            continue;
        e->zone.lo = zone.lo;
        e->zone.hi = zone.hi;
        a->aside += ctsar__pieces_left(&e->zone);
    }
    a->zoned = true;
}

static bool is_empty(const ctsar__pieces *p)
{
    return p->lo >= p->hi;
}

/* From where a unit takes its next piece: its zone, then what has none, then the largest zone, that
 * from its front.  NULL: nothing is left. */
static ctsar__pieces *source(ctsar__anneal *a, int unit, bool *front)
{
    ctsar__pieces *from = &entry(a, unit)->zone;
    *front = unit < a->team.cores;
    if (!is_empty(from))
        return from;
    from = &a->pieces;
    for (int i = 0; i < a->team.accs && is_empty(&a->pieces); i++)
        if (a->unit[i].zone.hi - a->unit[i].zone.lo > from->hi - from->lo) {
            from = &a->unit[i].zone;
            *front = true;
        }
    return is_empty(from) ? NULL : from;
}

static void take(ctsar__anneal *a, ctsar__pieces *from, bool front, double work,
                 ctsar__range *range)
{
    bool got =
        front ? ctsar__pieces_front(from, work, range) : ctsar__pieces_back(from, work, range);
    if (got && from != &a->pieces)
        a->aside = fmax(a->aside - ctsar__work(from->cost, range->lo, range->hi), 0);
}

/* ---- Hand-outs ----------------------------------------------------------------- */

/* When this unit can begin to work on another piece. */
static double ready(const ctsar__annealed *e, double now)
{
    return fmax(e->end, now) + e->o;
}

/* When all that is left could be over, if the units that take pieces shared it out as
 * if it were water: those that are ready later than that get nothing of it. */
static double water_level(const ctsar__anneal *a, double now)
{
    double level = INFINITY, before;
    do {
        double work = all_left(a), speed = 0;
        before = level;
        for (int i = 0; i < ctsar__team_units(a->team); i++) {
            const ctsar__annealed *e = &a->unit[i];
            double r = ready(e, now);
            if (e->in && e->taken && r < level) {
                work += r / p_of(a, e);
                speed += 1 / p_of(a, e);
            }
        }
        level = speed > 0 ? work / speed : before;
    } while (level < before);
    return level;
}

/* Is there another unit that would end an iteration of this work earlier than `me`? */
static bool another_is_sooner(const ctsar__anneal *a, const ctsar__annealed *me, double work,
                              double now)
{
    double mine = now + me->o + p_of(a, me) * work;
    for (int i = 0; i < ctsar__team_units(a->team); i++) {
        const ctsar__annealed *e = &a->unit[i];
        if (e != me && e->in && e->taken && ready(e, now) + p_of(a, e) * work < mine)
            return true;
    }
    return false;
}

/* Is the next iteration better left to others?  The one that would end it first stays. */
static bool superfluous(ctsar__anneal *a, ctsar__annealed *e, double work, double now)
{
    bool taken = e->taken;
    e->end = now;
    e->taken = true; /* it counts for the level */
    double room = (water_level(a, now) - now - e->o) / p_of(a, e);
    e->taken = taken;
    return room < LEAST_ROOM * work && another_is_sooner(a, e, work, now);
}

/* The work of a unit's next piece as it would like it. */
static double wanted_size(const ctsar__anneal *a, ctsar__annealed *e, double share)
{
    if (e->size == 0)
        e->size = fmin(e->even, a->pieces.work / FIRST_PIECES / ctsar__team_units(a->team));
    e->size = fmax(e->size, LEAST_PIECE * share * a->even_all);
    e->size = fmin(e->size, LARGEST_PIECE * a->pieces.work);
    double size = e->size;
    if (a->fewest > 0) {
        double whole = share * a->pieces.work;
        size = fmin(size, fmax(whole / (double)a->fewest, fmin(20 * e->o / p_of(a, e), whole / 6)));
    }
    return size;
}

/* The most of `size` that an accelerator can fetch in the part of what is left of the pass that a
 * piece may take.  Moves are no part of p: they are made once. */
static double fetched(const ctsar__anneal *a, int unit, const ctsar__pieces *from, bool front,
                      double size)
{
    const ctsar__move *move = &a->env->move;
    if (!move->seconds || unit < a->team.cores || a->team.cores == 0)
        return size;
    ctsar__pieces rest = *from;
    ctsar__range r;
    if (!(front ? ctsar__pieces_front : ctsar__pieces_back)(&rest, size, &r))
        return size;
    double seconds = move->seconds(move->data, a->team, unit, r);
    double least = LEAST_OVERHEADS * entry(a, unit)->o;
    double most = fmax(LARGEST_PIECE * all_left(a) / speed_of_all(a), least);
    return seconds > most ? size * most / seconds : size;
}

bool ctsar__anneal_assign(ctsar__anneal *a, int unit, double now, long limit, ctsar__range *range)
{
    ctsar__annealed *e = entry(a, unit);
    bool front;
    if (a->entered == 0) /* all have gone: others will execute it in the place of who asks */
        return ctsar__pieces_exactly(&a->pieces, false, a->n, range);
    if (!a->zoned && a->measured == a->entered)
        lay_zones(a);
    ctsar__pieces *from = source(a, unit, &front);
    if (!e->in || !from)
        return leave(a, e);
    double share = fmin(1 / p_of(a, e) / speed_of_all(a), 1);
    double size = wanted_size(a, e, share), all = share * all_left(a);
    double least = LEAST_OVERHEADS * e->o / p_of(a, e);
    double most = fmax(LARGEST_PIECE * all, fmin(least, all));
    double one = front ? ctsar__work(from->cost, from->lo, from->lo + 1)
                       : ctsar__work(from->cost, from->hi - 1, from->hi);
    if (most < one && superfluous(a, e, one, now))
        return leave(a, e);
    size = fmax(size, fmin(least, LARGEST_PIECE * share * a->pieces.work));
    e->cut = most < size;
    size = fetched(a, unit, from, front, fmin(size, most));
    if (limit < LONG_MAX) {
        size = ctsar__pieces_work(from, front, limit, size);
        e->cut = true;
    }
    take(a, from, front, size, range);
    e->taken = limit == LONG_MAX; /* who may be refused the next one is not to be counted on */
    e->end = now + e->o + p_of(a, e) * ctsar__work(from->cost, range->lo, range->hi);
    return true;
}

ctsar__range ctsar__anneal_left(const ctsar__anneal *a)
{
    return (ctsar__range){a->pieces.lo, a->pieces.hi};
}

bool ctsar__anneal_probe(ctsar__anneal *a, int unit, double now, long iterations,
                         ctsar__range *range)
{
    ctsar__annealed *e = entry(a, unit);
    bool core = unit < a->team.cores;
    leave(a, e);
    if (!ctsar__pieces_exactly(&a->pieces, core, iterations, range))
        return false;
    e->cut = true;
    e->anew = true;
    e->end = now;
    return true;
}

/* ---- What a piece took ----------------------------------------------------------- */

static void step(ctsar__annealed *e, bool back)
{
    if (back) {
        e->down = !e->down;
        e->factor = fmax(LEAST_FACTOR, sqrt(e->factor));
    }
    e->size = e->down ? e->size / e->factor : e->size * e->factor;
}

/* x: what the piece took per work. */
static void anneal(ctsar__annealed *e, double x)
{
    if (e->mean == 0) {
        e->mean = x;
        step(e, false); /* to have something to compare with */
    } else {
        if (x < e->mean * (1 - DEADBAND))
            step(e, false);
        else if (x > e->mean * (1 + DEADBAND))
            step(e, true);
        e->mean += MEAN_WEIGHT * (x - e->mean);
    }
}

void ctsar__anneal_complete(ctsar__anneal *a, const ctsar__sample *s)
{
    double work = ctsar__work(a->pieces.cost, s->range.lo, s->range.hi);
    if (!(s->seconds >= 0 && isfinite(s->seconds) && work > 0 && isfinite(work)))
        return;
    ctsar__annealed *e = entry(a, s->unit);
    double fixed = fmin(fmax(s->fixed, 0), MOST_FIXED * s->seconds);
    double p = (s->seconds - fixed) / work;
    e->o = fixed;
    e->done += ctsar__range_len(s->range);
    e->work += work;
    e->seconds += s->seconds - fixed;
    set_p(a, e, e->p > 0 && !e->anew ? e->p + MEAN_WEIGHT * (p - e->p) : p);
    e->anew = false;
    if (!e->cut)
        anneal(e, s->seconds / work);
}

ctsar__annealed_total ctsar__anneal_total(const ctsar__anneal *a, int unit)
{
    const ctsar__annealed *e = entry(a, unit);
    return (ctsar__annealed_total){e->done, e->work, e->seconds, e->o};
}
