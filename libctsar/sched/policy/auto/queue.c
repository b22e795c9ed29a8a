/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What both ways of `auto` to hand out a pass use: how much of a range to cut, what a range that is
 * over tells, and what a pass looked like when it was. */
#include "sched/policy/auto/queue.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "sched/math/cost.h"

#define RAMP_DECAY 0.75    /* weight of what came before, in a ramp */
#define ERROR_QUANTILE 0.8 /* of the units' errors in a pass */
#define SURE 2.0           /* standard deviations */
#define LEAST_P 1e-30
#define LARGEST_P 1e30
enum {
    GROWTH = 8, /* a range may be so many times as long as the unit's last one, ... */
    LONGER = 2  /* ... a planned one as all it did in the pass before */
};

/* ---- Pieces -------------------------------------------------------------------- */

double ctsar__auto_moves(const ctsar__auto_queue *q, int unit, ctsar__range range)
{
    return q->move ? q->move->seconds(q->move->data, q->team, unit, range) : 0;
}

double ctsar__auto_scatter(const ctsar__auto_queue *q)
{
    return q->cores.scale > 0 ? q->cores.squares / q->cores.scale : 0;
}

double ctsar__auto_surely(const ctsar__auto_queue *q, long lo, long hi)
{
    double work = ctsar__auto_work(q, lo, hi);
    double variance =
        q->profile ? ctsar__profile_variance(q->profile, lo, hi) : ctsar__auto_scatter(q) * work;
    return work + SURE * sqrt(variance);
}

/* Do the first or last `length` iterations of a range fit, of which `most` do as far as is known?
 */
static bool fits(const ctsar__auto_queue *q, ctsar__range from, long length, long most,
                 const ctsar__auto_piece *piece)
{
    long lo = piece->back ? from.hi - length : from.lo, hi = lo + length;
    if (length > most || piece->sure == INFINITY)
        return length <= most;
    return (piece->least > 0 && ctsar__auto_work(q, lo, hi) <= piece->least) ||
           ctsar__auto_surely(q, lo, hi) <= piece->sure;
}

/* How many of its first or last iterations fit, as far as is known. */
static long most_of(const ctsar__auto_queue *q, ctsar__range from, const ctsar__auto_piece *piece)
{
    long room = ctsar__range_len(from);
    room = room < piece->most ? room : piece->most;
    return piece->back ? ctsar__cost_upto(q->cost, from.hi, room, piece->work)
                       : ctsar__cost_from(q->cost, from.lo, room, piece->work);
}

bool ctsar__auto_fits(const ctsar__auto_queue *q, ctsar__range from, const ctsar__auto_piece *piece)
{
    ctsar__range one = {piece->back ? from.hi - 1 : from.lo, piece->back ? from.hi : from.lo + 1};
    return fits(q, one, 1, most_of(q, one, piece), piece);
}

