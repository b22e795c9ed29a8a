/* SPDX-License-Identifier: BSD-3-Clause */
#include "sched/policy/auto/ramp_end.h"

#include <math.h>

#define MOVES 0.1    /* of a unit's time: it has much to move */
#define TRUSTED 10.0 /* hand-outs that cores' ranges have lasted before they tell anything */
/* Times as long as on the cores alone that a pass may take: */
#define ALL_AT_ONCE 2.0 /* if it fetches all, ... */
#define IN_PARTS 1.25   /* ... or only a part */

static bool is_known(const ctsar__auto_unit *u)
{
    return u->p > 0 && !u->cold && !u->out;
}

bool ctsar__auto_takes_part(const ctsar__auto_unit *u)
{
    return is_known(u) && !u->left;
}

double ctsar__auto_trusted(const ctsar__auto_queue *q)
{
    return TRUSTED * q->costs->hand_out;
}

double ctsar__auto_on_cores(const ctsar__auto_queue *q, double work)
{
    const ctsar__auto_scatters *c = &q->cores;
    if (c->work <= 0 || c->taken < ctsar__auto_trusted(q))
        return INFINITY;
    return work * c->taken / c->work / q->team.cores;
}

/* ---- Clocks ---------------------------------------------------------------- */

/* What moving data to itself has taken, and will for the ranges that it has. */
static double moved(const ctsar__auto_unit *u)
{
    return u->moved + u->coming;
}

/* Does it spend much of its time on that? */
static bool moves(const ctsar__auto_unit *u)
{
    return moved(u) > MOVES * u->busy_seconds;
}

/* How long its clock has stood still by the time when it is ready. */
static double stood(const ctsar__auto_unit *u)
{
    return moves(u) ? fmin(moved(u), u->fetch.most) : 0;
}

double ctsar__auto_ready(const ctsar__auto_unit *u, double now)
{
    double from = u->ranges > 0 && (u->due > now || moves(u)) ? u->due : now;
    return from - stood(u) + u->o;
}

/* The time at which a unit has done `work` is from + p * work. */
typedef struct line {
    double from, p;
} line;

/* Up to the work whose data it can fetch while its clock stands still, ... */
static line early(const ctsar__auto_unit *u, double now)
{
    return (line){ctsar__auto_ready(u, now), u->p};
}

static double free_work(const ctsar__auto_unit *u)
{
    return u->fetch.each > 0 ? fmax(u->fetch.most - moved(u), 0) / u->fetch.each : INFINITY;
}

/* ... and for more than that. */
static line late(const ctsar__auto_unit *u, double now)
{
    return (line){ctsar__auto_ready(u, now) - u->fetch.each * free_work(u), u->p + u->fetch.each};
}

/* The one that holds at `end`. */
static line at(const ctsar__auto_unit *u, double now, double end)
{
    line first = early(u, now);
    return (end - first.from) / first.p <= free_work(u) ? first : late(u, now);
}

double ctsar__auto_room(const ctsar__auto_queue *q, const ctsar__auto_unit *u, double now)
{
    line l = at(u, now, q->ramp.end);
    return (q->ramp.end - l.from) / l.p;
}

/* ---- What is left ------------------------------------------------------------- */

ctsar__range *ctsar__auto_source(ctsar__auto_queue *q, int unit, bool *back)
{
    ctsar__range *from = &q->unit[unit].own;
    *back = unit >= q->team.cores;
    if (ctsar__range_len(*from) > 0)
        return from;
    from = &q->ramp.left;
    for (int u = q->team.cores; u < ctsar__team_units(q->team) && !ctsar__range_len(q->ramp.left);
         u++)
        if (ctsar__range_len(q->unit[u].own) > ctsar__range_len(*from)) {
            from = &q->unit[u].own;
            *back = false;
        }
    return ctsar__range_len(*from) ? from : NULL;
}

/* ---- What is to be fetched ---------------------------------------------------- */

/* Iterations that nobody has yet. */
static long left(const ctsar__auto_queue *q)
{
    long n = ctsar__range_len(q->ramp.left);
    for (int u = q->team.cores; u < ctsar__team_units(q->team); u++)
        n += ctsar__range_len(q->unit[u].own);
    return n;
}

/* The part of them that an accelerator would get. */
static ctsar__range share(ctsar__auto_queue *q, int unit, double part)
{
    bool back;
    const ctsar__range *from = ctsar__auto_source(q, unit, &back);
    if (!from)
        return (ctsar__range){0, 0};
    double length = fmin(ceil(part * (double)left(q)), (double)ctsar__range_len(*from));
    return back ? (ctsar__range){from->hi - (long)length, from->hi}
                : (ctsar__range){from->lo, from->lo + (long)length};
}

/* What the work that it would ideally get takes to be fetched, and how long its clock may stand
 * still: until all is there, if the pass takes no more than ALL_AT_ONCE by then. */
static void price_for(ctsar__auto_queue *q, int unit, double speed, double alone)
{
    ctsar__auto_unit *u = &q->unit[unit];
    ctsar__range r = share(q, unit, 1 / u->p / speed);
    double work = ctsar__range_len(r) > 0 ? ctsar__auto_work(q, r.lo, r.hi) : 0;
    double ideal = ctsar__auto_work(q, 0, q->n) / speed; /* seconds */
    u->fetch.each = work > 0 ? ctsar__auto_moves(q, unit, r) / work : 0;
    bool at_once = ideal + u->fetch.each * ideal / u->p <= ALL_AT_ONCE * alone;
    u->fetch.most =
        at_once ? ALL_AT_ONCE * alone - ideal : IN_PARTS * alone - fmin(q->ramp.end, alone);
}

static void price(ctsar__auto_queue *q)
{
    double speed = 0, alone = ctsar__auto_on_cores(q, ctsar__auto_work(q, 0, q->n));
    int units = ctsar__team_units(q->team);
    for (int j = 0; j < units; j++)
        speed += is_known(&q->unit[j]) ? 1 / q->unit[j].p : 0;
    for (int j = q->team.cores; j < units && isfinite(alone); j++)
        if (ctsar__auto_takes_part(&q->unit[j]))
            price_for(q, j, speed, alone);
}

/* ---- The end -------------------------------------------------------------------- */

/* The T with  sum over units of max(0, T - from) / p = left,  where each goes by the line that
 * holds at `before`.  Units that are ready only after T are dropped until none is; dropping lowers
 * T, so it ends. */
static double fill(const ctsar__auto_queue *q, double now, double before)
{
    double end = INFINITY;
    for (int last = -1, counted = 0; counted != last;) {
        double speed = 0, sum = q->ramp.left_work;
        last = counted;
        counted = 0;
        for (int j = 0; j < ctsar__team_units(q->team); j++) {
            const ctsar__auto_unit *u = &q->unit[j];
            if (!ctsar__auto_takes_part(u) || ctsar__auto_ready(u, now) > end)
                continue;
            line l = at(u, now, before);
            speed += 1 / l.p;
            sum += l.from / l.p;
            counted++;
        }
        if (counted == 0)
            return end;
        end = fmin(end, sum / speed); /* rounding must not raise it */
    }
    return end;
}

void ctsar__auto_water_fill(ctsar__auto_queue *q, double now)
{
    double end = 0;
    if (q->move)
        price(q);
    for (int j = 0; j <= ctsar__team_units(q->team); j++) { /* each may change its line once */
        double before = end;
        end = fill(q, now, before);
        if (!q->move || end <= before)
            break;
    }
    q->ramp.end = end;
}
