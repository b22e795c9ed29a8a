/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a set's tasks, workers and waits are in the trace (observe/trace.h).  All under the set's
 * lock.  Where nothing is traced all but _now and _row_of do nothing. */
#ifndef CTSAR_TASK_TRACE_H
#define CTSAR_TASK_TRACE_H

#include "task/state.h"

/* Seconds, by the set's clock. */
double ctsar__tasks_now(const ctsar_tasks *t);
/* The number of a worker's row: its own core's, or, after the cores', its accelerator's. */
int ctsar__task_row_of(const ctsar__task_worker *w);

/* The set opens, before its units do, with so many slots of each accelerator.  ENOMEM. */
int ctsar__tasks_trace_open(ctsar_tasks *t, int cores, int accs, int slots) CTSAR__MUST_CHECK;
/* The unit opens. */
void ctsar__task_trace_unit(ctsar_tasks *t, ctsar__task_unit *u);
void ctsar__tasks_trace_close(ctsar_tasks *t);

/* The first task since a wait for all has come; _end: all are over, after so many seconds, so many
 * tasks of so many iterations. */
void ctsar__tasks_trace_begin(ctsar_tasks *t);
void ctsar__tasks_trace_end(ctsar_tasks *t, double took, long tasks, long iterations);
/* Data came to the host from unit `u`, for no task of its. */
void ctsar__tasks_trace_home(ctsar_tasks *t, int u, size_t bytes, double seconds);

/* A task is about to be submitted; _submitted: it has been, and all that it follows is known. */
void ctsar__task_trace_submits(ctsar_tasks *t);
void ctsar__task_trace_submitted(ctsar_tasks *t, const ctsar__task *task);
/* The worker is about to execute a task; _done: it has; _failed: it could not. */
void ctsar__task_trace_begin(ctsar__task_worker *w);
void ctsar__task_trace_done(ctsar__task_worker *w, const ctsar__task *task,
                            const ctsar__task_time *time);
void ctsar__task_trace_failed(ctsar__task_worker *w);
/* The worker takes a task that waits on unit `from`. */
void ctsar__task_trace_steal(ctsar__task_worker *w, const ctsar__task *task, int from);

#endif
