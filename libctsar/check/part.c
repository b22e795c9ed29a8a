/* SPDX-License-Identifier: BSD-3-Clause */
#include "check/part.h"

/* ---- The array ------------------------------------------------------------------------- */

int ctsar__check_part_shape(size_t elem, int ndim, const ctsar_side *side, unsigned flags,
                            ctsar__shape *out)
{
    ctsar_dim dims[CTSAR_BOX_DIMS] = {{0}};
    for (int k = 0; k < ndim; ++k)
        dims[k] = (ctsar_dim){.extent = side[k].extent, .assoc = k == ndim - 1};
    int status = ctsar__shape_nd(elem, ndim, dims, CTSAR_MEM_PARTIAL | flags, true, out);
    if (!status)
        out->width = side[ndim - 1].count;
    return status;
}

/* On a unit a box is packed; so its inner distances are the host's only where it has all there is
 * of the inner dimensions. */
static bool packs(const ctsar__tracked *a)
{
    for (int k = 1; k < a->shape.ndim && !a->flat; ++k)
        if (a->side[k].count < a->shape.extent[k])
            return true;
    return false;
}

/* Wider and not narrower, so that a neighbour of the box is found beside it and not in its next
 * row. */
ctsar__layout ctsar__check_part_layout(const ctsar__tracked *a)
{
    const ctsar__shape *s = &a->shape;
    size_t items = s->assoc + (packs(a) ? s->width + CTSAR__CHECK_GAP : 0);
    return (ctsar__layout){.row = s->row, .pitch = s->row, .block = items * s->inner};
}

void ctsar__check_part_strides(const ctsar__tracked *a, size_t *strides)
{
    size_t apart = a->layout.block / a->shape.elem;
    for (int k = a->shape.ndim - 2; k >= 0; --k) {
        strides[k] = apart;
        apart *= a->shape.extent[k];
    }
}

ptrdiff_t ctsar__check_part_offset(const ctsar__tracked *a, ptrdiff_t at)
{
    ptrdiff_t each = (ptrdiff_t)a->layout.block, row = at / each - (at % each < 0);
    return row * (ptrdiff_t)(a->shape.assoc * a->shape.inner) + (at - row * each);
}

/* ---- The box ------------------------------------------------------------------------------ */

ctsar__items ctsar__check_part_columns(const ctsar__tracked *a)
{
    const ctsar_side *side = &a->side[a->shape.ndim - 1];
    return ctsar__shape_positions(&a->shape, (ctsar__items){side->lo, side->lo + side->count});
}

bool ctsar__check_part_has_block(const ctsar__tracked *a, size_t block)
{
    for (int k = a->shape.ndim - 2; k >= 0; --k) {
        size_t index = block % a->shape.extent[k];
        block /= a->shape.extent[k];
        if (index < a->side[k].lo || index - a->side[k].lo >= a->side[k].count)
            return false;
    }
    return true;
}

bool ctsar__check_part_has(const ctsar__tracked *a, ptrdiff_t host)
{
    size_t block = a->shape.assoc * a->shape.inner, at = (size_t)host;
    ctsar__items columns = ctsar__check_part_columns(a);
    return host >= 0 && at < ctsar__shape_bytes(&a->shape) && at % block >= columns.lo &&
           at % block < columns.hi && ctsar__check_part_has_block(a, at / block);
}

bool ctsar__check_part_holds(const ctsar__tracked *a, ptrdiff_t at)
{
    bool between = at < 0 || (size_t)at % a->layout.block >= a->shape.assoc * a->shape.inner;
    return !between && ctsar__check_part_has(a, ctsar__check_part_offset(a, at));
}

/* Of the first element of the box, or of its last one. */
static size_t end_block(const ctsar__tracked *a, bool last)
{
    size_t block = 0;
    for (int k = 0; k < a->shape.ndim - 1; ++k)
        block = block * a->shape.extent[k] + a->side[k].lo + (last ? a->side[k].count - 1 : 0);
    return block;
}

size_t ctsar__check_part_first(const ctsar__tracked *a)
{
    return end_block(a, false) * a->layout.block + ctsar__check_part_columns(a).lo;
}

ctsar__items ctsar__check_part_blocks(const ctsar__tracked *a)
{
    if (a->everything)
        return (ctsar__items){0, a->shape.outer};
    return (ctsar__items){end_block(a, false), end_block(a, true) + 1};
}
