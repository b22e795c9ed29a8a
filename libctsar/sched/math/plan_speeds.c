/* SPDX-License-Identifier: BSD-3-Clause */
#include "sched/math/plan_speeds.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "sched/math/cost.h"

#define PROBE_P 1e-30 /* seconds per work: none */

static bool speeds_room(ctsar__speeds *v, ctsar__team team)
{
    size_t units = (size_t)ctsar__team_units(team);
    double *room = v->small;
    v->units = (int)units;
    v->boundary = v->small_boundary;
    v->cap = NULL;
    v->heap = NULL;
    if (units > CTSAR__SMALL_TEAM) {
        v->heap = room = malloc(4 * units * sizeof *room + (2 * units + 1) * sizeof *v->boundary);
        if (!room)
            return false;
        v->boundary = (long *)(void *)(room + 4 * units);
    }
    v->o = room;
    v->p = room + units;
    v->scratch = room + 2 * units;
    return true;
}

/* Iterations of which a unit can keep the persisted data. */
static long keepable(const ctsar__plan *plan, ctsar__team team, int unit)
{
    const ctsar__absent *a = plan->env->absent;
    return a && unit >= team.cores ? a->most[unit - team.cores] : LONG_MAX;
}

/* Would fewer than n iterations be left to anybody if no unit had more than it can keep? */
static bool too_little(const ctsar__plan *plan, ctsar__team team, long n)
{
    long left = n;
    for (int u = 0; u < ctsar__team_units(team); u++) {
        long allowed = ctsar__standing_allows(&plan->backoff, team, u, n);
        long keeps = keepable(plan, team, u), most = allowed < keeps ? allowed : keeps;
        if (most >= left)
            return false;
        left -= most;
    }
    return true;
}

static bool is_unlimited(const ctsar__plan *plan, ctsar__team team, long n)
{
    for (int a = 0; plan->env->absent && a < team.accs; a++)
        if (plan->env->absent->most[a] < LONG_MAX)
            return false;
    return ctsar__backoff_free_for_all(&plan->backoff, team, n);
}

void ctsar__speeds_limit(ctsar__speeds *v, const ctsar__plan *plan, long n, ctsar__team team)
{
    if (is_unlimited(plan, team, n))
        return;
    bool streams = too_little(plan, team, n);
    v->cap = v->boundary + v->units + 1;
    for (int u = 0; u < v->units; u++) {
        v->cap[u] = ctsar__standing_allows(&plan->backoff, team, u, n);
        if (v->cap[u] < LONG_MAX) {
            v->o[u] = 0;
            v->p[u] = PROBE_P;
        } else if (!streams) {
            v->cap[u] = keepable(plan, team, u);
        }
    }
}

bool ctsar__speeds_works(const ctsar__speeds *v, int u)
{
    return !v->cap || v->p[u] > PROBE_P;
}

void ctsar__speeds_drop(ctsar__speeds *v)
{
    free(v->heap);
}

/* Makes seconds per iteration seconds per unit of work. */
static void per_work(ctsar__speeds *v, long n)
{
    if (!v->cost)
        return;
    double scale = (double)n / ctsar__work(v->cost, 0, n);
    for (int u = 0; u < v->units; u++)
        v->p[u] *= scale;
}

/* As if cores were alike: each as fast as they are on average. */
static void level_cores(ctsar__speeds *v, int cores)
{
    double overhead = 0, speed = 0;
    for (int u = 0; u < cores; u++) {
        overhead += v->o[u] / cores;
        speed += 1 / v->p[u] / cores;
    }
    for (int u = 0; u < cores; u++) {
        v->o[u] = overhead;
        v->p[u] = 1 / speed;
    }
}

bool ctsar__plan_solved(const ctsar__plan *plan, ctsar__team team)
{
    return plan->now.room > 0 && ctsar__same_team(plan->now.team, team);
}

const ctsar__cost *ctsar__plan_cost(const ctsar__plan *plan, long n)
{
    return plan->cost_n == 0 || plan->cost_n == n ? ctsar__cost_usable(plan->cost, n) : NULL;
}

bool ctsar__speeds_now(ctsar__speeds *v, const ctsar__plan *plan, long n, ctsar__team team)
{
    v->cost = ctsar__plan_cost(plan, n);
    if (!speeds_room(v, team))
        return false;
    if (plan->stated)
        ctsar__rates_default(plan->env, team, v->o, v->p);
    else
        ctsar__rates_view(&plan->rates, team, v->o, v->p);
    if (!ctsar__rates_measured(&plan->rates))
        per_work(v, n);
    if (plan->leveling)
        level_cores(v, team.cores);
    return true;
}

bool ctsar__speeds_solved(ctsar__speeds *v, const ctsar__plan *plan, long n, ctsar__team team)
{
    if (!ctsar__plan_solved(plan, team))
        return ctsar__speeds_now(v, plan, n, team);
    v->cost = ctsar__plan_cost(plan, n);
    if (!speeds_room(v, team))
        return false;
    memcpy(v->o, plan->now.o, (size_t)v->units * sizeof *v->o);
    memcpy(v->p, plan->now.p, (size_t)v->units * sizeof *v->p);
    return true;
}

double ctsar__speeds_pace(const ctsar__speeds *v)
{
    double speed = 0;
    for (int u = 0; u < v->units; u++)
        if (ctsar__speeds_works(v, u))
            speed += 1 / v->p[u];
    return 1 / speed;
}
