/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where the parts that tasks access are current, and bringing them to where a task is executed.
 * Each part is an array of the directory's kind (mem/shared.h), of one item.
 *
 * Parts may overlap.  A part's copies on accelerators say nothing of others that it overlaps:
 * before a task accesses a part, what accelerators have of those comes to the host, and where the
 * task writes, they have nothing current of them any more.  Tasks that access them are over or
 * follow, so nobody is at them meanwhile but readers where the task reads. */
#ifndef CTSAR_TASK_DATA_H
#define CTSAR_TASK_DATA_H

#include <stdatomic.h>

#include "task/state.h"

/* A part on an accelerator. */
typedef struct ctsar__part_copy {
    ctsar__holder *_Atomic holder;
    ctsar__wish wish;
    _Atomic unsigned long used; /* the last task that did */
    double there;               /* virtual clock: when what came last is there */
} ctsar__part_copy;

/* By what a part is computed again whose device has failed (redo.h).  Contents have numbers. */
typedef struct ctsar__redo {
    bool was_home;                  /* the host had it before the task that has just written it */
    unsigned long content, on_host; /* what it has, and what the host has */
    struct ctsar__logged **log;     /* the tasks that lead from that to this, in program order */
    size_t logged, room;

    /* While it is. */
    bool lost;
    unsigned long reached; /* the content that the host has by now */
} ctsar__redo;

/* What the engine knows of a part. */
typedef struct ctsar__part_data {
    /* Reductions that are not folded yet, in program order. */
    ctsar__access *first, **last;
    bool folding;
    bool put_off;                /* they wait for what is computed again; ... */
    ctsar__part *put_off_before; /* ... those of this part, too */

    uint64_t where;     /* units that are likely to have it; 0: the host alone */
    _Atomic bool early; /* it was brought home early, and nobody has read it there since */
    bool stays;         /* that was for nothing once: it is brought home when needed */
    bool comes;         /* the task that has just written it brings it home */
    ctsar__redo redo;
    ctsar__shared *_Atomic shared; /* NULL: it was never on an accelerator */
    ctsar__shape shape;
    struct ctsar__declared *declared; /* check mode, or NULL (declared.h) */
    ctsar__part_copy copy[];          /* of each accelerator */
} ctsar__part_data;

enum {
    CTSAR__REDO_LONGEST = 64,              /* tasks kept for a part */
    CTSAR__REDO_MOST = CTSAR__TASKS_WINDOW /* tasks kept for all parts */
};

/* Are so many tasks kept that the part is to come home, as then they are not needed? */
static inline bool ctsar__redo_is_full(const ctsar_tasks *t, const ctsar__part_data *d)
{
    return d->redo.logged >= CTSAR__REDO_LONGEST || t->redo.logged >= CTSAR__REDO_MOST;
}

/* The part's, made if need be; under the set's lock.  NULL: no memory. */
ctsar__part_data *ctsar__part_data_of(ctsar_tasks *t, ctsar__part *p);
/* Gives all of it back, which must be current on the host.  Under the set's lock. */
void ctsar__part_data_free(ctsar_tasks *t, ctsar__part *p);

static inline bool ctsar__access_reads(const ctsar__access *a)
{
    return a->kind == CTSAR_ACCESS_IN || a->kind == CTSAR_ACCESS_INOUT;
}
static inline bool ctsar__access_writes(const ctsar__access *a)
{
    return a->kind == CTSAR_ACCESS_OUT || a->kind == CTSAR_ACCESS_INOUT;
}

/* The part's copy on the accelerator. */
static inline ctsar__part_copy *ctsar__access_copy(const ctsar__access *a, const ctsar__target *at)
{
    ctsar__part_data *d = a->part->data;
    return &d->copy[at->acc];
}

/* What a task does with all of the part. */
static inline ctsar__use ctsar__part_use(const ctsar__part_data *d, bool reads)
{
    const ctsar__items all = {0, d->shape.inner};
    return (ctsar__use){.shape = &d->shape, .needs = all, .owns = all, .reads = reads};
}

/* Makes the task's parts current on the host; what it writes is current nowhere else then. */
int ctsar__task_data_host(ctsar_tasks *t, const ctsar__task *task,
                          ctsar__traffic *traffic) CTSAR__MUST_CHECK;
/* The same of a part that is read, but not written. */
int ctsar__part_data_read(ctsar_tasks *t, ctsar__part *p,
                          ctsar__traffic *traffic) CTSAR__MUST_CHECK;
/* The same of a part into which reductions are folded. */
int ctsar__part_data_host(ctsar_tasks *t, ctsar__part *p,
                          ctsar__traffic *traffic) CTSAR__MUST_CHECK;

/* Has the accelerator the task's parts, in memory and current as far as it reads them?  Then they
 * stay there as by _fetch, which one slot of an accelerator is at at a time.  Copies nothing there.
 */
int ctsar__task_data_is_there(ctsar_tasks *t, const ctsar__task *task, const ctsar__target *to,
                              bool *there, ctsar__traffic *traffic) CTSAR__MUST_CHECK;
/* Backs the task's parts on the accelerator and makes current there what it reads.  ENOMEM: there
 * is no room beside what tasks in flight need, and what is kept. */
int ctsar__task_data_fetch(ctsar_tasks *t, const ctsar__task *task, const ctsar__target *to,
                           ctsar__traffic *traffic) CTSAR__MUST_CHECK;
/* Somebody wants the part on the host. */
static inline void ctsar__part_data_wanted(ctsar__part_data *d)
{
    atomic_store_explicit(&d->early, false, memory_order_relaxed);
}
void ctsar__task_data_release(const ctsar__task *task, const ctsar__target *at);

#endif
