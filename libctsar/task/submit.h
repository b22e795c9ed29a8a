/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A task that has been made comes among the others. */
#ifndef CTSAR_TASK_SUBMIT_H
#define CTSAR_TASK_SUBMIT_H

#include "task/state.h"

/* Under the lock.  The set's error, or those of ctsar_task; nothing is submitted then, and the task
 * is gone. */
int ctsar__task_submit(ctsar_tasks *t, ctsar__task *task) CTSAR__MUST_CHECK;

#endif
