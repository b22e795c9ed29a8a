/* SPDX-License-Identifier: BSD-3-Clause */
#include "sched/math/plan.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sched/math/cost.h"
#include "sched/math/lp.h"
#include "sched/math/plan_fill.h"

/* A solution stays while another would save a smaller part than this: moving a boundary moves
 * data. */
#define LEAST_GAIN_FRACTION 0.01
#define LEAST_GAIN_SHORT 0.05 /* of a pass so short that this is under half of a decision */

/* ---- Life ----------------------------------------------------------------- */

int ctsar__plan_init(ctsar__plan *plan, ctsar__sched *s)
{
    *plan = (ctsar__plan){
        .env = &s->env, .stated = s->env.has_ratio, .now.kept.n = -1, .before.kept.n = -1};
    int status = ctsar__rates_init(&plan->rates, &s->env);
    if (status)
        return status;
    plan->cost = plan->rates.cost;
    status = ctsar__backoff_init(&plan->backoff, s);
    if (status)
        ctsar__rates_free(&plan->rates);
    return status;
}

void ctsar__plan_free(ctsar__plan *plan)
{
    ctsar__split_free(&plan->now.kept);
    ctsar__split_free(&plan->before.kept);
    ctsar__backoff_free(&plan->backoff);
    ctsar__rates_free(&plan->rates);
    free(plan->now.o);
    free(plan->before.o);
}

/* ---- Boundaries ------------------------------------------------------------- */

/* Which accelerators are absent, as a number. */
static unsigned absences(const ctsar__plan *plan)
{
    return plan->env->absent ? plan->env->absent->version : 0;
}

static bool keeps(const ctsar__plan *plan, long n, ctsar__range part, ctsar__team team)
{
    const ctsar__split *s = &plan->now.kept;
    return s->n == n && plan->now.kept_version == absences(plan) &&
           ctsar__same_team(s->team, team) && s->boundary[0] == part.lo &&
           s->boundary[ctsar__team_units(team)] == part.hi;
}

int ctsar__plan_split(const ctsar__plan *plan, long n, ctsar__range part, ctsar__team team,
                      ctsar__split *out)
{
    if (keeps(plan, n, part, team)) {
        memcpy(out->boundary, plan->now.kept.boundary,
               ((size_t)ctsar__team_units(team) + 1) * sizeof *out->boundary);
        return CTSAR_OK;
    }
    ctsar__speeds v;
    if (!ctsar__speeds_solved(&v, plan, n, team))
        return ctsar__error(CTSAR_ENOMEM, "no memory to split over %d units", v.units);
    ctsar__speeds_limit(&v, plan, ctsar__range_len(part), team);
    ctsar__plan_fill(plan, &v, team, part, ctsar__speeds_pace(&v), CTSAR__MOVES_FREE,
                     out->boundary);
    ctsar__speeds_drop(&v);
    return CTSAR_OK;
}

void ctsar__plan_lay(ctsar__plan *plan, ctsar__sched *s, long n, ctsar__range part,
                     ctsar__team team)
{
    ctsar__speeds v;
    if (keeps(plan, n, part, team))
        return;
    plan->now.kept.n = -1;
    if (!ctsar__speeds_solved(&v, plan, n, team))
        return;
    ctsar__speeds_limit(&v, plan, ctsar__range_len(part), team);
    if (ctsar__split_reserve(&plan->now.kept, v.units) == CTSAR_OK) {
        ctsar__plan_fill_bounded(plan, &v, team, part, plan->now.pace, plan->now.kept.boundary);
        plan->now.kept.n = n;
        plan->now.kept_version = absences(plan);
        plan->now.kept.team = team;
        s->stats.fills++;
    }
    ctsar__speeds_drop(&v);
}

/* ---- Solutions -------------------------------------------------------------- */

/* Room for the rates of a solution. */
static bool reserve(ctsar__solution *s, int units)
{
    if (units <= s->room)
        return true;
    double *both = malloc(2 * (size_t)units * sizeof *both);
    if (!both)
        return false;
    free(s->o);
    s->o = both;
    s->p = both + units;
    s->room = units;
    return true;
}

static void swap_solutions(ctsar__plan *plan)
{
    ctsar__solution now = plan->before;
    plan->before = plan->now;
    plan->now = now;
    plan->missed = 0;
}

/* The pass time per unit of work that the LP's fractions lead to, over the units without
 * limit. */
static double lp_pace(ctsar__speeds *v)
{
    double *p = v->scratch, *fraction = p + v->units, pace = 0;
    int units = 0;
    for (int u = 0; u < v->units; u++)
        if (ctsar__speeds_works(v, u))
            p[units++] = v->p[u];
    if (ctsar__lp_solve(units, p, NULL, fraction))
        return ctsar__speeds_pace(v);
    for (int u = 0; u < units; u++)
        pace = fmax(pace, fraction[u] * p[u]);
    return pace;
}

