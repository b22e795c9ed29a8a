/* SPDX-License-Identifier: BSD-3-Clause */
#include "timeline.h"

#include <math.h>
#include <stdlib.h>

int ctsar__timeline_begin(ctsar__timeline *t, ctsar__team team)
{
    int units = ctsar__team_units(team);
    if (units > t->room) {
        ctsar__timeline_unit *unit = realloc(t->unit, (size_t)units * sizeof *unit);
        if (!unit)
            return ctsar__error(CTSAR_ENOMEM, "no memory for the time lines of %d units", units);
        t->unit = unit;
        t->room = units;
    }
    t->team = team;
    for (int u = 0; u < units; ++u)
        t->unit[u] = (ctsar__timeline_unit){0};
    return CTSAR_OK;
}

int ctsar__timeline_first(const ctsar__timeline *t)
{
    int first = -1;
    for (int u = 0; u < ctsar__team_units(t->team); ++u)
        if (!t->unit[u].left && (first < 0 || t->unit[u].at < t->unit[first].at))
            first = u;
    return first;
}

/* Delivers the completions up to `now`, in their order. */
static void deliver(ctsar__timeline *t, ctsar__sched *s, double now)
{
    for (;;) {
        ctsar__timeline_unit *next = NULL;
        for (int u = 0; u < ctsar__team_units(t->team); ++u) {
            ctsar__timeline_unit *c = &t->unit[u];
            if (c->pending && c->at <= now && (!next || c->at < next->at))
                next = c;
        }
        if (!next)
            return;
        next->pending = false;
        ctsar__sched_complete(s, &next->sample);
    }
}

bool ctsar__timeline_assign(ctsar__timeline *t, ctsar__sched *s, int unit, ctsar__range *range)
{
    ctsar__timeline_unit *u = &t->unit[unit];
    deliver(t, s, u->at);
    u->left = !ctsar__sched_assign(s, unit, u->at, range);
    return !u->left;
}

void ctsar__timeline_took(ctsar__timeline *t, int unit, ctsar__range range, double seconds,
                          double fixed)
{
    ctsar__timeline_unit *u = &t->unit[unit];
    u->at += seconds;
    u->pending = true;
    u->sample = (ctsar__sample){.unit = unit,
                                .team = t->team,
                                .range = range,
                                .seconds = seconds,
                                .fixed = fixed,
                                .end = u->at};
}

double ctsar__timeline_end(ctsar__timeline *t, ctsar__sched *s)
{
    double end = 0;
    for (int u = 0; u < ctsar__team_units(t->team); ++u)
        end = fmax(end, t->unit[u].at);
    deliver(t, s, INFINITY);
    return end;
}

void ctsar__timeline_free(ctsar__timeline *t)
{
    free(t->unit);
    *t = (ctsar__timeline){0};
}
