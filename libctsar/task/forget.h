/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Parts that no task has accessed for long are forgotten, where there are many. */
#ifndef CTSAR_TASK_FORGET_H
#define CTSAR_TASK_FORGET_H

#include "task/state.h"

/* Before a task with so many accesses is submitted: looks at some parts for each of them.  Under
 * the set's lock, which is given back where data have to come home. */
int ctsar__parts_reap(ctsar_tasks *t, int accesses) CTSAR__MUST_CHECK;

#endif
