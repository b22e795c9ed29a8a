/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A range whose outputs came only in part is executed elsewhere again.  That is right as long as
 * it does not read what it has written, so what an INOUT array had on the host is kept until all of
 * the range's outputs have come. */
#include "mem/undo.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

/* Does the range read on the host what it brings there? */
static bool matters(const ctsar__array *a)
{
    bool comes = !a->persists || a->through;
    return comes && (a->shape.flags & CTSAR_MEM_INOUT) == CTSAR_MEM_INOUT;
}

/* The positions that the values own, of each block. */
static ctsar__items owned(const ctsar__array *a, ctsar__values v)
{
    return ctsar__shape_positions(&a->shape, ctsar__shape_owns(&a->shape, v));
}

static char *block_at(const ctsar__array *a, size_t block, size_t position)
{
    return a->host + block * a->shape.assoc * a->shape.inner + position;
}

int ctsar__undo_save(ctsar__undo *u, const ctsar__array *a, ctsar__values v)
{
    if (!matters(a))
        return CTSAR_OK;
    ctsar__items at = owned(a, v);
    size_t width = at.hi - at.lo, bytes = u->bytes + a->shape.outer * width;
    if (bytes > u->room) {
        if (!ctsar__resize(&u->data, bytes, 1))
            return ctsar__error(CTSAR_ENOMEM, "no memory to keep %zu bytes of a range", bytes);
        u->room = bytes;
    }
    for (size_t b = 0; b < a->shape.outer; ++b, u->bytes += width)
        memcpy(u->data + u->bytes, block_at(a, b, at.lo), width);
    return CTSAR_OK;
}

void ctsar__undo_restore(const ctsar__undo *u, const ctsar__array *a, ctsar__values v, size_t *at)
{
    if (!matters(a))
        return;
    ctsar__items i = owned(a, v);
    size_t width = i.hi - i.lo;
    for (size_t b = 0; b < a->shape.outer; ++b, *at += width)
        memcpy(block_at(a, b, i.lo), u->data + *at, width);
}
