/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Who executes tasks under the real clock: the library's threads, and those that wait.  Who has
 * nothing to do looks for a moment, then sleeps. */
#ifndef CTSAR_TASK_THREADS_H
#define CTSAR_TASK_THREADS_H

#include "task/state.h"

/* Starts the threads of all units.  EDEVICE: the system gives none. */
int ctsar__task_threads_start(ctsar_tasks *t) CTSAR__MUST_CHECK;
/* Ends them, when no task is left. */
void ctsar__task_threads_stop(ctsar_tasks *t);
/* The calling thread executes tasks as a core, or sleeps, until `over`.  Under the lock. */
void ctsar__task_threads_help(ctsar_tasks *t, bool (*over)(const ctsar_tasks *t, const void *data),
                              const void *data);

/* A task has been submitted.  Where short tasks have become many the calling thread executes some,
 * as a core.  Under the lock. */
void ctsar__task_threads_submitted(ctsar_tasks *t);

#endif
