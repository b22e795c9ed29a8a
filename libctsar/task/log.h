/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Tasks that are kept when they are over, since what they wrote is on an accelerator alone: if that
 * fails they are executed again (redo.h).
 *
 * Each part has a log of such tasks in program order: those since the host had it last.  Contents
 * of parts have numbers, so that a task is known by what it read and wrote.  A log that grows long
 * has the part brought home, which ends it.  All of this is under the set's lock. */
#ifndef CTSAR_TASK_LOG_H
#define CTSAR_TASK_LOG_H

#include "task/data.h"

/* The numbers of the contents of an access's part before and after the task. */
typedef struct ctsar__contents {
    unsigned long before, after;
} ctsar__contents;

typedef struct ctsar__logged {
    ctsar__task *task;
    unsigned long number;
    size_t logs;          /* that it is in, and one until it is over */
    bool listed;          /* redo.c's */
    ctsar__contents of[]; /* each access */
} ctsar__logged;

/* The unit has executed the task, which may wait yet for its reductions to be folded. */
void ctsar__log_note(ctsar_tasks *t, ctsar__task *task, int unit);
/* The task is over.  Its memory is given back, and it is a user of its parts no more, when no log
 * has it. */
void ctsar__log_over(ctsar_tasks *t, ctsar__task *task);
/* The host has what the part's log leads to. */
void ctsar__log_end(ctsar_tasks *t, ctsar__part *p);
/* The host has the part alone, where the program or a reduction writes it. */
void ctsar__log_reset(ctsar_tasks *t, ctsar__part *p);

#endif
