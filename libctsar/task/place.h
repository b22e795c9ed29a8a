/* SPDX-License-Identifier: BSD-3-Clause
 *
 * From being ready to a unit.  All under the set's lock. */
#ifndef CTSAR_TASK_PLACE_H
#define CTSAR_TASK_PLACE_H

#include "task/state.h"

/* The task is ready: it goes to a unit, which is woken.  Where none can execute it that is the
 * set's error, and it is nowhere.  False then. */
bool ctsar__task_place(ctsar_tasks *t, ctsar__task *task);
/* It stands among those of this unit. */
void ctsar__task_put(ctsar_tasks *t, ctsar__task *task, ctsar__task_unit *unit);
/* The unit's first time for tasks of this kind is there: those that wait there count for it. */
void ctsar__task_learned(const ctsar_tasks *t, const ctsar__model *m, ctsar__task_unit *unit);
/* What the unit would be for the task. */
ctsar__candidate ctsar__task_candidate(const ctsar_tasks *t, const ctsar__task *task,
                                       const ctsar__task_unit *u);
/* The number of the first accelerator in a part's `where`, or CTSAR__CORES. */
int ctsar__task_accelerator_of(const ctsar_tasks *t, uint64_t where);
/* It is not the unit's any more: over, or taken away. */
void ctsar__task_displace(ctsar_tasks *t, ctsar__task *task);
/* Notes the set's first error, for the reason that the calling thread's last error tells. */
void ctsar__tasks_fail(ctsar_tasks *t, int status);
/* ENODEV: no unit can execute the task, as far as is known. */
int ctsar__task_servable(const ctsar_tasks *t, ctsar__task *task) CTSAR__MUST_CHECK;

/* So many more are not over now.  Only under the lock, so nobody else writes it meanwhile. */
static inline long ctsar__tasks_count(ctsar_tasks *t, long more)
{
    long all = atomic_load_explicit(&t->pending, memory_order_relaxed) + more;
    atomic_store_explicit(&t->pending, all, memory_order_release);
    return all;
}

#endif
