/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A task as a form of its kernel is called with it: arguments on a unit, and which version. */
#ifndef CTSAR_TASK_LAUNCH_H
#define CTSAR_TASK_LAUNCH_H

#include "task/state.h"

/* Room for its arguments.  ENOMEM. */
int ctsar__task_reserve(ctsar__task_worker *w, const ctsar__task *task) CTSAR__MUST_CHECK;
/* Sets w->call and w->launch, but for the kernel, into room that there is; what is on an
 * accelerator must have been fetched, and the arguments of its reductions been set. */
void ctsar__task_bind(ctsar__task_worker *w, const ctsar__task *task, const ctsar__target *at);
void ctsar__task_unbind(ctsar__task_worker *w); /* frees the room */

/* Who executes a task. */
typedef struct ctsar__task_choice {
    const ctsar_kernel *kernel;
    double seconds; /* virtual clock: what a core takes */

    /* Of a family. */
    ctsar__family *family;
    ctsar__version_range range;
    ctsar__version_choice version;
} ctsar__task_choice;

/* Chooses once the task is bound.  ENODEV: no version may be used; as ctsar__versions_find. */
int ctsar__task_choose(ctsar__task_worker *w, const ctsar__task *task,
                       ctsar__task_choice *c) CTSAR__MUST_CHECK;
/* It was executed, in so many seconds; it could not be, for the reason that the calling thread's
 * last error tells.  _miss: EDEVICE, no version is left. */
void ctsar__task_chosen(ctsar__task_worker *w, ctsar__task_choice *c, double seconds);
int ctsar__task_miss(ctsar__task_worker *w, ctsar__task_choice *c) CTSAR__MUST_CHECK;

/* A body that the calling thread executes. */
typedef struct ctsar__task_body {
    const struct ctsar__task_body *outer;
    const ctsar_tasks *of;
} ctsar__task_body;

/* Does the calling thread execute a body of the set, maybe with those of other sets inside? */
bool ctsar__task_inside(const ctsar_tasks *t);
void ctsar__task_enter(ctsar__task_body *body, const ctsar_tasks *t);
void ctsar__task_leave(const ctsar__task_body *body);

#endif
