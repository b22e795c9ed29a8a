/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A turn's part of an array.  What an accelerator holds is one stretch of a reservation, from
 * the first item of the first block that a range needs to its last item of the last block; of a
 * persisted array the directory holds it. */
#include "mem/window.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "mem/current.h"
#include "mem/directory.h"
#include "mem/holder.h"
#include "mem/shared.h"

/* Arrays in the directory that a registration has bytes in common with. */
typedef struct those {
    size_t count;
    ctsar__shared *const *at;
} those;

/* As far as it is known: its own place, or what it overlaps. */
static those known(const ctsar__array *a)
{
    const ctsar__beneath *b = a->beneath;
    if (a->persists)
        return (those){1, &a->shared};
    return b ? (those){b->count, b->at} : (those){0, NULL};
}

static bool same(const ctsar__beneath *a, const ctsar__beneath *b)
{
    return a->count == b->count && !memcmp(a->at, b->at, a->count * sizeof a->at[0]);
}

/* What is no more beneath it may be elsewhere, and others at work on it.  One thread at a time. */
static int look_beneath(ctsar__array *a)
{
    unsigned long generation = ctsar__directory_generation();
    ctsar__beneath *found = NULL, *before = a->beneath;
    if (a->generation == generation)
        return CTSAR_OK;
    int status = ctsar__directory_beneath(a->host, ctsar__shape_bytes(&a->shape), &found);
    if (!status && !found && before && !(found = calloc(1, sizeof *found)))
        status = ctsar__error(CTSAR_ENOMEM, "no memory for a directory");
    if (status)
        return status;
    if (found && before && same(found, before))
        ctsar__directory_drop(found);
    else if (found) {
        found->older = before;
        a->beneath = found;
    }
    a->generation = generation;
    return CTSAR_OK;
}

/* What is not persisted may yet be the same memory as something that is, in this region or another
 * one. */
static int look(ctsar__array *a, those *out)
{
    static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
    int status = CTSAR_OK;
    if (!a->persists && a->generation != ctsar__directory_generation()) {
        pthread_mutex_lock(&one_at_a_time);
        status = look_beneath(a);
        pthread_mutex_unlock(&one_at_a_time);
    }
    *out = known(a);
    return status;
}

/* What the directory has to know of a range. */
static ctsar__use use_of(const ctsar__array *a, const ctsar__shared *shared, ctsar__values v)
{
    const ctsar__shape *s = &a->shape;
    return (ctsar__use){.shape = ctsar__shared_is_at(shared, a->host) ? s : NULL,
                        .needs = ctsar__shape_positions(s, ctsar__shape_needs(s, v)),
                        .owns = ctsar__shape_positions(s, ctsar__shape_owns(s, v)),
                        .reads = ctsar__shape_reads(s, v),
                        .host = a->host,
                        .of = s,
                        .groups = ctsar__shape_groups(s, v)};
}

bool ctsar__window_is_shared(const ctsar__array *a)
{
    return a->persists || ctsar__shape_whole(&a->shape);
}

static ctsar__window *window_of(ctsar__array *a, const ctsar__target *target)
{
    return &a->window[target->acc * a->slots + (ctsar__window_is_shared(a) ? 0 : target->slot)];
}

static const ctsar__place *place_of(const ctsar__array *a, const ctsar__target *target,
                                    ctsar__place *plain)
{
    const ctsar__window *w = window_of((ctsar__array *)a, target);
    if (a->persists)
        return ctsar__holder_place(w->holder);
    *plain = (ctsar__place){target->device, w->space.base, w->layout};
    return plain;
}

static ctsar__place host_of(const ctsar__array *a)
{
    return (ctsar__place){NULL, a->host, ctsar__layout_host(&a->shape)};
}

static int reserve(const ctsar__array *a, ctsar__window *w, ctsar__device *d, ctsar__traffic *t)
{
    size_t room;
    int status = w->space.base ? CTSAR_OK : ctsar__layout_room(&a->shape, d, &room);
    if (status || w->space.base)
        return status;
    status = ctsar__on(d, d->backend->reserve(d, room, &w->space), t);
    w->space.passing = !ctsar__shape_whole(&a->shape); /* which has one copy for many ranges */
    return status;
}

