/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a registration says of an array, and what a range of iterations selects of it.
 *
 * An array is seen as (outer, associated, inner): `outer` blocks of `assoc`
 * items of `inner` bytes, where iteration i selects item i of every block, or the `width` items
 * from stride * i + offset on.  Rows of a matrix have outer = 1, columns have inner = one element.
 * What a range needs is then one strided 2-D copy. */
#ifndef CTSAR_SHAPE_H
#define CTSAR_SHAPE_H

#include <stdbool.h>

#include "base/status.h"
#include "mem/items.h"

enum { CTSAR__DIMS = CTSAR_MAX_DIMS };

typedef struct ctsar__shape {
    size_t elem;                   /* bytes of an element */
    size_t outer, assoc, inner;    /* inner in bytes; a whole array: outer 1, assoc 1 */
    size_t halo_below, halo_above; /* items */
    long stride, offset;           /* iteration i selects the item stride * i + offset ... */
    size_t width;                  /* ... and those behind it: so many */
    unsigned flags;                /* CTSAR_MEM_*; PARTIAL: one dimension is associated */
    size_t row;                    /* bytes of an item that lie in one innermost row */
    bool packs;                    /* blocks on a unit may be shorter than the host's */
    int ndim, dim;                 /* the associated dimension; ndim: none, or several */
    size_t extent[CTSAR__DIMS];
} ctsar__shape;

/* The values that the loop's variable takes in a range: lo, lo+step, ...,
 * count of them. */
typedef struct ctsar__values {
    long lo, step;
    long count;
} ctsar__values;

/* Number k of them, which is a long; what it is added up from need not be. */
static inline long ctsar__value(ctsar__values v, long k)
{
    return (long)((unsigned long)v.lo + (unsigned long)k * (unsigned long)v.step);
}

/* An array of 1 to CTSAR_MAX_DIMS dimensions, as ctsar_reg_mem_nd; checks all that does not need
 * a region.  Several associated dimensions make a whole array.  EINVAL, EOVERFLOW. */
int ctsar__shape_nd(size_t elem, int ndim, const ctsar_dim *dims, unsigned flags,
                    bool strides_given, ctsar__shape *out) CTSAR__MUST_CHECK;
/* Which items are an iteration's, where they are not item i.  EINVAL. */
int ctsar__shape_map(ctsar__shape *s, const ctsar_map *map) CTSAR__MUST_CHECK;
/* The same with what ctsar_reg_mem and ctsar_reg_mem_2d are given. */
int ctsar__shape_vector(size_t elem, size_t items, unsigned flags,
                        ctsar__shape *out) CTSAR__MUST_CHECK;
int ctsar__shape_2d(size_t elem, size_t rows, size_t cols, size_t row_halo, size_t col_halo,
                    unsigned flags, bool pitch_given, ctsar__shape *out) CTSAR__MUST_CHECK;
bool ctsar__shape_equal(const ctsar__shape *a, const ctsar__shape *b);
size_t ctsar__shape_bytes(const ctsar__shape *s);
/* Does every iteration need all of it? */
bool ctsar__shape_whole(const ctsar__shape *s);
/* Groups of items, of which each value selects one: `width` items every `apart` items.  Where apart
 * is no more than width there is nothing between them. */
typedef struct ctsar__groups {
    size_t width, apart;
} ctsar__groups;
ctsar__groups ctsar__shape_groups(const ctsar__shape *s, ctsar__values v);
/* Is there anything between the items that iterations select which is none of the array's? */
bool ctsar__shape_has_gaps(const ctsar__shape *s);
/* Does one of the values select the item?  Then which. */
bool ctsar__shape_owner(const ctsar__shape *s, ctsar__values v, size_t item, long *value);
/* Does executing the values read the array?  With a step also an output: what lies between the
 * values belongs to what the unit holds as current, so it must be. */
bool ctsar__shape_reads(const ctsar__shape *s, ctsar__values v);
/* Do two of the values select one item?  Of an output they must not. */
bool ctsar__shape_overlaps(const ctsar__shape *s, ctsar__values v);
/* Do all these values select an item?  True for a whole array. */
bool ctsar__shape_covers(const ctsar__shape *s, ctsar__values v);

/* The items that the values need (halo included, cut at the array's ends) or own (without halo). */
ctsar__items ctsar__shape_needs(const ctsar__shape *s, ctsar__values v);
ctsar__items ctsar__shape_owns(const ctsar__shape *s, ctsar__values v);
/* The positions of these items in a block. */
static inline ctsar__items ctsar__shape_positions(const ctsar__shape *s, ctsar__items i)
{
    return (ctsar__items){i.lo * s->inner, i.hi * s->inner};
}

#endif
