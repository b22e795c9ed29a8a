/* SPDX-License-Identifier: BSD-3-Clause */
#include "sched/math/rules.h"

#include <limits.h>
#include <math.h>

#include "sched/math/compare.h"
#include "sched/math/cost.h"
#include "sched/math/fill.h"

#define WORTHLESS 0.99 /* T_with / T_without over which an accelerator is not worth it */
#define WORTH_IT 0.98  /* under which one that is out is, again */
enum { DEFAULT_PASSES = 2 };

/* The accelerators, those first that do the least of the pass. */
static void order_accs(ctsar__backoff *b, const ctsar__backoff_view *v)
{
    for (int i = 0; i < v->team.accs; i++) {
        int unit = v->team.cores + i, at = i;
        double does = (v->seconds - b->o[unit]) / b->p[unit];
        for (; at > 0; at--) {
            int other = b->order[at - 1];
            if ((v->seconds - b->o[other]) / b->p[other] <= does)
                break;
            b->order[at] = other;
        }
        b->order[at] = unit;
    }
}

/* What others pay for a pass with these boundaries: between two of them, so it adds to both. */
static double others_pay(const ctsar__backoff *b, const ctsar__backoff_view *v)
{
    double home = 0;
    for (int u = v->team.cores; u < ctsar__team_units(v->team); u++)
        if (b->o[u] < CTSAR__AWAY && ctsar__standing_of(b, v->team, u)->home > 0)
            home += ctsar__standing_of(b, v->team, u)->home *
                    ctsar__work(v->cost, b->boundary[u], b->boundary[u + 1]);
    return v->team.cores > 0 ? home / v->team.cores : home;
}

static bool others_do_pay(const ctsar__backoff *b, ctsar__team team)
{
    for (int u = team.cores; u < ctsar__team_units(team); u++)
        if (ctsar__standing_of(b, team, u)->home > 0)
            return true;
    return false;
}

/* The best pass time with what others pay, units whose o is CTSAR__AWAY left out. */
static double best_time(const ctsar__backoff *b, const ctsar__backoff_view *v)
{
    const ctsar__fill_input in = {.part = v->part,
                                  .units = ctsar__team_units(v->team),
                                  .o = b->o,
                                  .p = b->p,
                                  .cost = v->cost,
                                  .guess = v->seconds};
    return ctsar__fill(&in, b->boundary) + others_pay(b, v);
}

/* A time that the pass cannot be shorter than, units that are away left out. */
double ctsar__rules_bound(const ctsar__backoff *b, const ctsar__backoff_view *v)
{
    double speed = 0;
    for (int u = 0; u < ctsar__team_units(v->team); u++)
        if (b->o[u] < CTSAR__AWAY)
            speed += 1 / b->p[u];
    return ctsar__work(v->cost, v->part.lo, v->part.hi) / speed;
}

static double threshold(const ctsar__backoff *b, ctsar__team team, int unit)
{
    return ctsar__standing_of(b, team, unit)->out ? WORTH_IT : WORTHLESS;
}

/* Is the pass without this unit clearly longer, so that no fill is needed to see it? */
static bool clearly_needed(ctsar__backoff *b, const ctsar__backoff_view *v, int unit)
{
    double o = b->o[unit];
    b->o[unit] = CTSAR__AWAY;
    bool clearly = v->seconds <= threshold(b, v->team, unit) * ctsar__rules_bound(b, v);
    b->o[unit] = o;
    return clearly;
}

static bool any_is_out(const ctsar__backoff *b, ctsar__team team)
{
    for (int u = team.cores; u < ctsar__team_units(team); u++)
        if (ctsar__standing_of(b, team, u)->out)
            return true;
    return false;
}

