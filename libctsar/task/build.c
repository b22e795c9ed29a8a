/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/build.h"

#include <stdlib.h>

#include "pass/core/build.h"
#include "task/lock.h"
#include "version/family.h"

static uint64_t bit(const ctsar__task_unit *u)
{
    return (uint64_t)1 << u->number;
}

static bool has_to_build(const ctsar__task_unit *u, const ctsar_kernel *kernel)
{
    const ctsar__device *d = u->device;
    return d && u->workers > 0 && !u->gone && d->backend->build &&
           ctsar__kernel_serves(kernel, d->backend) && !ctsar__kernel_is_built(d, kernel);
}

static ctsar__task_build *known(ctsar_tasks *t, const ctsar_kernel *kernel)
{
    ctsar__task_build *b = t->builds;
    while (b && b->kernel != kernel)
        b = b->next;
    return b;
}

ctsar__task_build *ctsar__task_build_for(ctsar_tasks *t, const ctsar_kernel *kernel)
{
    ctsar__task_build *b = known(t, kernel);
    uint64_t units = 0;
    if (b || t->virtual_clock || t->check)
        return b;
    for (int u = 0; u < t->units; ++u)
        units |= has_to_build(&t->unit[u], kernel) ? bit(&t->unit[u]) : 0;
    if (!units || !(b = malloc(sizeof *b)))
        return NULL;
    *b = (ctsar__task_build){.next = t->builds, .kernel = kernel, .unready = units, .todo = units};
    t->builds = b;
    ctsar__builds_watch();
    for (int u = 0; u < t->units; ++u)
        if (units & bit(&t->unit[u]))
            pthread_cond_signal(&t->unit[u].wake);
    return b;
}

void ctsar__task_builds_free(ctsar_tasks *t)
{
    for (ctsar__task_build *b = t->builds, *next; b; b = next) {
        next = b->next;
        free(b);
    }
}

bool ctsar__task_build_next(ctsar__task_worker *w)
{
    ctsar_tasks *t = w->all;
    ctsar__task_unit *u = w->unit;
    ctsar__task_build *b = u->device ? t->builds : NULL;
    while (b && !(b->todo & bit(u)))
        b = b->next;
    if (!b)
        return false;
    b->todo &= ~bit(u);
    if (!u->gone) {
        pthread_mutex_unlock(&t->lock);
        ctsar__kernel_build(u->device, b->kernel);
        ctsar__tasks_lock(t);
    }
    b->unready &= ~bit(u);
    pthread_cond_broadcast(&u->wake); /* they may take over what others have */
    return true;
}
