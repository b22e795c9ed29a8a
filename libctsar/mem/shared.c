/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A range that reads makes its holder current and nothing more; one that has written makes all
 * others not current.  persisted.h says what is locked when. */
#include "mem/shared.h"

#include <stdlib.h>

#include "mem/beneath.h"
#include "mem/bring.h"
#include "mem/current.h"
#include "mem/guests.h"
#include "mem/holder.h"
#include "mem/owed.h"

static const ctsar__shares once = {.once = 1};

/* ---- A range on an accelerator ------------------------------------------- */

/* How a piece's time is booked: what others have written since it was here is written in each pass,
 * and where the program has ended the array's persisting while these ranges had it here it ends in
 * each; the rest is new here. */
static ctsar__shares shares_of(const ctsar__holder *h, const ctsar__use *u, const ctsar__wish *w,
                               ctsar__items piece)
{
    size_t again =
        ctsar__intervals_common(&h->overtaken, piece) + ctsar__intervals_common(&w->taken, piece);
    ctsar__items own = ctsar__items_common(piece, u->owns);
    ctsar__shares shares = {.once = 1 - (double)again / (double)(piece.hi - piece.lo)};
    shares.fixed = ctsar__shape_whole(u->shape) ? 1 : 1 - ctsar__items_fraction(own, piece);
    return shares;
}

/* Copies one piece to h; the lock is released meanwhile. */
static int fill(ctsar__shared *s, ctsar__holder *h, ctsar__wish *w, ctsar__holder *from,
                ctsar__items piece, ctsar__shares shares, const ctsar__target *target,
                ctsar__traffic *t)
{
    int status = CTSAR_OK;
    if (!ctsar__transfer_direct(&h->place, &from->place)) {
        status = ctsar__shared_bring(s, piece, NULL, shares, target, t);
        from = &s->host;
    }
    if (!status)
        status = ctsar__holder_become_current(h, piece);
    if (status)
        return status;
    from->readers++;
    w->flights->arriving[target->slot] = piece;
    ctsar__shared_publish(s);
    pthread_mutex_unlock(&s->mutex);
    status = ctsar__transfer(&h->place, &from->place, s->outer, piece, shares, target, t);
    pthread_mutex_lock(&s->mutex);
    w->flights->arriving[target->slot] = (ctsar__items){0, 0};
    if (--from->readers == 0)
        pthread_cond_broadcast(&s->settled);
    if (status) {
        int removed = ctsar__intervals_remove(&h->current, piece);
        (void)removed; /* the pass fails anyway */
    }
    return status;
}

/* The piece is fetched from there.  By way of the host its halo is no more what only ranges there
 * have, but they do not owe it. */
static int note_fetched(const ctsar__holder *h, ctsar__holder *from, const ctsar__use *u,
                        ctsar__items piece)
{
    int status = ctsar__owed_fetched(from, u, piece);
    if (status || ctsar__transfer_direct(&h->place, &from->place))
        return status;
    return ctsar__owed_forget(from, piece);
}

static int fill_all(ctsar__shared *s, ctsar__holder *h, const ctsar__use *u, ctsar__wish *w,
                    const ctsar__target *target, ctsar__traffic *t)
{
    ctsar__items at = u->needs, piece;
    ctsar__holder *from;
    int status = CTSAR_OK;
    h->filling++;
    for (; !status && ctsar__guests_missing(s, h, at, &piece, &from); at.lo = piece.hi) {
        status = from ? note_fetched(h, from, u, piece) : ctsar__shared_lost(s, piece, t);
        if (!status && from)
            status = fill(s, h, w, from, piece, shares_of(h, u, w, piece), target, t);
    }
    h->filling--;
    return status;
}

/* Under the lock. */
static int prepare(ctsar__shared *s, ctsar__holder *h, const ctsar__use *u, ctsar__wish *wish,
                   unsigned long pass, const ctsar__target *target, ctsar__traffic *t)
{
    int status = ctsar__shared_reshape(s, u->shape, target, t);
    if (!status)
        status = ctsar__holder_widen(s, h, u, wish, target, t);
    if (status)
        return status;
    ctsar__wish_pin(wish, u, pass, target->slot);
    return CTSAR_OK;
}

