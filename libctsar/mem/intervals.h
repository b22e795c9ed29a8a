/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Sets of positions: sorted intervals. */
#ifndef CTSAR_INTERVALS_H
#define CTSAR_INTERVALS_H

#include <stdbool.h>

#include "base/status.h"
#include "mem/items.h"

/* Zeroed: none. */
typedef struct ctsar__intervals {
    ctsar__items *at; /* sorted; no two touch */
    size_t count, room;
    size_t finger; /* where the last search ended; one thread at a time */
} ctsar__intervals;

void ctsar__intervals_free(ctsar__intervals *s);
/* ENOMEM: nothing has changed. */
int ctsar__intervals_add(ctsar__intervals *s, ctsar__items i) CTSAR__MUST_CHECK;
int ctsar__intervals_remove(ctsar__intervals *s, ctsar__items i) CTSAR__MUST_CHECK;
/* Adds of `i` what another set has.  ENOMEM: a part of it may be there. */
int ctsar__intervals_add_common(ctsar__intervals *s, const ctsar__intervals *other,
                                ctsar__items i) CTSAR__MUST_CHECK;
void ctsar__intervals_clear(ctsar__intervals *s);
bool ctsar__intervals_cover(const ctsar__intervals *s, ctsar__items i);
/* The first interval that ends behind `position`; {SIZE_MAX, SIZE_MAX}: there is none. */
ctsar__items ctsar__intervals_from(const ctsar__intervals *s, size_t position);
/* How many positions it has in common with these. */
size_t ctsar__intervals_common(const ctsar__intervals *s, ctsar__items i);
/* From the first one's beginning to the last one's end. */
ctsar__items ctsar__intervals_hull(const ctsar__intervals *s);

#endif
