/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A persisted array, as shared.c and the directory see it. */
#ifndef CTSAR_SHARED_H
#define CTSAR_SHARED_H

#include <stdatomic.h>

#include "mem.h"

struct ctsar__holder {
    ctsar__place place; /* the host's has no device */
    ctsar__space space;
    ctsar__items window; /* positions backed by memory */
    ctsar__intervals current;
    ctsar__intervals overtaken;          /* of the window: what was current until others wrote it */
    unsigned readers;                    /* copies from here on their way */
    unsigned filling;                    /* ranges that copy to here */
    ctsar__items arriving[CTSAR__SLOTS]; /* what each of them copies now: current, but not there */
    ctsar__items pin[CTSAR__SLOTS];      /* what the range in flight in each slot needs */
    ctsar__claim *claims;
    ctsar__holder *next;
};

enum { OUTER, BLOCK, AWAY_LO, AWAY_HI, HELD_LO, HELD_HI, WORDS };

struct ctsar__shared {
    _Alignas(64) _Atomic unsigned version;
    _Atomic size_t word[WORDS]; /* as last published */

    _Alignas(64) pthread_mutex_t mutex;
    pthread_cond_t settled; /* a holder is read from no more */
    char *base;
    _Atomic size_t bytes; /* outer * block, for who has not the mutex */
    size_t outer, block;  /* bytes of one */
    ctsar__holder host;   /* first of the list of holders */
    ctsar__shared *next;  /* the directory's, as `references` */
    int references;
};

/* All current on the host, nothing on accelerators, no references.  ENOMEM. */
int ctsar__shared_create(char *host, const ctsar__shape *shape, ctsar__shared **out) CTSAR__CHECKED;
/* Gives back all that it holds, whatever is current there. */
void ctsar__shared_destroy(ctsar__shared *s);
/* The host's copy is the only current one. */
int ctsar__shared_host_modified(ctsar__shared *s) CTSAR__CHECKED;
/* Makes the host's copy current; accelerators hold nothing. */
int ctsar__shared_vacate(ctsar__shared *s, ctsar__traffic *t) CTSAR__CHECKED;
/* Makes the host's copy current; the memory is for another array from now on. */
int ctsar__shared_rebase(ctsar__shared *s, char *host, ctsar__traffic *t) CTSAR__CHECKED;
bool ctsar__shared_is_on_host(ctsar__shared *s);

/* ---- current.c: what is current where ------------------------------------- */

ctsar__items ctsar__shared_all(const ctsar__shared *s);
/* Are the shape's positions the array's?  NULL: of something that overlaps it. */
bool ctsar__shared_is_same(const ctsar__shared *s, const ctsar__shape *shape);
bool ctsar__holder_has(const ctsar__holder *h, size_t position);
/* What a device had that failed is nowhere. */
bool ctsar__holder_is_lost(const ctsar__holder *h);
/* The first positions in [lo, hi) that `to` has not and one other holder has (NULL: nobody).
 * False: none. */
bool ctsar__shared_missing(ctsar__shared *s, const ctsar__holder *to, size_t lo, size_t hi,
                           ctsar__items *piece, ctsar__holder **source);
/* The first positions in [lo, hi) that only `h` has.  False: none. */
bool ctsar__shared_only_here(ctsar__shared *s, const ctsar__holder *h, size_t lo, size_t hi,
                             ctsar__items *piece);
/* Makes the hulls visible that _is_clear looks at. */
void ctsar__shared_publish(ctsar__shared *s);
/* Is it certain, without the lock, that none of the positions is away, or held? */
bool ctsar__shared_is_clear(ctsar__shared *s, const ctsar__shape *shape, ctsar__items at,
                            bool of_held);

/* ---- shared.c: copies to the host, under the lock --------------------------- */

/* Copies what the host has not.  Booked as the range's or, with u NULL, by `shares`. */
int ctsar__shared_bring(ctsar__shared *s, ctsar__items at, const ctsar__use *u,
                        ctsar__shares shares, ctsar__traffic *t) CTSAR__CHECKED;
int ctsar__shared_bring_all(ctsar__shared *s, ctsar__traffic *t) CTSAR__CHECKED;

/* ---- holder.c: memory on accelerators, under the lock ------------------------ */

/* Brings to the host what only h has outside of `keep`, and h has nothing there any more. */
int ctsar__holder_retreat(ctsar__shared *s, ctsar__holder *h, ctsar__items keep,
                          ctsar__traffic *t) CTSAR__CHECKED;
/* Backs these positions and no others. */
int ctsar__holder_back(ctsar__shared *s, ctsar__holder *h, ctsar__items at,
                       ctsar__traffic *t) CTSAR__CHECKED;
int ctsar__holder_empty(ctsar__shared *s, ctsar__holder *h, ctsar__traffic *t) CTSAR__CHECKED;
/* What the accelerator holds of it; NULL: nothing, ever. */
ctsar__holder *ctsar__shared_holder(ctsar__shared *s, const ctsar__device *d);
/* What ranges in slots other than this one need; -1: in all. */
ctsar__items ctsar__holder_pinned(const ctsar__holder *h, int slot);
/* Backs what the range needs. */
int ctsar__holder_widen(ctsar__shared *s, ctsar__holder *h, const ctsar__use *u,
                        ctsar__traffic *t) CTSAR__CHECKED;
/* The array has this shape from now on. */
int ctsar__shared_reshape(ctsar__shared *s, const ctsar__shape *shape,
                          ctsar__traffic *t) CTSAR__CHECKED;

#endif
