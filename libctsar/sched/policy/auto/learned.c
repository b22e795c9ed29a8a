/* SPDX-License-Identifier: BSD-3-Clause */
#include "sched/policy/auto/learned.h"

#include "sched/math/cost.h"
#include "sched/math/profile_fit.h"

enum {
    PLAN_FITS = 2,
    RAMPS_LEARNED = 2 /* that a profile is made of at most */
};

/* May the round that begins teach something?  A cost that the user states is not learned. */
static bool profiles(const ctsar__auto_learned *l, const ctsar__plan *plan, bool ramp, long n,
                     ctsar__team team)
{
    if (plan->env->cost.work)
        return false;
    bool same = l->profile.n == n && ctsar__same_team(l->profile.team, team);
    return ramp || (same && l->fits < PLAN_FITS);
}

/* Before a ramp.  Timings of other iterations are forgotten, those in doubt, and those of ramps
 * long ago. */
static void forget_timings(ctsar__auto_learned *l, ctsar__plan *plan, long n, ctsar__team team)
{
    bool others = l->profile.n != n || !ctsar__same_team(l->profile.team, team);
    if (others) {
        plan->cost = plan->rates.cost = NULL;
        ctsar__plan_forget(plan);
    }
    if (others || l->trial || l->taught == RAMPS_LEARNED) {
        ctsar__profile_forget(&l->profile);
        l->taught = 0;
    }
    l->taught++;
    l->trial = false;
    ctsar__profile_begin(&l->profile, n, team, plan->env->costs->hand_out);
}

void ctsar__auto_teach(ctsar__auto_learned *l, ctsar__plan *plan, bool ramp, long n,
                       ctsar__team team)
{
    l->profiling = profiles(l, plan, ramp, n, team);
    if (l->profiling && ramp)
        forget_timings(l, plan, n, team);
}

/* What was learned in a pass that took longer than they do as a rule. */
static void forget_profile(ctsar__auto_learned *l, ctsar__plan *plan)
{
    if (plan->cost != &l->cost)
        return;
    plan->cost = plan->rates.cost = NULL;
    ctsar__plan_forget(plan);
}

static bool is_timed(const ctsar__profile *f, int unit)
{
    for (int r = 0; r < f->timings; r++)
        if (f->timing[r].unit == unit)
            return true;
    return false;
}

/* Nothing but a first range, if that: the profile takes it to be like other accelerators. */
static bool is_known_otherwise(const ctsar__auto_learned *l, const ctsar__plan *plan,
                               ctsar__team team, int unit)
{
    return unit >= team.cores && plan->rates.acc[unit - team.cores].seen > 0 &&
           !is_timed(&l->profile, unit);
}

static void use_profile(ctsar__auto_learned *l, ctsar__plan *plan, const ctsar__auto_queue *q)
{
    l->cost = ctsar__profile_cost(&l->profile);
    plan->cost = plan->rates.cost = &l->cost;
    plan->cost_n = q->n;
    ctsar__plan_forget(plan);
    for (int i = 0; i < ctsar__team_units(q->team); i++)
        if (!is_known_otherwise(l, plan, q->team, i))
            ctsar__rates_set(&plan->rates, q->team, i, q->unit[i].o, l->profile.p[i], q->n);
}

bool ctsar__auto_learn_profile(ctsar__auto_learned *l, ctsar__plan *plan,
                               const ctsar__auto_queue *q, bool ramp, bool caches)
{
    if (caches) {
        forget_profile(l, plan);
        return false;
    }
    if (!l->profiling || !ctsar__profile_fit(&l->profile))
        return false;
    l->fits = ramp ? 0 : l->fits + 1;
    use_profile(l, plan, q);
    return true;
}
