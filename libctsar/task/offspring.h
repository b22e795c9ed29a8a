/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Check mode executes a body several times, now and then over patterns.  What it submits to its own
 * set tells what it has read, as outputs do, and is submitted once, when it is known to be right.
 */
#ifndef CTSAR_TASK_OFFSPRING_H
#define CTSAR_TASK_OFFSPRING_H

#include "check/check.h"
#include "task/make.h"
#include "task/state.h"

/* In the place of submitting, by a body of the set that is checked.  ENOMEM; the other errors of
 * ctsar_task may come of a pattern that the body has read, so _submit has them. */
int ctsar__offspring_note(ctsar_tasks *t, const ctsar__asked *asked) CTSAR__MUST_CHECK;
/* When the task's body has been executed for the last time.  The errors of ctsar_task. */
int ctsar__offspring_submit(ctsar_tasks *t, const ctsar__task *task,
                            const ctsar__check *check) CTSAR__MUST_CHECK;

#endif
