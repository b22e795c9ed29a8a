/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Persisted arrays: what is current where.  All but _is_clear under the array's mutex. */
#include "mem/current.h"

#include "mem/owed.h"

ctsar__items ctsar__shared_all(const ctsar__shared *s)
{
    return (ctsar__items){0, s->block};
}

/* Does a position mean the same byte in the shape and in an array of these blocks?  In one block it
 * does, and a shape of fewer items is a part of the array. */
static bool agrees(const ctsar__shape *shape, size_t outer, size_t block)
{
    size_t of_shape = shape->assoc * shape->inner;
    return outer == shape->outer && (outer == 1 ? of_shape <= block : of_shape == block);
}

/* Are the shape's positions the array's?  NULL: of something that overlaps it. */
bool ctsar__shared_is_same(const ctsar__shared *s, const ctsar__shape *shape)
{
    return shape && agrees(shape, s->outer, s->block);
}

bool ctsar__shared_is_at(const ctsar__shared *s, const void *host)
{
    return s->base == host;
}

bool ctsar__holder_has(const ctsar__holder *h, size_t position)
{
    return ctsar__intervals_from(&h->current, position).lo <= position;
}

/* The first place behind `position` where a holder's intervals begin or end. */
static size_t boundary(const ctsar__holder *h, size_t position)
{
    ctsar__items i = ctsar__intervals_from(&h->current, position);
    return i.lo <= position ? i.hi : i.lo;
}

/* What a device had that failed is nowhere. */
bool ctsar__holder_is_lost(const ctsar__holder *h)
{
    return h->place.device && h->place.device->failed;
}

/* How good it is to copy from: the host is, then what nothing is on its way to. */
static int rank(const ctsar__holder *h)
{
    return !h->place.device ? 2 : h->filling ? 0 : 1;
}

/* Is the position in what is so of one of the slots?  Where that begins or ends, *end comes no
 * later. */
static bool is_in(const ctsar__items *of_slot, size_t position, size_t *end)
{
    bool in = false;
    for (int i = 0; i < CTSAR__SLOTS; ++i) {
        size_t b = position < of_slot[i].lo ? of_slot[i].lo : of_slot[i].hi;
        if (position < b && b < *end)
            *end = b;
        in = in || (position >= of_slot[i].lo && position < of_slot[i].hi);
    }
    return in;
}

bool ctsar__shared_unwritten(const ctsar__shared *s, ctsar__items *at)
{
    bool written = true;
    while (written && at->hi < s->block) {
        *at = (ctsar__items){at->hi, s->block};
        written = false;
        for (const ctsar__holder *h = s->host.next; h; h = h->next)
            for (const ctsar__wish *w = h->wishes; w; w = w->next)
                written = is_in(w->flights->writes, at->lo, &at->hi) || written;
    }
    return !written;
}

/* The best holder other than `to` of a position, and how far it is the best.  NULL: what was
 * current there only is lost. */
static ctsar__holder *source_at(ctsar__shared *s, const ctsar__holder *to, size_t position,
                                size_t *end)
{
    ctsar__holder *best = NULL;
    for (ctsar__holder *h = &s->host; h; h = h->next) {
        size_t b = boundary(h, position);
        *end = b < *end ? b : *end;
        bool there = ctsar__holder_has(h, position);
        for (const ctsar__wish *w = h->wishes; w; w = w->next)
            there = !is_in(w->flights->arriving, position, end) && there;
        if (h != to && there && !ctsar__holder_is_lost(h) && (!best || rank(h) > rank(best)))
            best = h;
    }
    return best;
}

/* The first positions in [lo, hi) that `to` has not and one other holder has.  False: none. */
bool ctsar__shared_missing(ctsar__shared *s, const ctsar__holder *to, size_t lo, size_t hi,
                           ctsar__items *piece, ctsar__holder **source)
{
    ctsar__items there = ctsar__intervals_from(&to->current, lo);
    if (there.lo <= lo)
        lo = there.hi;
    if (lo >= hi)
        return false;
    *piece = (ctsar__items){lo, hi};
    *source = source_at(s, to, lo, &piece->hi);
    while (piece->hi < hi && !ctsar__holder_has(to, piece->hi)) {
        size_t end = hi;
        if (source_at(s, to, piece->hi, &end) != *source)
            break;
        piece->hi = end;
    }
    return true;
}

