/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The ready tasks of a unit: a heap.  All under the set's lock. */
#ifndef CTSAR_TASK_READY_H
#define CTSAR_TASK_READY_H

#include "task/state.h"

/* Makes room for so many more.  False: no memory. */
bool ctsar__ready_reserve(ctsar__ready *r, size_t more);
/* Into room that there is. */
void ctsar__ready_add(ctsar__ready *r, ctsar__task *t);
/* One that stands there takes so many nanoseconds, as is known now. */
void ctsar__ready_lasts(ctsar__ready *r, ctsar__task *t, int lasts);
/* They take less than so many nanoseconds, on average; false where there are none.  Also without
 * the lock. */
bool ctsar__ready_last_less(const ctsar__ready *r, long than);
/* Takes out the first one, or any; NULL: there is none. */
ctsar__task *ctsar__ready_take(ctsar__ready *r);
void ctsar__ready_remove(ctsar__ready *r, const ctsar__task *t);
/* It goes before others now that it did not, if it stands there. */
void ctsar__ready_raise(ctsar__ready *r, ctsar__task *t);

#endif
