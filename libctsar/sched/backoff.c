/* SPDX-License-Identifier: BSD-3-Clause */
#include "backoff.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "cost.h"
#include "fill.h"

#define WORTHLESS 0.99     /* T_with / T_without over which an accelerator is not worth it */
#define WORTH_IT 0.98      /* under which one that is out is, again */
#define IMPROVED 2.0       /* so many times faster than before: the next probe follows at once, */
#define PROBE_GROWTH 8     /* so many times larger */
#define AWAY (DBL_MAX / 4) /* the o of a unit that is left out of a calculation */
enum { SHORTEST_WAIT = 8, PROBES_ONE_IN = 100, DEFAULT_PASSES = 2 };

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
    free(b->bound);
    free(b->order);
}

/* ---- Units ---------------------------------------------------------------------- */

static int index_of(ctsar__team team, int unit)
{
    return unit < team.cores ? team.accs + unit : unit - team.cores;
}

static bool reserve_scratch(ctsar__backoff *b, int units)
{
    double *o = realloc(b->o, 2 * (size_t)units * sizeof *o);
    if (o)
        b->o = o;
    long *bound = realloc(b->bound, ((size_t)units + 1) * sizeof *bound);
    if (bound)
        b->bound = bound;
    int *order = realloc(b->order, (size_t)units * sizeof *order);
    if (order)
        b->order = order;
    if (!o || !bound || !order)
        return false;
    b->p = o + units;
    return true;
}

static bool reserve(ctsar__backoff *b, ctsar__team team)
{
    int units = ctsar__team_units(team);
    if (units <= b->room)
        return true;
    ctsar__standing *unit = realloc(b->unit, (size_t)units * sizeof *unit);
    if (unit)
        b->unit = unit;
    if (!unit || !reserve_scratch(b, units))
        return false;
    for (; b->room < units; b->room++)
        b->unit[b->room] = (ctsar__standing){0};
    return true;
}

/* NULL: nothing is known of it. */
static const ctsar__standing *standing(const ctsar__backoff *b, ctsar__team team, int unit)
{
    int i = index_of(team, unit);
    return i < b->room ? &b->unit[i] : NULL;
}

static ctsar__standing *entry(ctsar__backoff *b, ctsar__team team, int unit)
{
    return &b->unit[index_of(team, unit)];
}

/* ---- What a unit may have ---------------------------------------------------------- */

static bool is_absent(const ctsar__backoff *b, ctsar__team team, int unit)
{
    const ctsar__absent *absent = b->env->absent;
    return absent && unit >= team.cores && absent->acc[unit - team.cores];
}

static long allowance(const ctsar__backoff *b, ctsar__team team, int unit)
{
    const ctsar__standing *e = standing(b, team, unit);
    if (is_absent(b, team, unit))
        return 0;
    if (e && e->probe > 0)
        return e->probe;
    return e && e->out ? 0 : LONG_MAX;
}

/* Is there a unit without limit? */
static bool somebody_works(const ctsar__backoff *b, ctsar__team team)
{
    for (int u = 0; u < ctsar__team_units(team); u++)
        if (allowance(b, team, u) == LONG_MAX)
            return true;
    return false;
}

/* Is there a unit that could work? */
static bool somebody_is_there(const ctsar__backoff *b, ctsar__team team)
{
    for (int u = 0; u < ctsar__team_units(team); u++)
        if (!is_absent(b, team, u))
            return true;
    return false;
}

long ctsar__backoff_allows(const ctsar__backoff *b, ctsar__team team, int unit)
{
    long most = allowance(b, team, unit);
    if (most == LONG_MAX || (most == 0 && is_absent(b, team, unit) && somebody_is_there(b, team)))
        return most;
    return somebody_works(b, team) ? most : LONG_MAX;
}

bool ctsar__backoff_free_for_all(const ctsar__backoff *b, ctsar__team team)
{
    for (int u = 0; u < ctsar__team_units(team); u++)
        if (ctsar__backoff_allows(b, team, u) < LONG_MAX)
            return false;
    return true;
}

