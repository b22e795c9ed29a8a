/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What only an accelerator had is computed again when that has failed: on the host, by the tasks
 * that wrote it since the host had it last, in program order (log.h).
 *
 * A task can be executed again if what it read is still there: a content that no task has written
 * since, or one that was lost, too, and that tasks before it compute again.  What cannot be had so
 * stays lost, which who wants it is told.
 *
 * No task is executed meanwhile: those that are end first, and none begins.  All of this is under
 * the set's lock, which is given back while a body is executed. */
#ifndef CTSAR_TASK_REDO_H
#define CTSAR_TASK_REDO_H

#include "task/state.h"

/* The calling thread is about to execute tasks, and has done so.  If a device has failed, who
 * leaves last computes again. */
void ctsar__redo_enter(ctsar_tasks *t);
void ctsar__redo_leave(ctsar_tasks *t);
/* Computes again what is lost if a device has failed and nobody executes a task. */
void ctsar__redo_if_idle(ctsar_tasks *t);

#endif
