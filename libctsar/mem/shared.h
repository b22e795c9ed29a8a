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
    unsigned readers;                    /* copies from here on their way */
    unsigned filling;                    /* ranges that copy to here */
    ctsar__items arriving[CTSAR__SLOTS]; /* what each of them copies now: current, but not there */
    ctsar__items pin[CTSAR__SLOTS];      /* what the range in flight in each slot needs */
    /* Between _back and _reads of a slot's range: the window before the first of the two. */
    bool fetching[CTSAR__SLOTS];
    ctsar__items had[CTSAR__SLOTS];
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

#endif
