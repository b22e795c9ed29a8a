/* SPDX-License-Identifier: BSD-3-Clause
 *
 * First all that can fail, then what cannot. */
#include "task/submit.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/align.h"
#include "pass/core/gather.h"
#include "task/chain.h"
#include "task/data.h"
#include "task/finish.h"
#include "task/model.h"
#include "task/place.h"
#include "task/ready.h"
#include "task/record.h"
#include "task/trace.h"
#include "task/urgency.h"
#include "task/users.h"

enum { EDGES = 512 }; /* made at once */

/* ---- Accesses -------------------------------------------------------------------------------- */

static int check_access(const ctsar__asked *asked, int i)
{
    const ctsar_access *a = &asked->access[i];
    const char *name = asked->kernel->name;
    if (a->kind < CTSAR_ACCESS_IN || a->kind > CTSAR_ACCESS_REDUCTION)
        return ctsar__error(CTSAR_EINVAL,
                            "access %d of a task of kernel %s has kind %d; use CTSAR_IN, _OUT, "
                            "_INOUT, _VALUE or _REDUCTION",
                            i, name, a->kind);
    if (!a->host || !a->size)
        return ctsar__error(CTSAR_EINVAL, "access %d of a task of kernel %s is %zu bytes at %p", i,
                            name, a->size, a->host);
    if (a->kind == CTSAR_ACCESS_REDUCTION && (!a->identity || !a->combine))
        return ctsar__error(CTSAR_EINVAL,
                            "access %d of a task of kernel %s is a reduction without %s", i, name,
                            a->identity ? "a function that combines" : "an identity");
    return CTSAR_OK;
}

static int check(const ctsar__asked *a)
{
    if (!a->kernel || (!a->access && a->n > 0) || a->n < 0)
        return ctsar__error(CTSAR_EINVAL, "the kernel is at %p, with %d accesses at %p",
                            (const void *)a->kernel, a->n, (const void *)a->access);
    if (a->hi <= a->lo)
        return ctsar__error(CTSAR_EINVAL,
                            "a task of kernel %s has the iterations %ld to %ld; it needs one at "
                            "least: lo < hi",
                            a->kernel->name, a->lo, a->hi - 1);
    int status = CTSAR_OK, reductions = 0;
    for (int i = 0; i < a->n && !status; ++i) {
        status = check_access(a, i);
        reductions += a->access[i].kind == CTSAR_ACCESS_REDUCTION;
    }
    if (!status && reductions > CTSAR__TASK_REDUCTIONS)
        return ctsar__error(CTSAR_EINVAL, "a task of kernel %s has %d reductions; it may have %d",
                            a->kernel->name, reductions, (int)CTSAR__TASK_REDUCTIONS);
    return status;
}

static int dimensions(const ctsar_access *a)
{
    int n = 0;
    while (n < CTSAR_BOX_DIMS && a->side[n].extent)
        n++;
    return n;
}

static int box_of(const ctsar_access *a, int ndim, ctsar__box *box)
{
    const ctsar_side all = {a->size, 0, a->size};
    return ndim ? ctsar__box_make(a->host, a->size, ndim, a->side, box)
                : ctsar__box_make(a->host, 1, 1, &all, box);
}

/* Of several nodes each executes all tasks, so each needs all that they access. */
int ctsar__task_gather(const ctsar__asked *a)
{
    int status = check(a);
    for (int i = 0; i < a->n && !status; ++i) {
        ctsar__box box;
        if (a->access[i].kind == CTSAR_ACCESS_VALUE)
            continue;
        status = box_of(&a->access[i], dimensions(&a->access[i]), &box);
        if (!status)
            status = ctsar__gather("ctsar_task", box.at, (size_t)(ctsar__box_end(&box) - box.at));
    }
    return status;
}

/* Distances of neighbours, in the array and in the box alone. */
static void set_strides(ctsar__access *to, const ctsar_access *from, int ndim)
{
    size_t host = 1, unit = 1;
    to->is_box = ndim > 0;
    to->nstrides = ndim ? ndim - 1 : 0;
    for (int k = ndim - 1; k > 0; --k) {
        to->host_strides[k - 1] = host *= from->side[k].extent;
        to->unit_strides[k - 1] = unit *= from->side[k].count;
    }
}

