/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The memory of tasks.  That of tasks that are over stays in the set's hands: parts remember them,
 * and see that they are. */
#ifndef CTSAR_TASK_MEMORY_H
#define CTSAR_TASK_MEMORY_H

#include "task/state.h"

/* A task with so many bytes, cleared but for the accesses.  Without the lock.  NULL: no memory. */
ctsar__task *ctsar__task_new(ctsar_tasks *t, size_t bytes);
/* Has one of that size at hand for the next call, if there is memory.  Under the lock. */
void ctsar__task_expect(ctsar_tasks *t, int size);
/* Under the lock, or, _drop, without it. */
void ctsar__task_free(ctsar_tasks *t, ctsar__task *task);
void ctsar__task_drop(ctsar_tasks *t, ctsar__task *task);

/* At the end of the set. */
void ctsar__tasks_free_memory(ctsar_tasks *t);

#endif