/* The first positions in [lo, hi) that only `h` has.  False: none. */
bool ctsar__shared_only_here(ctsar__shared *s, const ctsar__holder *h, size_t lo, size_t hi,
                             ctsar__items *piece)
{
    while (lo < hi) {
        size_t end = hi;
        bool elsewhere = source_at(s, h, lo, &end);
        *piece = (ctsar__items){lo, end};
        if (ctsar__holder_has(h, lo) && !elsewhere)
            return true;
        lo = end;
    }
    return false;
}

int ctsar__holder_become_current(ctsar__holder *h, ctsar__items at)
{
    int status = ctsar__intervals_add(&h->current, at);
    if (!status)
        status = ctsar__intervals_remove(&h->overtaken, at);
    for (ctsar__wish *w = h->wishes; w && !status; w = w->next)
        status = ctsar__intervals_remove(&w->taken, at);
    return status;
}

/* What is current there is so no more. */
static int overtake(ctsar__holder *h, ctsar__items at)
{
    int status = CTSAR_OK;
    if (h->place.device)
        status = ctsar__intervals_add_common(&h->overtaken, &h->current, at);
    if (!status)
        status = ctsar__intervals_remove(&h->landed, at);
    if (!status)
        status = ctsar__owed_forget(h, at);
    return status ? status : ctsar__intervals_remove(&h->current, at);
}

int ctsar__shared_only(ctsar__shared *s, ctsar__holder *h, ctsar__items at, bool and_host)
{
    int status = ctsar__holder_become_current(h, at);
    for (ctsar__holder *o = &s->host; o && !status; o = o->next)
        if (o != h)
            status = !o->place.device && and_host ? ctsar__intervals_add(&o->current, at)
                                                  : overtake(o, at);
    return status;
}

/* From the first position that the host has not to the last one. */
static ctsar__items hull_away(const ctsar__shared *s)
{
    const ctsar__intervals *c = &s->host.current;
    size_t lo = c->count && c->at[0].lo == 0 ? c->at[0].hi : 0, hi = s->block;
    if (lo >= hi)
        return (ctsar__items){0, 0};
    if (c->count && c->at[c->count - 1].hi == s->block)
        hi = c->at[c->count - 1].lo;
    return (ctsar__items){lo, hi};
}

static ctsar__items hull_held(const ctsar__shared *s)
{
    ctsar__items hull = {0, 0};
    for (const ctsar__holder *h = s->host.next; h; h = h->next)
        hull = ctsar__items_hull(hull, ctsar__intervals_hull(&h->current));
    return hull;
}

void ctsar__shared_publish(ctsar__shared *s)
{
    ctsar__items a = hull_away(s), h = hull_held(s);
    const size_t word[WORDS] = {s->outer, s->block, a.lo, a.hi, h.lo, h.hi};
    bool same = true;
    for (int i = 0; i < WORDS; ++i)
        same = same && s->word[i] == word[i];
    if (same)
        return;
    s->torn = s->torn && a.lo < a.hi; /* the host has all again */
    s->version++;
    for (int i = 0; i < WORDS; ++i)
        s->word[i] = word[i];
    s->version++;
}

/* Is it certain, without the lock, that none of the positions is away, or held? */
bool ctsar__shared_is_clear(ctsar__shared *s, const ctsar__shape *shape, ctsar__items at,
                            bool of_held)
{
    unsigned version = s->version;
    size_t outer = s->word[OUTER], block = s->word[BLOCK];
    ctsar__items away = {s->word[AWAY_LO], s->word[AWAY_HI]};
    ctsar__items held = {s->word[HELD_LO], s->word[HELD_HI]};
    if (version & 1 || s->version != version)
        return false;
    if (!shape || !agrees(shape, outer, block))
        at = (ctsar__items){0, block};
    return !ctsar__items_meet(away, at) && !(of_held && ctsar__items_meet(held, at));
}
