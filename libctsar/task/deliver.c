/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/deliver.h"

#include <stdlib.h>

#include "mem/bring.h"

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
static int keep_host(const ctsar__task *task, char **kept)
{
    size_t bytes = 0;
    *kept = NULL;
    for (int i = 0; i < task->n; ++i)
        if (comes_home(&task->access[i]))
            bytes += ctsar__box_bytes(&task->access[i].part->box);
    if (!bytes)
        return CTSAR_OK;
    if (!(*kept = malloc(bytes)))
        return ctsar__error(CTSAR_ENOMEM, "no memory to keep %zu bytes of a task", bytes);
    char *to = *kept;
    for (int i = 0; i < task->n; ++i)
        if (comes_home(&task->access[i])) {
            ctsar__box_save(&task->access[i].part->box, to);
            to += ctsar__box_bytes(&task->access[i].part->box);
        }
    return CTSAR_OK;
}

static void put_back(const ctsar__task *task, const char *kept)
{
    for (int i = 0; i < task->n; ++i)
        if (comes_home(&task->access[i])) {
            ctsar__box_restore(&task->access[i].part->box, kept);
            kept += ctsar__box_bytes(&task->access[i].part->box);
        }
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

static int bring_home(const ctsar_tasks *t, const ctsar__task *task, const ctsar__target *from,
                      ctsar__traffic *traffic)
{
    char *kept;
    int status = keep_host(task, &kept);
    if (status && t->cache == CTSAR__CACHE_WRITEBACK) { /* no memory: nothing has to come */
        stay(task);
        return CTSAR_OK;
    }
    for (int i = 0; i < task->n && !status && kept; ++i) {
        const ctsar__access *a = &task->access[i];
        if (!comes_home(a))
            continue;
        ctsar__part_data *d = a->part->data;
        const ctsar__use u = ctsar__part_use(d, false);
        status = ctsar__shared_write_through(d->shared, ctsar__access_copy(a, from)->holder, &u,
                                             from, traffic);
    }
    if (status && kept)
        put_back(task, kept);
    free(kept);
    return status;
}

int ctsar__task_data_deliver(ctsar_tasks *t, const ctsar__task *task, const ctsar__target *from,
                             ctsar__traffic *traffic)
{
    ctsar__device *device = from->device;
    if (device->failed) /* what it had, others would look for in vain */
        return ctsar__on(device, ctsar__device_refuse(device), traffic);
    decide(t, task);
    each_that_comes(task, ctsar__shared_expect);
    int status = bring_home(t, task, from, traffic);
    for (int i = 0; i < task->n && !status; ++i) {
        const ctsar__access *a = &task->access[i];
        if (!ctsar__access_writes(a))
            continue;
        ctsar__part_data *d = a->part->data;
        const ctsar__use u = ctsar__part_use(d, false);
        bool home;
        status = ctsar__shared_wrote(d->shared, ctsar__access_copy(a, from)->holder, &u, NULL,
                                     comes_home(a), &home);
        d->redo.was_home = d->redo.was_home || home; /* it may access a part twice */
    }
    each_that_comes(task, ctsar__shared_arrived);
    return status;
}