void ctsar__backoff_note(ctsar__backoff *b, const ctsar__sample *s, double work)
{
    if (!reserve(b, s->team))
        return;
    ctsar__standing *e = entry(b, s->team, s->unit);
    e->done += ctsar__range_len(s->range);
    if (s->seconds >= 0 && isfinite(s->seconds) && work > 0) {
        e->seconds += s->seconds;
        e->work += work;
        e->measured = true;
    }
}

/* ---- The rules ------------------------------------------------------------------------ */

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

/* The best pass time, units whose o is AWAY left out. */

static double best_time(const ctsar__backoff *b, const ctsar__backoff_view *v)
{
    const ctsar__fill_input in = {.part = v->part,
                                  .units = ctsar__team_units(v->team),
                                  .o = b->o,
                                  .p = b->p,
                                  .cost = v->cost,
                                  .guess = v->seconds};
    return ctsar__fill(&in, b->bound);
}

/* A time that the pass cannot be shorter than, units that are away left out. */
static double bound_time(const ctsar__backoff *b, const ctsar__backoff_view *v)
{
    double speed = 0;
    for (int u = 0; u < ctsar__team_units(v->team); u++)
        if (b->o[u] < AWAY)
            speed += 1 / b->p[u];
    return ctsar__work(v->cost, v->part.lo, v->part.hi) / speed;
}

static double threshold(const ctsar__backoff *b, ctsar__team team, int unit)
{
    return standing(b, team, unit)->out ? WORTH_IT : WORTHLESS;
}

/* Is the pass without this unit clearly longer, so that no fill is needed to see it? */
static bool clearly_needed(ctsar__backoff *b, const ctsar__backoff_view *v, int unit)
{
    double o = b->o[unit];
    b->o[unit] = AWAY;
    bool clearly = v->seconds <= threshold(b, v->team, unit) * bound_time(b, v);
    b->o[unit] = o;
    return clearly;
}

/* Rule fill: how many of order[] together are not worth it. */
static int worthless(ctsar__backoff *b, const ctsar__backoff_view *v)
{
    int k = 0, most = ctsar__team_units(v->team) - 1; /* one works in any case */
    most = most < v->team.accs ? most : v->team.accs;
    while (k < most && b->o[b->order[k]] >= AWAY) /* absent */
        k++;
    if (k == most || clearly_needed(b, v, b->order[k]))
        return k;
    double with = best_time(b, v);
    for (; k < most; k++) {
        b->o[b->order[k]] = AWAY;
        if (with <= threshold(b, v->team, b->order[k]) * best_time(b, v))
            break;
    }
    for (int i = 0; i < v->team.accs; i++) {
        int unit = b->order[i];
        b->o[unit] = is_absent(b, v->team, unit) ? AWAY : v->o ? v->o[unit] : 0;
    }
    return k;
}

static void count(ctsar__backoff *b, ctsar__sched *s, ctsar__standing *e, bool against)
{
    int passes = b->env->backoff_passes ? b->env->backoff_passes : DEFAULT_PASSES;
    e->against = against ? e->against + 1 : 0;
    if (e->out && !against) {
        e->out = false;
        s->stats.returns++;
    } else if (!e->out && e->against >= passes) {
        e->out = true;
        s->stats.backoffs++;
    }
}

static void judge_by_fill(ctsar__backoff *b, ctsar__sched *s, const ctsar__backoff_view *v)
{
    order_accs(b, v);
    int out = worthless(b, v);
    for (int i = 0; i < v->team.accs; i++)
        count(b, s, entry(b, v->team, b->order[i]), i < out);
}

/* Seconds per work, all included; 0: it did nothing that was timed. */
static double pace(const ctsar__standing *e)
{
    return e->work > 0 ? e->seconds / e->work : 0;
}

