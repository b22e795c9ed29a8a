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

/* What the values own, group by group as it is brought. */
typedef struct owned {
    ctsar__items at; /* items */
    ctsar__groups each;
} owned;

static owned owned_by(const ctsar__array *a, ctsar__values v)
{
    ctsar__items at = ctsar__shape_owns(&a->shape, v);
    ctsar__groups g = ctsar__shape_groups(&a->shape, v);
    if (g.apart <= g.width || v.count == 1)
        g.width = g.apart = at.hi - at.lo;
    return (owned){at, g};
}

static size_t bytes_of(const ctsar__array *a, owned o)
{
    size_t count = o.at.hi > o.at.lo ? (o.at.hi - o.at.lo - 1) / o.each.apart + 1 : 0;
    return a->shape.outer * count * o.each.width * a->shape.inner;
}

static char *item_at(const ctsar__array *a, size_t block, size_t item)
{
    return a->host + (block * a->shape.assoc + item) * a->shape.inner;
}

int ctsar__undo_save(ctsar__undo *u, const ctsar__array *a, ctsar__values v)
{
    if (!matters(a))
        return CTSAR_OK;
    owned o = owned_by(a, v);
    size_t width = o.each.width * a->shape.inner, bytes = u->bytes + bytes_of(a, o);
    if (bytes > u->room) {
        if (!ctsar__resize(&u->data, bytes, 1))
            return ctsar__error(CTSAR_ENOMEM, "no memory to keep %zu bytes of a range", bytes);
        u->room = bytes;
    }
    for (size_t b = 0; b < a->shape.outer; ++b)
        for (size_t i = o.at.lo; i < o.at.hi; i += o.each.apart, u->bytes += width)
            memcpy(u->data + u->bytes, item_at(a, b, i), width);
    return CTSAR_OK;
}

void ctsar__undo_restore(const ctsar__undo *u, const ctsar__array *a, ctsar__values v, size_t *at)
{
    if (!matters(a))
        return;
    owned o = owned_by(a, v);
    size_t width = o.each.width * a->shape.inner;
    for (size_t b = 0; b < a->shape.outer; ++b)
        for (size_t i = o.at.lo; i < o.at.hi; i += o.each.apart, *at += width)
            memcpy(item_at(a, b, i), u->data + *at, width);
}

int ctsar__undo_save_box(ctsar__undo *u, const ctsar__box *b)
{
    size_t bytes = ctsar__box_bytes(b);
    char *grown = ctsar__grow(u->data, &u->room, u->bytes + bytes, 1);
    if (!grown)
        return ctsar__error(CTSAR_ENOMEM, "no memory to keep %zu bytes of tasks", bytes);
    u->data = grown;
    ctsar__box_save(b, u->data + u->bytes);
    u->bytes += bytes;
    return CTSAR_OK;
}

void ctsar__undo_restore_box(const ctsar__undo *u, const ctsar__box *b, size_t *at)
{
    ctsar__box_restore(b, u->data + *at);
    *at += ctsar__box_bytes(b);
}
