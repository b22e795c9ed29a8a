/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/data.h"

#include <math.h>
#include <stdlib.h>

#include "mem/bring.h"
#include "mem/directory.h"
#include "mem/holder.h"
#include "mem/there.h"
#include "task/users.h"

/* ---- A part ------------------------------------------------------------------------------- */

ctsar__part_data *ctsar__part_data_of(ctsar_tasks *t, ctsar__part *p)
{
    if (!p->data) {
        size_t accs = (size_t)t->units - 1;
        ctsar__part_data *d = calloc(1, sizeof *d + accs * sizeof *d->copy);
        if (d)
            d->last = &d->first;
        p->data = d;
    }
    return p->data;
}

void ctsar__part_data_free(ctsar_tasks *t, ctsar__part *p)
{
    ctsar__part_data *d = p->data;
    p->data = NULL;
    if (!d)
        return;
    for (int a = 0; a < t->units - 1 && d->shared; ++a)
        if (d->copy[a].holder)
            ctsar__shared_let_go(d->shared, d->copy[a].holder, &d->copy[a].wish);
    if (d->shared)
        ctsar__shared_destroy(d->shared);
    free(d->declared);
    free(d->redo.log);
    free(d);
}

static const ctsar__shared_words words = {
    .name = "part of tasks",
    .mend = "write them anew after ctsar_tasks_wait(t, NULL) has said so, and submit again what is "
            "to be computed from them"};

static int open_data(ctsar_tasks *t, ctsar__part *p)
{
    ctsar__part_data *d = p->data;
    int status = CTSAR_OK;
    if (d->shared)
        return status;
    pthread_mutex_lock(&t->data);
    if (!d->shared) {
        ctsar__layout host;
        ctsar__shared *shared;
        d->shape = ctsar__box_shape(&p->box, &host);
        status = ctsar__shared_create(p->box.at, &d->shape, &host, &words, &shared);
        if (!status) {
            d->shared = shared;
            t->away = true;
        }
    }
    pthread_mutex_unlock(&t->data);
    return status;
}

/* ---- What overlaps -------------------------------------------------------------------------- */

/* The parts that this one overlaps and that were on an accelerator, which stay until they are let
 * go. */
static int look_around(ctsar_tasks *t, const ctsar__part *p, ctsar__pinned *near)
{
    *near = (ctsar__pinned){0};
    pthread_mutex_lock(&t->lock);
    for (size_t i = 0; i < p->overlaps && !near->failed; ++i) {
        const ctsar__part_data *d = p->overlap[i]->data;
        if (d && d->shared)
            (void)ctsar__part_pin(near, p->overlap[i]);
    }
    pthread_mutex_unlock(&t->lock);
    return ctsar__pinned_status(near);
}

/* What others have that overlaps the part comes to the host; is it written, it stays there alone.
 */
static int settle(ctsar_tasks *t, const ctsar__part *p, bool writes, ctsar__traffic *traffic)
{
    ctsar__pinned near;
    int status = ctsar__directory_settle(p->box.at, (size_t)(p->end - p->box.at), writes, traffic);
    if (status || !t->away)
        return status;
    status = look_around(t, p, &near);
    for (size_t i = 0; i < near.count && !status; ++i) {
        ctsar__part_data *d = near.at[i]->data;
        const ctsar__use u = ctsar__part_use(d, true);
        ctsar__part_data_wanted(d);
        status = ctsar__shared_host_reads(d->shared, &u, &ctsar__on_host, traffic);
        if (!status && writes)
            status = ctsar__shared_host_wrote(d->shared, &u);
    }
    ctsar__parts_let_go(t, &near);
    return status;
}

/* ---- On the host ---------------------------------------------------------------------------- */

static int host_access(ctsar_tasks *t, const ctsar__part *p, bool reads, bool writes,
                       ctsar__traffic *traffic)
{
    ctsar__part_data *d = p->data;
    int status = settle(t, p, writes, traffic);
    if (status || !d || !d->shared)
        return status;
    const ctsar__use u = ctsar__part_use(d, reads);
    ctsar__part_data_wanted(d);
    if (reads)
        status = ctsar__shared_host_reads(d->shared, &u, &ctsar__on_host, traffic);
    if (!status && writes)
        status = ctsar__shared_host_wrote(d->shared, &u);
    return status;
}

int ctsar__part_data_read(ctsar_tasks *t, ctsar__part *p, ctsar__traffic *traffic)
{
    return host_access(t, p, true, false, traffic);
}

