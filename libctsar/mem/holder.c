/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Persisted arrays: the memory that accelerators have for them. */
#include "mem/holder.h"

#include <stdlib.h>
#include <string.h>

#include "mem/bring.h"
#include "mem/current.h"
#include "mem/guests.h"
#include "mem/owed.h"

static const ctsar__shares once = {.once = 1};

/* ---- What is kept -------------------------------------------------------- */

void ctsar__holder_settle(ctsar__shared *s, ctsar__holder *h)
{
    do {
        ctsar__guests_settle(s, h);
        while (h->readers)
            pthread_cond_wait(&s->settled, &s->mutex);
    } while (h->guests);
}

/* Brings to the host what only h has outside of `keep`, and h has nothing there any more. */
int ctsar__holder_retreat(ctsar__shared *s, ctsar__holder *h, ctsar__items keep,
                          const ctsar__target *target, ctsar__traffic *t)
{
    const ctsar__items outside[] = {{0, keep.lo}, {keep.lo < keep.hi ? keep.hi : 0, s->block}};
    int status = CTSAR_OK;
    if (ctsar__holder_is_lost(h)) /* it keeps the note of what was lost with it */
        return CTSAR_OK;
    ctsar__holder_settle(s, h);
    for (int i = 0; i < 2 && !status; ++i) {
        ctsar__items piece, rest = outside[i];
        status = ctsar__owed_forget(h, rest); /* nobody has asked for it */
        for (; !status && ctsar__shared_only_here(s, h, rest.lo, rest.hi, &piece);
             rest.lo = piece.hi)
            status = ctsar__shared_bring(s, piece, NULL, once, target, t);
        if (!status)
            status = ctsar__intervals_remove(&h->current, outside[i]);
        if (!status)
            status = ctsar__intervals_remove(&h->overtaken, outside[i]);
        if (!status)
            status = ctsar__intervals_remove(&h->landed, outside[i]);
    }
    if (!status)
        h->window = ctsar__items_common(h->window, keep);
    return status;
}

int ctsar__holder_back(ctsar__shared *s, ctsar__holder *h, ctsar__items at, ctsar__traffic *t)
{
    const ctsar__layout *l = &h->place.layout;
    bool none = at.lo >= at.hi;
    size_t lo = none ? 0 : ctsar__layout_at(l, at.lo);
    size_t hi = none ? 0 : (s->outer - 1) * l->block + ctsar__layout_end(l, at.hi);
    int status = CTSAR_OK;
    if (h->space.base && (h->space.lo != lo || h->space.hi != hi) && !ctsar__holder_is_lost(h))
        status = ctsar__on(h->place.device,
                           h->place.device->backend->commit(h->place.device, &h->space, lo, hi), t);
    if (!status)
        h->window = at;
    return status;
}

/* What registrations wish, and what is nowhere else. */
int ctsar__shared_trim(ctsar__shared *s, ctsar__holder *h, ctsar__traffic *t)
{
    ctsar__items keep = {0, 0}, piece;
    int status = CTSAR_OK;
    pthread_mutex_lock(&s->mutex);
    ctsar__holder_settle(s, h);
    for (const ctsar__wish *c = h->wishes; c; c = c->next)
        keep = ctsar__items_hull(keep, ctsar__items_common(c->at, h->window));
    for (size_t lo = 0; ctsar__shared_only_here(s, h, lo, s->block, &piece); lo = piece.hi)
        keep = ctsar__items_hull(keep, piece);
    if (!h->filling && (keep.lo != h->window.lo || keep.hi != h->window.hi)) {
        status = ctsar__holder_retreat(s, h, keep, &ctsar__on_host, t);
        if (!status)
            status = ctsar__holder_back(s, h, keep, t);
        ctsar__shared_publish(s);
    }
    pthread_mutex_unlock(&s->mutex);
    return status;
}

int ctsar__holder_empty(ctsar__shared *s, ctsar__holder *h, const ctsar__target *target,
                        ctsar__traffic *t)
{
    int status = ctsar__holder_retreat(s, h, (ctsar__items){0, 0}, target, t);
    return status ? status : ctsar__holder_back(s, h, (ctsar__items){0, 0}, t);
}

/* More items of the one block: the host has them, what others have stays. */
static int grow(ctsar__shared *s, size_t block)
{
    int status = ctsar__intervals_add(&s->host.current, (ctsar__items){s->block, block});
    if (!status)
        s->bytes = s->block = s->host.place.layout.block = block;
    return status;
}

ctsar__items ctsar__holder_pinned(const ctsar__holder *h, const ctsar__wish *wish, int slot)
{
    ctsar__items hull = {0, 0};
    for (const ctsar__wish *w = h->wishes; w; w = w->next)
        for (int i = 0; i < CTSAR__SLOTS; ++i)
            if (w != wish || i != slot)
                hull = ctsar__items_hull(hull, w->flights->pin[i]);
    return hull;
}

static int in_use(ctsar__device *d, ctsar__traffic *t)
{
    t->failed = d;
    return ctsar__error(CTSAR_ENOMEM, "%s: ranges in flight leave no room for another layout",
                        d->name);
}

