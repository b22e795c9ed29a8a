/* SPDX-License-Identifier: BSD-3-Clause */
#include "sched/math/backoff.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "sched/math/compare.h"
#include "sched/math/cost.h"
#include "sched/math/lengths.h"
#include "sched/math/probe.h"
#include "sched/math/rules.h"

int ctsar__backoff_init(ctsar__backoff *b, ctsar__sched *s)
{
    *b = (ctsar__backoff){.env = &s->env};
    b->left_out = calloc((size_t)s->env.accs + 1, sizeof *b->left_out);
    if (!b->left_out)
        return ctsar__error(CTSAR_ENOMEM, "no memory for the back-off of %d accelerators",
                            s->env.accs);
    s->backed_off = b->left_out;
    return CTSAR_OK;
}

void ctsar__backoff_free(ctsar__backoff *b)
{
    free(b->left_out);
    free(b->unit);
    free(b->o);
    free(b->boundary);
    free(b->order);
}

void ctsar__backoff_hold(ctsar__backoff *b, ctsar__sched *s, ctsar__team team, int unit)
{
    if (ctsar__standing_reserve(b, team)) /* who cannot be held is tried */
        ctsar__standing_hold(b, s, team, unit);
}

bool ctsar__backoff_one_works(const ctsar__backoff *b, ctsar__team team, long n)
{
    int working = 0;
    for (int u = 0; u < ctsar__team_units(team); u++)
        working += ctsar__standing_allows(b, team, u, n) > 0;
    return working <= 1;
}

bool ctsar__backoff_cores_alone(const ctsar__backoff *b, ctsar__team team, long n)
{
    for (int u = team.cores; u < ctsar__team_units(team); u++)
        if (ctsar__standing_allows(b, team, u, n) > 0)
            return false;
    return true;
}

bool ctsar__backoff_free_for_all(const ctsar__backoff *b, ctsar__team team, long n)
{
    for (int u = 0; u < ctsar__team_units(team); u++)
        if (ctsar__standing_allows(b, team, u, n) < LONG_MAX)
            return false;
    return true;
}

bool ctsar__backoff_tries(const ctsar__backoff *b, ctsar__team team)
{
    return ctsar__lengths_compare(b) || ctsar__probe_any(b, team);
}

bool ctsar__backoff_compares(const ctsar__backoff *b, ctsar__team team, long n)
{
    return (b->alone ? &b->compared : ctsar__compared_like(b, team.cores, n))->only;
}

void ctsar__backoff_note(ctsar__backoff *b, const ctsar__sample *s, double work)
{
    if (!ctsar__standing_reserve(b, s->team))
        return;
    ctsar__standing *e = ctsar__standing_of(b, s->team, s->unit);
    e->done += ctsar__range_len(s->range);
    if (s->seconds >= 0 && isfinite(s->seconds) && work > 0) {
        e->seconds += s->seconds;
        e->work += work;
        e->paid += s->home;
        e->measured = true;
    }
}

/* ---- The end of a pass -------------------------------------------------------------------- */

/* Shows which accelerators are left out; true: others than before.  Where lengths come in turn, who
 * sits out is found when a pass says its own. */
static bool show(ctsar__backoff *b, ctsar__team team, long n)
{
    bool changed = false;
    for (int a = 0; a < team.accs; a++) {
        bool out = ctsar__standing_is_out(b, team, team.cores + a, n);
        changed = changed || b->left_out[a] != out;
        b->left_out[a] = out;
    }
    return changed;
}

/* True: in passes of n iterations units may have other numbers than before. */
static bool publish(ctsar__backoff *b, ctsar__team team, long n)
{
    ctsar__only before = b->whose;
    b->whose = ctsar__compared_whose(&b->compared);
    b->alone = b->turns == 0 && b->whose == CTSAR__ONLY_CORES;
    return show(b, team, n) || b->whose != before;
}

static void learn_what_others_pay(ctsar__backoff *b, ctsar__team team)
{
    for (int u = team.cores; u < ctsar__team_units(team); u++) {
        ctsar__standing *e = ctsar__standing_of(b, team, u);
        if (e->work > 0 && e->probe == 0) /* what a probe moves was not there before */
            e->home = fmax(e->paid / e->work, e->home / 2);
    }
}

