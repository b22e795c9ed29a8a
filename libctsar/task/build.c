/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/build.h"

#include <math.h>
#include <stdlib.h>

#include "pass/core/build.h"
#include "task/bit.h"
#include "task/lock.h"
#include "version/family.h"

static bool has_to_build(const ctsar_tasks *t, const ctsar__task_unit *u,
                         const ctsar_kernel *kernel)
{
    const ctsar__device *d = u->device;
    if (!d || u->workers == 0 || u->gone || !ctsar__kernel_serves(kernel, d->backend))
        return false;
    if (t->virtual_clock)
        return d->building > 0;
    return d->backend->build && !ctsar__kernel_is_built(d, kernel);
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
    if (b || t->check)
        return b;
    for (int u = 0; u < t->units; ++u)
        units |= has_to_build(t, &t->unit[u], kernel) ? ctsar__task_bit(u) : 0;
    if (!units || !(b = malloc(sizeof *b)))
        return NULL;
    *b = (ctsar__task_build){
        .next = t->builds, .kernel = kernel, .unready = units, .todo = units, .began = t->now};
    t->builds = b;
    if (t->virtual_clock)
        return b;
    for (int u = 0; u < t->units; ++u)
        if (units & ctsar__task_bit(u))
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

double ctsar__task_builds_pass(ctsar_tasks *t)
{
    double next = INFINITY;
    for (ctsar__task_build *b = t->builds; b; b = b->next)
        for (int u = 1; u < t->units && b->unready; ++u) {
            double over = b->began + (t->unit[u].device ? t->unit[u].device->building : 0);
            if (over <= t->now)
                b->unready &= ~ctsar__task_bit(u);
            else if (b->unready & ctsar__task_bit(u))
                next = fmin(next, over);
        }
    return next;
}

double ctsar__task_built_at(const ctsar__model *m, const ctsar__task_unit *u)
{
    return ctsar__task_is_unready(m, u->number) ? m->build->began + u->device->building : 0;
}

bool ctsar__task_build_next(ctsar__task_worker *w)
{
    ctsar_tasks *t = w->all;
    ctsar__task_unit *u = w->unit;
    ctsar__task_build *b = u->device ? t->builds : NULL;
    while (b && !(b->todo & ctsar__task_bit(u->number)))
        b = b->next;
    if (!b)
        return false;
    b->todo &= ~ctsar__task_bit(u->number);
    if (!u->gone) {
        pthread_mutex_unlock(&t->lock);
        ctsar__kernel_build(u->device, b->kernel);
        ctsar__tasks_lock(t);
    }
    b->unready &= ~ctsar__task_bit(u->number);
    pthread_cond_broadcast(&u->wake); /* they may take over what others have */
    return true;
}
