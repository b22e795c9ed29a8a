/* SPDX-License-Identifier: BSD-3-Clause */
#include "sched/math/pieces.h"

#include <math.h>

#include "sched/math/cost.h"
#include "sched/math/rate.h"

#define MOST_PIECES 1e6 /* are handed out within a second */

void ctsar__pieces_fill(ctsar__pieces *p, const ctsar__cost *cost, long n)
{
    *p = (ctsar__pieces){.hi = n, .cost = ctsar__cost_usable(cost, n)};
    p->work = ctsar__work(p->cost, 0, n);
}

double ctsar__pieces_left(const ctsar__pieces *p)
{
    return ctsar__work(p->cost, p->lo, p->hi);
}

bool ctsar__pieces_front(ctsar__pieces *p, double work, ctsar__range *range)
{
    if (p->lo >= p->hi)
        return false;
    long fits = ctsar__cost_from(p->cost, p->lo, p->hi - p->lo, fmax(work, p->least));
    *range = (ctsar__range){p->lo, p->lo + (fits > 0 ? fits : 1)};
    p->lo = range->hi;
    return true;
}

bool ctsar__pieces_back(ctsar__pieces *p, double work, ctsar__range *range)
{
    if (p->lo >= p->hi)
        return false;
    long fits = ctsar__cost_upto(p->cost, p->hi, p->hi - p->lo, fmax(work, p->least));
    *range = (ctsar__range){p->hi - (fits > 0 ? fits : 1), p->hi};
    p->hi = range->lo;
    return true;
}

double ctsar__pieces_work(const ctsar__pieces *p, bool front, long iterations, double work)
{
    if (iterations >= p->hi - p->lo)
        return work;
    double most = front ? ctsar__work(p->cost, p->lo, p->lo + iterations)
                        : ctsar__work(p->cost, p->hi - iterations, p->hi);
    return most < work ? most : work;
}

bool ctsar__pieces_exactly(ctsar__pieces *p, bool front, long iterations, ctsar__range *range)
{
    long left = p->hi - p->lo, take = iterations < left ? iterations : left;
    if (take <= 0)
        return false;
    *range = front ? (ctsar__range){p->lo, p->lo + take} : (ctsar__range){p->hi - take, p->hi};
    *(front ? &p->lo : &p->hi) = front ? range->hi : range->lo;
    return true;
}

void ctsar__pieces_even(ctsar__pieces *p, const ctsar__sched_env *env, long n, ctsar__team team,
                        double *size)
{
    int units = ctsar__team_units(team), present = 0;
    double div = env->div ? env->div : CTSAR__PIECES;
    double average = env->chunk ? p->work * (double)env->chunk / (double)n : p->work / div;
    p->least = fmin(p->work / MOST_PIECES, average);
    ctsar__rates_default(env, team, NULL, size);
    double speed = 0;
    for (int u = 0; u < units; u++)
        if (ctsar__takes_part(env, team, u)) {
            speed += 1 / size[u];
            present++;
        }
    for (int u = 0; u < units && present > 0; u++)
        size[u] = average * present / size[u] / speed;
}
