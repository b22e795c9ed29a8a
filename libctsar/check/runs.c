/* SPDX-License-Identifier: BSD-3-Clause
 *
 * An array's open pages, cut into runs: of the host's bytes, those that have a value and those that
 * have none, and what lies between them. */
#include "check/runs.h"

#include <string.h>

#include "base/grow.h"
#include "check/holes.h"
#include "check/overlap.h"
#include "check/part.h"
#include "check/persist.h"
#include "check/space.h"
#include "check/sweep.h"

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static int push(ctsar__check *c, ctsar__tracked *a, ctsar__run r)
{
    if (r.length == 0)
        return CTSAR_OK;
    ctsar__run *grown = ctsar__grow(a->run, &a->room, a->runs + 1, sizeof *grown);
    if (!grown)
        return ctsar__error(CTSAR_ENOMEM, "no memory to check %zu parts of an array", a->runs + 1);
    a->run = grown;
    r.mark = c->marks;
    if (!r.defined)
        c->marks += r.length;
    if (r.owned)
        a->owned_bytes += r.length;
    a->run[a->runs++] = r;
    return CTSAR_OK;
}

/* Up to byte `at` there is nothing of the host's, and maybe a hole. */
static int push_gap(ctsar__check *c, ctsar__tracked *a, size_t at)
{
    size_t from = a->lo;
    if (a->runs > 0)
        from = a->run[a->runs - 1].at + a->run[a->runs - 1].length;
    if (at <= from)
        return CTSAR_OK;
    ctsar__items hole = ctsar__check_hole(c, a, from, at);
    int status = push(c, a, (ctsar__run){.at = from, .length = hole.lo - from, .host = SIZE_MAX});
    if (status)
        return status;
    return push(c, a, (ctsar__run){.at = hole.hi, .length = at - hole.hi, .host = SIZE_MAX});
}

/* From byte `host` on, how many other iterations write, or do not. */
static size_t raced(const ctsar__check *c, const ctsar__tracked *a, size_t host, size_t length,
                    bool *is)
{
    const ctsar__tracked *through;
    uint32_t writer = 0;
    *is = false;
    if (c->sweep == CTSAR__PLAIN && a->overlaps)
        return ctsar__check_raced(c, a, host, length, is);
    if (c->sweep == CTSAR__JUDGES && !a->part)
        length = ctsar__check_written(c, a, host, length, &writer, &through);
    *is = writer != 0;
    return length;
}

/* Some of the host's, of which parts may be lost. */
static int push_host(ctsar__check *c, ctsar__tracked *a, ctsar__run r)
{
    int status = push_gap(c, a, r.at);
    while (r.length > 0 && !status) {
        ctsar__run part = r;
        if (r.defined)
            part.length = ctsar__check_lost(a, r.host, r.length, &part.lost);
        if (r.defined && !a->raced)
            part.length = raced(c, a, r.host, part.length, &part.raced);
        part.defined = r.defined && !part.lost && !part.raced;
        status = push(c, a, part);
        r.at += part.length;
        r.host += part.length;
        r.length -= part.length;
    }
    return status;
}

static bool in(size_t p, ctsar__items i)
{
    return p >= i.lo && p < i.hi;
}

/* Of a part what is not in the box, too, once it is known that it is read. */
static bool is_defined_part(const ctsar__tracked *a, size_t block, size_t p)
{
    if (ctsar__check_part_has_block(a, block) && in(p, ctsar__check_part_columns(a)))
        return a->mended.flags & CTSAR_MEM_INPUT;
    return a->everything;
}

/* Has the byte at position `p` of a block a value that the iteration can rely on?  The others'
 * outputs have none, until it is known what of them is written. */
static bool is_defined(const ctsar__check *c, const ctsar__tracked *a, size_t p, ctsar__items own)
{
    if (!(a->mended.flags & CTSAR_MEM_INPUT))
        return false;
    bool others = own.lo < own.hi && (p < own.lo || p >= own.hi);
    long value;
    return a->raced || c->sweep != CTSAR__PLAIN || !others ||
           !ctsar__check_is_others(c, &a->shape, p / a->shape.inner, &value);
}

/* What there is of block `block` of a part: before the box's columns, these, and behind them. */
static int push_part(ctsar__check *c, ctsar__tracked *a, size_t block)
{
    ctsar__items columns = ctsar__check_part_columns(a);
    bool has = ctsar__check_part_has_block(a, block);
    bool owns = has && a->mended.flags & CTSAR_MEM_OUTPUT;
    int status = CTSAR_OK;
    if (!has && !a->everything)
        return status;
    for (size_t p = a->window.lo, end; p < a->window.hi && !status; p = end) {
        end = p < columns.lo ? columns.lo : p < columns.hi ? columns.hi : a->window.hi;
        status = push_host(c, a,
                           (ctsar__run){.at = block * a->layout.block + p,
                                        .length = end - p,
                                        .host = block * a->shape.assoc * a->shape.inner + p,
                                        .defined = is_defined_part(a, block, p),
                                        .owned = owns && in(p, columns)});
    }
    return status;
}

