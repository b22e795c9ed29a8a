/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What was asked is looked at where it stands.  Who executes a task so has the place of the cores'
 * first worker, takes it without the lock, and only then sees that no other task is left: who
 * submits one the other way makes it count first, and needs that place to execute it. */
#include "task/direct.h"

#include <stdint.h>
#include <string.h>

#include "base/align.h"
#include "base/clock.h"
#include "mem/box.h"
#include "mem/directory.h"
#include "task/launch.h"
#include "task/lock.h"
#include "task/model.h"

enum { MOST = 8 /* accesses */, VALUES = 256 /* bytes of copies */ };

typedef struct access {
    const ctsar_access *asked;
    char *at, *end;
    size_t stride[CTSAR_BOX_DIMS - 1]; /* elements */
} access;

/* A task as it is called; set as far as there are accesses and values. */
typedef struct plain {
    const ctsar__asked *asked;
    size_t bytes, copied;
    ctsar__model *model;
    access access[MOST];
    void *pointer[MOST];
    const size_t *strides[MOST];
    _Alignas(max_align_t) char copy[VALUES];
} plain;

bool ctsar__tasks_are_direct(const ctsar_tasks *t)
{
    return t->units == 1 && t->unit[CTSAR__CORES].workers == 1 && !t->virtual_clock && !t->check &&
           !t->recording;
}

/* ---- Accesses -------------------------------------------------------------------------------- */

static bool add_value(plain *p, int i, const ctsar_access *a)
{
    if (a->size > VALUES - p->copied)
        return false;
    p->pointer[i] = memcpy(p->copy + p->copied, a->host, a->size);
    p->strides[i] = NULL;
    p->copied += ctsar__aligned(a->size);
    return true;
}

static bool add_stretch(plain *p, int i, const ctsar_access *a)
{
    if (a->size > UINTPTR_MAX - (uintptr_t)a->host)
        return false;
    p->access[i].at = p->pointer[i] = a->host;
    p->access[i].end = p->access[i].at + a->size;
    p->strides[i] = NULL;
    p->bytes += a->size;
    return true;
}

/* As ctsar__box_make checks it; in elements. */
static bool add_box(plain *p, int i, const ctsar_access *a)
{
    access *x = &p->access[i];
    int ndim = a->sides;
    size_t apart = 1, first = 0, last = 0, all = 1, bytes;
    if (ndim < 0 || ndim > CTSAR_BOX_DIMS)
        return false;
    for (int k = ndim - 1; k >= 0; --k) {
        const ctsar_side *s = &a->side[k];
        first += s->lo * apart;
        last += (s->count - 1) * apart;
        all *= s->count;
        if (!ctsar__side_fits(s) || __builtin_mul_overflow(apart, s->extent, &apart))
            return false;
        if (k > 0)
            x->stride[k - 1] = apart;
    }
    if (__builtin_mul_overflow(apart, a->size, &bytes) || bytes > PTRDIFF_MAX ||
        bytes > UINTPTR_MAX - (uintptr_t)a->host)
        return false;
    x->at = p->pointer[i] = (char *)a->host + first * a->size;
    x->end = x->at + (last + 1) * a->size;
    p->strides[i] = ndim > 1 ? x->stride : NULL;
    p->bytes += all * a->size;
    return true;
}

/* Of one array, and beside each other in one of its dimensions. */
static bool are_beside(const ctsar_access *a, const ctsar_access *b)
{
    bool beside = false;
    bool alike = a->host == b->host && a->size == b->size && a->sides == b->sides;
    for (int k = 0; k < a->sides && alike; ++k) {
        const ctsar_side *x = &a->side[k], *y = &b->side[k];
        alike = x->extent == y->extent;
        beside = beside || x->lo + x->count <= y->lo || y->lo + y->count <= x->lo;
    }
    return alike && beside;
}

static bool is_apart(const plain *p, int i, const ctsar_access *a)
{
    const access *x = &p->access[i];
    for (int k = 0; k < i; ++k) {
        const access *y = &p->access[k];
        bool reads = !y->asked || (a->kind == CTSAR_ACCESS_IN && y->asked->kind == CTSAR_ACCESS_IN);
        if (!reads && x->at < y->end && y->at < x->end && !are_beside(a, y->asked))
            return false;
    }
    return true;
}

