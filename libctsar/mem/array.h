/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A registered array: state only. */
#ifndef CTSAR_ARRAY_H
#define CTSAR_ARRAY_H

#include <stdatomic.h>

#include "mem/use.h"
#include "mem/layout.h"
#include "mem/list.h"

/* An array on one accelerator, for ranges of one slot.  Whole inputs and persisted arrays have
 * one for all slots, that of slot 0. */
typedef struct ctsar__window {
    size_t *strides;       /* where this turn wants them stored, or NULL */
    ctsar__space space;    /* not persisted */
    ctsar__layout layout;  /* the same */
    unsigned long pass;    /* the last pass a whole input was copied in */
    ctsar__holder *holder; /* persisted */
    ctsar__wish wish;      /* the same */
} ctsar__window;

/* Persisted arrays that the memory of one that is not persisted overlaps. */
typedef struct ctsar__beneath {
    struct ctsar__beneath *older; /* what was found before; some thread may yet look at it */
    size_t count;
    ctsar__shared *at[];
} ctsar__beneath;

/* A registration. */
typedef struct ctsar__array {
    ctsar__entry entry;
    char *host;
    ctsar__shape shape;
    bool persists, through;            /* ... and brings its outputs to the host in each turn */
    _Atomic bool moved;                /* have its wishes changed since the last pass's end? */
    ctsar__shared *shared;             /* its place in the directory, where it is persisted, */
    _Atomic(ctsar__beneath *) beneath; /* else what it overlaps there, or NULL */
    _Atomic unsigned long generation;  /* of the directory when that was looked up */
    int slots;
    ctsar__window window[]; /* per accelerator of the region, `slots` each */
} ctsar__array;

#endif
