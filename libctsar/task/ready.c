/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/ready.h"

#include <limits.h>
#include <string.h>

#include "base/grow.h"

enum { SIGNIFICAND = 52 }; /* bits of a double below its exponent */

/* Ways that are alike, to a power of two, go in program order: else of loops over blocks all of one
 * loop would come before any of the next, and units that are for the next would wait. */
static uint64_t urgency_of(const ctsar__task *t)
{
    uint64_t path;
    memcpy(&path, &t->path, sizeof path); /* it is not negative */
    return (uint64_t)((int64_t)t->priority - INT_MIN) << 32 | path >> SIGNIFICAND;
}

static bool goes_first(const ctsar__ready_place *a, const ctsar__ready_place *b)
{
    return a->urgency != b->urgency ? a->urgency > b->urgency : a->number < b->number;
}

static void put(ctsar__ready *r, size_t at, const ctsar__ready_place *p)
{
    r->place[at] = *p;
    p->task->at = at;
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

static void rise(ctsar__ready *r, size_t at, ctsar__ready_place p)
{
    for (; at > 0 && goes_first(&p, &r->place[(at - 1) / 2]); at = (at - 1) / 2)
        put(r, at, &r->place[(at - 1) / 2]);
    put(r, at, &p);
}

static void sink(ctsar__ready *r, size_t at, ctsar__ready_place p)
{
    size_t count = count_of(r);
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && goes_first(&r->place[child + 1], &r->place[child]))
            child++;
        if (!goes_first(&r->place[child], &p))
            break;
        put(r, at, &r->place[child]);
    }
    put(r, at, &p);
}

bool ctsar__ready_reserve(ctsar__ready *r, size_t more)
{
    if (count_of(r) + more <= r->room)
        return true;
    ctsar__ready_place *grown = ctsar__grow(r->place, &r->room, count_of(r) + more, sizeof *grown);
    if (grown)
        r->place = grown;
    return grown;
}

void ctsar__ready_add(ctsar__ready *r, ctsar__task *t)
{
    size_t at = count_of(r);
    set_count(r, at + 1);
    lengthen(r, t->lasts);
    rise(r, at, (ctsar__ready_place){urgency_of(t), t->vertex.number, t});
}

void ctsar__ready_remove(ctsar__ready *r, ctsar__task *t)
{
    size_t at = t->at, last = count_of(r) - 1;
    const ctsar__ready_place moved = r->place[last];
    set_count(r, last);
    lengthen(r, -t->lasts);
    if (at == last)
        return;
    if (goes_first(&moved, &r->place[at]))
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
    ctsar__task *first = count_of(r) ? r->place[0].task : NULL;
    if (first)
        ctsar__ready_remove(r, first);
    return first;
}

void ctsar__ready_raise(ctsar__ready *r, ctsar__task *t)
{
    if (t->at < count_of(r) && r->place[t->at].task == t)
        rise(r, t->at, (ctsar__ready_place){urgency_of(t), t->vertex.number, t});
}