static int set_part(ctsar_tasks *t, ctsar__task *task, const ctsar_access *from, ctsar__access *to)
{
    int ndim = dimensions(from);
    ctsar__box box;
    int status = box_of(from, ndim, &box);
    if (status)
        return status;
    set_strides(to, from, ndim);
    to->host = box.at;
    to->part = ctsar__parts_find(&t->parts, &box);
    if (!to->part || ((t->units > 1 || to->kind == CTSAR_ACCESS_REDUCTION) &&
                      !ctsar__part_data_of(t, to->part))) {
        to->part = NULL;
        return ctsar__error(CTSAR_ENOMEM, "no memory for a part of an array");
    }
    if (!to->part->listed && to->part->users == 0)
        ctsar__part_list(t, to->part);
    task->bytes += ctsar__box_bytes(&box);
    return CTSAR_OK;
}

static bool has_copy(const ctsar_access *a)
{
    return a->kind == CTSAR_ACCESS_VALUE || a->kind == CTSAR_ACCESS_REDUCTION;
}

/* A task, its accesses and its edges. */
static size_t bytes_alone(size_t n)
{
    return ctsar__aligned(sizeof(ctsar__task) + n * (sizeof(ctsar__access) + sizeof(ctsar__edge)));
}

/* The memory of a task: itself, and what it has copies of. */
static int bytes_of(const ctsar__asked *a, bool check, size_t *bytes)
{
    *bytes = bytes_alone((size_t)a->n);
    if (check)
        *bytes += ctsar__aligned((size_t)a->n * sizeof(ctsar_access));
    for (int i = 0; i < a->n; ++i)
        if (has_copy(&a->access[i]) &&
            (a->access[i].size > PTRDIFF_MAX ||
             __builtin_add_overflow(*bytes, ctsar__aligned(a->access[i].size), bytes)))
            return ctsar__error(CTSAR_EOVERFLOW, "access %d of a task of kernel %s has %zu bytes",
                                i, a->kernel->name, a->access[i].size);
    return CTSAR_OK;
}

static int set_access(ctsar_tasks *t, ctsar__task *task, const ctsar_access *from,
                      ctsar__access *to, char **copies)
{
    *to = (ctsar__access){.kind = (ctsar_access_kind)from->kind,
                          .size = from->size,
                          .identity = from->identity,
                          .combine = from->combine,
                          .task = task};
    if (has_copy(from)) {
        to->copy = *copies;
        *copies += ctsar__aligned(from->size);
    }
    if (from->kind != CTSAR_ACCESS_VALUE)
        return set_part(t, task, from, to);
    memcpy(to->copy, from->host, from->size);
    to->host = to->copy;
    return CTSAR_OK;
}

static bool overlap(const ctsar__part *a, const ctsar__part *b)
{
    bool near = a->overlaps > 0 && b->overlaps > 0;
    return a == b || (near && ctsar__boxes_overlap(&a->box, &b->box));
}

/* Two parts of a task would have copies of their own on a unit. */
static int check_overlap(const ctsar__task *task, int i, int j)
{
    const ctsar__access *a = &task->access[i], *b = &task->access[j];
    bool reads = a->kind == CTSAR_ACCESS_IN && b->kind == CTSAR_ACCESS_IN;
    bool one = a->part == b->part && a->kind != CTSAR_ACCESS_REDUCTION &&
               b->kind != CTSAR_ACCESS_REDUCTION;
    if (!a->part || !b->part || reads || one || !overlap(a->part, b->part))
        return CTSAR_OK;
    return ctsar__error(CTSAR_EINVAL,
                        "accesses %d and %d of a task of kernel %s overlap, at %p and %p, and one "
                        "writes; make them one, or parts that are equal",
                        i, j, task->kernel->name, a->host, b->host);
}