/* The window's part of block `block`: cut at the ends of an output's items and of padded rows. */
static int push_block(ctsar__check *c, ctsar__tracked *a, size_t block, ctsar__items own)
{
    const ctsar__layout *l = &a->layout;
    size_t row = l->row == l->pitch ? SIZE_MAX : l->row;
    int status = CTSAR_OK;
    for (size_t p = a->window.lo, end; p < a->window.hi && !status; p = end) {
        end = row == SIZE_MAX ? a->window.hi : least(a->window.hi, (p / row + 1) * row);
        if (own.lo < own.hi)
            end = least(end, (p / a->shape.inner + 1) * a->shape.inner);
        status = push_host(c, a,
                           (ctsar__run){.at = block * l->block + ctsar__layout_at(l, p),
                                        .length = end - p,
                                        .host = block * a->shape.assoc * a->shape.inner + p,
                                        .defined = is_defined(c, a, p, own),
                                        .owned = p >= own.lo && p < own.hi});
    }
    return status;
}

/* The body may look for outputs' own items on the host, and for what accelerators may have changed
 * of a persisted array. */
bool ctsar__check_is_hidden(const ctsar__tracked *a, const ctsar__run *r)
{
    return r->owned || (a->hides && r->host != SIZE_MAX);
}

static int grow(char **at, size_t *room, size_t bytes)
{
    if (bytes <= *room)
        return CTSAR_OK;
    if (!ctsar__resize(at, bytes, 1))
        return ctsar__error(CTSAR_ENOMEM, "no memory to check %zu bytes of an array", bytes);
    *room = bytes;
    return CTSAR_OK;
}

static int save_truth(ctsar__tracked *a)
{
    int status = grow(&a->first, &a->owned_room, 2 * a->owned_bytes);
    if (!status)
        status = grow(&a->truth, &a->truth_room, a->hidden_bytes);
    if (status)
        return status;
    a->second = a->first + a->owned_bytes;
    char *to = a->truth;
    for (size_t i = 0; i < a->runs; ++i)
        if (ctsar__check_is_hidden(a, &a->run[i])) {
            memcpy(to, a->host + a->run[i].host, a->run[i].length);
            to += a->run[i].length;
        }
    return CTSAR_OK;
}

/* The window, and which blocks there are. */
static ctsar__items select_blocks(const ctsar__check *c, ctsar__tracked *a)
{
    const ctsar__shape *s = &a->mended;
    if (!a->part) {
        a->window =
            ctsar__shape_positions(s, ctsar__shape_needs(s, (ctsar__values){c->value, 1, 1}));
        return (ctsar__items){0, s->outer};
    }
    a->window =
        a->everything ? (ctsar__items){0, s->assoc * s->inner} : ctsar__check_part_columns(a);
    return ctsar__check_part_blocks(a);
}

static int push_blocks(ctsar__check *c, ctsar__tracked *a, ctsar__items blocks)
{
    const ctsar__shape *s = &a->mended;
    ctsar__items own = {0, 0};
    int status = CTSAR_OK;
    if (s->flags & CTSAR_MEM_OUTPUT && !a->part)
        own = ctsar__shape_positions(s, ctsar__shape_owns(s, (ctsar__values){c->value, 1, 1}));
    for (size_t b = blocks.lo; b < blocks.hi && !status; ++b)
        status = a->part ? push_part(c, a, b) : push_block(c, a, b, own);
    return status;
}

int ctsar__check_prepare(ctsar__check *c, ctsar__tracked *a)
{
    ctsar__items blocks = select_blocks(c, a);
    size_t lo = blocks.lo * a->layout.block + ctsar__layout_at(&a->layout, a->window.lo);
    size_t hi = (blocks.hi - 1) * a->layout.block + ctsar__layout_end(&a->layout, a->window.hi);
    ctsar__check_refit(c, a);
    int status = ctsar__check_open(a, lo, hi, ctsar__shape_whole(&a->mended));
    a->runs = a->owned_bytes = 0;
    a->overlaps = ctsar__check_overlaps_output(c, a);
    if (a->overlaps)
        a->loaded = 0;
    if (!status)
        status = push_blocks(c, a, blocks);
    if (!status)
        status = push_gap(c, a, a->hi);
    if (!status)
        status = ctsar__check_close_holes(a);
    a->hidden_bytes = 0;
    for (size_t i = 0; i < a->runs; ++i)
        a->hidden_bytes += ctsar__check_is_hidden(a, &a->run[i]) ? a->run[i].length : 0;
    a->hidden_mark = c->marks;
    c->marks += a->hidden_bytes;
    return status || !a->hidden_bytes ? status : save_truth(a);
}
