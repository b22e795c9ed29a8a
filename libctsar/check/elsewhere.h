/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a task has not declared and others of its set have.  The body may look for it on the host,
 * where it is hidden as outputs are.  What others than the body may read meanwhile is only
 * watched. */
#ifndef CTSAR_CHECK_ELSEWHERE_H
#define CTSAR_CHECK_ELSEWHERE_H

#include "check/state.h"

/* Before a task's first execution: what is to be hidden from it.  What `elsewhere` leads to stays
 * the caller's until the last one.  ENOMEM. */
int ctsar__check_elsewhere(ctsar__check *c, const ctsar__elsewhere *elsewhere) CTSAR__MUST_CHECK;
/* Before an execution, behind the numbers of all arrays: gives its bytes theirs. */
void ctsar__elsewhere_prepare(ctsar__check *c);
void ctsar__elsewhere_hide(const ctsar__check *c);
/* Behind an execution: what has been written is found and put back, and nothing is hidden. */
void ctsar__elsewhere_look(ctsar__check *c);
/* Byte number `mark` has been read, if it is one of these.  True: the task is executed again
 * without hiding any. */
bool ctsar__elsewhere_judge(ctsar__check *c, size_t mark);

#endif
