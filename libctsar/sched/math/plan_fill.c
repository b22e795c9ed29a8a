/* SPDX-License-Identifier: BSD-3-Clause */
#include "sched/math/plan_fill.h"

#include <math.h>

#include "sched/math/cost.h"
#include "sched/math/fill.h"
#include "sched/math/fractions.h"

#define LONGER 1.25 /* times as long as by its shares of all prices a pass may be */
#define FEWER 2.5   /* times as few passes share a price where it would be longer */

/* The price of a move, shared by passes. */
typedef struct shared_move {
    const ctsar__move *move;
    const ctsar__speeds *speeds;
    double passes;
} shared_move;

static double part_of_move(const void *shared, ctsar__team team, int unit, ctsar__range range)
{
    const shared_move *m = shared;
    double all = m->move->seconds(m->move->data, team, unit, range);
    if (ctsar__speeds_works(m->speeds, unit))
        return all / m->passes;
    /* Of a probe its budget has paid for one iteration (probe.c). */
    const ctsar__range one = {range.hi - 1, range.hi};
    return fmax(all - m->move->seconds(m->move->data, team, unit, one), 0) / m->passes;
}

static bool priced(const ctsar__plan *plan, double passes)
{
    return passes > CTSAR__MOVES_FREE && plan->env->move.seconds;
}

double ctsar__plan_fill(const ctsar__plan *plan, const ctsar__speeds *v, ctsar__team team,
                        ctsar__range part, double pace, double passes, long *boundary)
{
    if (plan->env->fractions)
        return ctsar__fractions(v, part, boundary);
    const shared_move shared = {&plan->env->move, v, passes};
    const ctsar__move move = {part_of_move, &shared};
    const ctsar__fill_input in = {.part = part,
                                  .move = priced(plan, passes) ? &move : NULL,
                                  .team = team,
                                  .units = v->units,
                                  .o = v->o,
                                  .p = v->p,
                                  .cap = v->cap,
                                  .cost = v->cost,
                                  .guess = pace * ctsar__work(v->cost, part.lo, part.hi)};
    return ctsar__fill(&in, boundary);
}

double ctsar__plan_takes(const ctsar__plan *plan, const ctsar__speeds *v, ctsar__team team,
                         double passes, const long *boundary)
{
    const shared_move shared = {&plan->env->move, v, passes};
    double t = 0;
    for (int u = 0; u < v->units; u++) {
        ctsar__range r = {boundary[u], boundary[u + 1]};
        if (ctsar__range_len(r) > 0)
            t = fmax(t, v->o[u] + v->p[u] * ctsar__work(v->cost, r.lo, r.hi) +
                            (priced(plan, passes) ? part_of_move(&shared, team, u, r) : 0));
    }
    return t;
}

/* What the pass may take at most, where it takes `t` by its shares of all prices. */
static double most(const ctsar__speeds *v, double t)
{
    double overhead = 0;
    for (int u = 0; u < v->units; u++)
        overhead = fmax(overhead, v->o[u]);
    return LONGER * t + overhead;
}

double ctsar__plan_fill_bounded(const ctsar__plan *plan, const ctsar__speeds *v, ctsar__team team,
                                ctsar__range part, double pace, long *boundary)
{
    for (double passes = CTSAR__MOVES_PAY;; passes = fmax(passes / FEWER, 1)) {
        double t = ctsar__plan_fill(plan, v, team, part, pace, passes, boundary);
        if (!priced(plan, passes) || passes <= 1 ||
            ctsar__plan_takes(plan, v, team, 1, boundary) <= most(v, t))
            return t;
    }
}
