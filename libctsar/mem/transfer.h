/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The one copy: some positions of all blocks, between two layouts. */
#ifndef CTSAR_TRANSFER_H
#define CTSAR_TRANSFER_H

#include "mem/layout.h"
#include "mem/target.h"

/* What moving data did; zeroed: nothing yet. */
typedef struct ctsar__traffic {
    ctsar__device *failed;      /* the device that an operation failed on */
    bool torn;                  /* some of a copy that failed may be there */
    size_t bytes_in, bytes_out; /* to accelerators, to the host */
    size_t bytes_between;       /* from one accelerator to another directly */
    double seconds;             /* all of it */
    double once;                /* the part that will not come again with the next pass */
    double fixed;               /* of the rest, the part that does not grow with the range */
    double home;                /* what bringing home will take others besides, in each pass */
    double loose, loose_fixed;  /* of seconds and of fixed: of arrays that do not persist */
    double halo; /* what rows of such arrays would take that come from both sides in each pass */
    size_t aside_bytes;   /* of bytes_out, and ... */
    double aside_seconds; /* ... of seconds: no engines have booked them */
} ctsar__traffic;

/* Notes that it was an operation on this device that failed, if it did.  Returns the status. */
static inline int ctsar__on(ctsar__device *d, int status, ctsar__traffic *t)
{
    if (status)
        t->failed = d;
    return status;
}

/* The part of a copy's time, overhead apart, that does not grow with the range; the part of all
 * of it that will not come again. */
typedef struct ctsar__shares {
    double fixed, once;
    bool loose; /* the array does not persist, ... */
    bool halo;  /* ... and all of the fixed part is halo */
} ctsar__shares;

/* An array somewhere. */
typedef struct ctsar__place {
    ctsar__device *device; /* NULL: the host */
    char *base;
    ctsar__layout layout;
} ctsar__place;

/* Can one copy lead from the one to the other? */
bool ctsar__transfer_direct(const ctsar__place *to, const ctsar__place *from);
/* Copies positions [at.lo, at.hi) of each of `outer` blocks.  For the range of `target`; adds to
 * *t.  EDEVICE. */
int ctsar__transfer(const ctsar__place *to, const ctsar__place *from, size_t outer, ctsar__items at,
                    ctsar__shares shares, const ctsar__target *target,
                    ctsar__traffic *t) CTSAR__MUST_CHECK;
/* Copies of [items.lo, items.hi) the groups, the first of which begins there, in all blocks. */
int ctsar__transfer_items(const ctsar__place *to, const ctsar__place *from, const ctsar__shape *s,
                          ctsar__items items, ctsar__groups groups, ctsar__shares shares,
                          const ctsar__target *target, ctsar__traffic *t) CTSAR__MUST_CHECK;
/* Of the items that a range needs those that iterations select, which lie apart; its own begin at
 * `own`. */
int ctsar__transfer_groups(const ctsar__place *to, const ctsar__place *from, const ctsar__shape *s,
                           ctsar__items needs, size_t own, ctsar__shares shares,
                           const ctsar__target *target, ctsar__traffic *t) CTSAR__MUST_CHECK;
/* What ctsar__transfer_items does, between two places on the host, which are not padded. */
void ctsar__transfer_on_host(const ctsar__place *to, const ctsar__place *from,
                             const ctsar__shape *s, ctsar__items items, ctsar__groups groups);
/* So many bytes have come into the accelerator's memory past the host, and the range of `target`
 * reads them: what that takes where it is emulated.  EDEVICE. */
int ctsar__transfer_landed(ctsar__device *d, size_t bytes, const ctsar__target *target,
                           ctsar__traffic *t) CTSAR__MUST_CHECK;

#endif
