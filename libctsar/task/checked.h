/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Tasks in check mode: one after the other, in the order in which they were submitted, each as a
 * pass of one iteration (check/check.h). */
#ifndef CTSAR_TASK_CHECKED_H
#define CTSAR_TASK_CHECKED_H

#include "task/state.h"

/* Executes the body, several times.  Who calls it is the only one that executes tasks of the set.
 * What is found is told, and noted for who waits. */
int ctsar__task_check(ctsar__task_worker *w, ctsar__task *task) CTSAR__MUST_CHECK;
/* Since the last call: ECHECK. */
int ctsar__tasks_checked(ctsar_tasks *t) CTSAR__MUST_CHECK;

void ctsar__tasks_check_free(ctsar_tasks *t);

#endif
