/* SPDX-License-Identifier: BSD-3-Clause */
#include "mem/bring.h"

#include <stdio.h>

#include "mem/current.h"
#include "mem/guests.h"
#include "mem/owed.h"

static const ctsar__shares once = {.once = 1};

/* What a core owns has changed hands; the halo comes with each pass, and so does all of a
 * whole array. */
static ctsar__shares host_shares(const ctsar__use *u, ctsar__items piece)
{
    bool whole = ctsar__shape_whole(u->shape);
    ctsar__items owned = ctsar__items_common(piece, u->owns);
    return (ctsar__shares){.fixed = 1, .once = whole ? 0 : ctsar__items_fraction(owned, piece)};
}

/* "the 64", "each of 8 blocks of 64, 512 bytes apart on the host,". */
static const char *show_blocks(const ctsar__shared *s, char *text, size_t room)
{
    if (s->outer == 1)
        snprintf(text, room, "the %zu", s->block);
    else
        snprintf(text, room, "each of %zu blocks of %zu, %zu bytes apart on the host,", s->outer,
                 s->block, s->host.place.layout.block);
    return text;
}

/* EDEVICE: the piece of the array was current nowhere but on a device that has failed. */
int ctsar__shared_lost(const ctsar__shared *s, ctsar__items piece, ctsar__traffic *t)
{
    const ctsar__holder *h = s->host.next;
    while (h && !(ctsar__holder_is_lost(h) && ctsar__holder_has(h, piece.lo)))
        h = h->next;
    char blocks[128];
    t->failed = NULL; /* here nothing has failed */
    return ctsar__error(CTSAR_EDEVICE,
                        "bytes %zu to %zu of %s of the %s at %p existed only on %s, which has "
                        "failed; %s, or use CTSAR_CACHE=writethrough (%s)",
                        piece.lo, piece.hi - 1, show_blocks(s, blocks, sizeof blocks),
                        s->words->name, (void *)s->base, h ? h->place.device->name : "a device",
                        s->words->mend, h ? h->place.device->why : "why is not known");
}

/* Copies to the host a piece that it has not from who has (NULL: nobody). */
static int bring_piece(ctsar__shared *s, ctsar__holder *from, ctsar__items piece,
                       ctsar__shares shares, const ctsar__target *target, ctsar__traffic *t)
{
    size_t before = t->bytes_out;
    if (!from)
        return ctsar__shared_lost(s, piece, t);
    int status = ctsar__transfer(&s->host.place, &from->place, s->outer, piece, shares, target, t);
    if (!status)
        return ctsar__intervals_add(&s->host.current, piece);
    s->torn = s->torn || t->torn || t->bytes_out != before;
    return status;
}

static void expect(ctsar__shared *s, bool expects)
{
    pthread_mutex_lock(&s->mutex);
    s->expects = expects;
    pthread_cond_broadcast(&s->settled);
    pthread_mutex_unlock(&s->mutex);
}

void ctsar__shared_expect(ctsar__shared *s)
{
    expect(s, true);
}

void ctsar__shared_arrived(ctsar__shared *s)
{
    expect(s, false);
}

/* What is on its way to the host is newer than what others have.  Lets go of the mutex. */
static void let_arrive(ctsar__shared *s)
{
    while (s->expects)
        pthread_cond_wait(&s->settled, &s->mutex);
}

/* Copies to the host what it has not, under the lock.  Booked as the range's or, with u NULL, by
 * `shares`. */
int ctsar__shared_bring(ctsar__shared *s, ctsar__items at, const ctsar__use *u,
                        ctsar__shares shares, const ctsar__target *target, ctsar__traffic *t)
{
    ctsar__items piece;
    ctsar__holder *from;
    bool by_core = u && u->owns.lo < u->owns.hi;
    int status = CTSAR_OK;
    let_arrive(s);
    for (; !status && ctsar__guests_missing(s, &s->host, at, &piece, &from); at.lo = piece.hi) {
        if (by_core && s->hosted)
            status = ctsar__intervals_add(&s->wanted, piece);
        if (!status)
            status = bring_piece(s, from, piece, u ? host_shares(u, piece) : shares, target, t);
        if (!status)
            status = ctsar__owed_fetched(from, u, piece);
    }
    return status;
}

int ctsar__shared_bring_all(ctsar__shared *s, const ctsar__target *target, ctsar__traffic *t)
{
    return ctsar__shared_bring(s, ctsar__shared_all(s), NULL, once, target, t);
}

/* A device that fails meanwhile is failed from then on; another one may have the same. */
int ctsar__shared_bring_what_can_be(ctsar__shared *s, ctsar__items at, ctsar__traffic *t)
{
    ctsar__items piece;
    ctsar__holder *from;
    int status = CTSAR_OK;
    let_arrive(s);
    while (ctsar__guests_missing(s, &s->host, at, &piece, &from)) {
        int brought = bring_piece(s, from, piece, once, &ctsar__on_host, t);
        if (!brought)
            brought = ctsar__owed_fetched(from, NULL, piece);
        bool again = brought == CTSAR_EDEVICE && t->failed && !t->failed->failed;
        if (again)
            ctsar__device_fail(t->failed);
        at.lo = again ? piece.lo : piece.hi;
        status = brought && !again ? brought : status;
    }
    t->failed = NULL;
    return status;
}

int ctsar__shared_sync(ctsar__shared *s, ctsar__traffic *t)
{
    pthread_mutex_lock(&s->mutex);
    int status = ctsar__shared_bring_what_can_be(s, ctsar__shared_all(s), t);
    ctsar__shared_publish(s);
    pthread_mutex_unlock(&s->mutex);
    return status;
}
