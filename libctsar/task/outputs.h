/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a task writes: its outputs, and its private copies of reductions. */
#ifndef CTSAR_TASK_OUTPUTS_H
#define CTSAR_TASK_OUTPUTS_H

#include "mem/outputs.h"
#include "task/state.h"

typedef struct ctsar__task_outputs {
    ctsar__writer writer;
    const ctsar__task *task;
    const ctsar__target *at;
    ctsar__reduction *const *reduction;
} ctsar__task_outputs;

/* Once its data are there.  `reduction`: of each of its reductions, on an accelerator. */
ctsar__task_outputs ctsar__task_outputs_of(const ctsar__task *task, const ctsar__target *at,
                                           ctsar__reduction *const *reduction);

#endif