void ctsar__plan_solve(ctsar__plan *plan, ctsar__sched *s, long n, ctsar__team team)
{
    ctsar__speeds v;
    if (!ctsar__speeds_now(&v, plan, n, team))
        return;
    if (reserve(&plan->before, v.units)) {
        swap_solutions(plan);
        memcpy(plan->now.o, v.o, (size_t)v.units * sizeof *v.o);
        memcpy(plan->now.p, v.p, (size_t)v.units * sizeof *v.p);
        ctsar__speeds_limit(&v, plan, n, team);
        double start = s->env.now ? s->env.now() : 0;
        plan->now.pace = lp_pace(&v);
        s->stats.solves++;
        if (s->env.now)
            s->stats.lp_seconds += s->env.now() - start;
        plan->now.team = team;
        plan->now.kept.n = -1;
    }
    ctsar__speeds_drop(&v);
}

/* Is another solution worth it, as the boundaries of `part` that are kept show?  A pass of
 * microseconds has little to save, but there are many of them: what each has missed adds up
 * until it is enough. */
static bool gains(ctsar__plan *plan, long n, ctsar__range part, ctsar__team team)
{
    ctsar__speeds v;
    if (!keeps(plan, n, part, team) || !ctsar__speeds_now(&v, plan, n, team))
        return false;
    ctsar__speeds_limit(&v, plan, ctsar__range_len(part), team);
    const long *kept = plan->now.kept.boundary;
    double now = ctsar__plan_takes(plan, &v, team, CTSAR__MOVES_PAY, kept),
           pace = ctsar__speeds_pace(&v);
    double decide = plan->env->costs->decide;
    double enough = fmax(LEAST_GAIN_FRACTION * now, fmin(LEAST_GAIN_SHORT * now, decide / 2));
    double missed = now - pace * ctsar__work(v.cost, part.lo, part.hi);
    if (missed >= enough) /* that much at most; it mostly decides, and costs nothing */
        plan->missed += missed;
    bool gain = missed >= enough && plan->missed >= decide;
    if (gain) {
        missed = now - ctsar__plan_fill(plan, &v, team, part, pace, CTSAR__MOVES_PAY, v.boundary);
        gain = missed >= enough;
        plan->missed = gain ? plan->missed : 0;
    }
    ctsar__speeds_drop(&v);
    return gain;
}

bool ctsar__plan_is_short(const ctsar__plan *plan, long n, ctsar__range part, ctsar__team team,
                          double seconds)
{
    if (plan->trial.usual > 0) /* one long pass does not count */
        seconds = fmin(seconds, plan->trial.usual *
                                    ctsar__work(ctsar__plan_cost(plan, n), part.lo, part.hi));
    return ctsar__backoff_cores_alone(&plan->backoff, team, ctsar__range_len(part)) &&
           !plan->env->exact && !plan->uneven && seconds > 0 &&
           seconds < plan->env->costs->short_pass;
}

/* Of short passes: whether the boundaries may change, unless those before come back. */
static bool may_change(ctsar__plan *plan, ctsar__sched *s, long n, ctsar__range part,
                       ctsar__team team, double seconds)
{
    double pace = seconds / ctsar__work(ctsar__plan_cost(plan, n), part.lo, part.hi);
    ctsar__ruling ruling = ctsar__trial_judge(&plan->trial, pace);
    if (ruling == CTSAR__RETURN && ctsar__same_team(plan->before.team, team)) {
        swap_solutions(plan);
        ctsar__plan_lay(plan, s, n, part, team);
    }
    return ruling == CTSAR__FREE;
}

void ctsar__plan_forget(ctsar__plan *plan)
{
    plan->now.team = (ctsar__team){0, 0};
    plan->now.kept.n = -1;
}

static void renew(ctsar__plan *plan, ctsar__sched *s, long n, ctsar__range part, ctsar__team team)
{
    ctsar__plan_solve(plan, s, n, team);
    ctsar__plan_lay(plan, s, n, part, team);
}

/* Boundaries as if cores were equal and nothing was learned: those that other regions have, too. */
static void level(ctsar__plan *plan, ctsar__sched *s, long n, ctsar__range part, ctsar__team team)
{
    const ctsar__cost *cost = plan->cost;
    plan->cost = plan->env->cost.work ? &plan->env->cost : NULL;
    plan->leveling = true;
    renew(plan, s, n, part, team);
    plan->leveling = false;
    plan->cost = cost;
}

