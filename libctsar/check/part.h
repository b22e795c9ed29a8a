/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where the bytes of a part lie that a task accesses: a box of an array.  The innermost dimension
 * is the associated one; of the blocks the box has some. */
#ifndef CTSAR_CHECK_PART_H
#define CTSAR_CHECK_PART_H

#include "check/state.h"

/* Items between what a unit has of two rows, at least. */
enum { CTSAR__CHECK_GAP = 16 };

/* The array that the box is of; its window is the box's columns.  EOVERFLOW. */
int ctsar__check_part_shape(size_t elem, int ndim, const ctsar_side *side, unsigned flags,
                            ctsar__shape *out) CTSAR__MUST_CHECK;
/* Blocks are further apart than the host's where on a unit the distances differ. */
ctsar__layout ctsar__check_part_layout(const ctsar__tracked *a);
/* Distances of all dimensions but the innermost, in elements. */
void ctsar__check_part_strides(const ctsar__tracked *a, size_t *strides);
/* The first element of the box, in bytes from the base. */
size_t ctsar__check_part_first(const ctsar__tracked *a);
/* Where a byte of the space belongs on the host, counted from the array. */
ptrdiff_t ctsar__check_part_offset(const ctsar__tracked *a, ptrdiff_t at);

/* Does the box have some of the block?  Its columns, in positions. */
bool ctsar__check_part_has_block(const ctsar__tracked *a, size_t block);
ctsar__items ctsar__check_part_columns(const ctsar__tracked *a);
/* Is a byte of the host's array in the box?  One of the space? */
bool ctsar__check_part_has(const ctsar__tracked *a, ptrdiff_t host);
bool ctsar__check_part_holds(const ctsar__tracked *a, ptrdiff_t at);
/* The blocks that the body may find something in, as far as is known. */
ctsar__items ctsar__check_part_blocks(const ctsar__tracked *a);

#endif
