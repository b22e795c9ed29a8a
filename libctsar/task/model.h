/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What tasks take, by their kernel and size.  All under the set's lock. */
#ifndef CTSAR_TASK_MODEL_H
#define CTSAR_TASK_MODEL_H

#include "task/state.h"

void ctsar__models_free(ctsar_tasks *t);
/* The model of such tasks, made if need be.  EINVAL as ctsar__kernel_check, ENOMEM. */
int ctsar__model_find(ctsar_tasks *t, const ctsar_kernel *kernel, long n, size_t bytes,
                      ctsar__model **model) CTSAR__MUST_CHECK;
/* Of a task that is one of few, or of so many: its seconds are wanted. */
static inline bool ctsar__model_wants_time(const ctsar__model *m, int unit, unsigned long number)
{
    return m->unit[unit].count < 8 || number % 16 == 0;
}
/* One of them took so many seconds on the unit, and of a processor so many to drive it. */
void ctsar__model_note(ctsar__model *m, int unit, double seconds, double driving);
/* What a task takes on the unit that is the fastest at it, as far as is known; else 0. */
double ctsar__model_least(const ctsar__model *m, int units);

#endif
