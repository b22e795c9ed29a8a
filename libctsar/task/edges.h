/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Edges from tasks to those that follow them.  A task has as many of its own, to it, as it has
 * accesses; where it needs more they are the set's.  All under the set's lock. */
#ifndef CTSAR_TASK_EDGES_H
#define CTSAR_TASK_EDGES_H

#include "task/state.h"

static inline ctsar__edge *ctsar__edges_of(ctsar__task *task)
{
    return (ctsar__edge *)(void *)&task->access[task->n];
}

/* Makes room for edges from all of t->before to the task.  False: no memory. */
bool ctsar__edges_reserve(ctsar_tasks *t, const ctsar__task *task);
/* An edge from each of t->before, once, into room that there is. */
void ctsar__edges_follow(ctsar_tasks *t, ctsar__task *task);
/* All that the task follows are over: gives the set's edges to it back. */
void ctsar__edges_free(ctsar_tasks *t, ctsar__task *task);

/* At the end of the set. */
void ctsar__tasks_free_edges(ctsar_tasks *t);

#endif
