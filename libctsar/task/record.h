/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a set's units did, for the report: as a region's, whose passes are what lies between two
 * waits for all tasks. */
#ifndef CTSAR_TASK_RECORD_H
#define CTSAR_TASK_RECORD_H

#include "task/state.h"

/* ENOMEM.  Without a report it does nothing, nor do the others, but one. */
int ctsar__tasks_record_open(ctsar_tasks *t) CTSAR__MUST_CHECK;
void ctsar__tasks_record_close(ctsar_tasks *t);

/* These under the set's lock.  The first task since all were over has been submitted. */
void ctsar__tasks_record_begin(ctsar_tasks *t);
/* The worker has executed the task. */
void ctsar__tasks_record_task(ctsar__task_worker *w, ctsar__task *task,
                              const ctsar__task_time *time);
/* The host has executed so many again (redo.h).  Counted without a report, too. */
void ctsar__tasks_record_redone(ctsar_tasks *t, size_t tasks);
/* What was brought to the host from unit `u`, for no task. */
void ctsar__tasks_record_home(ctsar_tasks *t, int u, const ctsar__traffic *traffic);
/* All are over, and their results at home. */
void ctsar__tasks_record_end(ctsar_tasks *t);

#endif