static bool add(plain *p, int i, const ctsar_access *a)
{
    p->access[i].asked = NULL;
    if (!a->host || !a->size || a->size > PTRDIFF_MAX)
        return false;
    if (a->kind == CTSAR_ACCESS_VALUE)
        return add_value(p, i, a);
    if (a->kind < CTSAR_ACCESS_IN || a->kind > CTSAR_ACCESS_INOUT)
        return false;
    p->access[i].asked = a;
    return (a->sides ? add_box(p, i, a) : add_stretch(p, i, a)) && is_apart(p, i, a);
}

/* One that is not, or is wrong, is submitted. */
static bool is_plain(const ctsar__asked *asked, plain *p)
{
    const ctsar_kernel *kernel = asked->kernel;
    long n;
    if (!kernel || !kernel->host || kernel->versions ||
        __builtin_sub_overflow(asked->hi, asked->lo, &n) || n <= 0 || asked->n < 0 ||
        asked->n > MOST || (!asked->access && asked->n > 0))
        return false;
    p->asked = asked;
    p->bytes = p->copied = 0;
    for (int i = 0; i < asked->n; ++i)
        if (!add(p, i, &asked->access[i]))
            return false;
    return true;
}

/* ---- The place ------------------------------------------------------------------------------- */

static void give_back(ctsar_tasks *t)
{
    t->unit[CTSAR__CORES].worker->taken = CTSAR__FREE;
    if (!t->idle_waiters)
        return;
    ctsar__tasks_lock(t);
    pthread_cond_broadcast(&t->done);
    pthread_mutex_unlock(&t->lock);
}

/* No other task is left, and none is executed meanwhile. */
static bool take_place(ctsar_tasks *t)
{
    int before = CTSAR__FREE;
    if (!atomic_compare_exchange_strong(&t->unit[CTSAR__CORES].worker->taken, &before,
                                        CTSAR__DIRECTLY))
        return false;
    if (t->pending == 0 && !t->status)
        return true;
    give_back(t);
    return false;
}

/* ---- Executing ------------------------------------------------------------------------------- */

/* Where it was last, or, under the lock, among all.  NULL: it says later why there is none. */
static ctsar__model *model_of(ctsar_tasks *t, const plain *p)
{
    const ctsar_kernel *kernel = p->asked->kernel;
    long n = p->asked->hi - p->asked->lo;
    size_t at = (uintptr_t)kernel / sizeof *kernel + (size_t)n + p->bytes;
    ctsar__model **recent = &t->recent[at % CTSAR__TASK_RECENT], *m = *recent;
    if (m && m->kernel == kernel && m->n == n && m->bytes == p->bytes)
        return m;
    ctsar__tasks_lock(t);
    if (!ctsar__model_find(t, kernel, n, p->bytes, &m))
        *recent = m;
    else
        m = NULL;
    pthread_mutex_unlock(&t->lock);
    return m;
}

static void call(const ctsar_tasks *t, plain *p)
{
    const ctsar__asked *a = p->asked;
    const ctsar_call call = ctsar__task_call(a->lo, a->hi, p->pointer, p->strides);
    ctsar__task_body body;
    ctsar__task_enter(&body, t, false);
    a->kernel->host(&call);
    ctsar__task_leave(&body);
}

static void call_timed(ctsar_tasks *t, plain *p)
{
    double began = ctsar__now();
    call(t, p);
    double took = ctsar__now() - began;
    ctsar__tasks_lock(t);
    if (took > 0)
        ctsar__model_note(p->model, CTSAR__CORES, took, 0);
    pthread_mutex_unlock(&t->lock);
}

static bool execute(ctsar_tasks *t, plain *p)
{
    p->model = model_of(t, p);
    if (!p->model)
        return false;
    if (ctsar__model_wants_time(p->model, CTSAR__CORES, ++t->directly))
        call_timed(t, p);
    else
        call(t, p);
    return true;
}

bool ctsar__task_execute_direct(ctsar_tasks *t, const ctsar__asked *asked)
{
    plain p;
    if (!t->direct || !ctsar__directory_is_empty() || !is_plain(asked, &p) || !take_place(t))
        return false;
    bool executed = execute(t, &p);
    give_back(t);
    return executed;
}
