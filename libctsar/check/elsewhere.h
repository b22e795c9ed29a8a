/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a task has not declared and others of its set have.  The body may look for it on the host,
 * where it is hidden while the body is executed.  What the body's outputs cannot tell of, and what
 * others than the body may read meanwhile, is only watched. */
#ifndef CTSAR_CHECK_ELSEWHERE_H
#define CTSAR_CHECK_ELSEWHERE_H

#include "check/state.h"

/* Before a task's first execution, when its accesses have been registered: what is to be hidden
 * from it.  What `elsewhere` leads to stays the caller's until the last one.  ENOMEM. */
int ctsar__check_elsewhere(ctsar__check *c, const ctsar__elsewhere *elsewhere) CTSAR__MUST_CHECK;
/* Before an execution, behind the numbers of all arrays: gives its bytes theirs. */
void ctsar__elsewhere_prepare(ctsar__check *c);
/* Those that the execution's prefix leaves out get a pattern; the others keep their values.  When
 * the body calls the library for data all is as it was, until the task is over. */
void ctsar__elsewhere_hide(ctsar__check *c);
/* Behind an execution: what has been written is found and put back, and nothing is hidden. */
void ctsar__elsewhere_look(ctsar__check *c);
/* Byte number `mark` has been read, if it is one of these.  True: the task is executed again
 * without hiding any. */
bool ctsar__elsewhere_judge(ctsar__check *c, size_t mark);
/* Something is not hidden only because it was not known that the body has effects. */
bool ctsar__elsewhere_misses(const ctsar__check *c);
/* Nothing is hidden from tasks of this kernel any more.  True: something was. */
bool ctsar__elsewhere_end(ctsar__check *c);

#endif
