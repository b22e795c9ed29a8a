/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the directory knows of a persisted array: state only.
 *
 * An array is seen as `outer` blocks, of which the positions [lo, hi) of all blocks are current
 * together on some of the host and the accelerators, its holders; on one of them at least.
 *
 * Locks.  An array's mutex guards everything but its bytes.  Copies to the host are made under
 * it, so that two cores do not bring the same rows twice; copies to accelerators are not.
 * They are noted first: what is written somewhere while one is on its way takes the note
 * away again.  Until it has arrived another holder has the same, which is what others copy from;
 * and a holder that is read from keeps what it has.  What other nodes send into an accelerator's
 * memory, or get from there, are its guests: until they are over no window of it becomes smaller,
 * and nothing that is coming is read (guests.h).
 *
 * Cores ask in every turn, and seldom is anything to be done.  So the hulls of what the host has
 * not and of what accelerators have are published under a version that is odd while
 * they change, and read without the lock. */
#ifndef CTSAR_PERSISTED_H
#define CTSAR_PERSISTED_H

#include <pthread.h>
#include <stdatomic.h>

#include "mem/use.h"
#include "mem/intervals.h"
#include "mem/transfer.h"

struct ctsar__holder {
    ctsar__place place; /* the host's has no device */
    ctsar__space space;
    ctsar__items window; /* positions backed by memory */
    ctsar__intervals current;
    ctsar__intervals overtaken; /* of the window: what was current until others wrote it */
    unsigned readers;           /* copies from here on their way */
    unsigned filling;           /* ranges that copy to here */
    unsigned guests;            /* parcels of other nodes that go from or to here */
    ctsar__intervals coming;    /* by these: current, but not there */
    ctsar__intervals landed;    /* has so come, and no range has spent the time for it */
    ctsar__wish *wishes;
    ctsar__holder *next;
};

enum { OUTER, BLOCK, AWAY_LO, AWAY_HI, HELD_LO, HELD_HI, WORDS };

struct ctsar__shared {
    _Alignas(64) _Atomic unsigned version;
    _Atomic size_t word[WORDS]; /* as last published */

    _Alignas(64) pthread_mutex_t mutex;
    pthread_cond_t settled; /* a holder is read from no more; nothing is expected any more */
    const ctsar__shared_words *words;
    char *base;
    _Atomic size_t bytes;    /* outer * block, for who has not the mutex */
    size_t outer, block;     /* bytes of one */
    ctsar__holder host;      /* first of the list of holders */
    bool expects;            /* what a task has written is on its way to the host */
    bool torn;               /* a copy to the host has failed, which may have come in part */
    bool hosted;             /* guests have come, and ... */
    ctsar__intervals wanted; /* ... cores have got such positions from accelerators since */
    ctsar__shared *next;     /* the directory's, as all that follows */
    int references;
    _Atomic size_t claimed; /* bytes that a registration has, where units know of fewer yet */
    _Atomic bool dormant;   /* depersisted, and not registered again since: in nobody's way */
};

#endif
