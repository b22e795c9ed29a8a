/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rows of items of blocks are nested strides.  The backends' 2-D copy does one of them and what
 * is contiguous; the others are walked here, so that there are as few copies as can be. */
#include "mem/transfer.h"

#include <string.h>

#include "device/pace.h"

bool ctsar__transfer_direct(const ctsar__place *to, const ctsar__place *from)
{
    const ctsar__layout *a = &to->layout, *b = &from->layout;
    if (a->row != a->pitch && b->row != b->pitch && a->row != b->row)
        return false;
    return !to->device || !from->device ||
           (to->device->backend == from->device->backend && to->device->backend->copy_peer);
}

static int enqueue(const ctsar__place *to, const ctsar__place *from, int slot,
                   const ctsar__copy2d *c, ctsar__event *e)
{
    if (to->device && from->device)
        return to->device->backend->copy_peer(to->device, from->device, slot, c, e);
    if (to->device)
        return to->device->backend->copy_in(to->device, slot, c, e);
    return from->device->backend->copy_out(from->device, slot, c, e);
}

static ctsar__way way_of(const ctsar__place *to, const ctsar__place *from)
{
    return !to->device ? CTSAR__WAY_OUT : !from->device ? CTSAR__WAY_IN : CTSAR__WAY_BETWEEN;
}

static ctsar__traced traced(ctsar__way way, size_t bytes)
{
    ctsar__trace_kind kind = way == CTSAR__WAY_IN    ? CTSAR__TRACE_COPY_IN
                             : way == CTSAR__WAY_OUT ? CTSAR__TRACE_COPY_OUT
                                                     : CTSAR__TRACE_COPY_ACROSS;
    return (ctsar__traced){.kind = kind, .bytes = {bytes}};
}

static void book(const ctsar__target *target, ctsar__engine engine, ctsar__way way, size_t bytes,
                 double seconds, ctsar__traffic *t)
{
    if (target->engines)
        ctsar__engines_book(target->engines, target->slot, engine, seconds, traced(way, bytes));
    else if (way == CTSAR__WAY_OUT) {
        t->aside_bytes += bytes;
        t->aside_seconds += seconds;
    }
}

static void count_bytes(ctsar__traffic *t, ctsar__way way, size_t bytes)
{
    *(way == CTSAR__WAY_IN    ? &t->bytes_in
      : way == CTSAR__WAY_OUT ? &t->bytes_out
                              : &t->bytes_between) += bytes;
}

/* What an operation of the device took. */
static void book_seconds(ctsar__device *d, double seconds, ctsar__shares shares, ctsar__traffic *t)
{
    double overhead = d->copy_overhead < seconds ? d->copy_overhead : seconds;
    double fixed = (1 - shares.once) * (overhead + shares.fixed * (seconds - overhead));
    t->seconds += seconds;
    t->once += shares.once * seconds;
    t->fixed += fixed;
    t->loose += shares.loose ? (1 - shares.once) * seconds : 0;
    t->loose_fixed += shares.loose ? fixed : 0;
    t->halo += shares.halo ? fixed + overhead : 0;
}

/* One copy. */
static int copy(const ctsar__place *to, const ctsar__place *from, const ctsar__copy2d *c,
                ctsar__shares shares, const ctsar__target *target, ctsar__traffic *t)
{
    ctsar__device *d = to->device ? to->device : from->device;
    ctsar__event e;
    int slot = d == target->device ? target->slot : CTSAR__SLOT_OTHERS;
    int status = enqueue(to, from, slot, c, &e);
    bool begun = !status || !d->backend->refuses_whole;
    if (!status)
        status = d->backend->wait(d, &e);
    if (ctsar__on(d, status, t)) {
        t->torn = t->torn || begun;
        return status;
    }
    ctsar__way way = way_of(to, from);
    book(target, d == target->device && !to->device ? CTSAR__COPY_OUT : CTSAR__COPY_IN, way,
         c->width * c->rows, e.seconds, t);
    count_bytes(t, way, c->width * c->rows);
    ctsar__pace_note(d, way, c->width * c->rows, e.seconds);
    book_seconds(d, e.seconds, shares, t);
    return CTSAR_OK;
}