ctsar__range ctsar__auto_cut(const ctsar__auto_queue *q, ctsar__range *from,
                             const ctsar__auto_piece *piece)
{
    long length = 1, over = ctsar__range_len(*from), most = most_of(q, *from, piece);
    if (fits(q, *from, over, most, piece))
        length = over;
    /* A longer range may surely take less, since where bins end the work is known.  Of several
     * lengths it is the one that halving the whole range finds. */
    while (over - length > 1) {
        long mid = length + (over - length) / 2;
        *(fits(q, *from, mid, most, piece) ? &length : &over) = mid;
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

bool ctsar__auto_will_ask(const ctsar__auto_queue *q, const ctsar__auto_unit *u, double now)
{
    return u->ranges > 0 ||
           (u->pieces == 0 && !u->left && !u->out && now <= ctsar__auto_overhead(q, u));
}

bool ctsar__auto_others_ask(const ctsar__auto_queue *q, int unit, double now)
{
    for (int j = 0; j < ctsar__team_units(q->team); j++)
        if (j != unit && ctsar__auto_will_ask(q, &q->unit[j], now))
            return true;
    return false;
}

/* ---- What ranges tell ------------------------------------------------------------ */

void ctsar__auto_count_running(ctsar__auto_queue *q, const ctsar__auto_unit *u, double start,
                               int sign)
{
    if (u - q->unit < q->team.cores) {
        q->cores.running += sign;
        q->cores.since += sign * start;
    }
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
    if (q->cores.last_work > 0) {
        double differs = 2 * (pace - q->cores.last_pace) / (pace + q->cores.last_pace);
        q->cores.squares = keep * q->cores.squares + differs * differs;
        q->cores.scale = keep * q->cores.scale + 1 / work + 1 / q->cores.last_work;
    }
    q->cores.last_pace = pace;
    q->cores.last_work = work;
}

/* What the rest of the round goes by.  In a ramp later ranges count for more: they are longer,
 * and the first ones may have been slow starts.  A plan begins with what it assumed. */
void ctsar__auto_learn(ctsar__auto_queue *q, ctsar__auto_unit *u, bool ramp, double variable,
                       double work)
{
    double keep = ramp ? RAMP_DECAY : 1;
    if (ramp)
        note_scatter(q, u, variable, work);
    if (ramp && u - q->unit < q->team.cores) {
        double keep_all = 1 - (1 - RAMP_DECAY) / q->team.cores;
        q->cores.taken = keep_all * q->cores.taken + variable;
        q->cores.work = keep_all * q->cores.work + work;
    }
    u->taken = keep * u->taken + variable;
    u->work = keep * u->work + work;
    u->p = fmin(fmax(u->taken / u->work, LEAST_P), LARGEST_P);
}

void ctsar__auto_note_error(ctsar__auto_unit *u, double seconds, double work)
{
    if (work <= u->error_work || !(seconds > 0) || !(u->expects > 0))
        return;
    u->error = fabs(log(seconds / u->expects));
    u->error_work = work;
}

/* ---- What a pass looked like ------------------------------------------------------ */

static int by_value(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

double ctsar__auto_error(const ctsar__auto_queue *q, double *scratch)
{
    int known = 0;
    for (int u = 0; u < ctsar__team_units(q->team); u++)
        if (q->unit[u].error >= 0)
            scratch[known++] = q->unit[u].error;
    if (known == 0)
        return -1;
    qsort(scratch, (size_t)known, sizeof *scratch, by_value);
    return scratch[(int)(ERROR_QUANTILE * (known - 1) + 0.5)];
}

void ctsar__auto_set_free(ctsar__auto_queue *q, ctsar__auto_unit *u)
{
    if (u->ranges == 0)
        return;
    ctsar__auto_count_running(q, u, u->start, -1);
    u->ranges--;
}

long ctsar__auto_before(const ctsar__auto_unit *u)
{
    bool left_out = u->out || u->most == 0;
    return left_out && u->iterations == 0 ? u->before : u->iterations;
}

double ctsar__auto_idle(const ctsar__auto_queue *q)
{
    double idle = 0, all = 0;
    for (int i = 0; i < ctsar__team_units(q->team); i++) {
        const ctsar__auto_unit *u = &q->unit[i];
        if (u->p > 0 && !u->out) {
            all += 1 / u->p;
            idle += fmax(1 - u->busy_seconds / q->over, 0) / u->p;
        }
    }
    return all > 0 ? idle / all : 0;
}

double ctsar__auto_moved(const ctsar__auto_queue *q)
{
    double most = 0;
    for (int i = 0; i < ctsar__team_units(q->team); i++)
        most = fmax(most, q->unit[i].moved);
    return most / q->over;
}

double ctsar__auto_largest_overhead(const ctsar__auto_queue *q)
{
    double o = 0;
    for (int i = 0; i < ctsar__team_units(q->team); i++)
        o = fmax(o, q->unit[i].timed ? q->unit[i].o : 0);
    return o;
}

void ctsar__auto_note_paces(ctsar__auto_queue *q, bool stated)
{
    for (int i = 0; i < ctsar__team_units(q->team); i++) {
        ctsar__auto_unit *u = &q->unit[i];
        double of = stated ? u->done_work : (double)u->timed_iterations;
        if (u->timed)
            u->pace = fmax(u->variable / of, LEAST_P);
    }
}
