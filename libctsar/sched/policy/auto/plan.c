/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The plan.  A unit's own range comes in a long first piece and then in halves, so that
 * something is left to give away when it turns out to be late.  A unit that is done takes from the
 * one predicted to end last, so much that both would end at the same time, less a
 * reserve for the prediction's error; the data that it lacks take their time, too.  A unit that
 * never turns up loses all of its range so. */
#include "sched/policy/auto/plan.h"

#include <limits.h>
#include <math.h>

#define LEAST_OVERHEADS 10.0 /* that a range lasts */
#define STEAL_PART 0.7       /* of what would make both end together */
#define STEAL_OVERHEADS 2.0  /* that a range taken from another lasts */
#define LEAST_ITERATION 0.7
#define TAIL_ERRORS 3.0 /* of predictions, that what is held back covers */
#define LEAST_TAIL 0.02
#define LARGEST_TAIL 0.5
#define DROP_ITERATIONS 0.5
#define GROUP_WIDTH 1.5 /* units up to so many times faster than the slowest are one group */
enum { DROP_PASSES = 16 };

/* ---- The begin of a pass --------------------------------------------------------- */

/* Leaves out the slowest units where each would get less than half an iteration: a whole one
 * would be late.  From time to time they are tried again. */
static void drop_slowest(ctsar__auto_queue *q)
{
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
    q->plan.drops = drop ? q->plan.drops + 1 : 0;
    if (!drop || q->plan.drops % DROP_PASSES == 0)
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

void ctsar__auto_begin_plan(ctsar__auto_queue *q, const ctsar__split *split, double error)
{
    for (int u = 0; u < ctsar__team_units(q->team); u++)
        q->unit[u].own = ctsar__split_range(split, u);
    drop_slowest(q);
    hand_over(q);
    q->plan.tail = fmin(fmax(TAIL_ERRORS * error, LEAST_TAIL), LARGEST_TAIL);
}

/* ---- Ranges ------------------------------------------------------------------------ */

static double least_piece(const ctsar__auto_queue *q, const ctsar__auto_unit *u)
{
    return fmax(LEAST_OVERHEADS * u->o, q->costs->least_piece) / u->p;
}

/* For `taker` from what is left of u's own. */
static ctsar__range cut_own(const ctsar__auto_queue *q, ctsar__auto_unit *u,
                            const ctsar__auto_unit *taker, ctsar__auto_piece piece)
{
    piece.most = ctsar__auto_most(taker);
    ctsar__range got = ctsar__auto_cut(q, &u->own, &piece);
    u->own_work = ctsar__range_len(u->own) > 0
                      ? fmax(u->own_work - ctsar__auto_work(q, got.lo, got.hi), 0)
                      : 0;
    return got;
}

/* What remains after the piece is worth a hand-out, or belongs to it. */
static ctsar__range own_piece(const ctsar__auto_queue *q, ctsar__auto_unit *u)
{
    double least = least_piece(q, u);
    double work = u->pieces ? u->own_work / 2 : (1 - q->plan.tail) * u->whole;
    work = fmax(work, least);
    if (u->own_work - work < least || u->most < LONG_MAX)
        work = INFINITY;
    return cut_own(q, u, u, (ctsar__auto_piece){.work = work, .sure = INFINITY});
}

/* When unit `u` would be done with all of its own. */
static double own_end(const ctsar__auto_unit *u, double now)
{
    return ctsar__auto_free(u, now) + u->o + u->p * u->own_work;
}

/* The unit that would end last among those that have something left, or NULL. */
static ctsar__auto_unit *latest(const ctsar__auto_queue *q, double now, double *end)
{
    ctsar__auto_unit *last = NULL;
    *end = -INFINITY;
    for (int j = 0; j < ctsar__team_units(q->team); j++) {
        ctsar__auto_unit *v = &q->unit[j];
        if (ctsar__range_len(v->own) == 0)
            continue;
        double t = own_end(v, now);
        if (!last || t > *end) {
            last = v;
            *end = t;
        }
    }
    return last;
}

bool ctsar__auto_plan(ctsar__auto_queue *q, int unit, double now, ctsar__range *range)
{
    ctsar__auto_unit *u = &q->unit[unit];
    if (ctsar__range_len(u->own) > 0) {
        *range = own_piece(q, u);
        return true;
    }
    double end;
    ctsar__auto_unit *v = latest(q, now, &end);
    if (!v)
        return false;
    ctsar__auto_piece all = {.work = INFINITY, .sure = INFINITY, .most = LONG_MAX, .back = true};
    ctsar__auto_piece part = all;
    double left = end - ctsar__auto_free(u, now) - u->o,
           iteration = v->own_work / (double)ctsar__range_len(v->own);
    double p = u->p + ctsar__auto_moves(q, unit, v->own) / v->own_work;
    part.sure = left / p;
    bool worth = ctsar__auto_fits(q, v->own, &part);
    part.work = STEAL_PART * left / (p + v->p);
    part.least = STEAL_OVERHEADS * ctsar__auto_overhead(q, u) / p;
    worth = worth && part.work >= part.least && part.work >= LEAST_ITERATION * iteration;
    bool probe = u->most < LONG_MAX && u->most > 0;
    if (!worth && !probe && ctsar__auto_others_ask(q, unit, now))
        return false;
    *range = cut_own(q, v, u, worth && !probe ? part : all);
    return true;
}