int ctsar__shared_back(ctsar__shared *s, ctsar__holder *h, const ctsar__use *u, ctsar__wish *wish,
                       unsigned long pass, const ctsar__target *target, ctsar__traffic *t)
{
    pthread_mutex_lock(&s->mutex);
    int status = prepare(s, h, u, wish, pass, target, t);
    ctsar__shared_publish(s);
    pthread_mutex_unlock(&s->mutex);
    return status;
}

int ctsar__shared_shrink(ctsar__shared *s, ctsar__holder *h, const ctsar__target *target,
                         ctsar__traffic *t)
{
    pthread_mutex_lock(&s->mutex);
    ctsar__holder_settle(s, h);
    ctsar__items keep = ctsar__holder_pinned(h, NULL, 0);
    int status = ctsar__holder_retreat(s, h, keep, target, t);
    /* That may have let go of the mutex, and a task may have found its data there meanwhile. */
    keep = ctsar__items_hull(keep, ctsar__holder_pinned(h, NULL, 0));
    if (!status)
        status = ctsar__holder_back(s, h, keep, t);
    ctsar__shared_publish(s);
    pthread_mutex_unlock(&s->mutex);
    return status;
}

void ctsar__shared_release(ctsar__shared *s, ctsar__wish *wish, int slot)
{
    pthread_mutex_lock(&s->mutex);
    if (wish->flights)
        wish->flights->pin[slot] = wish->flights->writes[slot] = (ctsar__items){0, 0};
    pthread_mutex_unlock(&s->mutex);
}

static void wait_for_guests(ctsar__shared *s, ctsar__holder *h, ctsar__items at)
{
    while (ctsar__guests_bring(h, at))
        ctsar__guests_settle(s, h);
}

int ctsar__shared_reads(ctsar__shared *s, ctsar__holder *h, const ctsar__use *u, ctsar__wish *wish,
                        unsigned long pass, const ctsar__target *target, ctsar__traffic *t)
{
    size_t landed = 0;
    pthread_mutex_lock(&s->mutex);
    int status = prepare(s, h, u, wish, pass, target, t);
    if (!status)
        wait_for_guests(s, h, u->needs); /* also where they have been overtaken */
    if (!status && u->reads)
        status = fill_all(s, h, u, wish, target, t);
    if (!status)
        wait_for_guests(s, h, u->needs);
    if (!status && u->reads)
        status = ctsar__guests_landed(h, u->needs, &landed);
    if (!status && u->shape->flags & CTSAR_MEM_OUTPUT)
        status = ctsar__owed_account(s, h, wish, u->owns, t);
    ctsar__shared_publish(s);
    pthread_mutex_unlock(&s->mutex);
    return status || !landed ? status : ctsar__transfer_landed(h->place.device, landed, target, t);
}

int ctsar__shared_write_through(ctsar__shared *s, ctsar__holder *h, const ctsar__use *u,
                                const ctsar__target *target, ctsar__traffic *t)
{
    /* Nobody else touches what the range owns. */
    return ctsar__transfer(&s->host.place, &h->place, u->shape->outer, u->owns,
                           (ctsar__shares){.fixed = 0}, target, t);
}

static void note_written(ctsar__holder *h, ctsar__items at)
{
    for (ctsar__wish *w = h->wishes; w; w = w->next)
        for (int i = 0; i < CTSAR__SLOTS; ++i)
            if (ctsar__items_meet(w->flights->writes[i], at))
                w->flights->writes[i] = (ctsar__items){0, 0};
}

/* Under the lock. */
static int note_only(ctsar__shared *s, ctsar__holder *h, const ctsar__use *u, ctsar__wish *wish,
                     bool through)
{
    note_written(h, u->owns);
    int status =
        ctsar__shared_is_same(s, u->shape)
            ? ctsar__shared_only(s, h, u->owns, through)
            : ctsar__error(CTSAR_ECONFLICT,
                           "the persisted array at %p is used by two regions at once, with "
                           "different associations",
                           (void *)s->base);
    if (!status)
        status = ctsar__owed_note(h, through ? NULL : wish, u->owns);
    ctsar__shared_publish(s);
    return status;
}

