/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The functions that threads call while a pass runs take their working space from the
 * stack, or from the heap for teams larger than any of today. */
#include "plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fill.h"
#include "lp.h"

enum { SMALL_TEAM = 64 };

/* The team's rates, with room for one fraction and one boundary per unit. */
typedef struct speeds {
    int units;
    double *o, *p, *fraction;
    long *bound;
    void *heap;
    double small[3 * SMALL_TEAM];
    long small_bound[SMALL_TEAM + 1];
} speeds;

static bool speeds_get(speeds *v, const ctsar__rates *rates, ctsar__team team)
{
    size_t units = (size_t)ctsar__team_units(team);
    double *room = v->small;
    v->units = (int)units;
    v->bound = v->small_bound;
    v->heap = NULL;
    if (units > SMALL_TEAM) {
        v->heap = room = malloc(3 * units * sizeof *room + (units + 1) * sizeof *v->bound);
        if (!room)
            return false;
        v->bound = (long *)(void *)(room + 3 * units);
    }
    v->o = room;
    v->p = room + units;
    v->fraction = room + 2 * units;
    ctsar__rates_view(rates, team, v->o, v->p);
    return true;
}

static void speeds_drop(speeds *v)
{
    free(v->heap);
}

/* Seconds per iteration of the pass when no unit has overhead or waits for another:
 * 1 / sum(1/p), the optimum of the LP in closed form. */
static double ideal_pace(const speeds *v)
{
    double speed = 0;
    for (int u = 0; u < v->units; u++)
        speed += 1 / v->p[u];
    return 1 / speed;
}

static double fill(const speeds *v, long n, double guess, long *bound)
{
    return ctsar__fill(
        &(ctsar__fill_input){
            .part = {0, n}, .units = v->units, .o = v->o, .p = v->p, .guess = guess},
        bound);
}

int ctsar__plan_init(ctsar__plan *plan, const ctsar__sched *s)
{
    *plan = (ctsar__plan){.kept = {.n = -1}};
    return ctsar__rates_init(&plan->rates, &s->env);
}

void ctsar__plan_free(ctsar__plan *plan)
{
    ctsar__split_free(&plan->kept);
    ctsar__rates_free(&plan->rates);
}

static bool same_team(ctsar__team a, ctsar__team b)
{
    return a.cores == b.cores && a.accs == b.accs;
}

bool ctsar__plan_keeps(const ctsar__plan *plan, long n, ctsar__team team)
{
    return plan->kept.n == n && same_team(plan->kept.team, team);
}

int ctsar__plan_split(const ctsar__plan *plan, long n, ctsar__team team, ctsar__split *out)
{
    if (ctsar__plan_keeps(plan, n, team)) {
        memcpy(out->bound, plan->kept.bound,
               ((size_t)ctsar__team_units(team) + 1) * sizeof *out->bound);
        return CTSAR_OK;
    }
    speeds v;
    if (!speeds_get(&v, &plan->rates, team))
        return ctsar__error(CTSAR_ENOMEM, "no memory to split over %d units", v.units);
    fill(&v, n, (double)n * ideal_pace(&v), out->bound);
    speeds_drop(&v);
    return CTSAR_OK;
}

/* What a pass with the kept boundaries takes at today's rates. */
static double kept_time(const ctsar__plan *plan, const speeds *v)
{
    double t = 0;
    for (int u = 0; u < v->units; u++) {
        long n = ctsar__range_len(ctsar__split_range(&plan->kept, u));
        if (n > 0)
            t = fmax(t, v->o[u] + v->p[u] * (double)n);
    }
    return t;
}

bool ctsar__plan_gains(const ctsar__plan *plan, long n, ctsar__team team, double seconds,
                       double fraction)
{
    speeds v;
    if (n == 0 || !ctsar__plan_keeps(plan, n, team))
        return n > 0;
    if (!speeds_get(&v, &plan->rates, team))
        return false;
    double now = kept_time(plan, &v), enough = fmax(seconds, fraction * now);
    double best = (double)n * ideal_pace(&v); /* a bound: mostly it decides, and costs nothing */
    if (now - best >= enough)
        best = fill(&v, n, best, v.bound);
    speeds_drop(&v);
    return now - best >= enough;
}

/* The pass time per iteration that the LP's fractions lead to. */
static double lp_pace(speeds *v)
{
    double pace = 0;
    if (ctsar__lp_solve(v->units, v->p, NULL, v->fraction))
        return ideal_pace(v);
    for (int u = 0; u < v->units; u++)
        pace = fmax(pace, v->fraction[u] * v->p[u]);
    return pace;
}

void ctsar__plan_solve(ctsar__plan *plan, ctsar__sched *s, ctsar__team team)
{
    speeds v;
    if (!speeds_get(&v, &plan->rates, team))
        return;
    double start = s->env.now ? s->env.now() : 0;
    plan->pace = lp_pace(&v);
    plan->solved = team;
    s->stats.solves++;
    if (s->env.now)
        s->stats.lp_seconds += s->env.now() - start;
    speeds_drop(&v);
}

void ctsar__plan_fill(ctsar__plan *plan, ctsar__sched *s, long n, ctsar__team team)
{
    speeds v;
    plan->kept.n = -1;
    if (!speeds_get(&v, &plan->rates, team))
        return;
    if (ctsar__split_reserve(&plan->kept, v.units) == CTSAR_OK) {
        fill(&v, n, (double)n * plan->pace, plan->kept.bound);
        plan->kept.n = n;
        plan->kept.team = team;
        s->stats.fills++;
    }
    speeds_drop(&v);
}