int ctsar__window_base(ctsar__array *a, const ctsar__target *target, size_t *strides, void **base,
                       ctsar__traffic *t)
{
    ctsar__layout host = ctsar__layout_host(&a->shape);
    if (strides) /* an accelerator's are known with its range */
        ctsar__layout_strides(&a->shape, &host, strides);
    *base = a->host;
    if (target->acc < 0)
        return CTSAR_OK;
    ctsar__window *w = window_of(a, target);
    ctsar__place plain;
    int status = a->persists ? ctsar__shared_hold(a->shared, &a->shape, target->device, &w->wish,
                                                  &w->holder, target, t)
                             : reserve(a, w, target->device, t);
    if (status)
        return status;
    w->strides = strides;
    *base = place_of(a, target, &plain)->base;
    return CTSAR_OK;
}

/* ---- Memory ----------------------------------------------------------------------- */

/* From where to where a window of these items is backed. */
static ctsar__items backed(const ctsar__shape *s, const ctsar__layout *l, ctsar__items i)
{
    if (i.lo == i.hi)
        return (ctsar__items){0, 0};
    return (ctsar__items){ctsar__layout_at(l, i.lo * s->inner),
                          (s->outer - 1) * l->block + ctsar__layout_end(l, i.hi * s->inner)};
}

/* Backs the items of every block with memory, and what lies between the blocks. */
static int back_plain(ctsar__array *a, ctsar__window *w, ctsar__device *d, ctsar__items i,
                      ctsar__traffic *t)
{
    const ctsar__shape *s = &a->shape;
    if (i.lo != i.hi)
        ctsar__layout_set(&w->layout, ctsar__layout_unit(s, d, i.hi - i.lo, &w->layout));
    ctsar__items at = backed(s, &w->layout, i);
    if (!w->space.base || (w->space.lo == at.lo && w->space.hi == at.hi))
        return CTSAR_OK;
    int status = d->backend->commit(d, &w->space, at.lo, at.hi);
    if (status == CTSAR_ENOMEM) {
        ctsar__directory_reclaim();
        status = d->backend->commit(d, &w->space, at.lo, at.hi);
    }
    ctsar__on(d, status, t);
    if (!status && i.lo == i.hi)
        w->pass = 0;
    return status;
}

typedef int shared_call(ctsar__shared *s, ctsar__holder *h, const ctsar__use *u, ctsar__wish *wish,
                        unsigned long pass, const ctsar__target *target, ctsar__traffic *t);

/* What the range needs of a persisted array is backed, or made current.  Where memory is short what
 * nobody has registered any more goes.  Notes that the wish has changed, if it has. */
static int back_persisted(ctsar__array *a, const ctsar__target *target, const ctsar__use *u,
                          unsigned long pass, shared_call *call, ctsar__traffic *t)
{
    ctsar__window *w = window_of(a, target);
    ctsar__items before = w->wish.at;
    if (u->needs.lo == u->needs.hi)
        return CTSAR_OK;
    int status = call(a->shared, w->holder, u, &w->wish, pass, target, t);
    if (status == CTSAR_ENOMEM) {
        ctsar__directory_reclaim();
        status = call(a->shared, w->holder, u, &w->wish, pass, target, t);
    }
    if (w->wish.at.lo != before.lo || w->wish.at.hi != before.hi)
        a->moved = true;
    return status;
}

int ctsar__window_back(ctsar__array *a, const ctsar__target *target, ctsar__values v,
                       unsigned long pass, ctsar__traffic *t)
{
    if (target->acc < 0)
        return CTSAR_OK;
    if (!a->persists)
        return back_plain(a, window_of(a, target), target->device, ctsar__shape_needs(&a->shape, v),
                          t);
    ctsar__use u = use_of(a, a->shared, v);
    return back_persisted(a, target, &u, pass, ctsar__shared_back, t);
}

