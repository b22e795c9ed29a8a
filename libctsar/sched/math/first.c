/* SPDX-License-Identifier: BSD-3-Clause */
#include "sched/math/first.h"

#include <math.h>

#include "sched/math/cost.h"

#define TRY_OVERHEADS 8.0 /* that the rest of the pass lasts on the cores where one is tried */
enum { PARTS = 100, FEWEST = 8 /* iterations of a pass */ };

void ctsar__first_start(ctsar__first *f, ctsar__plan *plan)
{
    const ctsar__sched_env *env = plan->env;
    bool on =
        env->guessed && env->accs > 0 && !env->has_ratio && env->backoff == CTSAR_BACKOFF_FILL;
    *f = (ctsar__first){.stage = on ? CTSAR__FIRST_ALONE : CTSAR__FIRST_OVER};
    plan->backoff.compared.trial = on;
}

ctsar__range ctsar__first_part(const ctsar__first *f, long n, ctsar__range part)
{
    long length = (n + PARTS - 1) / PARTS;
    if (f->stage != CTSAR__FIRST_OVER && n >= FEWEST)
        return (ctsar__range){f->done, f->done + length};
    long lo = part.lo > f->done ? part.lo : f->done;
    return (ctsar__range){lo, part.hi > lo ? part.hi : lo};
}

/* Leaves out whom the rest of the pass cannot pay for; true: all are. */
static bool leave_out(ctsar__plan *plan, ctsar__sched *s, long n, long done, ctsar__team team)
{
    ctsar__speeds v;
    bool all = true;
    if (!ctsar__speeds_now(&v, plan, n, team))
        return true;
    double speed = 0, work = ctsar__work(v.cost, done, n);
    for (int u = 0; u < team.cores; u++)
        speed += 1 / v.p[u];
    for (int u = team.cores; u < v.units; u++) {
        bool pays =
            team.cores == 0 || work / speed >= TRY_OVERHEADS * plan->env->overhead[u - team.cores];
        if (!pays)
            ctsar__backoff_hold(&plan->backoff, s, team, u);
        all = all && !pays;
    }
    ctsar__speeds_drop(&v);
    return all;
}

/* The trial was too short for some, of whom it showed nothing. */
static void leave_out_the_unknown(ctsar__plan *plan, ctsar__sched *s, ctsar__team team)
{
    for (int u = team.cores; u < ctsar__team_units(team); u++)
        if (!ctsar__standing_of(&plan->backoff, team, u)->measured)
            ctsar__backoff_hold(&plan->backoff, s, team, u);
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
    bool alone = f->stage == CTSAR__FIRST_ALONE;
    f->done = done.hi;
    bool none = alone && leave_out(plan, s, n, f->done, team);
    if (!alone)
        leave_out_the_unknown(plan, s, team);
    f->stage = alone && !none ? CTSAR__FIRST_TRIAL : CTSAR__FIRST_OVER;
    ctsar__plan_end(plan, s, n, done, ctsar__first_part(f, n, part), team);
    return true;
}

void ctsar__first_leave(ctsar__first *f, ctsar__plan *plan)
{
    if (f->stage == CTSAR__FIRST_ALONE)
        plan->backoff.compared.trial = false;
    *f = (ctsar__first){0};
}