int ctsar__shared_wrote(ctsar__shared *s, ctsar__holder *h, const ctsar__use *u, ctsar__wish *wish,
                        bool through)
{
    pthread_mutex_lock(&s->mutex);
    int status = note_only(s, h, u, wish, through);
    pthread_mutex_unlock(&s->mutex);
    return status;
}

int ctsar__shared_task_wrote(ctsar__shared *s, ctsar__holder *h, const ctsar__use *u, bool through,
                             bool *was_home)
{
    pthread_mutex_lock(&s->mutex);
    *was_home = ctsar__intervals_cover(&s->host.current, ctsar__shared_all(s));
    int status = note_only(s, h, u, NULL, through);
    pthread_mutex_unlock(&s->mutex);
    return status;
}

/* ---- A range on the host ------------------------------------------------- */

int ctsar__shared_host_reads(ctsar__shared *s, const ctsar__use *u, const ctsar__target *target,
                             ctsar__traffic *t)
{
    if (ctsar__shared_is_clear(s, u->shape, u->needs, false))
        return CTSAR_OK;
    pthread_mutex_lock(&s->mutex);
    int status = CTSAR_OK;
    if (!ctsar__shared_is_same(s, u->shape))
        status = ctsar__beneath_read(s, u, target, t);
    else if (u->reads)
        status = ctsar__shared_bring(s, u->needs, u, once, target, t);
    ctsar__shared_publish(s);
    pthread_mutex_unlock(&s->mutex);
    return status;
}

int ctsar__shared_host_wrote(ctsar__shared *s, const ctsar__use *u)
{
    if (ctsar__shared_is_clear(s, u->shape, u->owns, true))
        return CTSAR_OK;
    pthread_mutex_lock(&s->mutex);
    int status = ctsar__shared_is_same(s, u->shape)
                     ? ctsar__shared_only(s, &s->host, u->owns, false)
                     : ctsar__beneath_written(s, u);
    ctsar__shared_publish(s);
    pthread_mutex_unlock(&s->mutex);
    return status;
}

/* ---- All of it ----------------------------------------------------------- */

int ctsar__shared_create(char *host, const ctsar__shape *shape, const ctsar__layout *layout,
                         const ctsar__shared_words *words, ctsar__shared **out)
{
    ctsar__shared *s = aligned_alloc(_Alignof(ctsar__shared), sizeof *s);
    if (!s)
        return ctsar__error(CTSAR_ENOMEM, "no memory for a directory");
    *s = (ctsar__shared){
        .words = words, .base = host, .outer = shape->outer, .block = shape->assoc * shape->inner};
    s->bytes = s->outer * s->block;
    const ctsar__layout dense = {.row = 1, .pitch = 1, .block = s->block};
    s->host.place = (ctsar__place){.base = host, .layout = layout ? *layout : dense};
    int status = ctsar__intervals_add(&s->host.current, ctsar__shared_all(s));
    if (status) {
        free(s);
        return status;
    }
    pthread_mutex_init(&s->mutex, NULL);
    pthread_cond_init(&s->settled, NULL);
    ctsar__shared_publish(s);
    *out = s;
    return CTSAR_OK;
}

void ctsar__shared_destroy(ctsar__shared *s)
{
    for (ctsar__holder *h = s->host.next, *next; h; h = next) {
        next = h->next;
        h->place.device->backend->release(h->place.device, &h->space);
        ctsar__intervals_free(&h->current);
        ctsar__intervals_free(&h->overtaken);
        ctsar__intervals_free(&h->coming);
        ctsar__intervals_free(&h->landed);
        free(h);
    }
    ctsar__intervals_free(&s->host.current);
    ctsar__intervals_free(&s->wanted);
    pthread_cond_destroy(&s->settled);
    pthread_mutex_destroy(&s->mutex);
    free(s);
}

