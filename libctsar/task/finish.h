/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What becomes of a task that was executed, or could not be.  All under the set's lock. */
#ifndef CTSAR_TASK_FINISH_H
#define CTSAR_TASK_FINISH_H

#include "task/state.h"

/* It was executed in the place of w.  Its reductions are folded as soon as those before are, and it
 * is over then, which makes others ready.  The lock is given back while folding. */
void ctsar__task_executed(ctsar__task_worker *w, ctsar__task *task, const ctsar__task_time *time);
/* It was not: others get it, or it is the set's error. */
void ctsar__task_failed(ctsar__task_worker *w, ctsar__task *task, ctsar__traffic *traffic,
                        int status);
/* Units whose devices have failed take no part any more.  Is what these had alone to be computed
 * again (redo.h)?  The lock may be given back meanwhile. */
bool ctsar__tasks_lose(ctsar_tasks *t);
/* What was to be added to something lost is, or is the set's error.  The lock is given back
 * meanwhile. */
void ctsar__tasks_fold_put_off(ctsar_tasks *t);
/* It follows nobody: it gets a unit, or is over where the set has an error. */
void ctsar__task_begin(ctsar_tasks *t, ctsar__task *task);

#endif
