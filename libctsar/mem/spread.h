/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A persisted array over several nodes: which positions are current on which rank.  Every rank
 * computes all of it from what all know, so no messages are needed for it.  A state only; who calls
 * sees to it that one thread at a time does. */
#ifndef CTSAR_SPREAD_H
#define CTSAR_SPREAD_H

#include "mem/intervals.h"
#include "mem/shape.h"

/* An array seen as `outer` blocks of `block` bytes, whose positions are current together. */
typedef struct ctsar__spread {
    char *base;
    size_t outer, block;
    unsigned long number; /* from 1 on, in order of their making: the same on all ranks */
    struct ctsar__spread *next;
    int ranks;
    ctsar__intervals current[]; /* of each rank; every position is so on one at least */
} ctsar__spread;

/* Current on all ranks.  ENOMEM. */
int ctsar__spread_create(char *base, const ctsar__shape *shape, int ranks,
                         ctsar__spread **out) CTSAR__MUST_CHECK;
void ctsar__spread_free(ctsar__spread *s);
/* Its positions. */
ctsar__items ctsar__spread_all(const ctsar__spread *s);
/* Has it bytes in common with these? */
bool ctsar__spread_meets(const ctsar__spread *s, const void *host, size_t bytes);
/* Are the shape's positions at that address the array's? */
bool ctsar__spread_is_same(const ctsar__spread *s, const void *host, const ctsar__shape *shape);
/* The first positions of `at` that rank `to` has not and rank *from has; of several the next one
 * behind `to`.  False: none. */
bool ctsar__spread_missing(const ctsar__spread *s, int to, ctsar__items at, ctsar__items *piece,
                           int *from);
/* The rank has these as well; it alone has them.  ENOMEM. */
int ctsar__spread_got(ctsar__spread *s, int rank, ctsar__items at) CTSAR__MUST_CHECK;
int ctsar__spread_wrote(ctsar__spread *s, int rank, ctsar__items at) CTSAR__MUST_CHECK;

#endif
