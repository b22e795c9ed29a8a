/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "task/finish.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "task/bit.h"
#include "task/chain.h"
#include "task/data.h"
#include "task/edges.h"
#include "task/log.h"
#include "task/model.h"
#include "task/place.h"
#include "task/ready.h"
#include "task/record.h"
#include "task/trace.h"
#include "task/users.h"

/* ---- The end --------------------------------------------------------------------------------- */

static void tell_waiting(ctsar_tasks *t)
{
    if (t->waiting_some || (t->pending == 0 && t->waiting) ||
        (t->pending < CTSAR__TASKS_FEW && t->held_back)) {
        pthread_cond_broadcast(&t->done);
        pthread_cond_broadcast(&t->unit[CTSAR__CORES].wake);
    }
}

/* It follows nobody any more.  After an error it is not executed. */
static void release(ctsar_tasks *t, ctsar__task *task)
{
    if (!t->status && ctsar__task_place(t, task))
        return;
    task->next = t->skipped;
    t->skipped = task;
}

static void release_followers(ctsar_tasks *t, ctsar__edge *e, int unit, double chain)
{
    while (e) {
        ctsar__edge *next = e->next;
        ctsar__task *task = e->to;
        e->from = NULL;
        task->came_from = unit;
        task->chain = chain > task->chain ? chain : task->chain;
        if (--task->before == 0) {
            ctsar__edges_free(t, task);
            release(t, task);
        }
        e = next;
    }
}

/* Where its parts are likely to be. */
static void note_where(const ctsar__task *task, int unit)
{
    for (int i = 0; i < task->n; ++i) {
        const ctsar__access *a = &task->access[i];
        ctsar__part_data *d = a->part ? a->part->data : NULL;
        uint64_t here = ctsar__task_bit(unit);
        if (!d || a->kind == CTSAR_ACCESS_REDUCTION)
            continue;
        if (!d->where)
            d->where = ctsar__task_bit(CTSAR__CORES);
        d->where = ctsar__access_writes(a) ? here : d->where | here;
    }
}

static void end(ctsar_tasks *t, ctsar__task *task, int unit)
{
    ctsar__edge *after = task->after;
    task->vertex.number = 0;
    if (unit >= 0 && t->units > 1)
        note_where(task, task->unit < 0 ? unit : task->unit); /* it may not have been executed */
    if (unit >= 0)
        ctsar__chain_end(t, task);
    double chain = task->chain;
    ctsar__log_over(t, task);
    release_followers(t, after, unit, chain);
    ctsar__tasks_count(t, -1);
    tell_waiting(t);
}

/* ---- Reductions ------------------------------------------------------------------------------ */

/* May what could not be had be there when what a failed device had is computed again? */
static bool may_come_back(ctsar_tasks *t, const ctsar__traffic *traffic, int status)
{
    if (status == CTSAR_EDEVICE && traffic->failed)
        ctsar__device_fail(traffic->failed);
    return status == CTSAR_EDEVICE && ctsar__tasks_lose(t);
}

/* After an error it is not added.  False: that has to wait for what is computed again. */
static bool fold_one(ctsar_tasks *t, ctsar__access *a)
{
    ctsar__traffic traffic = {0};
    if (t->status)
        return true;
    if (t->redo.wanted)
        return false;
    pthread_mutex_unlock(&t->lock);
    int status = ctsar__part_data_host(t, a->part, &traffic);
    if (!status)
        a->combine(a->host, a->copy);
    pthread_mutex_lock(&t->lock);
    if (!status)
        ctsar__log_reset(t, a->part);
    else if (may_come_back(t, &traffic, status))
        return false;
    ctsar__tasks_fail(t, status);
    return true;
}

static void put_off(ctsar_tasks *t, ctsar__part *p)
{
    ctsar__part_data *d = p->data;
    if (d->put_off)
        return;
    d->put_off = true;
    d->put_off_before = t->redo.put_off;
    t->redo.put_off = p;
    p->users++;
}

/* All that have been executed, up to the first that has not; by one thread at a time. */
static void fold(ctsar_tasks *t, ctsar__part *p)
{
    ctsar__part_data *d = p->data;
    if (d->folding)
        return;
    d->folding = true;
    while (d->first && d->first->executed) {
        ctsar__access *a = d->first;
        ctsar__task *task = a->task;
        if (!fold_one(t, a)) {
            put_off(t, p);
            break;
        }
        d->first = a->next;
        if (!d->first)
            d->last = &d->first;
        if (--task->unfolded == 0)
            end(t, task, CTSAR__CORES);
    }
    d->folding = false;
}

