/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A turn's part of an array.  What an accelerator holds is one stretch of a reservation, from
 * the first item of the first block that a range needs to its last item of the last block; of a
 * persisted array the directory holds it. */
#include <stdatomic.h>

#include "mem.h"

/* The array's place in the directory, or NULL.  What is not persisted may yet be the same
 * memory as something that is, in this region or another one. */
static ctsar__shared *shared_of(ctsar__array *a)
{
    unsigned long generation = ctsar__directory_generation();
    ctsar__shared *s = a->shared;
    if (s || a->generation == generation)
        return s;
    ctsar__shared *none = NULL,
                  *found = ctsar__directory_find(a->host, ctsar__shape_bytes(&a->shape));
    if (found && !atomic_compare_exchange_strong(&a->shared, &none, found))
        ctsar__directory_release(found, false); /* another thread was faster */
    a->generation = generation;
    return a->shared;
}

static ctsar__items positions(const ctsar__shape *s, ctsar__items i)
{
    return (ctsar__items){i.lo * s->inner, i.hi * s->inner};
}

/* What the directory has to know of a range.  With a step, what lies between the values belongs
 * to what the unit holds as current, so it must be. */
static ctsar__use use_of(const ctsar__array *a, const ctsar__shared *shared, ctsar__values v)
{
    const ctsar__shape *s = &a->shape;
    return (ctsar__use){.shape = ctsar__shared_is_at(shared, a->host) ? s : NULL,
                        .needs = positions(s, ctsar__shape_needs(s, v)),
                        .owns = positions(s, ctsar__shape_owns(s, v)),
                        .reads = s->flags & CTSAR_MEM_INPUT || v.step != 1};
}

static const ctsar__place *place_of(const ctsar__array *a, int acc, ctsar__device *d,
                                    ctsar__place *plain)
{
    const ctsar__window *w = &a->window[acc];
    if (a->persists)
        return ctsar__holder_place(w->holder);
    *plain = (ctsar__place){d, w->space.base, w->layout};
    return plain;
}

static ctsar__place host_of(const ctsar__array *a)
{
    return (ctsar__place){NULL, a->host, ctsar__layout_host(&a->shape)};
}

static int reserve(ctsar__array *a, int acc, ctsar__device *d)
{
    ctsar__window *w = &a->window[acc];
    size_t room;
    int status = w->space.base ? CTSAR_OK : ctsar__layout_room(&a->shape, d, &room);
    if (status || w->space.base)
        return status;
    return d->backend->reserve(d, room, &w->space);
}

int ctsar__window_base(ctsar__array *a, int acc, ctsar__device *d, size_t *strides, void **base,
                       ctsar__traffic *t)
{
    ctsar__layout host = ctsar__layout_host(&a->shape);
    if (strides) /* an accelerator's are known with its range */
        ctsar__layout_strides(&a->shape, &host, strides);
    *base = a->host;
    if (acc < 0)
        return CTSAR_OK;
    ctsar__window *w = &a->window[acc];
    ctsar__place plain;
    int status = a->persists ? ctsar__shared_hold(a->shared, &a->shape, d, &w->claim, &w->holder, t)
                             : reserve(a, acc, d);
    if (status)
        return status;
    w->strides = strides;
    *base = place_of(a, acc, d, &plain)->base;
    return CTSAR_OK;
}

/* Backs the items of every block with memory, and what lies between the blocks. */
static int hold(ctsar__array *a, int acc, ctsar__device *d, ctsar__items i)
{
    const ctsar__shape *s = &a->shape;
    ctsar__window *w = &a->window[acc];
    bool none = i.lo == i.hi;
    if (!none)
        w->layout = ctsar__layout_unit(s, d, i.hi - i.lo, &w->layout);
    const ctsar__layout *l = &w->layout;
    size_t lo = none ? 0 : ctsar__layout_at(l, i.lo * s->inner);
    size_t hi = none ? 0 : (s->outer - 1) * l->block + ctsar__layout_end(l, i.hi * s->inner);
    if (!w->space.base || (w->space.lo == lo && w->space.hi == hi))
        return CTSAR_OK;
    int status = d->backend->commit(d, &w->space, lo, hi);
    if (status == CTSAR_ENOMEM) {
        ctsar__directory_reclaim();
        status = d->backend->commit(d, &w->space, lo, hi);
    }
    if (status)
        return status;
    if (none)
        w->pass = 0;
    return CTSAR_OK;
}

