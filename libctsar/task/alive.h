/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Check mode: whether what a task accesses is still there when it is executed, as far as that can
 * be seen. */
#ifndef CTSAR_TASK_ALIVE_H
#define CTSAR_TASK_ALIVE_H

#include "task/state.h"

/* By a thread that is about to execute tasks: below `frame` of its stack the program has nothing
 * any more; NULL: that is not known.  Returns what it was before. */
const void *ctsar__alive_above(const void *frame);
/* Likewise of some bytes: are all of them there? */
bool ctsar__alive_bytes(const char *at, size_t length);
/* When a task is submitted.  EINVAL: its access i, which is to be this part, is not all there. */
int ctsar__alive_yet(const ctsar__task *task, int i, const ctsar__box *box) CTSAR__MUST_CHECK;
/* ECHECK: an access is in memory that was given back, or in a function's that has returned. */
int ctsar__alive_check(const ctsar__task *task) CTSAR__MUST_CHECK;

#endif
