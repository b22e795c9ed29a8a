/* SPDX-License-Identifier: BSD-3-Clause */
#include "sched/timeline.h"

#include <math.h>
#include <stdlib.h>

#include "base/grow.h"

static int reserve(ctsar__timeline *t, int lines)
{
    ctsar__timeline_line *line = ctsar__grow(t->line, &t->room, (size_t)lines, sizeof *line);
    if (!line)
        return ctsar__error(CTSAR_ENOMEM, "no memory for %d time lines", lines);
    t->line = line;
    return CTSAR_OK;
}

int ctsar__timeline_begin(ctsar__timeline *t, ctsar__team team)
{
    int units = ctsar__team_units(team), status = reserve(t, units);
    if (status)
        return status;
    t->team = team;
    t->lines = units;
    for (int u = 0; u < units; ++u)
        t->line[u] = (ctsar__timeline_line){.unit = u};
    return CTSAR_OK;
}

void ctsar__timeline_delay(ctsar__timeline *t, int u, double at)
{
    t->line[u].at = at;
}

int ctsar__timeline_add(ctsar__timeline *t, int unit, int slot, double at)
{
    int status = reserve(t, t->lines + 1);
    if (!status)
        t->line[t->lines++] = (ctsar__timeline_line){.unit = unit, .slot = slot, .at = at};
    return status;
}

int ctsar__timeline_first(const ctsar__timeline *t)
{
    int first = -1;
    for (int i = 0; i < t->lines; ++i)
        if (!t->line[i].left && (first < 0 || t->line[i].at < t->line[first].at))
            first = i;
    return first;
}

/* Delivers the completions up to `now`, in their order. */
static void deliver(ctsar__timeline *t, ctsar__sched *s, double now)
{
    for (;;) {
        ctsar__timeline_line *next = NULL;
        for (int i = 0; i < t->lines; ++i) {
            ctsar__timeline_line *c = &t->line[i];
            if (c->pending && c->at <= now && (!next || c->at < next->at))
                next = c;
        }
        if (!next)
            return;
        next->pending = false;
        if (ctsar__range_len(next->sample.range) > 0)
            ctsar__sched_complete(s, &next->sample);
    }
}

/* When a unit that is refused for now asks again: at `latest`, or when the next range is over.
 * INFINITY: nobody has one. */
static double asks_again(const ctsar__timeline *t, double latest)
{
    double at = INFINITY;
    for (int i = 0; i < t->lines; ++i)
        if (t->line[i].pending)
            at = fmin(at, fmax(t->line[i].at, 0));
    return isfinite(at) ? fmin(at, latest) : at;
}

void ctsar__timeline_tell(ctsar__timeline *t, ctsar__sched *s, int line)
{
    deliver(t, s, t->line[line].at);
}

bool ctsar__timeline_assign(ctsar__timeline *t, ctsar__sched *s, int line, ctsar__range *range)
{
    ctsar__timeline_line *l = &t->line[line];
    ctsar__timeline_tell(t, s, line);
    bool got = ctsar__sched_assign(s, l->unit, l->at, range);
    double again = s->later > l->at ? asks_again(t, s->later) : INFINITY;
    l->left = !got && !isfinite(again);
    if (!got && !l->left)
        l->at = again;
    return got;
}

void ctsar__timeline_leave(ctsar__timeline *t, int line)
{
    t->line[line].left = true;
}

void ctsar__timeline_took_until(ctsar__timeline *t, int line, ctsar__range range, double end,
                                double seconds, double fixed)
{
    ctsar__timeline_line *l = &t->line[line];
    l->at = l->over = end;
    l->pending = true;
    l->sample = (ctsar__sample){.unit = l->unit,
                                .team = t->team,
                                .range = range,
                                .seconds = seconds,
                                .fixed = fixed,
                                .end = end};
}

double ctsar__timeline_length(const ctsar__timeline *t)
{
    double end = 0;
    for (int i = 0; i < t->lines; ++i)
        end = fmax(end, t->line[i].over);
    return end;
}

double ctsar__timeline_end(ctsar__timeline *t, ctsar__sched *s)
{
    deliver(t, s, INFINITY);
    return ctsar__timeline_length(t);
}

void ctsar__timeline_free(ctsar__timeline *t)
{
    free(t->line);
    *t = (ctsar__timeline){0};
}
