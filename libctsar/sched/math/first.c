/* SPDX-License-Identifier: BSD-3-Clause */
#include "sched/math/first.h"

#include <limits.h>

#include "sched/math/cost.h"

#define TRY_OVERHEADS 8.0 /* that the rest of the pass lasts on the cores where one is tried */
enum { PARTS = 100, FEWEST = 8 /* iterations of a pass */ };

void ctsar__first_start(ctsar__first *f, ctsar__plan *plan)
{
    const ctsar__sched_env *env = plan->env;
    bool on =
        env->guessed && env->accs > 0 && !env->has_ratio && env->backoff == CTSAR_BACKOFF_FILL;
    *f = (ctsar__first){.stage = on ? CTSAR__FIRST_ALONE : CTSAR__FIRST_OVER, .on = on};
    plan->backoff.compared.only = on ? CTSAR__ONLY_CORES : CTSAR__ANYBODY;
}

/* Of the next one of these rounds. */
static ctsar__range round_of(const ctsar__first *f, long n)
{
    long length = (n + PARTS - 1) / PARTS;
    if (f->stage == CTSAR__FIRST_ALONE && f->done > length)
        length = f->done;
    return (ctsar__range){f->done, n - f->done > length ? f->done + length : n};
}

ctsar__range ctsar__first_part(const ctsar__first *f, long n, ctsar__range part)
{
    if (f->stage != CTSAR__FIRST_OVER && n >= FEWEST)
        return round_of(f, n);
    long lo = part.lo > f->done ? part.lo : f->done;
    return (ctsar__range){lo, part.hi > lo ? part.hi : lo};
}

/* Is nothing known of an accelerator that takes part? */
static bool is_unknown(const ctsar__plan *plan, ctsar__team team, int unit)
{
    return ctsar__takes_part(plan->env, team, unit) &&
           !ctsar__standing_measured(&plan->backoff, team, unit);
}

static double speed_of_cores(const ctsar__speeds *v, ctsar__team team)
{
    double speed = 0;
    for (int u = 0; u < team.cores; u++)
        speed += 1 / v->p[u];
    return speed;
}

/* Leaves out whom nothing is known of and what is left of the pass cannot pay for; true: nobody is
 * to be tried. */
static bool leave_out(ctsar__plan *plan, ctsar__sched *s, long n, long done, ctsar__team team)
{
    ctsar__speeds v;
    bool none = true;
    if (!ctsar__speeds_now(&v, plan, n, team))
        return true;
    double work = ctsar__work(v.cost, done, n), speed = speed_of_cores(&v, team);
    for (int u = team.cores; u < v.units; u++) {
        if (!is_unknown(plan, team, u))
            continue;
        bool pays =
            team.cores == 0 || work / speed >= TRY_OVERHEADS * plan->env->overhead[u - team.cores];
        if (!pays)
            ctsar__backoff_hold(&plan->backoff, s, team, u);
        none = none && !pays;
    }
    ctsar__speeds_drop(&v);
    return none;
}

/* The trial was too short for some, of whom it showed nothing. */
static void leave_out_the_unknown(ctsar__plan *plan, ctsar__sched *s, ctsar__team team)
{
    for (int u = team.cores; u < ctsar__team_units(team); u++)
        if (is_unknown(plan, team, u))
            ctsar__backoff_hold(&plan->backoff, s, team, u);
}

static bool somebody_is_late(const ctsar__plan *plan, ctsar__team team)
{
    for (int u = team.cores; u < ctsar__team_units(team); u++)
        if (ctsar__is_late(plan->env, team, u))
            return true;
    return false;
}

/* What follows a round that has executed all up to `done`. */
static ctsar__first_stage next_stage(const ctsar__first *f, ctsar__plan *plan, ctsar__sched *s,
                                     long n, ctsar__team team)
{
    if (f->stage == CTSAR__FIRST_TRIAL) {
        leave_out_the_unknown(plan, s, team);
        return CTSAR__FIRST_OVER;
    }
    if (!leave_out(plan, s, n, f->done, team))
        return CTSAR__FIRST_TRIAL;
    return somebody_is_late(plan, team) && f->done < n / 2 ? CTSAR__FIRST_ALONE : CTSAR__FIRST_OVER;
}

bool ctsar__first_end(ctsar__first *f, ctsar__plan *plan, ctsar__sched *s, long n,
                      ctsar__range part, ctsar__team team)
{
    if (f->stage == CTSAR__FIRST_OVER)
        return false;
    if (n < FEWEST) {
        f->stage = CTSAR__FIRST_OVER;
        return false;
    }
    ctsar__range done = ctsar__first_part(f, n, part);
    f->done = done.hi;
    f->stage = next_stage(f, plan, s, n, team);
    ctsar__plan_end(plan, s, n, done, ctsar__first_part(f, n, part), team);
    return true;
}

/* Is somebody to be tried whom no pass has known so far? */
static bool somebody_is_new(const ctsar__plan *plan, long n, ctsar__team team)
{
    for (int u = team.cores; u < ctsar__team_units(team); u++)
        if (is_unknown(plan, team, u) &&
            ctsar__standing_allows(&plan->backoff, team, u, n) == LONG_MAX)
            return true;
    return false;
}

bool ctsar__first_again(ctsar__first *f, ctsar__plan *plan, ctsar__sched *s, long n, long done,
                        ctsar__team team)
{
    f->done = done;
    if (f->on && n >= FEWEST && somebody_is_new(plan, n, team) &&
        !leave_out(plan, s, n, done, team))
        f->stage = CTSAR__FIRST_TRIAL;
    return f->stage != CTSAR__FIRST_OVER;
}

void ctsar__first_leave(ctsar__first *f, ctsar__plan *plan)
{
    if (f->stage == CTSAR__FIRST_ALONE)
        plan->backoff.compared.only = CTSAR__ANYBODY;
    *f = (ctsar__first){.on = f->on};
}