static bool same_boundaries(const ctsar__plan *plan, ctsar__team team)
{
    size_t bytes = ((size_t)ctsar__team_units(team) + 1) * sizeof *plan->now.kept.boundary;
    return plan->before.kept.n == plan->now.kept.n &&
           !memcmp(plan->before.kept.boundary, plan->now.kept.boundary, bytes);
}

/* Other boundaries for short passes: level ones and, in turn, those that the rates lead to. */
static void try_others(ctsar__plan *plan, ctsar__sched *s, long n, ctsar__range part,
                       ctsar__team team)
{
    plan->leveled = !plan->leveled;
    bool others = plan->leveled || gains(plan, n, part, team);
    if (others)
        (plan->leveled ? level : renew)(plan, s, n, part, team);
    if (others && same_boundaries(plan, team)) {
        swap_solutions(plan);
        others = false;
    }
    (others ? ctsar__trial_begin : ctsar__trial_pause)(&plan->trial);
}

/* At the end of a round that was not empty: prepares `part`, with a new solution if it is
 * predicted to save what is worth it. */
static void adapt(ctsar__plan *plan, ctsar__sched *s, long n, ctsar__range part, ctsar__team team)
{
    double seconds = plan->seconds;
    bool anew = plan->env->fractions; /* in each round */
    bool on_trial = !anew && ctsar__plan_is_short(plan, n, part, team, seconds);
    plan->seconds = 0;
    bool solved = !anew && ctsar__plan_solved(plan, team);
    if (on_trial && !(solved && plan->trial.begun)) {
        ctsar__trial_start(&plan->trial);
        plan->leveled = true;
        level(plan, s, n, part, team);
    } else if (solved) {
        ctsar__plan_lay(plan, s, n, part, team);
        if (on_trial && may_change(plan, s, n, part, team, seconds))
            try_others(plan, s, n, part, team);
        else if (!on_trial && gains(plan, n, part, team))
            renew(plan, s, n, part, team);
    } else {
        renew(plan, s, n, part, team);
    }
}

/* ---- The end of a round ---------------------------------------------------- */

void ctsar__plan_observe(ctsar__plan *plan, const ctsar__sample *sample)
{
    bool probe = ctsar__standing_probes(&plan->backoff, sample->team, sample->unit);
    if (isfinite(sample->seconds))
        plan->seconds = fmax(plan->seconds, sample->seconds);
    if (probe) /* what was known before is in doubt */
        ctsar__rates_replace(&plan->rates, sample);
    else
        ctsar__rates_observe(&plan->rates, sample);
    ctsar__backoff_note(&plan->backoff, sample,
                        ctsar__work(plan->rates.cost, sample->range.lo, sample->range.hi));
}

/* What `part` takes by the boundaries that would be derived for it at today's rates, or
 * more. */
static double part_time(const ctsar__plan *plan, const ctsar__speeds *v, long n, ctsar__range part,
                        ctsar__team team)
{
    if (keeps(plan, n, part, team) &&
        ctsar__backoff_free_for_all(&plan->backoff, team, ctsar__range_len(part)))
        return ctsar__plan_takes(plan, v, team, CTSAR__MOVES_FREE, plan->now.kept.boundary);
    return ctsar__plan_fill(plan, v, team, part, ctsar__speeds_pace(v), CTSAR__MOVES_FREE,
                            v->boundary);
}

/* True: other units than before are limited. */
static bool judge(ctsar__plan *plan, ctsar__sched *s, long n, ctsar__range part, ctsar__team team)
{
    ctsar__speeds v, limited;
    if (!ctsar__speeds_now(&v, plan, n, team))
        return false;
    double seconds = 0;
    if (ctsar__speeds_now(&limited, plan, n, team)) {
        ctsar__speeds_limit(&limited, plan, ctsar__range_len(part), team);
        seconds = part_time(plan, &limited, n, part, team);
        ctsar__speeds_drop(&limited);
    }
    bool changed = ctsar__backoff_end(
        &plan->backoff, s,
        &(ctsar__backoff_view){
            .team = team, .part = part, .cost = v.cost, .o = v.o, .p = v.p, .seconds = seconds});
    ctsar__speeds_drop(&v);
    return changed;
}

void ctsar__plan_end(ctsar__plan *plan, ctsar__sched *s, long n, ctsar__range done,
                     ctsar__range next, ctsar__team team)
{
    plan->stated = false;
    if (judge(plan, s, n, done, team)) /* those before may give something to whom is left out now */
        plan->now.kept.n = plan->before.kept.n = -1;
    adapt(plan, s, n, next, team);
}

double ctsar__plan_told_every(const ctsar__plan *plan, ctsar__team team)
{
    return ctsar__backoff_tries(&plan->backoff, team) ? 0 : plan->env->costs->told_every;
}