/* Rule fill: how many of order[] together are not worth it. */
static int worthless(ctsar__backoff *b, const ctsar__backoff_view *v)
{
    int k = 0, most = ctsar__team_units(v->team) - 1; /* one works in any case */
    most = most < v->team.accs ? most : v->team.accs;
    while (k < most && b->o[b->order[k]] >= CTSAR__AWAY) /* absent */
        k++;
    if (k == most || (!others_do_pay(b, v->team) && clearly_needed(b, v, b->order[k])))
        return k;
    double with = best_time(b, v) * (any_is_out(b, v->team) ? ctsar__compare_factor(b) : 1);
    for (; k < most; k++) {
        b->o[b->order[k]] = CTSAR__AWAY;
        if (with <= threshold(b, v->team, b->order[k]) * best_time(b, v))
            break;
    }
    for (int i = 0; i < v->team.accs; i++) {
        int unit = b->order[i];
        b->o[unit] = ctsar__standing_absent(b, v->team, unit) ? CTSAR__AWAY : v->o ? v->o[unit] : 0;
    }
    return k;
}

static void count(ctsar__backoff *b, ctsar__sched *s, ctsar__standing *e, bool against)
{
    int passes = b->env->backoff_passes ? b->env->backoff_passes : DEFAULT_PASSES;
    e->against = against ? e->against + 1 : 0;
    if (e->out && !against) {
        e->out = false;
        e->back = 1;
        s->stats.returns++;
    } else if (!e->out && e->against >= passes) {
        e->out = true;
        s->stats.backoffs++;
    }
}

/* Is there anybody who may be left out, or come back?  Who is out comes back when a probe has shown
 * something. */
static bool any_to_judge(const ctsar__backoff *b, ctsar__team team)
{
    for (int u = team.cores; u < ctsar__team_units(team); u++) {
        const ctsar__standing *e = ctsar__standing_of(b, team, u);
        if (!ctsar__standing_absent(b, team, u) && (!e->out || e->done > 0))
            return true;
    }
    return false;
}

static void judge_by_fill(ctsar__backoff *b, ctsar__sched *s, const ctsar__backoff_view *v)
{
    if (!any_to_judge(b, v->team))
        return;
    order_accs(b, v);
    int out = worthless(b, v);
    for (int i = 0; i < v->team.accs; i++) {
        ctsar__standing *e = ctsar__standing_of(b, v->team, b->order[i]);
        if (ctsar__standing_absent(b, v->team, b->order[i]))
            continue; /* which is no verdict */
        if (!e->out || e->done > 0)
            count(b, s, e, i < out);
    }
}

/* The paper's rule; `queue`: where pieces are handed out.  An accelerator without iterations
 * proves nothing: it stays as it is until it was probed. */
static void judge_by_cores(ctsar__backoff *b, ctsar__sched *s, const ctsar__backoff_view *v,
                           bool queue)
{
    double slowest = 0;
    long fewest = LONG_MAX;
    for (int u = 0; u < v->team.cores; u++) {
        const ctsar__standing *e = ctsar__standing_of(b, v->team, u);
        slowest = fmax(slowest, ctsar__standing_pace(e));
        fewest = e->done < fewest ? e->done : fewest;
    }
    for (int u = v->team.cores; u < ctsar__team_units(v->team); u++) {
        ctsar__standing *e = ctsar__standing_of(b, v->team, u);
        if (ctsar__standing_absent(b, v->team, u))
            continue;
        bool by_number = queue && !e->out;
        if (v->team.cores == 0)
            count(b, s, e, false);
        else if (by_number)
            count(b, s, e, e->done < fewest);
        else if (e->done > 0 && slowest > 0)
            count(b, s, e, !(ctsar__standing_pace(e) <= slowest));
    }
}

void ctsar__rules_judge(ctsar__backoff *b, ctsar__sched *s, const ctsar__backoff_view *v,
                        bool queue)
{
    if (b->env->backoff == CTSAR_BACKOFF_FILL)
        judge_by_fill(b, s, v);
    else if (b->env->backoff == CTSAR_BACKOFF_PAPER)
        judge_by_cores(b, s, v, queue);
}
