/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/make.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "base/align.h"
#include "pass/core/gather.h"
#include "task/memory.h"

/* ---- What was asked -------------------------------------------------------------------------- */

static bool is_right(const ctsar_access *a)
{
    bool known = a->kind >= CTSAR_ACCESS_IN && a->kind <= CTSAR_ACCESS_REDUCTION;
    bool reduces = a->kind == CTSAR_ACCESS_REDUCTION;
    bool boxed = a->sides || !a->side[0].extent;
    return known && a->host && a->size && boxed && (!reduces || (a->identity && a->combine));
}

static int report_access(const ctsar__asked *asked, int i)
{
    const ctsar_access *a = &asked->access[i];
    const char *name = asked->kernel->name;
    if (a->kind < CTSAR_ACCESS_IN || a->kind > CTSAR_ACCESS_REDUCTION)
        return ctsar__error(CTSAR_EINVAL,
                            "access %d of a task of kernel %s has kind %d; use CTSAR_IN, _OUT, "
                            "_INOUT, _VALUE or _REDUCTION",
                            i, name, a->kind);
    if (!a->host || !a->size)
        return ctsar__error(CTSAR_EINVAL,
                            "access %d of a task of kernel %s is %zu bytes at %p; it needs an "
                            "address, and one byte at least",
                            i, name, a->size, a->host);
    if (!a->sides && a->side[0].extent)
        return ctsar__error(CTSAR_EINVAL,
                            "access %d of a task of kernel %s has a side of %zu elements, and says "
                            "that it has 0 sides; CTSAR_IN_BOX and its like count them",
                            i, name, a->side[0].extent);
    return ctsar__error(CTSAR_EINVAL, "access %d of a task of kernel %s is a reduction without %s",
                        i, name, a->identity ? "a function that combines" : "an identity");
}

static int check_iterations(const ctsar__asked *a)
{
    long n;
    if (a->hi <= a->lo)
        return ctsar__error(CTSAR_EINVAL,
                            "a task of kernel %s has lo %ld and hi %ld; it needs one iteration at "
                            "least: lo < hi",
                            a->kernel->name, a->lo, a->hi);
    if (__builtin_sub_overflow(a->hi, a->lo, &n))
        return ctsar__error(CTSAR_EOVERFLOW,
                            "a task of kernel %s has the iterations %ld to %ld, which are more "
                            "than a long counts",
                            a->kernel->name, a->lo, a->hi - 1);
    return CTSAR_OK;
}

static int check(const ctsar__asked *a)
{
    if (!a->kernel || (!a->access && a->n > 0) || a->n < 0)
        return ctsar__error(CTSAR_EINVAL,
                            "the kernel is at %p, with %d accesses at %p; kernel must not be NULL, "
                            "naccess not negative, and access not NULL but for naccess 0",
                            (const void *)a->kernel, a->n, (const void *)a->access);
    int reductions = 0, status = check_iterations(a);
    if (status)
        return status;
    for (int i = 0; i < a->n; ++i) {
        if (!is_right(&a->access[i]))
            return report_access(a, i);
        reductions += a->access[i].kind == CTSAR_ACCESS_REDUCTION;
    }
    if (reductions > CTSAR__TASK_REDUCTIONS)
        return ctsar__error(CTSAR_EINVAL, "a task of kernel %s has %d reductions; it may have %d",
                            a->kernel->name, reductions, (int)CTSAR__TASK_REDUCTIONS);
    return CTSAR_OK;
}

static int box_of(const ctsar_kernel *kernel, int i, const ctsar_access *a, ctsar__box *box)
{
    const ctsar_side all = {a->size, 0, a->size};
    int status = a->sides ? ctsar__box_make(a->host, a->size, a->sides, a->side, box)
                          : ctsar__box_make(a->host, 1, 1, &all, box);
    return status ? ctsar__error(status, "access %d of a task of kernel %s: %s", i, kernel->name,
                                 ctsar__error_detail())
                  : CTSAR_OK;
}

/* Of several nodes each executes all tasks, so each needs all that they access. */
int ctsar__task_gather(const ctsar__asked *a)
{
    int status = check(a);
    for (int i = 0; i < a->n && !status; ++i) {
        ctsar__box box;
        if (a->access[i].kind == CTSAR_ACCESS_VALUE)
            continue;
        status = box_of(a->kernel, i, &a->access[i], &box);
        if (!status)
            status = ctsar__gather("ctsar_task", box.at, (size_t)(ctsar__box_end(&box) - box.at));
    }
    return status;
}

/* ---- Accesses -------------------------------------------------------------------------------- */

static bool has_copy(const ctsar_access *a)
{
    return a->kind == CTSAR_ACCESS_VALUE || a->kind == CTSAR_ACCESS_REDUCTION;
}

