/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The ramp.  Each hand-out asks when the pass would end if what is left were shared out ideally
 * from now on (water-filling over the units' predicted ends), and gives the unit a part of what
 * it can do until then: at most half, so that nobody overshoots, and not so little that
 * overhead would dominate. */
#include "auto.h"

#include <limits.h>
#include <math.h>

enum {
    MANY = 512,      /* ranges of a unit, after which no prediction makes them short */
    PIECES = 32,     /* ranges a unit for a profile of good quality */
    STALE_PART = 64, /* units a hand-out for which the predicted end is kept */
};
#define LONG_PIECE 20.0 /* overheads that a range should last, ... */
#define LONG_PART 6.0   /* ... unless that is more than one part in so many of a share */
#define LEAST_PIECE 4.0 /* overheads that a range must last */
#define MOVES 0.1       /* of a unit's time: it has much to move */
#define LEAST_ROOM 0.7  /* iterations worth staying for */

/* Has it spent much of its time on moving data to itself?  That happens once, so shares must not
 * go by it: they are made for the passes to come, on a clock that stood still meanwhile. */
static bool moves(const ctsar__auto_unit *u)
{
    return u->moved > MOVES * u->busy_seconds;
}

/* When unit `u` could start another range, by its clock. */
static double ready(const ctsar__auto_unit *u, double now)
{
    double from = u->busy && (u->due > now || moves(u)) ? u->due : now;
    return (moves(u) ? from - u->moved : from) + u->o;
}

/* What unit `u` can do until the end, in work. */
static double room_of(const ctsar__auto_queue *q, const ctsar__auto_unit *u, double now)
{
    return (q->end - ready(u, now)) / u->p;
}

static bool takes_part(const ctsar__auto_unit *u)
{
    return u->p > 0 && !u->out && !u->left;
}

/* The T with  sum over units of max(0, T - ready) / p = left.  Units that are ready only after T
 * are dropped until none is; dropping lowers T, so it ends. */
static double water_fill(const ctsar__auto_queue *q, double now)
{
    double end = INFINITY;
    for (int before = -1, counted = 0; counted != before;) {
        double speed = 0, sum = q->left_work;
        before = counted;
        counted = 0;
        for (int j = 0; j < ctsar__team_units(q->team); j++) {
            const ctsar__auto_unit *u = &q->unit[j];
            double from = ready(u, now);
            if (!takes_part(u) || from > end)
                continue;
            speed += 1 / u->p;
            sum += from / u->p;
            counted++;
        }
        if (counted == 0)
            return end;
        end = fmin(end, sum / speed); /* rounding must not raise it */
    }
    return end;
}

/* For large teams the end is not worked out at each hand-out: one of them hardly moves it. */
static void predict_end(ctsar__auto_queue *q, double now)
{
    if (q->stale-- > 0)
        return;
    q->end = water_fill(q, now);
    q->stale = ctsar__team_units(q->team) / STALE_PART;
}

/* Work for a unit that has `room` until the end. */
static double piece(const ctsar__auto_queue *q, const ctsar__auto_unit *u, double room)
{
    double o = ctsar__auto_overhead(u) / u->p, share = q->end / u->p;
    double part = fmax(share / PIECES, fmin(LONG_PIECE * o, share / LONG_PART));
    return fmax(fmin(room / 2, part), fmin(room, LEAST_PIECE * o));
}

static ctsar__range cut(ctsar__auto_queue *q, const ctsar__auto_unit *u, double work, bool back)
{
    if (u->pieces >= MANY)
        work = fmax(work, q->left_work / (2.0 * ctsar__team_units(q->team)));
    ctsar__range got = ctsar__auto_cut(q, &q->left, work, ctsar__auto_most(u), back);
    ctsar__range rest = q->left;
    q->left_work = ctsar__range_len(rest) ? ctsar__auto_work(q, rest.lo, rest.hi) : 0;
    return got;
}

/* Whether it would end later than all else, whatever it gets. */
static bool too_slow(const ctsar__auto_queue *q, const ctsar__auto_unit *u, bool acc, double now)
{
    double iteration = q->left_work / (double)ctsar__range_len(q->left);
    if (acc && u->learns && u->pieces == 1 && u->due >= q->end / 2)
        return true;
    return room_of(q, u, now) < LEAST_ROOM * iteration;
}

bool ctsar__auto_ramp(ctsar__auto_queue *q, int unit, double now, ctsar__range *range)
{
    ctsar__auto_unit *u = &q->unit[unit];
    bool acc = unit >= q->team.cores;
    if (ctsar__range_len(q->left) == 0)
        return false;
    if (u->p > 0 && u->most == LONG_MAX && u->pieces + !u->learns > 0) {
        predict_end(q, now);
        if (too_slow(q, u, acc, now) && ctsar__auto_others_busy(q, unit))
            return false;
        *range = cut(q, u, piece(q, u, fmax(room_of(q, u, now), 0)), acc);
    } else { /* nothing is known of it, or how much it may have is */
        *range = cut(q, u, q->left_work / (double)(2 * ctsar__team_units(q->team)), acc);
    }
    return true;
}