/* Another region's ranges would lose what they have. */
static int in_flight(const ctsar__shared *s, ctsar__device *d, ctsar__traffic *t)
{
    for (const ctsar__holder *h = s->host.next; h; h = h->next) {
        ctsar__items pinned = ctsar__holder_pinned(h, NULL, 0);
        if (pinned.lo < pinned.hi)
            return in_use(d, t);
    }
    return CTSAR_OK;
}

/* All holders but the host are empty. */
static int become(ctsar__shared *s, const ctsar__shape *shape)
{
    bool same = s->outer == shape->outer && s->block == shape->assoc * shape->inner;
    for (ctsar__holder *h = s->host.next; h; h = h->next) {
        h->place.layout = (ctsar__layout){0};
        for (ctsar__wish *c = h->wishes; c; c = c->next) {
            c->at = (ctsar__items){0, 0};
            ctsar__intervals_clear(&c->wrote);
            if (same)
                continue;
            ctsar__intervals_clear(&c->owed);
            ctsar__intervals_clear(&c->taken);
        }
    }
    s->outer = shape->outer;
    s->block = shape->assoc * shape->inner;
    s->bytes = s->outer * s->block;
    s->host.place.layout = (ctsar__layout){.row = 1, .pitch = 1, .block = s->block};
    ctsar__intervals_clear(&s->wanted); /* positions mean other bytes now */
    ctsar__intervals_clear(&s->host.current);
    return ctsar__intervals_add(&s->host.current, ctsar__shared_all(s));
}

/* Another shape than so far: all holders but the host begin anew, unless it is longer only. */
int ctsar__shared_reshape(ctsar__shared *s, const ctsar__shape *shape, const ctsar__target *target,
                          ctsar__traffic *t)
{
    if (ctsar__shared_is_same(s, shape))
        return CTSAR_OK;
    if (s->outer == 1 && shape->outer == 1)
        return grow(s, shape->assoc * shape->inner);
    int status = in_flight(s, target->device, t);
    if (!status)
        status = ctsar__shared_bring_all(s, target, t);
    for (ctsar__holder *h = s->host.next; h && !status; h = h->next)
        status = ctsar__holder_empty(s, h, target, t);
    return status ? status : become(s, shape);
}

int ctsar__shared_revive(ctsar__shared *s, const ctsar__shape *shape)
{
    pthread_mutex_lock(&s->mutex);
    int status = become(s, shape);
    ctsar__shared_publish(s);
    pthread_mutex_unlock(&s->mutex);
    return status;
}

/* Do blocks laid out like this keep apart what the window has? */
static bool fits(const ctsar__layout *l, ctsar__items window)
{
    return l->block >= ctsar__layout_end(l, window.hi - window.lo);
}

void ctsar__wish_pin(ctsar__wish *wish, const ctsar__use *u, unsigned long pass, int slot)
{
    wish->flights->pin[slot] = u->needs;
    wish->flights->writes[slot] =
        u->shape->flags & CTSAR_MEM_OUTPUT ? u->owns : (ctsar__items){0, 0};
    wish->at = wish->pass == pass ? ctsar__items_hull(wish->at, u->needs) : u->needs;
    wish->pass = pass;
}

static ctsar__layout layout_for(const ctsar__holder *h, const ctsar__use *u)
{
    size_t items = (u->needs.hi - u->needs.lo) / u->shape->inner;
    return ctsar__layout_unit(u->shape, h->place.device, items, &h->place.layout);
}

/* Another layout, where the accelerator has it otherwise: for that it must have nothing. */
static int lay_out(ctsar__shared *s, ctsar__holder *h, ctsar__layout l, const ctsar__wish *wish,
                   const ctsar__target *target, ctsar__traffic *t)
{
    ctsar__items pinned = ctsar__holder_pinned(h, wish, target->slot);
    if (ctsar__layout_equal(&l, &h->place.layout))
        return CTSAR_OK;
    int status =
        pinned.lo != pinned.hi ? in_use(h->place.device, t) : ctsar__holder_empty(s, h, target, t);
    if (!status)
        h->place.layout = l;
    return status;
}

/* What the accelerator had stays where it can until the pass is over, since others may need it
 * yet. */
static bool add(ctsar__shared *s, ctsar__holder *h, const ctsar__use *u,
                const ctsar__target *target, ctsar__traffic *t)
{
    ctsar__items both = ctsar__items_hull(h->window, u->needs);
    return !target->tight && fits(&h->place.layout, both) && !ctsar__holder_back(s, h, both, t);
}

static int refuse(ctsar__holder *h, ctsar__traffic *t)
{
    return ctsar__on(h->place.device, ctsar__device_refuse(h->place.device), t);
}