static int fetch_plain(ctsar__array *a, int acc, ctsar__device *d, ctsar__values v,
                       unsigned long pass, ctsar__traffic *t)
{
    const ctsar__shape *s = &a->shape;
    ctsar__window *w = &a->window[acc];
    ctsar__items needs = ctsar__shape_needs(s, v), owns = ctsar__shape_owns(s, v);
    size_t count = needs.hi - needs.lo;
    bool whole = ctsar__shape_whole(s);
    int status = hold(a, acc, d, needs);
    if (status || count == 0 || !(s->flags & CTSAR_MEM_INPUT) || (whole && w->pass == pass))
        return status;
    size_t halo = count - (owns.hi - owns.lo);
    ctsar__shares shares = {.fixed = whole ? 1 : (double)halo / (double)count};
    ctsar__place plain, host = host_of(a);
    status = ctsar__transfer_items(place_of(a, acc, d, &plain), &host, s, needs, 1, shares, t);
    if (!status)
        w->pass = pass;
    return status;
}

static int fetch_persisted(ctsar__array *a, int acc, const ctsar__use *u, unsigned long pass,
                           ctsar__traffic *t)
{
    ctsar__window *w = &a->window[acc];
    ctsar__items before = w->claim.at;
    if (u->needs.lo == u->needs.hi)
        return CTSAR_OK;
    int status = ctsar__shared_reads(a->shared, w->holder, u, &w->claim, pass, t);
    if (w->claim.at.lo != before.lo || w->claim.at.hi != before.hi)
        a->moved = true;
    return status;
}

int ctsar__window_fetch(ctsar__array *a, int acc, ctsar__device *d, ctsar__values v,
                        unsigned long pass, ctsar__traffic *t)
{
    ctsar__shared *shared = shared_of(a);
    int status = CTSAR_OK;
    if (shared) {
        ctsar__use u = use_of(a, shared, v);
        if (acc >= 0 && a->persists)
            status = fetch_persisted(a, acc, &u, pass, t);
        else if (v.count > 0)
            status = ctsar__shared_host_reads(shared, &u, t);
    }
    if (!status && acc >= 0 && !a->persists)
        status = fetch_plain(a, acc, d, v, pass, t);
    if (!status && acc >= 0 && v.count > 0 && a->window[acc].strides) {
        ctsar__place plain;
        ctsar__layout_strides(&a->shape, &place_of(a, acc, d, &plain)->layout,
                              a->window[acc].strides);
    }
    return status;
}

int ctsar__window_deliver(ctsar__array *a, int acc, ctsar__device *d, ctsar__values v,
                          ctsar__traffic *t)
{
    ctsar__items owns = ctsar__shape_owns(&a->shape, v);
    ctsar__shared *shared = a->shared;
    if (!(a->shape.flags & CTSAR_MEM_OUTPUT) || owns.lo == owns.hi)
        return CTSAR_OK;
    int status = CTSAR_OK;
    if (acc >= 0 && !a->persists) {
        ctsar__place plain, host = host_of(a);
        status = ctsar__transfer_items(&host, place_of(a, acc, d, &plain), &a->shape, owns,
                                       (size_t)v.step, (ctsar__shares){0, 0}, t);
    }
    if (status || !shared)
        return status;
    ctsar__use u = use_of(a, shared, v);
    if (acc >= 0 && a->persists)
        return ctsar__shared_wrote(shared, a->window[acc].holder, &u, a->through, t);
    return ctsar__shared_host_wrote(shared, &u);
}

void ctsar__window_view(const ctsar__array *a, int acc, ctsar__device *d, ctsar__view *view)
{
    const ctsar__shape *s = &a->shape;
    ctsar__place plain, host = host_of(a);
    const ctsar__place *place = acc < 0 ? &host : place_of(a, acc, d, &plain);
    *view = (ctsar__view){.base = place->base, .nstrides = s->ndim - 1, .elem = s->elem};
    if (acc >= 0)
        view->space =
            a->persists ? ctsar__holder_space(a->window[acc].holder) : &a->window[acc].space;
    ctsar__layout_strides(s, &place->layout, view->strides);
}

size_t ctsar__window_held(const ctsar__array *a, int acc)
{
    const ctsar__window *w = &a->window[acc];
    return a->persists ? w->holder ? ctsar__holder_bytes(w->holder) : 0 : w->space.committed;
}
