/* SPDX-License-Identifier: BSD-3-Clause */
#include "bound.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "fail.h"
#include "task/area.h"
#include "task/graph/depend.h"

double bound_seconds(const graph *g, const machine *m, int k, int u)
{
    const machine_unit *unit = &m->unit[u];
    return unit->launch + unit->time * (unit->core ? g->kernel[k].core : g->kernel[k].accelerator);
}

static double fastest(const graph *g, const machine *m, int k)
{
    double least = INFINITY;
    for (int u = 0; u < ctsar__team_units(m->team); ++u)
        least = fmin(least, bound_seconds(g, m, k, u));
    return least;
}

/* ---- The longest chain --------------------------------------------------------------- */

/* A task as a vertex, so that what it follows is found as the library finds it. */
typedef struct node {
    ctsar__vertex vertex;
    double end;
} node;

static ctsar__order order_of(ctsar_access_kind kind)
{
    return kind == CTSAR_ACCESS_IN          ? CTSAR__ORDER_READ
           : kind == CTSAR_ACCESS_REDUCTION ? CTSAR__ORDER_REDUCE
                                            : CTSAR__ORDER_WRITE;
}

static ctsar__part *part_of(ctsar__parts *parts, long number)
{
    const ctsar__box box = {.at = (char *)(uintptr_t)(4096 + 16 * number), .run = 1};
    ctsar__part *p = ctsar__parts_find(parts, &box, ctsar__box_hash(&box));
    if (!p)
        sim_fail(SIM_WRONG_INPUT, "no memory for %ld parts", number + 1);
    return p;
}

static double begin_of(const graph *g, long i, ctsar__parts *parts, ctsar__pasts *before)
{
    const graph_task *t = &g->task[i];
    double begin = 0;
    before->count = 0;
    for (int a = 0; a < t->accesses; ++a) {
        const graph_access *access = &g->access[t->first + a];
        ctsar__part *p = part_of(parts, access->part);
        if (!ctsar__depend_find(p, order_of(access->kind), before) ||
            !ctsar__depend_reserve(p, order_of(access->kind)))
            sim_fail(SIM_WRONG_INPUT, "no memory for what task %ld follows", i);
    }
    for (size_t b = 0; b < before->count; ++b)
        begin = fmax(begin, ((const node *)(const void *)before->at[b].vertex)->end);
    return begin;
}

static double longest_chain(const graph *g, const double *seconds)
{
    node *n = sim_alloc((size_t)g->tasks, sizeof *n);
    ctsar__parts parts = {0};
    ctsar__pasts before = {0};
    double longest = 0;
    for (long i = 0; i < g->tasks; ++i) {
        const graph_task *t = &g->task[i];
        n[i].vertex.number = (unsigned long)i + 1;
        n[i].end = begin_of(g, i, &parts, &before) + seconds[t->kernel];
        longest = fmax(longest, n[i].end);
        for (int a = 0; a < t->accesses; ++a) {
            const graph_access *access = &g->access[t->first + a];
            ctsar__depend_note(part_of(&parts, access->part), order_of(access->kind), &n[i].vertex);
        }
    }
    ctsar__parts_free(&parts);
    free(before.at);
    free(n);
    return longest;
}

/* ---- The area -------------------------------------------------------------------------- */

/* Units that are alike. */
typedef struct groups {
    int unit[CTSAR__AREA_GROUPS], units[CTSAR__AREA_GROUPS]; /* the first one; how many */
    int count;
} groups;

static bool alike(const machine_unit *a, const machine_unit *b)
{
    return a->core == b->core && a->time == b->time && a->launch == b->launch;
}

static void add_unit(const machine *m, int u, groups *g)
{
    int i = 0;
    while (i < g->count && !alike(&m->unit[g->unit[i]], &m->unit[u]))
        i++;
    if (i == CTSAR__AREA_GROUPS)
        sim_fail(SIM_WRONG_INPUT, "%s has units of more than %d kinds; graphs are played on fewer",
                 m->name, (int)CTSAR__AREA_GROUPS);
    if (i == g->count)
        g->unit[g->count++] = u;
    g->units[i]++;
}

static double area_of(const graph *g, const machine *m)
{
    groups all = {.count = 0};
    ctsar__area_kind *kind = sim_alloc((size_t)g->kernels, sizeof *kind);
    for (int u = 0; u < ctsar__team_units(m->team); ++u)
        add_unit(m, u, &all);
    for (int k = 0; k < g->kernels; ++k)
        for (int i = 0; i < all.count; ++i)
            kind[k].seconds[i] = bound_seconds(g, m, k, all.unit[i]);
    for (long i = 0; i < g->tasks; ++i)
        kind[g->task[i].kernel].tasks++;
    double seconds = ctsar__area_bound(kind, g->kernels, all.units, all.count);
    free(kind);
    return seconds;
}

bound bound_make(const graph *g, const machine *m)
{
    double *seconds = sim_alloc((size_t)g->kernels, sizeof *seconds);
    for (int k = 0; k < g->kernels; ++k)
        seconds[k] = fastest(g, m, k);
    for (long i = 0; i < g->tasks; ++i)
        if (isinf(seconds[g->task[i].kernel]))
            sim_fail(SIM_WRONG_INPUT, "%s has no unit that can execute kernel %s of %s", m->name,
                     g->kernel[g->task[i].kernel].name, g->name);
    const bound b = {.path = longest_chain(g, seconds), .area = area_of(g, m)};
    free(seconds);
    return b;
}
