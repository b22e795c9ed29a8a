/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Padding and packing (paper 4.3).  Padding makes a row begin where accesses coalesce; packing
 * lets a block have only as many items as the window, or nearly so.  Both show to the body as
 * strides.  A packed block keeps the host's positions: item i lies where it would without
 * packing, counted from the block's beginning, so consecutive blocks' windows interleave. */
#include "mem/layout.h"

enum { SEGMENT = 64 }; /* bytes that an accelerator reads at once */

static size_t round_up(size_t n, size_t step)
{
    return (n + step - 1) / step * step;
}

/* A row's bytes, padded to whole SIMD widths and segments. */
static size_t padded(const ctsar__device *d, size_t elem, size_t bytes)
{
    /* Without a width of its own, the same on every machine. */
    size_t simd = d->simd ? d->simd : ctsar__core_simd(CTSAR__CLOCK_VIRTUAL), step = simd * elem;
    while (step < SEGMENT)
        step *= 2;
    return round_up(bytes, step);
}

/* Up to an eighth more, so that shares that drift seldom change the pitch. */
static size_t quantise(size_t items)
{
    size_t step = 1;
    while (step < items / 16)
        step *= 2;
    return round_up(items, step);
}

static bool innermost(const ctsar__shape *s)
{
    return s->dim == s->ndim - 1 && s->ndim > 0;
}

ctsar__layout ctsar__layout_host(const ctsar__shape *s)
{
    return (ctsar__layout){.row = s->row, .pitch = s->row, .block = s->assoc * s->inner};
}

/* With blocks of `items` items. */
static ctsar__layout with_items(const ctsar__shape *s, const ctsar__device *d, size_t items)
{
    bool pads = s->flags & CTSAR_MEM_PAD;
    ctsar__layout l = {.row = s->row, .pitch = s->row, .block = items * s->inner};
    if (pads && innermost(s))
        l.block = padded(d, s->elem, l.block);
    else if (pads) {
        l.pitch = padded(d, s->elem, s->row);
        l.block = items * (s->inner / s->row) * l.pitch;
    }
    return l;
}

static bool same_rows(const ctsar__layout *a, const ctsar__layout *b)
{
    return a->row == b->row && a->pitch == b->pitch;
}

ctsar__layout ctsar__layout_unit(const ctsar__shape *s, const ctsar__device *d, size_t items,
                                 const ctsar__layout *now)
{
    if (!s->packs) {
        ctsar__layout all = with_items(s, d, s->assoc);
        return s->outer == 1 && same_rows(now, &all) && now->block >= all.block ? *now : all;
    }
    size_t wanted = quantise(items);
    ctsar__layout fits = with_items(s, d, items), most = with_items(s, d, items + items / 4);
    if (same_rows(now, &fits) && now->block >= fits.block && now->block <= most.block)
        return *now;
    return with_items(s, d, wanted < s->assoc ? wanted : s->assoc);
}

bool ctsar__layout_equal(const ctsar__layout *a, const ctsar__layout *b)
{
    return same_rows(a, b) && a->block == b->block;
}

void ctsar__layout_set(ctsar__layout *now, ctsar__layout l)
{
    if (!ctsar__layout_equal(now, &l))
        *now = l;
}

size_t ctsar__layout_at(const ctsar__layout *l, size_t position)
{
    return l->row == l->pitch ? position : position / l->row * l->pitch + position % l->row;
}

size_t ctsar__layout_end(const ctsar__layout *l, size_t position)
{
    return position ? ctsar__layout_at(l, position - 1) + 1 : 0;
}

void ctsar__layout_strides(const ctsar__shape *s, const ctsar__layout *l, size_t *strides)
{
    size_t stride = 1;
    for (int k = s->ndim - 1; k > 0; --k) {
        if (k == s->dim)
            stride = l->block / s->elem;
        else if (k == s->ndim - 1)
            stride = l->pitch / s->elem;
        else
            stride *= s->extent[k];
        strides[k - 1] = stride;
    }
}

int ctsar__layout_room(const ctsar__shape *s, const ctsar__device *d, size_t *bytes)
{
    ctsar__layout l = with_items(s, d, s->assoc);
    size_t rows = s->assoc * (s->inner / s->row), block;
    if (l.pitch < s->row || __builtin_mul_overflow(rows, l.pitch, &block) ||
        __builtin_mul_overflow(block > l.block ? block : l.block, s->outer, bytes))
        return ctsar__error(CTSAR_EOVERFLOW,
                            "an array of %zu bytes with padded rows is more than "
                            "an address space; check the extents",
                            ctsar__shape_bytes(s));
    return CTSAR_OK;
}
