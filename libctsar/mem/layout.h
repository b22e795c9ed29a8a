/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where an array's bytes lie on a unit: padding and packing. */
#ifndef CTSAR_LAYOUT_H
#define CTSAR_LAYOUT_H

#include "device/device.h"
#include "mem/shape.h"

/* A block's bytes are counted as the host has them: its positions. */
typedef struct ctsar__layout {
    size_t row, pitch;   /* every `row` bytes of a block begin `pitch` bytes after the last ones */
    size_t block;        /* bytes from a block's beginning to the next one's */
    size_t group, apart; /* every `group` blocks begin `apart` bytes after the last ones; 0: all
                          * blocks are one group */
} ctsar__layout;

ctsar__layout ctsar__layout_host(const ctsar__shape *s);
/* On an accelerator, for windows of `items` items; `now` is the layout that it has, which is kept
 * where that wastes little, or zeroed.  Rows are padded where the flags say so. */
ctsar__layout ctsar__layout_unit(const ctsar__shape *s, const ctsar__device *d, size_t items,
                                 const ctsar__layout *now);
/* Writes only what differs: of a whole array's window, which slots share, one may launch while
 * another one fetches. */
void ctsar__layout_set(ctsar__layout *now, ctsar__layout l);
bool ctsar__layout_equal(const ctsar__layout *a, const ctsar__layout *b);
/* How far from the block's beginning a position lies; of an end, where the last byte before
 * it ends. */
size_t ctsar__layout_at(const ctsar__layout *l, size_t position);
size_t ctsar__layout_end(const ctsar__layout *l, size_t position);
/* Distances for all but the innermost dimension, outermost first, in elements. */
void ctsar__layout_strides(const ctsar__shape *s, const ctsar__layout *l, size_t *strides);
/* Addresses that the array takes on the accelerator at most.  EOVERFLOW. */
int ctsar__layout_room(const ctsar__shape *s, const ctsar__device *d,
                       size_t *bytes) CTSAR__MUST_CHECK;

#endif
