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
    int first;            /* the version that verifies it; -1: none has to */
    double first_seconds; /* of that, as `seconds` */
    bool open;            /* nothing has been said yet of what became of it */
} ctsar__task_choice;

/* Finds which units are of one model. */
void ctsar__task_find_models(ctsar_tasks *t);

/* Chooses once the task is bound.  ENODEV: no version may be used; EDEVICE: none is left; as
 * ctsar__versions_find. */
int ctsar__task_choose(ctsar__task_worker *w, const ctsar__task *task,
                       ctsar__task_choice *c) CTSAR__MUST_CHECK;
/* It was executed, in so many seconds, and agrees with the version that verifies it, if one does.
 */
void ctsar__task_chosen(ctsar__task_worker *w, ctsar__task_choice *c, double seconds);
/* It differs, as the calling thread's last error tells: the results are those of the version that
 * verifies it, which has taken so many seconds. */
void ctsar__task_differs(ctsar__task_worker *w, ctsar__task_choice *c, double seconds);
/* The version, which is that chosen or the one that verifies it, could not be launched, for the
 * reason that the calling thread's last error tells.  EDEVICE: none is left. */
int ctsar__task_miss(ctsar__task_worker *w, ctsar__task_choice *c, int version) CTSAR__MUST_CHECK;
/* If nothing has been said of it, it has not been executed. */
void ctsar__task_unchosen(ctsar__task_worker *w, ctsar__task_choice *c);

/* A body that the calling thread executes. */
typedef struct ctsar__task_body {
    const struct ctsar__task_body *outer;
    const ctsar_tasks *of;
    unsigned
        repeats; /* what it submits to sets that were made in fewer of them has been submitted */
} ctsar__task_body;

/* Does the calling thread execute a body of the set, maybe with those of other sets inside? */
bool ctsar__task_inside(const ctsar_tasks *t);
void ctsar__task_enter(ctsar__task_body *body, const ctsar_tasks *t, const ctsar__task *task);
/* Not `executed`: nothing of it was. */
void ctsar__task_leave(const ctsar__task_body *body, ctsar__task *task, bool executed);
/* How many of the bodies that the calling thread's stands in are executed again; 0 outside. */
unsigned ctsar__task_repeats(void);

#endif
