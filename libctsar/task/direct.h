/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Tasks of a set that has one core and nothing else.  All that was submitted before is over when a
 * task is submitted, so it is executed there and then: it needs no place among others. */
#ifndef CTSAR_TASK_DIRECT_H
#define CTSAR_TASK_DIRECT_H

#include "task/make.h"

/* Whether the set is one of those: nobody asks when tasks become ready, nor what they follow. */
bool ctsar__tasks_are_direct(const ctsar_tasks *t);
/* Executes the task, without the lock.  False: it has to be submitted, which also says what is
 * wrong with it. */
bool ctsar__task_execute_direct(ctsar_tasks *t, const ctsar__asked *asked);
/* A thread does so now. */
static inline bool ctsar__task_is_direct(const ctsar_tasks *t)
{
    return t->direct && t->unit[CTSAR__CORES].worker->taken == CTSAR__DIRECTLY;
}

#endif