int ctsar__shared_host_modified(ctsar__shared *s)
{
    pthread_mutex_lock(&s->mutex);
    int status = ctsar__shared_only(s, &s->host, ctsar__shared_all(s), false);
    ctsar__shared_publish(s);
    pthread_mutex_unlock(&s->mutex);
    return status;
}

int ctsar__shared_settle(ctsar__shared *s, bool writes, ctsar__traffic *t)
{
    ctsar__items at = {0, 0};
    int status = CTSAR_OK;
    pthread_mutex_lock(&s->mutex);
    while (!status && ctsar__shared_unwritten(s, &at)) {
        status = ctsar__shared_bring_what_can_be(s, at, t);
        if (!status && writes)
            status = ctsar__shared_only(s, &s->host, at, false);
    }
    ctsar__shared_publish(s);
    pthread_mutex_unlock(&s->mutex);
    return status;
}

static int note_taken(const ctsar__holder *h, ctsar__wish *w)
{
    int status = ctsar__intervals_add_common(&w->taken, &h->current, w->at);
    if (status) /* what has not been taken away is not */
        ctsar__intervals_clear(&w->taken);
    return status;
}

static int take_away(ctsar__shared *s, ctsar__holder *h, ctsar__traffic *t)
{
    int status = CTSAR_OK;
    for (ctsar__wish *w = h->wishes; w && !status; w = w->next)
        status = note_taken(h, w);
    return status ? status : ctsar__holder_empty(s, h, &ctsar__on_host, t);
}

int ctsar__shared_vacate(ctsar__shared *s, ctsar__traffic *t)
{
    pthread_mutex_lock(&s->mutex);
    int status = ctsar__shared_bring_what_can_be(s, ctsar__shared_all(s), t);
    for (ctsar__holder *h = s->host.next; h && !status; h = h->next)
        status = take_away(s, h, t);
    ctsar__shared_publish(s);
    pthread_mutex_unlock(&s->mutex);
    return status;
}

static bool is_in_flight(const ctsar__shared *s)
{
    ctsar__items pinned = {0, 0};
    for (const ctsar__holder *h = s->host.next; h && pinned.lo == pinned.hi; h = h->next)
        pinned = ctsar__holder_pinned(h, NULL, 0);
    return pinned.lo != pinned.hi;
}

int ctsar__shared_sync_idle(ctsar__shared *s, ctsar__traffic *t)
{
    pthread_mutex_lock(&s->mutex);
    int status =
        is_in_flight(s) ? CTSAR_OK : ctsar__shared_bring_what_can_be(s, ctsar__shared_all(s), t);
    ctsar__shared_publish(s);
    pthread_mutex_unlock(&s->mutex);
    return status;
}

int ctsar__shared_rebase(ctsar__shared *s, char *host, ctsar__traffic *t)
{
    pthread_mutex_lock(&s->mutex);
    int status = ctsar__shared_bring_all(s, &ctsar__on_host, t);
    if (!status)
        status = ctsar__shared_only(s, &s->host, ctsar__shared_all(s), false);
    if (!status)
        s->base = s->host.place.base = host;
    ctsar__shared_publish(s);
    pthread_mutex_unlock(&s->mutex);
    return status;
}

bool ctsar__shared_is_on_host(ctsar__shared *s)
{
    pthread_mutex_lock(&s->mutex);
    bool all = ctsar__intervals_cover(&s->host.current, ctsar__shared_all(s));
    pthread_mutex_unlock(&s->mutex);
    return all;
}

bool ctsar__shared_is_lost(ctsar__shared *s)
{
    ctsar__items at = ctsar__shared_all(s), piece;
    ctsar__holder *from = &s->host;
    pthread_mutex_lock(&s->mutex);
    for (; from && ctsar__shared_missing(s, &s->host, at.lo, at.hi, &piece, &from);
         at.lo = piece.hi)
        continue;
    pthread_mutex_unlock(&s->mutex);
    return !from;
}

bool ctsar__shared_is_torn(ctsar__shared *s)
{
    pthread_mutex_lock(&s->mutex);
    bool torn = s->torn;
    pthread_mutex_unlock(&s->mutex);
    return torn;
}