/* With b->o and b->p as the view's. */
static bool end(ctsar__backoff *b, ctsar__sched *s, const ctsar__backoff_view *v, bool queue)
{
    bool probed = ctsar__probe_any(b, v->team);
    learn_what_others_pay(b, v->team);
    b->lived = fmax(v->seconds, s->untold);
    b->n = ctsar__range_len(v->part);
    if (!ctsar__compare(b, s, v))
        ctsar__rules_judge(b, s, v, queue);
    ctsar__compare_settle(b, v->team);
    s->stats.comparisons += b->compared.only != CTSAR__ANYBODY;
    ctsar__probe_the_idle(b, s, v);
    for (int u = 0; u < ctsar__team_units(v->team); u++) {
        ctsar__standing *e = ctsar__standing_of(b, v->team, u);
        e->done = 0;
        e->seconds = e->work = e->paid = 0;
        e->probed = false;
    }
    bool others = publish(b, v->team, b->n);
    return others || probed || ctsar__probe_any(b, v->team);
}

static bool usable(const ctsar__backoff_view *v)
{
    return ctsar__range_len(v->part) > 0 && v->seconds > 0 && isfinite(v->seconds);
}

bool ctsar__backoff_end(ctsar__backoff *b, ctsar__sched *s, const ctsar__backoff_view *view)
{
    if (!usable(view) || !ctsar__standing_reserve(b, view->team))
        return false;
    for (int u = 0; u < ctsar__team_units(view->team); u++) {
        b->o[u] = ctsar__standing_absent(b, view->team, u) ? CTSAR__AWAY : view->o[u];
        b->p[u] = view->p[u];
    }
    return end(b, s, view, false);
}

/* ---- Where pieces are handed out ----------------------------------------------------------- */

int ctsar__backoff_begin(ctsar__backoff *b, long n, ctsar__team team)
{
    if (!ctsar__standing_reserve(b, team))
        return ctsar__error(CTSAR_ENOMEM, "no memory for the back-off of %d units",
                            ctsar__team_units(team));
    b->n = n;
    show(b, team, n);
    return CTSAR_OK;
}

long ctsar__backoff_take(ctsar__backoff *b, ctsar__team team, int unit)
{
    long most = ctsar__standing_allows(b, team, unit, b->n);
    ctsar__standing *e = ctsar__standing_of(b, team, unit);
    if (most == LONG_MAX)
        return most;
    most = e->probed ? 0 : most;
    e->probed = true;
    return most;
}

/* Paces as booked, a unit's last one where it did nothing; the fastest one of all for a unit
 * that never did, which is then not judged by it. */
static bool booked_paces(ctsar__backoff *b, ctsar__team team)
{
    double fastest = INFINITY;
    for (int u = 0; u < ctsar__team_units(team); u++) {
        ctsar__standing *e = ctsar__standing_of(b, team, u);
        b->o[u] = ctsar__standing_absent(b, team, u) ? CTSAR__AWAY : 0;
        e->pace = ctsar__standing_pace(e) > 0 ? ctsar__standing_pace(e) : e->pace;
        b->p[u] = e->pace;
        if (b->p[u] > 0)
            fastest = fmin(fastest, b->p[u]);
    }
    for (int u = 0; u < ctsar__team_units(team); u++)
        b->p[u] = b->p[u] > 0 ? b->p[u] : fastest;
    return isfinite(fastest);
}

bool ctsar__backoff_end_queue(ctsar__backoff *b, ctsar__sched *s, long n, ctsar__team team,
                              const ctsar__cost *cost)
{
    if (n == 0 || !ctsar__standing_reserve(b, team) || !booked_paces(b, team))
        return false;
    ctsar__backoff_view v = {.team = team, .part = {0, n}, .cost = ctsar__cost_usable(cost, n)};
    v.seconds = ctsar__rules_bound(b, &v);
    return usable(&v) && end(b, s, &v, true);
}
