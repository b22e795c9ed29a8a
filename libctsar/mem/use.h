/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What registrations and ranges want of a persisted array, and the names of what the directory
 * has for it. */
#ifndef CTSAR_USE_H
#define CTSAR_USE_H

#include <stdbool.h>

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

/* The positions that a registration wants kept on an accelerator: what the ranges of its
 * last pass needed. */
typedef struct ctsar__wish {
    ctsar__items at;
    unsigned long pass;
    ctsar__intervals taken; /* what its ranges had there when the array's persisting ended */
    ctsar__intervals wrote; /* of what is current there: what its ranges wrote (owed.h) */
    ctsar__intervals owed;  /* what others have fetched of that: its ranges are to account for it */
    struct ctsar__wish *next;
} ctsar__wish;

/* What a range does with an array, in positions. */
typedef struct ctsar__use {
    const ctsar__shape *shape; /* NULL: of something that overlaps the array */
    ctsar__items needs, owns;
    bool reads;
} ctsar__use;

#endif
