/* SPDX-License-Identifier: BSD-3-Clause */
#include "sched/math/standing.h"

#include <limits.h>
#include <stdlib.h>

#include "base/grow.h"

#define ALIKE 1.2 /* passes of so many times more or fewer iterations are of one length */

/* ---- Units ---------------------------------------------------------------------- */

static int index_of(ctsar__team team, int unit)
{
    return unit < team.cores ? team.accs + unit : unit - team.cores;
}

static bool reserve_scratch(ctsar__backoff *b, int units)
{
    size_t n = (size_t)units;
    if (!ctsar__resize(&b->o, 2 * n, sizeof *b->o) ||
        !ctsar__resize(&b->boundary, n + 1, sizeof *b->boundary) ||
        !ctsar__resize(&b->order, n, sizeof *b->order))
        return false;
    b->p = b->o + units;
    return true;
}

bool ctsar__standing_reserve(ctsar__backoff *b, ctsar__team team)
{
    int units = ctsar__team_units(team);
    if (units <= b->room)
        return true;
    if (!ctsar__resize(&b->unit, (size_t)units, sizeof *b->unit) || !reserve_scratch(b, units))
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

bool ctsar__standing_measured(const ctsar__backoff *b, ctsar__team team, int unit)
{
    const ctsar__standing *e = standing(b, team, unit);
    return e && e->measured;
}

ctsar__standing *ctsar__standing_of(const ctsar__backoff *b, ctsar__team team, int unit)
{
    return &b->unit[index_of(team, unit)];
}

void ctsar__standing_hold(ctsar__backoff *b, ctsar__sched *s, ctsar__team team, int unit)
{
    ctsar__standing *e = ctsar__standing_of(b, team, unit);
    s->stats.backoffs += !e->out;
    e->out = true;
}

/* ---- Passes of one length ---------------------------------------------------------- */

bool ctsar__compared_holds(const ctsar__compared *c, int cores, long n)
{
    double now = (double)n, then = (double)c->n;
    return now <= ALIKE * then && then <= ALIKE * now && c->team_cores == cores;
}

const ctsar__compared *ctsar__compared_like(const ctsar__backoff *b, int cores, long n)
{
    if (ctsar__compared_holds(&b->compared, cores, n))
        return &b->compared;
    for (int i = 0; i < CTSAR__LENGTHS && b->others[i].n > 0; i++)
        if (ctsar__compared_holds(&b->others[i], cores, n))
            return &b->others[i];
    return &b->compared;
}

/* ---- What a unit may have ---------------------------------------------------------- */

bool ctsar__standing_absent(const ctsar__backoff *b, ctsar__team team, int unit)
{
    return !ctsar__takes_part(b->env, team, unit);
}

/* The same; `probe`: for a unit that has one, whom but a comparison that comes leaves out. */
static ctsar__only whose(const ctsar__backoff *b, ctsar__team team, long n, bool probe)
{
    const ctsar__compared *c = ctsar__compared_like(b, team.cores, n);
    if (b->alone)
        return CTSAR__ONLY_CORES;
    return probe ? c->only : ctsar__compared_whose(c);
}

ctsar__only ctsar__standing_whose(const ctsar__backoff *b, ctsar__team team, long n)
{
    return whose(b, team, n, false);
}

static long allowance(const ctsar__backoff *b, ctsar__team team, int unit, long n)
{
    const ctsar__standing *e = standing(b, team, unit);
    ctsar__only others = unit < team.cores ? CTSAR__ONLY_ACCELERATORS : CTSAR__ONLY_CORES;
    bool probe = e && e->probe > 0;
    if (ctsar__standing_absent(b, team, unit) || whose(b, team, n, probe) == others)
        return 0;
    if (probe)
        return e->probe;
    return e && e->out ? 0 : LONG_MAX;
}

/* Is there a unit without limit? */
static bool somebody_works(const ctsar__backoff *b, ctsar__team team, long n)
{
    for (int u = 0; u < ctsar__team_units(team); u++)
        if (allowance(b, team, u, n) == LONG_MAX)
            return true;
    return false;
}

/* Is there a unit that could work? */
static bool somebody_is_there(const ctsar__backoff *b, ctsar__team team)
{
    for (int u = 0; u < ctsar__team_units(team); u++)
        if (!ctsar__standing_absent(b, team, u))
            return true;
    return false;
}

long ctsar__standing_allows(const ctsar__backoff *b, ctsar__team team, int unit, long n)
{
    long most = allowance(b, team, unit, n);
    if (most == LONG_MAX ||
        (most == 0 && ctsar__standing_absent(b, team, unit) && somebody_is_there(b, team)))
        return most;
    return somebody_works(b, team, n) ? most : LONG_MAX;
}

bool ctsar__standing_is_out(const ctsar__backoff *b, ctsar__team team, int unit, long n)
{
    const ctsar__standing *e = standing(b, team, unit);
    bool sits = !b->alone && ctsar__standing_whose(b, team, n) == CTSAR__ONLY_CORES;
    if (ctsar__is_late(b->env, team, unit))
        return false;
    if (sits && !ctsar__standing_absent(b, team, unit))
        return e && e->out && e->probe == 0;
    return ctsar__standing_allows(b, team, unit, n) == 0;
}

bool ctsar__standing_probes(const ctsar__backoff *b, ctsar__team team, int unit)
{
    const ctsar__standing *e = standing(b, team, unit);
    return e && (e->probe > 0 || e->out) && ctsar__standing_allows(b, team, unit, b->n) < LONG_MAX;
}

double ctsar__standing_pace(const ctsar__standing *e)
{
    return e->work > 0 ? e->seconds / e->work : 0;
}