static int set_accesses(ctsar_tasks *t, const ctsar__asked *a, ctsar__task *task)
{
    char *copies = (char *)task + bytes_alone((size_t)a->n);
    int status = CTSAR_OK;
    if (t->check) {
        size_t bytes = (size_t)a->n * sizeof *a->access;
        task->asked = a->n ? memcpy(copies, a->access, bytes) : NULL;
        copies += ctsar__aligned(bytes);
    }
    for (; task->n < a->n && !status; task->n += !status)
        status = set_access(t, task, &a->access[task->n], &task->access[task->n], &copies);
    for (int i = 0; i < task->n && !status; ++i)
        for (int j = 0; j < i && !status; ++j)
            status = check_overlap(task, j, i);
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

/* A block begins with the one made before. */
typedef struct edge_block {
    struct edge_block *next;
    ctsar__edge edge[EDGES];
} edge_block;

/* For those that it follows and has no edges of its own for. */
static bool reserve_edges(ctsar_tasks *t, const ctsar__task *task)
{
    while (t->before.count > (size_t)task->n + t->edges_free) {
        edge_block *b = malloc(sizeof *b);
        if (!b)
            return false;
        b->next = t->edge_blocks;
        t->edge_blocks = b;
        for (int i = 0; i < EDGES; ++i) {
            b->edge[i].next = t->edges;
            t->edges = &b->edge[i];
        }
        t->edges_free += EDGES;
    }
    return true;
}

void ctsar__task_free_edges(ctsar_tasks *t)
{
    for (edge_block *b = t->edge_blocks, *next; b; b = next) {
        next = b->next;
        free(b);
    }
}

static ctsar__edge *spare_edge(ctsar_tasks *t)
{
    ctsar__edge *e = t->edges;
    t->edges = e->next;
    t->edges_free--;
    return e;
}

static ctsar__edge *edges_of(ctsar__task *task)
{
    return (ctsar__edge *)(void *)&task->access[task->n];
}

/* An edge from each, once: the last one that it got would be the task's. */
static void follow(ctsar_tasks *t, ctsar__task *task)
{
    ctsar__edge *own = edges_of(task), *own_end = own + task->n;
    for (size_t i = 0; i < t->before.count; ++i) {
        ctsar__task *earlier = (ctsar__task *)(void *)t->before.at[i].vertex;
        if (earlier->after && earlier->after->to == task)
            continue;
        bool spare = own == own_end;
        ctsar__edge *e = spare ? spare_edge(t) : own++;
        *e = (ctsar__edge){earlier->after, task, earlier, task->ahead, &task->ahead, spare};
        if (task->ahead)
            task->ahead->link = &e->next_ahead;
        task->ahead = e;
        earlier->after = e;
        task->before++;
    }
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
    if (t->pending++ == 0)
        ctsar__tasks_record_begin(t);
    follow(t, task);
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

static int build(ctsar_tasks *t, const ctsar__asked *a, ctsar__task *task)
{
    task->kernel = a->kernel;
    task->lo = a->lo;
    task->hi = a->hi;
    task->priority = t->check ? 0 : a->priority; /* there: in program order */
    int status = set_accesses(t, a, task);
    if (!status)
        status = ctsar__model_find(t, a->kernel, a->hi - a->lo, task->bytes, &task->model);
    if (!status)
        status = ctsar__task_servable(t, task);
    if (!status && (!find_before(t, task) || !reserve_edges(t, task) || !reserve_places(t)))
        status = ctsar__error(CTSAR_ENOMEM, "no memory for a task of kernel %s", a->kernel->name);
    return status;
}

int ctsar__task_submit(ctsar_tasks *t, const ctsar__asked *a)
{
    size_t bytes;
    ctsar__task_trace_submits(t);
    int status = check(a);
    if (!status)
        status = bytes_of(a, t->check, &bytes);
    if (status)
        return status;
    ctsar__task *task = ctsar__task_new(t, bytes);
    if (!task)
        return ctsar__error(CTSAR_ENOMEM, "no memory for a task of %zu bytes", bytes);
    if ((status = build(t, a, task)))
        ctsar__task_free(t, task);
    else
        enter(t, task);
    return status;
}