size_t ctsar__window_bytes(const ctsar__array *a, const ctsar__device *d, ctsar__values v)
{
    ctsar__items i = ctsar__shape_needs(&a->shape, v);
    ctsar__layout l = ctsar__layout_unit(&a->shape, d, i.hi - i.lo, &(ctsar__layout){0});
    ctsar__items at = backed(&a->shape, &l, i);
    size_t page = d->granularity;
    return at.lo == at.hi ? 0 : ((at.hi + page - 1) / page - at.lo / page) * page;
}

/* ---- A range ---------------------------------------------------------------------- */

static int fetch_plain(ctsar__array *a, const ctsar__target *target, ctsar__values v,
                       unsigned long pass, ctsar__traffic *t)
{
    const ctsar__shape *s = &a->shape;
    ctsar__window *w = window_of(a, target);
    ctsar__items owns = ctsar__shape_owns(s, v), needs = ctsar__shape_needs(s, v);
    size_t count = needs.hi - needs.lo;
    bool whole = ctsar__shape_whole(s);
    int status = back_plain(a, w, target->device, needs, t);
    if (status || count == 0 || !(s->flags & CTSAR_MEM_INPUT) || (whole && w->pass == pass))
        return status;
    size_t halo = count - (owns.hi - owns.lo);
    ctsar__shares shares = {.fixed = whole ? 1 : (double)halo / (double)count,
                            .loose = true,
                            .halo = halo > 0 && !whole};
    ctsar__place plain, host = host_of(a);
    const ctsar__place *to = place_of(a, target, &plain);
    status =
        ctsar__shape_has_gaps(s)
            ? ctsar__transfer_groups(to, &host, s, needs, owns.lo, shares, target, t)
            : ctsar__transfer_items(to, &host, s, needs, (ctsar__groups){1, 1}, shares, target, t);
    if (!status)
        w->pass = pass;
    return status;
}

int ctsar__window_fetch(ctsar__array *a, const ctsar__target *target, ctsar__values v,
                        unsigned long pass, ctsar__traffic *t)
{
    those all;
    int status = look(a, &all);
    for (size_t i = 0; i < all.count && !status; ++i) {
        ctsar__use u = use_of(a, all.at[i], v);
        if (target->acc >= 0 && a->persists)
            status = back_persisted(a, target, &u, pass, ctsar__shared_reads, t);
        else if (v.count > 0)
            status = ctsar__shared_host_reads(all.at[i], &u, target, t);
    }
    if (!status && target->acc >= 0 && !a->persists)
        status = fetch_plain(a, target, v, pass, t);
    if (!status && target->acc >= 0 && v.count > 0 && window_of(a, target)->strides) {
        ctsar__place plain;
        ctsar__layout_strides(&a->shape, &place_of(a, target, &plain)->layout,
                              window_of(a, target)->strides);
    }
    return status;
}

/* Has the range something to deliver? */
static bool delivers(const ctsar__array *a, ctsar__values v)
{
    return a->shape.flags & CTSAR_MEM_OUTPUT && v.count > 0;
}

int ctsar__window_bring(ctsar__array *a, const ctsar__target *target, ctsar__values v,
                        ctsar__traffic *t)
{
    if (target->acc < 0 || !delivers(a, v))
        return CTSAR_OK;
    ctsar__device *d = target->device;
    if (a->persists && d->failed) /* what it had, others would look for in vain */
        return ctsar__on(d, ctsar__device_refuse(d), t);
    if (a->persists && !a->through)
        return CTSAR_OK;
    if (a->persists) {
        ctsar__use u = use_of(a, a->shared, v);
        return ctsar__shared_write_through(a->shared, window_of(a, target)->holder, &u, target, t);
    }
    ctsar__place plain, host = host_of(a);
    return ctsar__transfer_items(&host, place_of(a, target, &plain), &a->shape,
                                 ctsar__shape_owns(&a->shape, v), ctsar__shape_groups(&a->shape, v),
                                 (ctsar__shares){.loose = true}, target, t);
}