int ctsar__transfer_landed(ctsar__device *d, size_t bytes, const ctsar__target *target,
                           ctsar__traffic *t)
{
    const ctsar__shares each_pass = {.fixed = 1};
    ctsar__event e;
    if (!d->backend->landed)
        return CTSAR_OK;
    int status = d->backend->landed(d, target->slot, bytes, &e);
    if (!status)
        status = d->backend->wait(d, &e);
    if (ctsar__on(d, status, t))
        return status;
    book(target, CTSAR__COPY_IN, CTSAR__WAY_IN, 0, e.seconds, t); /* no bytes that are counted */
    book_seconds(d, e.seconds, each_pass, t);
    return CTSAR_OK;
}

/* `count` runs of `width` bytes, the first at `position` of block `block`, `dst_pitch` and
 * `src_pitch` apart. */
static int copy_runs(const ctsar__place *to, const ctsar__place *from, size_t block,
                     size_t position, ctsar__copy2d c, ctsar__shares shares,
                     const ctsar__target *target, ctsar__traffic *t)
{
    c.dst = to->base + block * to->layout.block + ctsar__layout_at(&to->layout, position);
    c.src = from->base + block * from->layout.block + ctsar__layout_at(&from->layout, position);
    return copy(to, from, &c, shares, target, t);
}

/* Positions that are contiguous on both sides, of all blocks. */
static int copy_contiguous(const ctsar__place *to, const ctsar__place *from, size_t outer,
                           ctsar__items at, ctsar__shares shares, const ctsar__target *target,
                           ctsar__traffic *t)
{
    ctsar__copy2d c = {.dst_pitch = to->layout.block,
                       .src_pitch = from->layout.block,
                       .width = at.hi - at.lo,
                       .rows = outer};
    return at.lo < at.hi ? copy_runs(to, from, 0, at.lo, c, shares, target, t) : CTSAR_OK;
}

/* What `row` bytes lie apart in a layout. */
static size_t apart(const ctsar__layout *l, size_t row)
{
    return l->row == l->pitch ? row : l->pitch;
}

/* Whole rows, padded on one side at least, of all blocks. */
static int copy_rows(const ctsar__place *to, const ctsar__place *from, size_t outer, size_t row,
                     ctsar__items at, ctsar__shares shares, const ctsar__target *target,
                     ctsar__traffic *t)
{
    size_t rows = (at.hi - at.lo) / row;
    int status = CTSAR_OK;
    if (outer > rows)
        for (; at.lo < at.hi && !status; at.lo += row)
            status = copy_contiguous(to, from, outer, (ctsar__items){at.lo, at.lo + row}, shares,
                                     target, t);
    else
        for (size_t b = 0; b < outer && rows && !status; ++b)
            status = copy_runs(to, from, b, at.lo,
                               (ctsar__copy2d){.dst_pitch = apart(&to->layout, row),
                                               .src_pitch = apart(&from->layout, row),
                                               .width = row,
                                               .rows = rows},
                               shares, target, t);
    return status;
}

/* The length of rows that are padded on either side; 0: none are. */
static size_t padded_row(const ctsar__place *to, const ctsar__place *from)
{
    const ctsar__layout *l = to->layout.row != to->layout.pitch ? &to->layout : &from->layout;
    return l->row != l->pitch ? l->row : 0;
}

/* Blocks that are equally far apart on either side. */
static int transfer_blocks(const ctsar__place *to, const ctsar__place *from, size_t outer,
                           ctsar__items at, ctsar__shares shares, const ctsar__target *target,
                           ctsar__traffic *t)
{
    size_t row = padded_row(to, from);
    if (!row || at.lo / row == (at.hi - 1) / row)
        return copy_contiguous(to, from, outer, at, shares, target, t);
    /* The end of a row, whole rows, the beginning of one. */
    size_t first = (at.lo + row - 1) / row * row, last = at.hi / row * row;
    int status = copy_contiguous(to, from, outer, (ctsar__items){at.lo, first}, shares, target, t);
    if (!status)
        status = copy_rows(to, from, outer, row, (ctsar__items){first, last}, shares, target, t);
    if (!status)
        status = copy_contiguous(to, from, outer, (ctsar__items){last, at.hi}, shares, target, t);
    return status;
}

/* The place of group number g of `blocks` blocks. */
static ctsar__place of_group(const ctsar__place *p, size_t g, size_t blocks)
{
    ctsar__place group = *p;
    group.base += g * (p->layout.group ? p->layout.apart : blocks * p->layout.block);
    return group;
}

