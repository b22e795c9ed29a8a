/* SPDX-License-Identifier: BSD-3-Clause */
#include "sched/math/standing.h"

#include <limits.h>
#include <stdlib.h>

#include "base/grow.h"

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

/* ---- What a unit may have ---------------------------------------------------------- */

bool ctsar__standing_absent(const ctsar__backoff *b, ctsar__team team, int unit)
{
    return !ctsar__takes_part(b->env, team, unit);
}

/* Does a comparison, or what has come of one, leave the cores, or the accelerators, out? */
static bool sits_out(const ctsar__compared *c, bool core)
{
    if (!core)
        return c->only == CTSAR__ONLY_CORES;
    return c->only == CTSAR__ONLY_ACCELERATORS || (c->cores_out && c->only == CTSAR__ANYBODY);
}

static long allowance(const ctsar__backoff *b, ctsar__team team, int unit)
{
    const ctsar__standing *e = standing(b, team, unit);
    if (ctsar__standing_absent(b, team, unit))
        return 0;
    if (sits_out(&b->compared, unit < team.cores))
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
        if (!ctsar__standing_absent(b, team, u))
            return true;
    return false;
}

long ctsar__standing_allows(const ctsar__backoff *b, ctsar__team team, int unit)
{
    long most = allowance(b, team, unit);
    if (most == LONG_MAX ||
        (most == 0 && ctsar__standing_absent(b, team, unit) && somebody_is_there(b, team)))
        return most;
    return somebody_works(b, team) ? most : LONG_MAX;
}

double ctsar__standing_pace(const ctsar__standing *e)
{
    return e->work > 0 ? e->seconds / e->work : 0;
}
