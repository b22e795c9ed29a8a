/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which of the ready tasks are to go first: priorities and longest paths, handed on to what tasks
 * follow.  Under the set's lock. */
#ifndef CTSAR_TASK_URGENCY_H
#define CTSAR_TASK_URGENCY_H

#include "task/state.h"

/* A task has entered, with all edges that lead to it. */
void ctsar__task_hand_on(ctsar_tasks *t, ctsar__task *task);

#endif