int ctsar__transfer(const ctsar__place *to, const ctsar__place *from, size_t outer, ctsar__items at,
                    ctsar__shares shares, const ctsar__target *target, ctsar__traffic *t)
{
    size_t blocks = to->layout.group ? to->layout.group : from->layout.group;
    int status = CTSAR_OK;
    if (!blocks)
        return transfer_blocks(to, from, outer, at, shares, target, t);
    for (size_t g = 0; g < outer / blocks && !status; ++g) {
        ctsar__place there = of_group(to, g, blocks), here = of_group(from, g, blocks);
        status = transfer_blocks(&there, &here, blocks, at, shares, target, t);
    }
    return status;
}

/* Groups of a block's items in one copy, block by block. */
static int copy_picked(const ctsar__place *to, const ctsar__place *from, const ctsar__shape *s,
                       size_t first, size_t picked, ctsar__groups g, ctsar__shares shares,
                       const ctsar__target *target, ctsar__traffic *t)
{
    size_t stride = g.apart * s->inner; /* may wrap where only one is picked */
    ctsar__copy2d c = {
        .dst_pitch = stride, .src_pitch = stride, .width = g.width * s->inner, .rows = picked};
    int status = CTSAR_OK;
    for (size_t b = 0; b < s->outer && !status; ++b)
        status = copy_runs(to, from, b, first * s->inner, c, shares, target, t);
    return status;
}

int ctsar__transfer_items(const ctsar__place *to, const ctsar__place *from, const ctsar__shape *s,
                          ctsar__items items, ctsar__groups g, ctsar__shares shares,
                          const ctsar__target *target, ctsar__traffic *t)
{
    if (items.lo >= items.hi)
        return CTSAR_OK;
    if (g.apart <= g.width)
        return ctsar__transfer(to, from, s->outer,
                               (ctsar__items){items.lo * s->inner, items.hi * s->inner}, shares,
                               target, t);
    size_t picked = (items.hi - items.lo - 1) / g.apart + 1, at = items.lo * s->inner;
    if (!padded_row(to, from) && s->outer <= picked)
        return copy_picked(to, from, s, items.lo, picked, g, shares, target, t);
    int status = CTSAR_OK;
    for (size_t i = 0; i < picked && !status; ++i, at += g.apart * s->inner)
        status = ctsar__transfer(to, from, s->outer, (ctsar__items){at, at + g.width * s->inner},
                                 shares, target, t);
    return status;
}

int ctsar__transfer_groups(const ctsar__place *to, const ctsar__place *from, const ctsar__shape *s,
                           ctsar__items needs, size_t own, ctsar__shares shares,
                           const ctsar__target *target, ctsar__traffic *t)
{
    const ctsar__groups each = {1, 1};
    ctsar__groups g = ctsar__shape_groups(s, (ctsar__values){.step = 1});
    size_t first = own - (own - needs.lo) / g.apart * g.apart;
    size_t last = first + (needs.hi - 1 - first) / g.apart * g.apart;
    size_t cut = needs.hi - last < g.width ? last : needs.hi; /* the last ones need not be whole */
    int status = CTSAR_OK;
    if (first - needs.lo > g.apart - g.width) /* nor those before the first */
        status = ctsar__transfer_items(to, from, s,
                                       (ctsar__items){needs.lo, first - (g.apart - g.width)}, each,
                                       shares, target, t);
    if (!status)
        status =
            ctsar__transfer_items(to, from, s, (ctsar__items){first, cut}, g, shares, target, t);
    if (!status)
        status = ctsar__transfer_items(to, from, s, (ctsar__items){cut, needs.hi}, each, shares,
                                       target, t);
    return status;
}

static char *block_at(const ctsar__place *p, size_t b)
{
    const ctsar__layout *l = &p->layout;
    return p->base + (l->group ? b / l->group * l->apart + b % l->group * l->block : b * l->block);
}

void ctsar__transfer_on_host(const ctsar__place *to, const ctsar__place *from,
                             const ctsar__shape *s, ctsar__items items, ctsar__groups g)
{
    size_t count = items.hi - items.lo;
    if (g.apart <= g.width)
        g = (ctsar__groups){count, count};
    for (size_t b = 0; b < s->outer; ++b)
        for (size_t i = items.lo; i < items.hi; i += g.apart)
            memcpy(block_at(to, b) + i * s->inner, block_at(from, b) + i * s->inner,
                   g.width * s->inner);
}
