/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What registrations and ranges want of a persisted array, and the names of what the directory
 * has for it. */
#ifndef CTSAR_USE_H
#define CTSAR_USE_H

#include <stdbool.h>

#include "device/device.h"
#include "mem/intervals.h"
#include "mem/shape.h"

/* An array of which accelerators keep what they hold, and who has what is current.  One for each
 * host address in the process. */
typedef struct ctsar__shared ctsar__shared;
/* How messages call it, and what its user can do where some of it is lost. */
typedef struct ctsar__shared_words {
    const char *name, *mend;
} ctsar__shared_words;
/* It on one accelerator. */
typedef struct ctsar__holder ctsar__holder;

/* What a registration's ranges in flight do on an accelerator, slot by slot.  Slots are a region's:
 * two regions that use the array at once have the same numbers. */
typedef struct ctsar__flights {
    ctsar__items arriving[CTSAR__SLOTS]; /* what each of them copies now: current, but not there */
    ctsar__items pin[CTSAR__SLOTS];      /* what the range in flight in each slot needs, ... */
    ctsar__items writes[CTSAR__SLOTS];   /* ... and what it writes, until that is noted */
} ctsar__flights;

/* The positions that a registration wants kept on an accelerator: what the ranges of its
 * last pass needed. */
typedef struct ctsar__wish {
    ctsar__items at;
    unsigned long pass;
    ctsar__intervals taken; /* what its ranges had there when the array's persisting ended */
    ctsar__intervals wrote; /* of what is current there: what its ranges wrote (owed.h) */
    ctsar__intervals owed;  /* what others have fetched of that: its ranges are to account for it */
    ctsar__flights *flights; /* while it is one of the accelerator's wishes */
    struct ctsar__wish *next;
} ctsar__wish;

/* What a range does with an array, in positions. */
typedef struct ctsar__use {
    const ctsar__shape *shape; /* NULL: of something that overlaps the array */
    ctsar__items needs, owns;
    bool reads;
    /* What a registration that does not persist has, which may be other bytes of the array: where
     * it lies, and how its iterations' positions lie apart.  NULL: it persists. */
    const char *host;
    const ctsar__shape *of;
    ctsar__groups groups;
} ctsar__use;

#endif