/* A task, its accesses, and the parts that it is to have, later its edges. */
static size_t bytes_alone(size_t n)
{
    static_assert(sizeof(ctsar__wanted) >= sizeof(ctsar__edge), "edges have no room");
    return ctsar__aligned(sizeof(ctsar__task) +
                          n * (sizeof(ctsar__access) + sizeof(ctsar__wanted)));
}

/* Pointers, strides of those that have some, and in between copies of others. */
static size_t bytes_to_call(size_t n)
{
    return ctsar__aligned(n * (sizeof(void *) + sizeof(size_t *))) +
           n * ctsar__aligned((CTSAR_BOX_DIMS - 1) * sizeof(size_t));
}

/* The memory of a task: itself, and what it has copies of. */
static int bytes_of(const ctsar__asked *a, bool check, size_t *bytes)
{
    *bytes = bytes_alone((size_t)a->n) + bytes_to_call((size_t)a->n);
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

/* Distances of neighbours, in the array, into `host`, and in the box alone. */
static void set_strides(ctsar__access *to, const ctsar_access *from, size_t *host)
{
    int ndim = from->sides;
    size_t in_array = 1, in_box = 1;
    to->is_box = ndim > 0;
    to->nstrides = (unsigned char)(ndim ? ndim - 1 : 0);
    for (int k = ndim - 1; k > 0; --k) {
        host[k - 1] = in_array *= from->side[k].extent;
        to->unit_strides[k - 1] = in_box *= from->side[k].count;
    }
}

static int set_part(ctsar__task *task, int i, const ctsar_access *from, char **copies)
{
    ctsar__access *to = &task->access[i];
    ctsar__wanted *wanted = &ctsar__task_wanted(task)[i];
    size_t *strides = (size_t *)(void *)*copies;
    int status = box_of(task->kernel, i, from, &wanted->box);
    if (status)
        return status;
    set_strides(to, from, strides);
    if (to->nstrides && !has_copy(from)) {
        task->strides[i] = strides;
        *copies += ctsar__aligned(to->nstrides * sizeof *strides);
    }
    to->host = wanted->box.at;
    wanted->hash = ctsar__box_hash(&wanted->box);
    task->bytes += ctsar__box_bytes(&wanted->box);
    return CTSAR_OK;
}

/* What only some need is not touched: it would be fetched into a cache. */
static void set_copy(ctsar__task *task, const ctsar_access *from, ctsar__access *to, char **copies)
{
    to->copy = *copies;
    to->executed = false;
    to->identity = from->identity;
    to->combine = from->combine;
    to->task = task;
    to->next = NULL;
    task->reductions += from->kind == CTSAR_ACCESS_REDUCTION;
    *copies += ctsar__aligned(from->size);
}

static int set_access(ctsar__task *task, int i, const ctsar_access *from, char **copies)
{
    ctsar__access *to = &task->access[i];
    int status = CTSAR_OK;
    to->kind = (ctsar_access_kind)from->kind;
    to->is_box = false;
    to->nstrides = 0;
    to->part = NULL;
    to->host = NULL;
    to->size = from->size;
    task->strides[i] = NULL;
    if (has_copy(from))
        set_copy(task, from, to, copies);
    if (from->kind == CTSAR_ACCESS_VALUE)
        to->host = memcpy(to->copy, from->host, from->size);
    else
        status = set_part(task, i, from, copies);
    task->pointer[i] = has_copy(from) ? to->copy : to->host;
    return status;
}

static int set_accesses(const ctsar_tasks *t, const ctsar__asked *a, ctsar__task *task)
{
    size_t n = (size_t)a->n;
    char *copies = (char *)task + bytes_alone(n);
    int status = CTSAR_OK;
    if (t->check) {
        task->asked = n ? memcpy(copies, a->access, n * sizeof *a->access) : NULL;
        copies += ctsar__aligned(n * sizeof *a->access);
    }
    task->pointer = (void **)(void *)copies;
    task->strides = (const size_t **)(void *)&task->pointer[n];
    copies += ctsar__aligned(n * (sizeof *task->pointer + sizeof *task->strides));
    for (int i = 0; i < a->n && !status; ++i)
        status = set_access(task, i, &a->access[i], &copies);
    return status;
}

/* ---- The task -------------------------------------------------------------------------------- */

int ctsar__task_make(ctsar_tasks *t, const ctsar__asked *a, ctsar__task **made)
{
    size_t bytes;
    int status = check(a);
    if (!status)
        status = bytes_of(a, t->check, &bytes);
    if (status)
        return status;
    ctsar__task *task = ctsar__task_new(t, bytes);
    if (!task)
        return ctsar__error(CTSAR_ENOMEM, "no memory for a task of %zu bytes", bytes);
    task->kernel = a->kernel;
    task->lo = a->lo;
    task->hi = a->hi;
    task->n = a->n;
    task->priority = t->check ? 0 : a->priority; /* there: in program order */
    if ((status = set_accesses(t, a, task)))
        ctsar__task_drop(t, task);
    else
        *made = task;
    return status;
}
