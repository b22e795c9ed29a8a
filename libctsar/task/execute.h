/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Executing a task, on a core or in a slot of an accelerator: data, body, outputs. */
#ifndef CTSAR_TASK_EXECUTE_H
#define CTSAR_TASK_EXECUTE_H

#include "task/state.h"

/* In the place of worker w; reductions are in their private copies then.  After an error nothing
 * that the task writes has changed, and traffic->failed is the device that failed, if one did. */
int ctsar__task_execute(ctsar__task_worker *w, ctsar__task *task, ctsar__task_time *time,
                        ctsar__traffic *traffic) CTSAR__MUST_CHECK;
/* Real clock: the seconds of a processor that the calling worker has had since this was asked last.
 */
double ctsar__task_driving(ctsar__task_worker *w);

#endif
