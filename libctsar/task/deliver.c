/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/deliver.h"

#include <stdlib.h>

#include "mem/bring.h"

enum { KEPT_ROOM = 1 << 16 }; /* bytes of a slot for what is saved; more is given back */

/* The task is over: are its outputs to come home now, as all are or since no other task is known
 * that accesses them?  Not where they were overwritten before somebody wanted them there, as by a
 * program that submits slowly.  Somebody may want them while they come, which changes nothing any
 * more. */
static void decide(ctsar_tasks *t, const ctsar__task *task)
{
    pthread_mutex_lock(&t->lock);
    for (int i = 0; i < task->n; ++i) {
        const ctsar__part *p = task->access[i].part;
        if (!ctsar__access_writes(&task->access[i]))
            continue;
        ctsar__part_data *d = p->data;
        d->redo.was_home = false;
        d->stays = d->stays || atomic_load_explicit(&d->early, memory_order_relaxed);
        bool early = !d->stays && p->newest == task->vertex.number;
        atomic_store_explicit(&d->early, early, memory_order_relaxed);
        d->comes = early || t->cache != CTSAR__CACHE_WRITEBACK || ctsar__redo_is_full(t, d);
    }
    pthread_mutex_unlock(&t->lock);
}

static bool comes_home(const ctsar__access *a)
{
    const ctsar__part_data *d = a->part ? a->part->data : NULL;
    return d && ctsar__access_writes(a) && d->comes;
}

/* Meanwhile another accelerator may make room, or somebody wait for a part that overlaps it. */
static void each_that_comes(const ctsar__task *task, void (*call)(ctsar__shared *s))
{
    for (int i = 0; i < task->n; ++i)
        if (comes_home(&task->access[i])) {
            ctsar__part_data *d = task->access[i].part->data;
            call(d->shared);
        }
}

/* What the host has where the task's outputs are to come. */
static int keep_host(const ctsar__task *task, ctsar__undo *kept)
{
    int status = CTSAR_OK;
    for (int i = 0; i < task->n && !status; ++i)
        if (comes_home(&task->access[i]))
            status = ctsar__undo_save_box(kept, &task->access[i].part->box);
    return status;
}

static void put_back(const ctsar__task *task, const ctsar__undo *kept)
{
    size_t at = 0;
    for (int i = 0; i < task->n; ++i)
        if (comes_home(&task->access[i]))
            ctsar__undo_restore_box(kept, &task->access[i].part->box, &at);
}

/* They come with a wait. */
static void stay(const ctsar__task *task)
{
    for (int i = 0; i < task->n; ++i)
        if (comes_home(&task->access[i])) {
            ctsar__part_data *d = task->access[i].part->data;
            ctsar__part_data_wanted(d);
            ctsar__shared_arrived(d->shared);
            d->comes = false;
        }
}

/* What comes, or none of it. */
static int write_home(const ctsar__task *task, const ctsar__undo *kept, const ctsar__target *from,
                      ctsar__traffic *traffic)
{
    int status = CTSAR_OK;
    for (int i = 0; i < task->n && !status; ++i) {
        const ctsar__access *a = &task->access[i];
        if (!comes_home(a))
            continue;
        ctsar__part_data *d = a->part->data;
        const ctsar__use u = ctsar__part_use(d, false);
        status = ctsar__shared_write_through(d->shared, ctsar__access_copy(a, from)->holder, &u,
                                             from, traffic);
    }
    if (status)
        put_back(task, kept);
    return status;
}

static void empty(ctsar__undo *kept)
{
    kept->bytes = 0;
    if (kept->room <= KEPT_ROOM)
        return;
    free(kept->data);
    *kept = (ctsar__undo){0};
}

static int bring_home(ctsar__task_worker *w, const ctsar__task *task, const ctsar__target *from,
                      ctsar__traffic *traffic)
{
    int status = keep_host(task, &w->undo);
    if (!status)
        status = write_home(task, &w->undo, from, traffic);
    else if (w->all->cache == CTSAR__CACHE_WRITEBACK) { /* no memory: nothing has to come */
        stay(task);
        status = CTSAR_OK;
    }
    empty(&w->undo);
    return status;
}

int ctsar__task_data_deliver(ctsar__task_worker *w, const ctsar__task *task,
                             const ctsar__target *from, ctsar__traffic *traffic)
{
    ctsar__device *device = from->device;
    if (device->failed) /* what it had, others would look for in vain */
        return ctsar__on(device, ctsar__device_refuse(device), traffic);
    decide(w->all, task);
    each_that_comes(task, ctsar__shared_expect);
    int status = bring_home(w, task, from, traffic);
    for (int i = 0; i < task->n && !status; ++i) {
        const ctsar__access *a = &task->access[i];
        if (!ctsar__access_writes(a))
            continue;
        ctsar__part_data *d = a->part->data;
        const ctsar__use u = ctsar__part_use(d, false);
        bool home;
        status = ctsar__shared_task_wrote(d->shared, ctsar__access_copy(a, from)->holder, &u,
                                          comes_home(a), &home);
        d->redo.was_home = d->redo.was_home || home; /* it may access a part twice */
    }
    each_that_comes(task, ctsar__shared_arrived);
    return status;
}
