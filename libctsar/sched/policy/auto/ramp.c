/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The ramp.  Each hand-out asks when the pass would end if what is left were shared out ideally
 * from now on (water-filling over the units' predicted ends), and gives the unit a part of what
 * it can do until then: at most half, so that nobody overshoots, and not so little that
 * overhead would dominate. */
#include "sched/policy/auto/ramp.h"

#include <limits.h>
#include <math.h>

#include "sched/policy/auto/ramp_end.h"

enum {
    MANY = 512,      /* ranges of a unit, after which no prediction makes them short */
    PIECES = 32,     /* ranges a unit for a profile of good quality */
    STALE_PART = 64, /* units a hand-out for which the predicted end is kept */
    PATIENCE = 4,    /* ranges of a unit that others may take to become known */
    NEW = 2,         /* ranges of an accelerator that grow in any case, ... */
    GROWTH = 2,      /* ... so many times */
};
#define LONG_PIECE 20.0   /* overheads that a range should last, ... */
#define LONG_PART 6.0     /* ... unless that is more than one part in so many of a share */
#define LEAST_PIECE 4.0   /* overheads that a range must last */
#define DUST 0.125        /* of an overhead: shorter ranges are worth nothing */
#define TRY_OVERHEADS 8.0 /* that a pass lasts in which a doubtful unit is tried */
#define LEAST_GRACE 0.3   /* of an iteration */
#define ALIKE 0.01        /* variance of cores' speeds, relative, unless more of it is seen */

/* The more costs scatter, the more a core is taken to be like all.  What still runs counts for
 * these, or the first ranges to end, which are the cheapest, would tell what all cost. */
static void draw_together(ctsar__auto_queue *q, double now)
{
    double others = ctsar__auto_scatter(q) / ALIKE;
    double all =
        (q->cores.taken + fmax(q->cores.running * now - q->cores.since, 0)) / q->cores.work;
    for (int j = 0; j < q->team.cores; j++) {
        ctsar__auto_unit *u = &q->unit[j];
        if (u->p > 0 && q->cores.work > 0)
            u->p = (u->taken + others * all) / (u->work + others);
    }
}

/* The part of an iteration by which a unit may end too late: as much as the speed of its kind is of
 * all, since that would be missing if all of them left.  What is known of speeds by then may be
 * little, so it is not too near to none. */
static double grace(const ctsar__auto_queue *q, bool acc)
{
    double kind = 0, all = 0;
    for (int j = 0; j < ctsar__team_units(q->team); j++) {
        const ctsar__auto_unit *u = &q->unit[j];
        if (!ctsar__auto_takes_part(u))
            continue;
        all += 1 / u->p;
        kind += (j >= q->team.cores) == acc ? 1 / u->p : 0;
    }
    return all > 0 ? fmax(kind / all, LEAST_GRACE) : 1;
}

/* For large teams the end is not worked out at each hand-out: one of them hardly moves it. */
static void predict_end(ctsar__auto_queue *q, double now)
{
    if (q->ramp.stale-- > 0)
        return;
    draw_together(q, now);
    ctsar__auto_water_fill(q, now);
    q->ramp.stale = ctsar__team_units(q->team) / STALE_PART;
}

/* Work for a unit that has `room` until the end. */
static double piece(const ctsar__auto_queue *q, const ctsar__auto_unit *u, double room)
{
    double o = ctsar__auto_overhead(q, u) / u->p, share = q->ramp.end / u->p;
    double part = fmax(share / PIECES, fmin(LONG_PIECE * o, share / LONG_PART));
    return fmax(fmin(room / 2, part), fmin(room, LEAST_PIECE * o));
}

/* Work for an accelerator that is new: more than the last time, since ranges of one size do not
 * tell what it takes however short they are (latency.h). */
static double grown(const ctsar__auto_queue *q, int unit, double room, double iteration)
{
    const ctsar__auto_unit *u = &q->unit[unit];
    bool is_new = unit >= q->team.cores && u->learns && u->pieces <= NEW;
    return is_new ? fmin(room / 2, GROWTH * (double)u->last * iteration) : 0;
}

/* ---- What is left ------------------------------------------------------------- */

static double work_in(const ctsar__auto_queue *q, ctsar__range range)
{
    return ctsar__range_len(range) ? ctsar__auto_work(q, range.lo, range.hi) : 0;
}

/* Where data persist, each accelerator but the first has a zone of its own at the back, what it
 * will do, so that what it holds then lies together and where a plan wants it.  Who is not known
 * yet has none. */
static void lay_zones(ctsar__auto_queue *q)
{
    double speed = 0, work = q->ramp.left_work;
    int units = ctsar__team_units(q->team);
    for (int u = 0; u < units; u++)
        speed += ctsar__auto_takes_part(&q->unit[u]) ? 1 / q->unit[u].p : 0;
    for (int u = units - 1; u > q->team.cores && ctsar__range_len(q->ramp.left) > 0; u--) {
        ctsar__auto_unit *v = &q->unit[u];
        double part = ctsar__auto_takes_part(v) ? 1 / v->p / speed : 0;
        const ctsar__auto_piece zone = {
            .work = part * work, .sure = INFINITY, .most = LONG_MAX, .back = true};
        if (part > 0)
            v->own = ctsar__auto_cut(q, &q->ramp.left, &zone);
    }
    q->ramp.zoned = true;
}

/* Once all units are known, or this one has waited for the others for long enough. */
static bool may_lay_zones(const ctsar__auto_queue *q, const ctsar__auto_unit *asking)
{
    if (q->ramp.zoned || !ctsar__auto_takes_part(asking))
        return false;
    for (int u = 0; u < ctsar__team_units(q->team); u++) {
        const ctsar__auto_unit *v = &q->unit[u];
        if (!ctsar__auto_takes_part(v) && !v->out && !v->left && asking->pieces < PATIENCE)
            return false;
    }
    return true;
}

void ctsar__auto_begin_ramp(ctsar__auto_queue *q)
{
    q->cores.taken = q->cores.work = q->cores.squares = q->cores.scale = q->cores.last_work = 0;
    q->cores.running = q->cores.since = 0;
    q->ramp.left = (ctsar__range){0, q->n};
    q->ramp.left_work = work_in(q, q->ramp.left);
    q->ramp.stale = 0;
    q->ramp.end = INFINITY;
    q->ramp.zoned = !q->move;
}

/* Iterations that the next piece may have: what lies in no zone may belong to another one's. */
static long most_of(const ctsar__auto_queue *q, const ctsar__auto_unit *u)
{
    bool early = !q->ramp.zoned && u->pieces > 1 && u - q->unit >= q->team.cores;
    return early ? u->last : ctsar__auto_most(u);
}

static ctsar__range cut(ctsar__auto_queue *q, const ctsar__auto_unit *u, ctsar__range *from,
                        ctsar__auto_piece piece)
{
    if (u->pieces >= MANY)
        piece.work = fmax(piece.work, q->ramp.left_work / (2.0 * ctsar__team_units(q->team)));
    piece.most = most_of(q, u);
    double before = work_in(q, *from);
    ctsar__range got = ctsar__auto_cut(q, from, &piece);
    q->ramp.left_work = fmax(q->ramp.left_work - before + work_in(q, *from), 0);
    return got;
}

/* The work of an iteration that is left. */
static double iteration(const ctsar__auto_queue *q, ctsar__range from)
{
    return work_in(q, from) / (double)ctsar__range_len(from);
}

/* ---- Who takes part ------------------------------------------------------------ */

/* Whether it would end later than all else, whatever it gets. */
static bool too_slow(const ctsar__auto_queue *q, int unit, ctsar__range from,
                     const ctsar__auto_piece *piece)
{
    const ctsar__auto_unit *u = &q->unit[unit];
    const ctsar__auto_piece one = {
        .work = INFINITY, .sure = piece->sure, .most = LONG_MAX, .back = piece->back};
    if (unit >= q->team.cores && u->learns && u->pieces == 1 && u->due >= q->ramp.end / 2)
        return true;
    return !ctsar__auto_fits(q, from, &one);
}

/* Would another unit that will ask end so much work earlier than `unit`? */
static bool another_is_sooner(const ctsar__auto_queue *q, int unit, double work, double now)
{
    const ctsar__auto_unit *u = &q->unit[unit];
    double end = ctsar__auto_ready(u, now) + u->p * work;
    for (int j = 0; j < ctsar__team_units(q->team); j++) {
        const ctsar__auto_unit *v = &q->unit[j];
        if (j != unit && v->p > 0 && ctsar__auto_will_ask(q, v, now) &&
            ctsar__auto_ready(v, now) + v->p * work < end)
            return true;
    }
    return false;
}

/* When the rest of the pass would be over on the cores alone. */
static double end_on_cores(const ctsar__auto_queue *q, double now)
{
    return now + ctsar__auto_on_cores(q, q->ramp.left_work);
}

/* When it is known that the pass lasts until `least` on the cores, though none has ended a range:
 * what is left takes as long as what runs has taken by then, or longer. */
static double known_to_last(const ctsar__auto_queue *q, double least)
{
    double iterations = 0, running = q->cores.running, since = q->cores.since;
    for (int u = 0; u < q->team.cores; u++)
        iterations += q->unit[u].ranges > 0 ? (double)q->unit[u].last : 0;
    if (running <= 0 || iterations <= 0)
        return least;
    double times = (double)ctsar__range_len(q->ramp.left) / iterations / q->team.cores;
    double trusted = (since + ctsar__auto_trusted(q)) / running;
    return fmin(fmax((least + times * since) / (1 + times * running), trusted), least);
}

/* Does the pass last so long that trying the unit cannot make it much longer?  Else it may turn out
 * to, until it is over: the first iterations may have been cheap ones. */
static bool may_try(const ctsar__auto_queue *q, const ctsar__auto_unit *u, double now,
                    double *later)
{
    double least = TRY_OVERHEADS * ctsar__auto_overhead(q, u), end = end_on_cores(q, now);
    double known = isfinite(end) ? least : known_to_last(q, least);
    if (now >= known || (isfinite(end) && end >= least))
        return true;
    *later = known;
    return false;
}

bool ctsar__auto_ramp(ctsar__auto_queue *q, int unit, double now, ctsar__range *range,
                      double *later)
{
    ctsar__auto_unit *u = &q->unit[unit];
    ctsar__auto_piece next = {.sure = INFINITY};
    if (u->doubtful && u->pieces == 0 && !u->left && !may_try(q, u, now, later))
        return false; /* who has left is asked when nobody else is there */
    if (may_lay_zones(q, u))
        lay_zones(q);
    ctsar__range *from = ctsar__auto_source(q, unit, &next.back);
    if (!from)
        return false;
    if (u->p > 0 && u->most == LONG_MAX && u->pieces + !u->learns > 0) {
        predict_end(q, now);
        double room = fmax(ctsar__auto_room(q, u, now), 0), one = iteration(q, *from);
        next.least = ctsar__auto_overhead(q, u) / u->p;
        next.work = fmax(fmax(piece(q, u, room), grown(q, unit, room, one)), DUST * next.least);
        next.sure = room + grace(q, unit >= q->team.cores) * one;
        if (too_slow(q, unit, *from, &next) && another_is_sooner(q, unit, one, now))
            return false;
    } else { /* nothing is known of it, or how much it may have is */
        next.work = q->ramp.left_work / (double)(2 * ctsar__team_units(q->team));
    }
    *range = cut(q, u, from, next);
    return true;
}