/* Whether it has reductions; then it is over when they are folded. */
static bool fold_all(ctsar_tasks *t, ctsar__task *task)
{
    ctsar__part *part[CTSAR__TASK_REDUCTIONS];
    int n = 0;
    for (int i = 0; i < task->n && n < task->reductions; ++i)
        if (task->access[i].kind == CTSAR_ACCESS_REDUCTION) {
            part[n] = task->access[i].part;
            part[n++]->users++; /* the task may be over before they all have been looked at */
            task->access[i].executed = true;
        }
    for (int i = 0; i < n; ++i) {
        fold(t, part[i]);
        ctsar__part_leave(t, part[i]);
    }
    return n > 0;
}

/* After an error: what is ready is over at once, and what that makes ready. */
static void skip(ctsar_tasks *t)
{
    for (ctsar__task *task; (task = t->skipped);) {
        t->skipped = task->next;
        if (!fold_all(t, task))
            end(t, task, -1);
    }
}

/* A further device may fail meanwhile, which puts some off again. */
void ctsar__tasks_fold_put_off(ctsar_tasks *t)
{
    ctsar__part *p = t->redo.put_off;
    t->redo.put_off = NULL;
    while (p) {
        ctsar__part_data *d = p->data;
        ctsar__part *next = d->put_off_before;
        d->put_off = false;
        fold(t, p);
        ctsar__part_leave(t, p);
        p = next;
    }
    skip(t);
}

/* ---- What became of it ----------------------------------------------------------------------- */

/* Of small tasks, memory, arguments and the driver keep an accelerator for longer than kernels. */
static void learn(const ctsar_tasks *t, ctsar__model *m, ctsar__task_unit *unit,
                  const ctsar__task_time *time)
{
    ctsar__model_note(m, unit->number, fmax(time->body, time->driving), time->driving);
    if (t->units > 1 && m->unit[unit->number].count == 1)
        ctsar__task_learned(t, m, unit);
}

void ctsar__task_executed(ctsar__task_worker *w, ctsar__task *task, const ctsar__task_time *time)
{
    ctsar_tasks *t = w->all;
    ctsar__task_displace(t, task);
    ctsar__tasks_record_task(w, task, time);
    if (time->body > 0)
        learn(t, task->model, w->unit, time);
    if (t->units > 1) /* it may not be over before others are, whose reductions come first */
        ctsar__log_note(t, task, w->unit->number);
    if (!fold_all(t, task))
        end(t, task, w->unit->number);
    skip(t);
}

static void take_out(ctsar_tasks *t, ctsar__task_unit *u)
{
    if (u->gone)
        return;
    u->gone = t->redo.wanted = true;
    t->redo.gone++;
    ctsar__warn("tasks: %s takes no part any more: %s", u->device->name, u->device->why);
    for (ctsar__task *task; (task = ctsar__ready_take(&u->ready));) {
        ctsar__task_displace(t, task);
        release(t, task);
    }
}

bool ctsar__tasks_lose(ctsar_tasks *t)
{
    for (int u = 1; u < t->units; ++u)
        if (t->unit[u].device->failed)
            take_out(t, &t->unit[u]);
    skip(t); /* nobody can execute what was ready there, maybe */
    return t->redo.wanted;
}

/* Others may have the memory for it, or a version that may be used. */
static void refuse(ctsar__task *task, int unit)
{
    char *all;
    task->refused |= ctsar__task_bit(unit);
    if (asprintf(&all, "%s; %s", task->refusals ? task->refusals : "", ctsar__error_detail()) < 0)
        return;
    free(task->refusals);
    task->refusals = all;
}

void ctsar__task_failed(ctsar__task_worker *w, ctsar__task *task, ctsar__traffic *traffic,
                        int status)
{
    ctsar_tasks *t = w->all;
    ctsar__device *d = traffic->failed;
    bool own = d && d == w->unit->device;
    ctsar__task_trace_failed(w);
    ctsar__task_displace(t, task);
    if (own && (status == CTSAR_ENOMEM || status == CTSAR_ENODEV))
        refuse(task, w->unit->number);
    else if (status == CTSAR_EDEVICE && d)
        ctsar__device_fail(d);
    /* What it wanted may have been on a device that has failed, and be computed again. */
    else if (status != CTSAR_EDEVICE || !ctsar__tasks_lose(t))
        ctsar__tasks_fail(t, status);
    (void)ctsar__tasks_lose(t);
    release(t, task);
    skip(t);
}

void ctsar__task_begin(ctsar_tasks *t, ctsar__task *task)
{
    release(t, task);
    skip(t);
}
