/* SPDX-License-Identifier: BSD-3-Clause
 *
 * From a call to a task among the others. */
#ifndef CTSAR_TASK_SUBMIT_H
#define CTSAR_TASK_SUBMIT_H

#include "task/state.h"

/* What ctsar_task was told. */
typedef struct ctsar__asked {
    const ctsar_kernel *kernel;
    long lo, hi;
    const ctsar_access *access;
    int n, priority;
} ctsar__asked;

/* Makes what the task accesses current on this node; collective where nodes have it in parts.  The
 * errors of ctsar_task. */
int ctsar__task_gather(const ctsar__asked *a) CTSAR__MUST_CHECK;
/* Under the lock.  The errors of ctsar_task; nothing is submitted then. */
int ctsar__task_submit(ctsar_tasks *t, const ctsar__asked *a) CTSAR__MUST_CHECK;

/* At the end of the set. */
void ctsar__task_free_edges(ctsar_tasks *t);

#endif
