/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/edges.h"

#include <stdlib.h>

enum { EDGES = 512 }; /* made at once */

/* A block begins with the one made before. */
typedef struct edge_block {
    struct edge_block *next;
    ctsar__edge edge[EDGES];
} edge_block;

static void give_back(ctsar_tasks *t, ctsar__edge *e)
{
    e->next = t->edges;
    t->edges = e;
    t->edges_free++;
}

bool ctsar__edges_reserve(ctsar_tasks *t, const ctsar__task *task)
{
    while (t->before.count > (size_t)task->n + t->edges_free) {
        edge_block *b = malloc(sizeof *b);
        if (!b)
            return false;
        b->next = t->edge_blocks;
        t->edge_blocks = b;
        for (int i = 0; i < EDGES; ++i)
            give_back(t, &b->edge[i]);
    }
    return true;
}

void ctsar__tasks_free_edges(ctsar_tasks *t)
{
    for (edge_block *b = t->edge_blocks, *next; b; b = next) {
        next = b->next;
        free(b);
    }
}

static ctsar__edge *own(ctsar__task *task)
{
    return &ctsar__edges_of(task)[task->edges++];
}

static ctsar__edge *spare(ctsar_tasks *t, ctsar__task *task)
{
    ctsar__edge *e = t->edges;
    t->edges = e->next;
    t->edges_free--;
    e->more = task->more;
    task->more = e;
    return e;
}

/* The last edge that an earlier task got would be the task's. */
void ctsar__edges_follow(ctsar_tasks *t, ctsar__task *task)
{
    for (size_t i = 0; i < t->before.count; ++i) {
        ctsar__task *earlier = (ctsar__task *)(void *)t->before.at[i].vertex;
        if (earlier->after && earlier->after->to == task)
            continue;
        ctsar__edge *e = task->edges < task->n ? own(task) : spare(t, task);
        e->next = earlier->after;
        e->from = earlier;
        e->to = task;
        earlier->after = e;
        task->before++;
    }
}

void ctsar__edges_free(ctsar_tasks *t, ctsar__task *task)
{
    while (task->more) {
        ctsar__edge *e = task->more;
        task->more = e->more;
        give_back(t, e);
    }
}
