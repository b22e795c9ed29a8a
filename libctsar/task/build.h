/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Kernels that are still being built for an accelerator.  No task waits for that where another unit
 * can execute it: a slot builds, and until it has, the accelerator gets no tasks of the kernel.
 * Where no other unit can, they wait there.  Under the virtual clock building takes what CTSAR_EMU
 * says, on all units at once.  All under the set's lock. */
#ifndef CTSAR_TASK_BUILD_H
#define CTSAR_TASK_BUILD_H

#include "task/bit.h"
#include "task/state.h"

/* The kernel's tasks are new to the set: has it built where it is not; NULL: it is everywhere, or
 * there is no memory, and then first launches build. */
ctsar__task_build *ctsar__task_build_for(ctsar_tasks *t, const ctsar_kernel *kernel);
void ctsar__task_builds_free(ctsar_tasks *t);

/* Builds a kernel that nobody builds yet for the worker's unit, without the lock meanwhile.  False:
 * there is none.  Real clock. */
bool ctsar__task_build_next(ctsar__task_worker *w);

/* Virtual clock: what is built by now is ready.  Returns when the next kernel is; INFINITY: none is
 * being built. */
double ctsar__task_builds_pass(ctsar_tasks *t);

/* Virtual clock: when tasks of the model can begin on the unit. */
double ctsar__task_built_at(const ctsar__model *m, const ctsar__task_unit *u);

/* Is it still being built there, or will be? */
static inline bool ctsar__task_is_unready(const ctsar__model *m, int unit)
{
    return m->build && m->build->unready & ctsar__task_bit(unit);
}

#endif
