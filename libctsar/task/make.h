/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A task by what a call says of it alone: all that can be done without the set's lock, so that the
 * lock is held for less. */
#ifndef CTSAR_TASK_MAKE_H
#define CTSAR_TASK_MAKE_H

#include "task/edges.h"

/* What ctsar_task was told. */
typedef struct ctsar__asked {
    const ctsar_kernel *kernel;
    long lo, hi;
    const ctsar_access *access;
    int n, priority;
} ctsar__asked;

/* The part that an access is to have. */
typedef struct ctsar__wanted {
    ctsar__box box;
    size_t hash;
} ctsar__wanted;

/* Of each access, where the task's own edges will be: until it follows others. */
static inline ctsar__wanted *ctsar__task_wanted(ctsar__task *task)
{
    return (ctsar__wanted *)(void *)ctsar__edges_of(task);
}

/* Makes what the task accesses current on this node; collective where nodes have it in parts.  The
 * errors of ctsar_task. */
int ctsar__task_gather(const ctsar__asked *a) CTSAR__MUST_CHECK;
/* Without the lock.  The task's accesses have no parts yet.  EINVAL, EOVERFLOW, ENOMEM: there is
 * none. */
int ctsar__task_make(ctsar_tasks *t, const ctsar__asked *a, ctsar__task **made) CTSAR__MUST_CHECK;

#endif
