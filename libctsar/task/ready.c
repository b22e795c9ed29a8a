/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/ready.h"

#include <math.h>

#include "base/grow.h"

/* Ways that are alike, to a power of two, go in program order: else of loops over blocks all of one
 * loop would come before any of the next, and units that are for the next would wait. */
static bool goes_first(const ctsar__task *a, const ctsar__task *b)
{
    if (a->priority != b->priority)
        return a->priority > b->priority;
    if (a->path != b->path && ilogb(a->path) != ilogb(b->path))
        return a->path > b->path;
    return a->vertex.number < b->vertex.number;
}

static void put(ctsar__ready *r, size_t at, ctsar__task *t)
{
    r->task[at] = t;
    t->at = at;
}

static size_t count_of(const ctsar__ready *r)
{
    return atomic_load_explicit(&r->count, memory_order_relaxed);
}

static void set_count(ctsar__ready *r, size_t count)
{
    atomic_store_explicit(&r->count, count, memory_order_relaxed);
}

static void lengthen(ctsar__ready *r, long more)
{
    long all = atomic_load_explicit(&r->lasts, memory_order_relaxed) + more;
    atomic_store_explicit(&r->lasts, all, memory_order_relaxed);
}

static void rise(ctsar__ready *r, size_t at, ctsar__task *t)
{
    for (; at > 0 && goes_first(t, r->task[(at - 1) / 2]); at = (at - 1) / 2)
        put(r, at, r->task[(at - 1) / 2]);
    put(r, at, t);
}

static void sink(ctsar__ready *r, size_t at, ctsar__task *t)
{
    size_t count = count_of(r);
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && goes_first(r->task[child + 1], r->task[child]))
            child++;
        if (!goes_first(r->task[child], t))
            break;
        put(r, at, r->task[child]);
    }
    put(r, at, t);
}

bool ctsar__ready_reserve(ctsar__ready *r, size_t more)
{
    if (count_of(r) + more <= r->room)
        return true;
    ctsar__task **grown = ctsar__grow(r->task, &r->room, count_of(r) + more, sizeof *grown);
    if (grown)
        r->task = grown;
    return grown;
}

void ctsar__ready_add(ctsar__ready *r, ctsar__task *t)
{
    size_t at = count_of(r);
    set_count(r, at + 1);
    lengthen(r, t->lasts);
    rise(r, at, t);
}

void ctsar__ready_remove(ctsar__ready *r, ctsar__task *t)
{
    size_t at = t->at, last = count_of(r) - 1;
    ctsar__task *moved = r->task[last];
    set_count(r, last);
    lengthen(r, -t->lasts);
    if (at == last)
        return;
    if (goes_first(moved, t))
        rise(r, at, moved);
    else
        sink(r, at, moved);
}

bool ctsar__ready_last_less(const ctsar__ready *r, long than)
{
    return atomic_load_explicit(&r->lasts, memory_order_relaxed) < than * (long)count_of(r);
}

ctsar__task *ctsar__ready_take(ctsar__ready *r)
{
    ctsar__task *first = count_of(r) ? r->task[0] : NULL;
    if (first)
        ctsar__ready_remove(r, first);
    return first;
}

void ctsar__ready_raise(ctsar__ready *r, ctsar__task *t)
{
    if (t->at < count_of(r) && r->task[t->at] == t)
        rise(r, t->at, t);
}