int ctsar__holder_widen(ctsar__shared *s, ctsar__holder *h, const ctsar__use *u,
                        const ctsar__wish *wish, const ctsar__target *target, ctsar__traffic *t)
{
    if (ctsar__holder_is_lost(h))
        return refuse(h, t);
    ctsar__layout l = layout_for(h, u);
    bool same = ctsar__layout_equal(&l, &h->place.layout);
    if (same && add(s, h, u, target, t))
        return CTSAR_OK;
    ctsar__holder_settle(s, h); /* what others pin and lay out meanwhile counts */
    if (ctsar__holder_is_lost(h))
        return refuse(h, t);
    int status = lay_out(s, h, layout_for(h, u), wish, target, t);
    if (status || (!same && add(s, h, u, target, t)))
        return status;
    ctsar__items both = ctsar__items_hull(ctsar__holder_pinned(h, wish, target->slot), u->needs);
    if (!fits(&h->place.layout, both))
        return in_use(h->place.device, t);
    status = ctsar__holder_retreat(s, h, both, target, t);
    return status ? status : ctsar__holder_back(s, h, both, t);
}

/* ---- Holders ------------------------------------------------------------- */

ctsar__holder *ctsar__shared_holder(ctsar__shared *s, const ctsar__device *d)
{
    ctsar__holder *h = s->host.next;
    while (h && h->place.device != d)
        h = h->next;
    return h;
}

/* By name, whichever thread comes first: what several have is copied from the first of them. */
static int add_holder(ctsar__shared *s, ctsar__device *d, ctsar__holder **out)
{
    ctsar__holder *h = calloc(1, sizeof *h), *before = &s->host;
    if (!h)
        return ctsar__error(CTSAR_ENOMEM, "no memory for a directory");
    while (before->next && strcmp(before->next->place.device->name, d->name) < 0)
        before = before->next;
    h->place.device = d;
    h->next = before->next;
    before->next = h;
    *out = h;
    return CTSAR_OK;
}

/* Addresses for all of it, under the lock. */
static int reserve(ctsar__shared *s, ctsar__holder *h, const ctsar__shape *shape,
                   const ctsar__target *target, ctsar__traffic *t)
{
    ctsar__device *d = h->place.device;
    size_t room;
    int status = ctsar__layout_room(shape, d, &room);
    if (!status && h->space.base && h->space.bytes < room)
        ctsar__holder_settle(s, h); /* meanwhile another thread may have reserved it */
    if (status || (h->space.base && h->space.bytes >= room))
        return status;
    if (h->space.base) {
        status = in_flight(s, d, t);
        if (!status)
            status = ctsar__holder_empty(s, h, target, t);
        if (status)
            return status;
        d->backend->release(d, &h->space);
    }
    status = ctsar__on(d, d->backend->reserve(d, room, &h->space), t);
    h->place.base = h->space.base;
    return status;
}

static int add_wish(ctsar__holder *h, ctsar__wish *wish)
{
    wish->flights = calloc(1, sizeof *wish->flights);
    if (!wish->flights)
        return ctsar__error(CTSAR_ENOMEM, "no memory for a directory");
    wish->next = h->wishes;
    h->wishes = wish;
    return CTSAR_OK;
}

int ctsar__shared_hold(ctsar__shared *s, const ctsar__shape *shape, ctsar__device *d,
                       ctsar__wish *wish, ctsar__holder **holder, const ctsar__target *target,
                       ctsar__traffic *t)
{
    pthread_mutex_lock(&s->mutex);
    bool known = *holder;
    ctsar__holder *h = known ? *holder : ctsar__shared_holder(s, d);
    int status = ctsar__shared_reshape(s, shape, target, t);
    if (!status && !h)
        status = add_holder(s, d, &h);
    if (!status)
        status = reserve(s, h, shape, target, t);
    if (!status && !known && !(status = add_wish(h, wish)))
        *holder = h; /* once: others look at it without the lock */
    ctsar__shared_publish(s);
    pthread_mutex_unlock(&s->mutex);
    return status;
}

void ctsar__shared_let_go(ctsar__shared *s, ctsar__holder *h, ctsar__wish *wish)
{
    pthread_mutex_lock(&s->mutex);
    ctsar__wish **link = &h->wishes;
    while (*link != wish)
        link = &(*link)->next;
    *link = wish->next;
    free(wish->flights);
    wish->flights = NULL;
    ctsar__intervals_free(&wish->taken);
    ctsar__intervals_free(&wish->wrote);
    ctsar__intervals_free(&wish->owed);
    pthread_mutex_unlock(&s->mutex);
}

bool ctsar__shared_wish_nothing(ctsar__shared *s, ctsar__wish *wish)
{
    pthread_mutex_lock(&s->mutex); /* whoever ends the persisting looks at all wishes */
    bool any = wish->at.lo != wish->at.hi;
    wish->at = (ctsar__items){0, 0};
    pthread_mutex_unlock(&s->mutex);
    return any;
}

const ctsar__place *ctsar__holder_place(const ctsar__holder *h)
{
    return &h->place;
}

const ctsar__space *ctsar__holder_space(const ctsar__holder *h)
{
    return &h->space;
}

size_t ctsar__holder_bytes(const ctsar__holder *h)
{
    return h->space.committed;
}
