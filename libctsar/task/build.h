/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Kernels that are still being built for an accelerator.  No task waits for that where another unit
 * can execute it: a slot builds, and until it has, the accelerator gets no tasks of the kernel.
 * Where no other unit can, they wait there.  All under the set's lock; real clock. */
#ifndef CTSAR_TASK_BUILD_H
#define CTSAR_TASK_BUILD_H

#include "task/state.h"

/* The kernel's tasks are new to the set: has it built where it is not; NULL: it is everywhere, or
 * there is no memory, and then first launches build. */
ctsar__task_build *ctsar__task_build_for(ctsar_tasks *t, const ctsar_kernel *kernel);
void ctsar__task_builds_free(ctsar_tasks *t);

/* Builds a kernel that nobody builds yet for the worker's unit, without the lock meanwhile.  False:
 * there is none. */
bool ctsar__task_build_next(ctsar__task_worker *w);

/* Is it still being built there, or will be? */
static inline bool ctsar__task_is_unready(const ctsar__model *m, int unit)
{
    return m->build && m->build->unready >> unit & 1;
}

#endif
