/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The set's lock, which is held for a moment and often. */
#ifndef CTSAR_TASK_LOCK_H
#define CTSAR_TASK_LOCK_H

#include "task/state.h"

/* Locks the set, for a moment. */
void ctsar__tasks_lock(ctsar_tasks *t);
/* The same for who takes it again and again: those that try for it come first. */
void ctsar__tasks_lock_after_others(ctsar_tasks *t);

#endif