/* The paper's rule; `queue`: where pieces are handed out.  An accelerator without iterations
 * proves nothing: it stays as it is until it was probed. */
static void judge_by_cores(ctsar__backoff *b, ctsar__sched *s, const ctsar__backoff_view *v,
                           bool queue)
{
    double slowest = 0;
    long fewest = LONG_MAX;
    for (int u = 0; u < v->team.cores; u++) {
        const ctsar__standing *e = entry(b, v->team, u);
        slowest = fmax(slowest, pace(e));
        fewest = e->done < fewest ? e->done : fewest;
    }
    for (int u = v->team.cores; u < ctsar__team_units(v->team); u++) {
        ctsar__standing *e = entry(b, v->team, u);
        bool by_number = queue && !e->out;
        if (v->team.cores == 0)
            count(b, s, e, false);
        else if (by_number)
            count(b, s, e, e->done < fewest);
        else if (e->done > 0 && slowest > 0)
            count(b, s, e, !(pace(e) <= slowest));
    }
}

/* ---- Probes --------------------------------------------------------------------------- */

/* Was any unit of its kind ever timed?  Accelerators are each a kind. */
static bool kind_measured(const ctsar__backoff *b, ctsar__team team, int unit)
{
    if (unit >= team.cores)
        return standing(b, team, unit)->measured;
    for (int u = 0; u < team.cores; u++)
        if (standing(b, team, u)->measured)
            return true;
    return false;
}

/* Passes until the next probe: what probes of all idle units cost is to be 1 % at most, unless what
 * they cost is but a guess. */
static long wait_for(const ctsar__backoff *b, const ctsar__backoff_view *v, int unit, int idle)
{
    if (!kind_measured(b, v->team, unit))
        return SHORTEST_WAIT;
    double work = ctsar__work(v->cost, v->part.lo, v->part.hi) / (double)ctsar__range_len(v->part);
    double excess = b->o[unit] + b->p[unit] * work - v->seconds;
    double wait = PROBES_ONE_IN * idle * fmax(excess, 0) / v->seconds;
    return wait < SHORTEST_WAIT ? SHORTEST_WAIT : wait < 1e9 ? (long)ceil(wait) : 1000000000;
}

/* The iterations that a unit ends in half a pass, as far as is known; at least one. */
static long half_pass(const ctsar__backoff *b, const ctsar__backoff_view *v, int unit)
{
    double n = (double)ctsar__range_len(v->part);
    double work = fmax(v->seconds / 2 - b->o[unit], 0) / b->p[unit];
    double most = work / ctsar__work(v->cost, v->part.lo, v->part.hi) * n;
    return most < 1 ? 1 : most < n / 2 ? (long)most : (long)ceil(n / 2);
}

/* The probe that just ended, whose unit is still idle: another one at once, of how many
 * iterations?  0: no. */
static long go_on(const ctsar__standing *e, double p)
{
    return e->done > 0 && e->p > 0 && p * IMPROVED <= e->p ? PROBE_GROWTH * e->probe : 0;
}

static void schedule(ctsar__backoff *b, ctsar__sched *s, const ctsar__backoff_view *v, int unit,
                     int idle)
{
    ctsar__standing *e = entry(b, v->team, unit);
    long n = ctsar__range_len(v->part), probe = e->probe > 0 ? go_on(e, b->p[unit]) : 0;
    if (probe == 0) {
        bool fresh = !e->idle || e->probe > 0;
        long wait = wait_for(b, v, unit, idle);
        e->wait = fresh || wait < e->wait ? wait : e->wait - 1;
        probe = e->wait <= 0 ? half_pass(b, v, unit) : 0;
    }
    e->p = b->p[unit];
    e->idle = true;
    e->probe = probe < n ? probe : n;
    s->stats.probes += e->probe > 0;
}

/* Has the unit nothing to do in passes like this one? */
static bool has_nothing(const ctsar__standing *e)
{
    return e->out || (e->probe > 0 ? e->idle : e->done == 0);
}

