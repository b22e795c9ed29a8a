/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Check mode: what other tasks of the set access is hidden from a task that has not declared it
 * (check/elsewhere.h), as far as nobody but tasks may look there.  That is so of what tasks write
 * until a wait says that the program may read it.  What may be read, but not written yet, is
 * watched.  The task's own accesses are left out to the byte. */
#ifndef CTSAR_TASK_OTHERS_H
#define CTSAR_TASK_OTHERS_H

#include "check/elsewhere.h"
#include "task/state.h"

/* Of a set in check mode.  ENOMEM. */
int ctsar__others_open(ctsar_tasks *t) CTSAR__MUST_CHECK;
void ctsar__others_free(ctsar_tasks *t);

/* The task is about to be checked.  ENOMEM. */
int ctsar__others_hide(ctsar_tasks *t, const ctsar__task *task,
                       ctsar__check *check) CTSAR__MUST_CHECK;

/* All tasks are over, and with `host` the program may read what they have written.  Under the set's
 * lock. */
void ctsar__others_give(ctsar_tasks *t, bool host);
/* Those are over that write the byte at `host` and are not behind task `until`: the program may
 * read what they have written, and free what only tasks access that are over.  Under the set's
 * lock; who calls it settles before the program reads. */
void ctsar__others_give_at(ctsar_tasks *t, const void *host, unsigned long until);
/* Waits until no task is executed any more that was begun before.  Without the lock. */
void ctsar__others_settle(const ctsar_tasks *t);

#endif