int ctsar__window_claim(ctsar__array *a, const ctsar__target *target, ctsar__values v)
{
    those all = known(a);
    int status = CTSAR_OK;
    if (!delivers(a, v) || (target->acc >= 0 && a->persists))
        return CTSAR_OK;
    for (size_t i = 0; i < all.count && !status; ++i) {
        ctsar__use u = use_of(a, all.at[i], v);
        if (!u.reads) /* else it has been brought */
            status = ctsar__shared_host_wrote(all.at[i], &u);
    }
    return status;
}

int ctsar__window_note(ctsar__array *a, const ctsar__target *target, ctsar__values v)
{
    int status = CTSAR_OK;
    if (!delivers(a, v))
        return CTSAR_OK;
    const those all = known(a);
    for (size_t i = 0; i < all.count && !status; ++i) {
        ctsar__use u = use_of(a, all.at[i], v);
        if (target->acc >= 0 && a->persists)
            status = ctsar__shared_wrote(all.at[i], window_of(a, target)->holder, &u,
                                         &window_of(a, target)->wish, a->through);
        else
            status = ctsar__shared_host_wrote(all.at[i], &u);
    }
    return status;
}

int ctsar__window_home(ctsar__array *a, ctsar__values v, ctsar__traffic *t)
{
    const ctsar__shape *s = &a->shape;
    ctsar__items at = ctsar__shape_positions(s, ctsar__shape_owns(s, v));
    return v.count ? ctsar__window_home_at(a, at, t) : CTSAR_OK;
}

int ctsar__window_home_at(ctsar__array *a, ctsar__items at, ctsar__traffic *t)
{
    those all;
    int status = look(a, &all);
    for (size_t i = 0; i < all.count && !status; ++i) {
        ctsar__use u = use_of(a, all.at[i], (ctsar__values){.step = 1});
        u.needs = at;
        u.reads = at.lo < at.hi;
        status = ctsar__shared_host_reads(all.at[i], &u, &ctsar__on_host, t);
    }
    return status;
}

int ctsar__window_copy(const ctsar__array *a, const ctsar__target *target, ctsar__values v,
                       char *packed, bool out, ctsar__traffic *t)
{
    const ctsar__shape *s = &a->shape;
    ctsar__items owns = ctsar__shape_owns(s, v);
    ctsar__groups groups = ctsar__shape_groups(s, v);
    size_t wide = (owns.hi - owns.lo) * s->inner;
    ctsar__place plain = host_of(a);
    const ctsar__place *unit = target->acc < 0 ? &plain : place_of(a, target, &plain);
    ctsar__place here = {NULL, packed - owns.lo * s->inner, {.row = 1, .pitch = 1, .block = wide}};
    const ctsar__place *to = out ? &here : unit, *from = out ? unit : &here;
    if (target->acc < 0) {
        ctsar__transfer_on_host(to, from, s, owns, groups);
        return CTSAR_OK;
    }
    return ctsar__transfer_items(to, from, s, owns, groups, (ctsar__shares){.once = 1}, target, t);
}

void ctsar__window_release(ctsar__array *a, const ctsar__target *target)
{
    ctsar__window *w = target->acc < 0 ? NULL : window_of(a, target);
    if (w && w->holder)
        ctsar__shared_release(a->shared, &w->wish, target->slot);
}

void ctsar__window_view(const ctsar__array *a, const ctsar__target *target, ctsar__view *view)
{
    const ctsar__shape *s = &a->shape;
    ctsar__place plain, host = host_of(a);
    const ctsar__place *place = target->acc < 0 ? &host : place_of(a, target, &plain);
    *view = (ctsar__view){.base = place->base, .nstrides = s->ndim - 1, .elem = s->elem};
    if (target->acc >= 0) {
        const ctsar__window *w = window_of((ctsar__array *)a, target);
        view->space = a->persists ? ctsar__holder_space(w->holder) : &w->space;
    }
    ctsar__layout_strides(s, &place->layout, view->strides);
}

size_t ctsar__window_held(const ctsar__array *a, int acc)
{
    const ctsar__window *w = &a->window[acc * a->slots];
    size_t bytes = 0;
    if (a->persists)
        return w->holder ? ctsar__holder_bytes(w->holder) : 0;
    for (int slot = 0; slot < a->slots; ++slot)
        bytes += w[slot].space.committed;
    return bytes;
}
