/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/chain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "task/area.h"
#include "task/model.h"

/* ---- The longest chain ---------------------------------------------------------------------- */

/* What was done to the part in this period. */
static ctsar__chain *chain_of(const ctsar_tasks *t, ctsar__part *p)
{
    if (p->chain.period != t->period_number)
        p->chain = (ctsar__chain){.period = t->period_number};
    return &p->chain;
}

/* As ctsar__depend_find has it. */
static double after(const ctsar__chain *c, const ctsar__access *a, bool same)
{
    double end = c->wrote;
    if (a->kind != CTSAR_ACCESS_IN)
        end = fmax(end, c->read);
    return a->kind == CTSAR_ACCESS_REDUCTION && same ? end : fmax(end, c->reduced);
}

void ctsar__chain_begin(const ctsar_tasks *t, ctsar__task *task)
{
    task->chain = 0;
    for (int i = 0; i < task->n && t->recording; ++i) {
        const ctsar__access *a = &task->access[i];
        if (!a->part)
            continue;
        task->chain = fmax(task->chain, after(chain_of(t, a->part), a, true));
        for (size_t o = 0; o < a->part->overlaps; ++o)
            task->chain = fmax(task->chain, after(chain_of(t, a->part->overlap[o]), a, false));
    }
}

static void note(ctsar__chain *c, ctsar_access_kind kind, double end)
{
    double *to = kind == CTSAR_ACCESS_IN          ? &c->read
                 : kind == CTSAR_ACCESS_REDUCTION ? &c->reduced
                                                  : &c->wrote;
    *to = fmax(*to, end);
}

/* A unit that is faster counts, but what was learned there may be of worse times than this one's:
 * it must not make the chain longer than it was. */
void ctsar__chain_task(const ctsar_tasks *t, ctsar__task *task, int unit, double seconds)
{
    ctsar__learned *l = &task->model->unit[unit];
    double least = ctsar__model_least(task->model, t->units);
    task->chain += least > 0 ? fmin(least, seconds) : seconds;
    l->spent += seconds;
    l->done++;
}

void ctsar__chain_end(ctsar_tasks *t, const ctsar__task *task)
{
    if (!t->recording)
        return;
    t->longest = fmax(t->longest, task->chain);
    for (int i = 0; i < task->n; ++i)
        if (task->access[i].part)
            note(chain_of(t, task->access[i].part), task->access[i].kind, task->chain);
}

/* ---- The area ---------------------------------------------------------------------------------
 */

/* Of accelerators of one model, and of the cores; where there are too many the last has the rest.
 */
typedef struct groups {
    int of[64]; /* each unit's; -1: it takes no part */
    int units[CTSAR__AREA_GROUPS];
    int count;
} groups;

static int group_of(const ctsar_tasks *t, const groups *g, int u)
{
    for (int before = 1; before < u && u > 0; ++before)
        if (g->of[before] >= 0 && !strcmp(t->unit[before].device->model, t->unit[u].device->model))
            return g->of[before];
    return g->count < CTSAR__AREA_GROUPS ? g->count : CTSAR__AREA_GROUPS - 1;
}

static groups group_units(const ctsar_tasks *t)
{
    groups g = {.count = 0};
    for (int u = 0; u < t->units; ++u) {
        g.of[u] = -1;
        if (t->unit[u].workers == 0)
            continue;
        g.of[u] = group_of(t, &g, u);
        g.count += g.of[u] == g.count;
        g.units[g.of[u]] += u ? ctsar__device_kernels(t->unit[u].device) : t->unit[u].workers;
    }
    return g;
}

/* What tasks took there in this period, on average: what has been learned is of the last ones, and
 * may be more, so that it would be no bound. */
static double seconds_on(const ctsar__learned *l)
{
    if (l->done)
        return l->spent / (double)l->done;
    return l->count ? l->seconds : INFINITY;
}

static ctsar__area_kind kind_of(const ctsar_tasks *t, const groups *g, ctsar__model *m)
{
    ctsar__area_kind kind = {.tasks = 0};
    for (int i = 0; i < CTSAR__AREA_GROUPS; ++i)
        kind.seconds[i] = INFINITY;
    for (int u = 0; u < t->units; ++u) {
        ctsar__learned *l = &m->unit[u];
        kind.tasks += (double)l->done;
        if (g->of[u] >= 0)
            kind.seconds[g->of[u]] = fmin(kind.seconds[g->of[u]], seconds_on(l));
        l->spent = 0;
        l->done = 0;
    }
    return kind;
}

/* Without memory it is 0: no bound. */
static double area_of(ctsar_tasks *t)
{
    const groups g = group_units(t);
    ctsar__area_kind *kind = calloc(t->models + 1, sizeof *kind);
    int kinds = 0;
    for (size_t b = 0; b < t->model_buckets && kind; ++b)
        for (ctsar__model *m = t->model[b]; m; m = m->next) {
            kind[kinds] = kind_of(t, &g, m);
            kinds += kind[kinds].tasks > 0;
        }
    double area = kinds ? ctsar__area_bound(kind, kinds, g.units, g.count) : 0;
    free(kind);
    return area;
}

void ctsar__chain_close(ctsar_tasks *t)
{
    double area = area_of(t);
    t->stats.longest_chain += t->longest;
    t->stats.area_bound += area;
    t->stats.bound += fmax(t->longest, area);
    t->longest = 0;
    t->period_number++;
}
