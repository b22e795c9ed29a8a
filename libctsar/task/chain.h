/* SPDX-License-Identifier: BSD-3-Clause
 *
 * For the report: how long the longest chain of tasks that follow each other is, each one in what
 * it takes on the unit that is the fastest at it, and the area bound.  Neither is longer than what
 * it bounds took.  Of a period, from the first
 * task after a wait for all to the next such wait.  All under the set's lock. */
#ifndef CTSAR_TASK_CHAIN_H
#define CTSAR_TASK_CHAIN_H

#include "task/state.h"

/* The task was submitted: chains that lead to it by way of tasks that are over. */
void ctsar__chain_begin(const ctsar_tasks *t, ctsar__task *task);
/* The unit executed it in so many seconds. */
void ctsar__chain_task(const ctsar_tasks *t, ctsar__task *task, int unit, double seconds);
/* It is over, and its chain is that far by then. */
void ctsar__chain_end(ctsar_tasks *t, const ctsar__task *task);
/* The period is over: adds its bounds to the statistics. */
void ctsar__chain_close(ctsar_tasks *t);

#endif
