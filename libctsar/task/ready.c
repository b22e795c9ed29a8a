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
    r->at[p->slot] = at;
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

/* New slots are behind the last task, too. */
bool ctsar__ready_reserve(ctsar__ready *r, size_t more)
{
    size_t room = r->room;
    if (count_of(r) + more <= room)
        return true;
    ctsar__ready_place *grown = ctsar__grow(r->place, &room, count_of(r) + more, sizeof *grown);
    if (!grown)
        return false;
    r->place = grown;
    if (!ctsar__resize(&r->at, room, sizeof *r->at))
        return false;
    for (size_t i = r->room; i < room; ++i)
        r->place[i].slot = (unsigned)(r->at[i] = i);
    r->room = room;
    return true;
}

static ctsar__ready_place place_of(ctsar__task *t)
{
    return (ctsar__ready_place){urgency_of(t), t->vertex.number, t, t->slot, t->lasts};
}

void ctsar__ready_add(ctsar__ready *r, ctsar__task *t)
{
    size_t at = count_of(r);
    t->slot = r->place[at].slot;
    set_count(r, at + 1);
    lengthen(r, t->lasts);
    rise(r, at, place_of(t));
}

/* The task itself is not touched: another core may have it. */
static ctsar__task *take_out(ctsar__ready *r, size_t at)
{
    size_t last = count_of(r) - 1;
    const ctsar__ready_place out = r->place[at], moved = r->place[last];
    set_count(r, last);
    lengthen(r, -out.lasts);
    r->place[last].slot = out.slot;
    if (at < last && goes_first(&moved, &out))
        rise(r, at, moved);
    else if (at < last)
        sink(r, at, moved);
    return out.task;
}

void ctsar__ready_remove(ctsar__ready *r, const ctsar__task *t)
{
    (void)take_out(r, r->at[t->slot]);
}

bool ctsar__ready_last_less(const ctsar__ready *r, long than)
{
    return atomic_load_explicit(&r->lasts, memory_order_relaxed) < than * (long)count_of(r);
}

ctsar__task *ctsar__ready_take(ctsar__ready *r)
{
    if (!count_of(r))
        return NULL;
    r->taken = r->place[0].lasts;
    return take_out(r, 0);
}

void ctsar__ready_lasts(ctsar__ready *r, ctsar__task *t, int lasts)
{
    lengthen(r, lasts - t->lasts);
    t->lasts = r->place[r->at[t->slot]].lasts = lasts;
}

void ctsar__ready_raise(ctsar__ready *r, ctsar__task *t)
{
    size_t at = t->slot < r->room ? r->at[t->slot] : r->room;
    if (at < count_of(r) && r->place[at].task == t)
        rise(r, at, place_of(t));
}