static void probe_the_idle(ctsar__backoff *b, ctsar__sched *s, const ctsar__backoff_view *v)
{
    int units = ctsar__team_units(v->team), idle = 0;
    for (int u = 0; u < units; u++)
        idle += !is_absent(b, v->team, u) && has_nothing(entry(b, v->team, u));
    for (int u = 0; u < units; u++) {
        ctsar__standing *e = entry(b, v->team, u);
        if (!is_absent(b, v->team, u) && has_nothing(e)) {
            schedule(b, s, v, u, idle);
        } else {
            e->idle = false;
            e->probe = 0;
        }
    }
}

/* ---- The end of a pass -------------------------------------------------------------------- */

static bool anybody_probes(const ctsar__backoff *b, ctsar__team team)
{
    for (int u = 0; u < ctsar__team_units(team); u++)
        if (standing(b, team, u)->probe > 0)
            return true;
    return false;
}

/* Shows who is left out; true: others than before. */
static bool publish(ctsar__backoff *b, ctsar__team team)
{
    bool changed = false;
    for (int a = 0; a < team.accs; a++) {
        bool out = ctsar__backoff_allows(b, team, team.cores + a) == 0;
        changed = changed || b->left_out[a] != out;
        b->left_out[a] = out;
    }
    return changed;
}

/* With b->o and b->p as the view's. */
static bool end(ctsar__backoff *b, ctsar__sched *s, const ctsar__backoff_view *v, bool queue)
{
    bool probed = anybody_probes(b, v->team);
    if (b->env->backoff == CTSAR_BACKOFF_FILL)
        judge_by_fill(b, s, v);
    else if (b->env->backoff == CTSAR_BACKOFF_PAPER)
        judge_by_cores(b, s, v, queue);
    probe_the_idle(b, s, v);
    for (int u = 0; u < ctsar__team_units(v->team); u++) {
        ctsar__standing *e = entry(b, v->team, u);
        e->done = 0;
        e->seconds = e->work = 0;
        e->probed = false;
    }
    bool others = publish(b, v->team);
    return others || probed || anybody_probes(b, v->team);
}

static bool usable(const ctsar__backoff_view *v)
{
    return ctsar__range_len(v->part) > 0 && v->seconds > 0 && isfinite(v->seconds);
}

bool ctsar__backoff_end(ctsar__backoff *b, ctsar__sched *s, const ctsar__backoff_view *view)
{
    if (!usable(view) || !reserve(b, view->team))
        return false;
    for (int u = 0; u < ctsar__team_units(view->team); u++) {
        b->o[u] = is_absent(b, view->team, u) ? AWAY : view->o[u];
        b->p[u] = view->p[u];
    }
    return end(b, s, view, false);
}

/* ---- Where pieces are handed out ----------------------------------------------------------- */

int ctsar__backoff_begin(ctsar__backoff *b, ctsar__team team)
{
    if (!reserve(b, team))
        return ctsar__error(CTSAR_ENOMEM, "no memory for the back-off of %d units",
                            ctsar__team_units(team));
    publish(b, team);
    return CTSAR_OK;
}

long ctsar__backoff_take(ctsar__backoff *b, ctsar__team team, int unit)
{
    long most = ctsar__backoff_allows(b, team, unit);
    ctsar__standing *e = entry(b, team, unit);
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
        const ctsar__standing *e = entry(b, team, u);
        b->o[u] = is_absent(b, team, u) ? AWAY : 0;
        b->p[u] = pace(e) > 0 ? pace(e) : e->p;
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
    if (n == 0 || !reserve(b, team) || !booked_paces(b, team))
        return false;
    ctsar__backoff_view v = {.team = team, .part = {0, n}, .cost = ctsar__cost_usable(cost, n)};
    v.seconds = bound_time(b, &v);
    return usable(&v) && end(b, s, &v, true);
}
