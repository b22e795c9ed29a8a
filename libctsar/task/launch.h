/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A task as a form of its kernel is called with it: arguments on a unit, and the body. */
#ifndef CTSAR_TASK_LAUNCH_H
#define CTSAR_TASK_LAUNCH_H

#include "task/state.h"

/* What the body of a task on a core is called with. */
static inline ctsar_call ctsar__task_call(long lo, long hi, void *const *pointer,
                                          const size_t *const *strides)
{
    return (ctsar_call){.start = lo,
                        .end = hi,
                        .step = 1,
                        .count = hi - lo,
                        .groups = 1,
                        .arg = pointer,
                        .strides = strides};
}

/* Room for its arguments, on an accelerator or to be checked.  ENOMEM. */
int ctsar__task_reserve(ctsar__task_worker *w, const ctsar__task *task) CTSAR__MUST_CHECK;
/* Sets w->call and, on an accelerator, w->launch, but for the kernel, into room that there is; what
 * is there must have been fetched, and the arguments of its reductions been set. */
void ctsar__task_bind(ctsar__task_worker *w, const ctsar__task *task, const ctsar__target *at);
void ctsar__task_unbind(ctsar__task_worker *w); /* frees the room */

/* A body that the calling thread executes. */
typedef struct ctsar__task_body {
    const struct ctsar__task_body *outer;
    const ctsar_tasks *of;
    struct ctsar__check *check; /* check mode: notes what it submits to its set; else NULL */
    unsigned
        repeats; /* what it submits to sets that were made in fewer of them has been submitted */
    const ctsar__task *task; /* on an accelerator: what it was given ... */
    void *const *pointer;    /* ... and where that lies there; else NULL */
} ctsar__task_body;

/* The body that the calling thread is in, or NULL.  In check mode the threads that a body has begun
 * are in it, too: an OpenMP team's, and others. */
const ctsar__task_body *ctsar__task_innermost(void);

/* Does the calling thread execute a body of the set, maybe with those of other sets inside? */
bool ctsar__task_inside(const ctsar_tasks *t);
/* `again`: the task's body has been executed before. */
void ctsar__task_enter(ctsar__task_body *body, const ctsar_tasks *t, bool again);
/* The same on an accelerator: with w->pointer. */
void ctsar__task_enter_there(ctsar__task_body *body, const ctsar__task_worker *w,
                             const ctsar__task *task);
/* The same in check mode, by who is alone. */
void ctsar__task_enter_checked(ctsar__task_body *body, const ctsar_tasks *t, bool again,
                               struct ctsar__check *check);
/* What the calling thread submits to the set is to be noted there, or NULL. */
struct ctsar__check *ctsar__task_notes(const ctsar_tasks *t);
void ctsar__task_leave(const ctsar__task_body *body);
void ctsar__task_leave_checked(const ctsar__task_body *body);
/* How many of the bodies that the calling thread's stands in are executed again; 0 outside. */
unsigned ctsar__task_repeats(void);

#endif
