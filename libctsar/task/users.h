/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Who uses a part, and the list of those that may be forgotten.
 *
 * Beside accelerators, where a part takes memory of theirs too, tasks count as the part's users: it
 * leaves the list while it has some, so no more than some thousands are kept that nobody accesses.
 * On cores alone tasks do not, since who submits and who executes would write it for each access:
 * all parts are in the list, and are looked at in turn.  All of this is under the set's lock. */
#ifndef CTSAR_TASK_USERS_H
#define CTSAR_TASK_USERS_H

#include "task/state.h"

/* The part is new: others may be forgotten for it. */
void ctsar__part_list(ctsar_tasks *t, ctsar__part *p);
/* Who counted as one of the part's users is none any more. */
void ctsar__part_leave(ctsar_tasks *t, ctsar__part *p);
/* Parts of which who has the list is a user, so that they stay. */
typedef struct ctsar__pinned {
    ctsar__part **at;
    size_t count, room;
    bool failed; /* there was no memory for all */
} ctsar__pinned;

/* False: no memory; _status says so, too. */
bool ctsar__part_pin(ctsar__pinned *l, ctsar__part *p);
int ctsar__pinned_status(const ctsar__pinned *l) CTSAR__MUST_CHECK;
/* Who has the list is a user of none of them any more, and has no list; _let_go takes the lock. */
void ctsar__parts_unpin(ctsar_tasks *t, ctsar__pinned *l);
void ctsar__parts_let_go(ctsar_tasks *t, ctsar__pinned *l);
/* The task accesses its parts, and no more, where tasks count. */
void ctsar__parts_enter(const ctsar_tasks *t, const ctsar__task *task);
void ctsar__parts_leave(ctsar_tasks *t, const ctsar__task *task);
/* Takes the oldest one out of the list, which is not empty, to be forgotten or kept. */
ctsar__part *ctsar__part_take(ctsar_tasks *t);
/* It stays; its last user puts it into the list, where one of them will. */
void ctsar__part_keep(ctsar_tasks *t, ctsar__part *p);

#endif
