/* SPDX-License-Identifier: BSD-3-Clause
 *
 * First all that can fail, then what cannot. */
#include "task/submit.h"

#include "task/alive.h"
#include "task/chain.h"
#include "task/data.h"
#include "task/declared.h"
#include "task/finish.h"
#include "task/forget.h"
#include "task/make.h"
#include "task/memory.h"
#include "task/model.h"
#include "task/place.h"
#include "task/ready.h"
#include "task/record.h"
#include "task/trace.h"
#include "task/urgency.h"
#include "task/users.h"

/* ---- Parts ------------------------------------------------------------------------------------
 */

static int find_part(ctsar_tasks *t, ctsar__task *task, int i, const ctsar__wanted *wanted)
{
    ctsar__access *a = &task->access[i];
    int status = t->check ? ctsar__alive_yet(task, i, &wanted->box) : CTSAR_OK;
    if (status)
        return status;
    ctsar__part *p = ctsar__parts_find(&t->parts, &wanted->box, wanted->hash);
    bool has_data = t->units > 1 || t->check || a->kind == CTSAR_ACCESS_REDUCTION;
    if (!p || (has_data && !ctsar__part_data_of(t, p)))
        return ctsar__error(CTSAR_ENOMEM, "no memory for a part of an array");
    if (!p->listed && p->users == 0)
        ctsar__part_list(t, p);
    a->part = p;
    return CTSAR_OK;
}

static bool overlap(const ctsar__part *a, const ctsar__part *b)
{
    bool near = a->overlaps > 0 && b->overlaps > 0;
    return a == b || (near && ctsar__boxes_overlap(&a->box, &b->box));
}

/* Two parts of a task would have copies of their own on a unit. */
static bool may_not(const ctsar__access *a, const ctsar__access *b)
{
    bool reads = a->kind == CTSAR_ACCESS_IN && b->kind == CTSAR_ACCESS_IN;
    bool one = a->part == b->part && a->kind != CTSAR_ACCESS_REDUCTION &&
               b->kind != CTSAR_ACCESS_REDUCTION;
    return b->part && !reads && !one && overlap(a->part, b->part);
}

static int report_overlap(const ctsar__task *task, int i, int j)
{
    const ctsar__access *a = &task->access[i], *b = &task->access[j];
    return ctsar__error(CTSAR_EINVAL,
                        "accesses %d and %d of a task of kernel %s overlap, at %p and %p, and one "
                        "writes; make them one, or parts that are equal",
                        i, j, task->kernel->name, a->host, b->host);
}

static int check_overlap(const ctsar__task *task, int i)
{
    int status = CTSAR_OK;
    for (int j = 0; j < i && !status; ++j)
        if (may_not(&task->access[i], &task->access[j]))
            status = report_overlap(task, j, i);
    return status;
}

/* Most parts overlap none. */
static bool may_overlap(const ctsar__task *task, const ctsar__part *p)
{
    return p->overlaps > 0 || task->reductions > 0;
}

static int find_parts(ctsar_tasks *t, ctsar__task *task)
{
    const ctsar__wanted *wanted = ctsar__task_wanted(task);
    int status = CTSAR_OK;
    for (int i = 0; i < task->n && !status; ++i)
        if (task->access[i].kind != CTSAR_ACCESS_VALUE)
            status = find_part(t, task, i, &wanted[i]);
    if (t->check && !status)
        status = ctsar__task_declare(task);
    for (int i = 1; i < task->n && !status; ++i)
        if (task->access[i].part && may_overlap(task, task->access[i].part))
            status = check_overlap(task, i);
    return status;
}

/* ---- What it follows ------------------------------------------------------------------------- */

static ctsar__order mode_of(const ctsar__access *a)
{
    return a->kind == CTSAR_ACCESS_IN          ? CTSAR__ORDER_READ
           : a->kind == CTSAR_ACCESS_REDUCTION ? CTSAR__ORDER_REDUCE
                                               : CTSAR__ORDER_WRITE;
}

static bool find_before(ctsar_tasks *t, const ctsar__task *task)
{
    bool found = true;
    t->before.count = 0;
    for (int i = 0; i < task->n && found; ++i) {
        const ctsar__access *a = &task->access[i];
        if (a->part)
            found = ctsar__depend_find(a->part, mode_of(a), &t->before) &&
                    ctsar__depend_reserve(a->part, mode_of(a));
    }
    return found;
}

/* ---- Among the others --------------------------------------------------------------------------
 */

static bool reserve_places(ctsar_tasks *t)
{
    size_t all = (size_t)t->pending + 1;
    bool there = true;
    for (int u = 0; u < t->units && there; ++u) {
        ctsar__ready *r = &t->unit[u].ready;
        there = all <= r->room || ctsar__ready_reserve(r, all - r->count);
    }
    return there;
}

static void expect_reduction(ctsar__access *a)
{
    ctsar__part_data *d = a->part->data;
    *d->last = a;
    d->last = &a->next;
    a->task->unfolded++;
}

static void enter(ctsar_tasks *t, ctsar__task *task)
{
    task->vertex.number = ++t->submitted;
    if (ctsar__tasks_count(t, 1) == 1)
        ctsar__tasks_record_begin(t);
    ctsar__edges_follow(t, task);
    ctsar__chain_begin(t, task);
    for (int i = 0; i < task->n; ++i) {
        ctsar__access *a = &task->access[i];
        if (!a->part)
            continue;
        ctsar__depend_note(a->part, mode_of(a), &task->vertex);
        a->part->newest = task->vertex.number;
        if (a->kind == CTSAR_ACCESS_REDUCTION)
            expect_reduction(a);
    }
    ctsar__parts_enter(t, task);
    if (!t->check)
        ctsar__task_hand_on(t, task);
    ctsar__task_trace_submitted(t, task);
    if (task->before == 0)
        ctsar__task_begin(t, task);
}

static int prepare(ctsar_tasks *t, ctsar__task *task)
{
    int status = find_parts(t, task);
    if (!status)
        status = ctsar__model_find(t, task->kernel, task->hi - task->lo, task->bytes, &task->model);
    if (!status)
        status = ctsar__task_servable(t, task);
    if (!status && (!find_before(t, task) || !ctsar__edges_reserve(t, task) || !reserve_places(t)))
        status =
            ctsar__error(CTSAR_ENOMEM, "no memory for a task of kernel %s", task->kernel->name);
    return status;
}

int ctsar__task_submit(ctsar_tasks *t, ctsar__task *task)
{
    int size = task->size;
    int status = t->status ? ctsar__error(t->status, "%s", t->why) : ctsar__parts_reap(t, task->n);
    ctsar__task_trace_submits(t);
    if (!status)
        status = prepare(t, task);
    if (status)
        ctsar__task_free(t, task);
    else
        enter(t, task);
    ctsar__task_expect(t, size);
    return status;
}