int ctsar__part_data_host(ctsar_tasks *t, ctsar__part *p, ctsar__traffic *traffic)
{
    return host_access(t, p, true, true, traffic);
}

/* Reads come first: a copy that fails leaves the others where they are. */
int ctsar__task_data_host(ctsar_tasks *t, const ctsar__task *task, ctsar__traffic *traffic)
{
    int status = CTSAR_OK;
    if (t->units == 1 && ctsar__directory_is_empty())
        return status; /* data are nowhere else */
    for (int i = 0; i < task->n && !status; ++i)
        if (ctsar__access_reads(&task->access[i]))
            status = host_access(t, task->access[i].part, true, false, traffic);
    for (int i = 0; i < task->n && !status; ++i)
        if (ctsar__access_writes(&task->access[i]))
            status = host_access(t, task->access[i].part, false, true, traffic);
    return status;
}

/* ---- On an accelerator ----------------------------------------------------------------------- */

/* Virtual clock: what is current there since another slot's task has fetched it may be on its way
 * yet. */
static void note_arrival(ctsar__part_copy *c, double before, double now, double *there)
{
    if (now > before)
        c->there = now;
    *there = fmax(*there, c->there);
}

static int fetch(ctsar_tasks *t, const ctsar__access *a, unsigned long number,
                 const ctsar__target *to, double *there, ctsar__traffic *traffic)
{
    ctsar__part_data *d = a->part->data;
    bool reads = ctsar__access_reads(a);
    int status = open_data(t, a->part);
    if (!status)
        status = settle(t, a->part, ctsar__access_writes(a), traffic);
    if (status)
        return status;
    ctsar__part_copy *c = ctsar__access_copy(a, to);
    const ctsar__use u = ctsar__part_use(d, reads);
    double *time = &to->engines->slot[to->slot], before = *time;
    ctsar__holder *h = c->holder;
    status = ctsar__shared_hold(d->shared, &d->shape, to->device, &c->wish, &h, to, traffic);
    c->holder = h;
    if (!status)
        status = (reads ? ctsar__shared_reads : ctsar__shared_back)(d->shared, h, &u, &c->wish, 1,
                                                                    to, traffic);
    if (status)
        return status;
    c->used = number;
    if (reads)
        note_arrival(c, before, *time, there);
    return status;
}

static bool has_part(const ctsar__access *a)
{
    return ctsar__access_reads(a) || ctsar__access_writes(a);
}

static int is_there(ctsar_tasks *t, const ctsar__access *a, unsigned long number,
                    const ctsar__target *to, bool *there, ctsar__traffic *traffic)
{
    ctsar__part_data *d = a->part->data;
    ctsar__part_copy *c = ctsar__access_copy(a, to);
    ctsar__holder *h = c->holder;
    *there = d->shared && h;
    int status = *there ? settle(t, a->part, ctsar__access_writes(a), traffic) : CTSAR_OK;
    if (status || !*there)
        return status;
    const ctsar__use u = ctsar__part_use(d, ctsar__access_reads(a));
    *there = ctsar__shared_is_there(d->shared, h, &u, &c->wish, 1, to->slot);
    if (*there)
        c->used = number;
    return CTSAR_OK;
}

int ctsar__task_data_is_there(ctsar_tasks *t, const ctsar__task *task, const ctsar__target *to,
                              bool *there, ctsar__traffic *traffic)
{
    int status = CTSAR_OK;
    *there = true;
    for (int i = 0; i < task->n && *there && !status; ++i)
        if (has_part(&task->access[i]))
            status = is_there(t, &task->access[i], task->vertex.number, to, there, traffic);
    return status;
}

int ctsar__task_data_fetch(ctsar_tasks *t, const ctsar__task *task, const ctsar__target *to,
                           ctsar__traffic *traffic)
{
    int status = CTSAR_OK;
    double there = 0;
    for (int i = 0; i < task->n && !status; ++i)
        if (has_part(&task->access[i]))
            status = fetch(t, &task->access[i], task->vertex.number, to, &there, traffic);
    to->engines->slot[to->slot] = fmax(to->engines->slot[to->slot], there);
    return status;
}

void ctsar__task_data_release(const ctsar__task *task, const ctsar__target *at)
{
    for (int i = 0; i < task->n; ++i) {
        const ctsar__access *a = &task->access[i];
        if (!has_part(a) || !a->part->data)
            continue;
        ctsar__part_data *d = a->part->data;
        if (d->shared && ctsar__access_copy(a, at)->holder)
            ctsar__shared_release(d->shared, &ctsar__access_copy(a, at)->wish, at->slot);
    }
}
