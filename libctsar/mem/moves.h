/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What it would take to bring persisted data to where a range reads them, as they lay when stock
 * was taken.  Taking stock costs as much as a look at all intervals of the directory; a price is
 * then a search in each array's, without a lock, as it is asked for many ranges that might be. */
#ifndef CTSAR_MOVES_H
#define CTSAR_MOVES_H

#include "mem/arrays.h"

/* Positions that a unit has not, all of which one other holder has. */
typedef struct ctsar__lacking {
    ctsar__items at;
    double once, each; /* seconds of a copy, and of each position in it */
    double upto;       /* seconds for all of this and of those before it */
} ctsar__lacking;

/* Those of one array, in order. */
typedef struct ctsar__lack {
    ctsar__lacking *piece;
    size_t count, room;
} ctsar__lack;

/* A registration with PERSIST. */
typedef struct ctsar__movable {
    ctsar__shape shape;
    ctsar__lack *lack; /* the host's, then one for each accelerator */
} ctsar__movable;

/* Zeroed: nothing persists; the room is kept. */
typedef struct ctsar__moves {
    int accs; /* of the region */
    ctsar__movable *array;
    int count, made; /* in use; with what they lack, which is kept */
    size_t room;
} ctsar__moves;

/* Takes stock of all that `pass` has registered so far to persist.  Any thread, while no other uses
 * *m; copies that are on their way count as made.  A copy is taken to be one operation, at the
 * device's pace so far (ctsar__pace_per_byte).  ENOMEM: then nothing persists. */
int ctsar__moves_take(ctsar__moves *m, const ctsar__arrays *a,
                      unsigned long pass) CTSAR__MUST_CHECK;
void ctsar__moves_free(ctsar__moves *m);

/* Seconds that it takes to make current on accelerator acc, < 0: the host, what the values read; >=
 * 0, and no less for more values from the same one on.  `whole`: also what every iteration needs
 * all of, which a unit that has had a range has. */
double ctsar__moves_seconds(const ctsar__moves *m, int acc, ctsar__values v, bool whole);

#endif
