/* SPDX-License-Identifier: BSD-3-Clause */
#include "graph.h"

#include <stdlib.h>

#include "fail.h"

/* Room for one more; it doubles, so that this is rare. */
static void *grown(void *list, long count, size_t size)
{
    if (count & (count - 1))
        return list;
    void *room = realloc(list, (count ? 2 * (size_t)count : 1) * size);
    if (!room)
        sim_fail(SIM_WRONG_INPUT, "no memory for a graph of %ld elements", count);
    return room;
}

void graph_add_task(graph *g, int kernel)
{
    g->task = grown(g->task, g->tasks, sizeof *g->task);
    g->task[g->tasks++] = (graph_task){kernel, g->accesses, 0};
}

void graph_add_access(graph *g, ctsar_access_kind kind, long part)
{
    g->access = grown(g->access, g->accesses, sizeof *g->access);
    g->access[g->accesses++] = (graph_access){kind, part};
    g->task[g->tasks - 1].accesses++;
}

long graph_add_parts(graph *g, long count, double bytes)
{
    long first = g->parts;
    for (long i = 0; i < count; ++i) {
        g->bytes = grown(g->bytes, g->parts, sizeof *g->bytes);
        g->bytes[g->parts++] = bytes;
    }
    return first;
}

void graph_free(graph *g)
{
    free(g->kernel);
    free(g->task);
    free(g->access);
    free(g->bytes);
    *g = (graph){0};
}
