/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What an array holds when an iteration begins, and what of it has been written when it ends.
 *
 * An array's open pages are cut into runs.  A defined run has the host's values; others have
 * the first pattern or, up to the prefix that the execution is for, the second one.  As
 * floating-point numbers both are finite, and their squares; one is small, so that what is added to
 * it shows, the other one large, so that it decides comparisons, of either sign in turn.  Now and
 * then one is 0, which decides conditions. */
#include "check/fill.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "check/overlap.h"
#include "check/part.h"
#include "check/persist.h"
#include "check/space.h"
#include "check/sweep.h"
#include "check/watch.h"

/* ---- Patterns ---------------------------------------------------------------------- */

static unsigned char hidden_pattern(bool second)
{
    return second ? 0xd7 : 0x57;
}

/* Outputs' are their own, so that one that was copied from elsewhere does not look unwritten. */
unsigned char ctsar__check_pattern(const ctsar__check *c, const ctsar__tracked *a,
                                   const ctsar__run *r, bool second)
{
    static const unsigned char around[][2] = {{0x40, 0xd4}, {0x00, 0xd5}, {0x3f, 0x54}};
    static const unsigned char own[][2] = {{0x38, 0xd8}, {0xb8, 0x58}};
    if (r->owned)
        return (unsigned char)(own[c->executed % 2][second] + a->ordinal % 7);
    return around[c->executed % 3][second];
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

size_t ctsar__check_number_size(const ctsar__tracked *a)
{
    size_t alignment = a->shape.elem & -a->shape.elem;
    return least(alignment, sizeof(uint64_t));
}

bool ctsar__check_differs_at(const ctsar__tracked *a, size_t host)
{
    return host % a->shape.elem % ctsar__check_number_size(a) == 0;
}

/* How many of the bytes from number `mark` on have the second pattern. */
static size_t second_of(const ctsar__check *c, size_t mark, size_t length)
{
    size_t n = c->prefix > mark ? c->prefix - mark : 0;
    return n < length ? n : length;
}

/* The first of n bytes that is not `value`. */
static size_t first_other(const char *at, unsigned char value, size_t n)
{
    size_t i = 0;
    if (n == 0 || ((unsigned char)*at == value && !memcmp(at, at + 1, n - 1)))
        return n;
    while ((unsigned char)at[i] == value)
        ++i;
    return i;
}

/* ---- Runs ---------------------------------------------------------------------------- */

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

/* Up to byte `at` there is nothing of the host's. */
static int push_gap(ctsar__check *c, ctsar__tracked *a, size_t at)
{
    size_t from = a->lo;
    if (a->runs > 0)
        from = a->run[a->runs - 1].at + a->run[a->runs - 1].length;
    return push(c, a,
                (ctsar__run){.at = from, .length = at > from ? at - from : 0, .host = SIZE_MAX});
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
    int status = ctsar__check_open(a, lo, hi, ctsar__shape_whole(&a->mended));
    a->runs = a->owned_bytes = 0;
    a->overlaps = ctsar__check_overlaps_output(c, a);
    if (a->overlaps)
        a->loaded = 0;
    if (!status)
        status = push_blocks(c, a, blocks);
    if (!status)
        status = push_gap(c, a, a->hi);
    a->hidden_bytes = 0;
    for (size_t i = 0; i < a->runs; ++i)
        a->hidden_bytes += ctsar__check_is_hidden(a, &a->run[i]) ? a->run[i].length : 0;
    a->hidden_mark = c->marks;
    c->marks += a->hidden_bytes;
    return status || !a->hidden_bytes ? status : save_truth(a);
}

/* ---- Contents ---------------------------------------------------------------------------- */

/* Are its numbers to differ a little from the host's? */
static bool differs(const ctsar__check *c, const ctsar__run *r)
{
    return r->owned && c->sweep == CTSAR__LEARNS && c->phase == CTSAR__SECOND;
}

static void fill_run(const ctsar__check *c, const ctsar__tracked *a, const ctsar__run *r)
{
    char *at = a->base + r->at;
    if (r->defined) {
        memcpy(at, a->host + r->host, r->length);
        for (size_t i = 0; differs(c, r) && i < r->length; ++i)
            at[i] ^= ctsar__check_differs_at(a, r->host + i);
        return;
    }
    size_t n = second_of(c, r->mark, r->length);
    memset(at, ctsar__check_pattern(c, a, r, true), n);
    memset(at + n, ctsar__check_pattern(c, a, r, false), r->length - n);
}

/* What has to be written of a whole input: all of it once a pass, then what is not defined. */
static bool to_be_filled(const ctsar__tracked *a, const ctsar__run *r)
{
    return !a->readonly || a->loaded != a->pass || !r->defined;
}

int ctsar__check_fill(ctsar__check *c, ctsar__tracked *a)
{
    size_t lo = SIZE_MAX, hi = 0;
    for (size_t i = 0; a->readonly && i < a->runs; ++i)
        if (to_be_filled(a, &a->run[i])) {
            lo = least(lo, a->run[i].at);
            hi = a->run[i].at + a->run[i].length;
        }
    int status = ctsar__check_protect(a, lo, hi, false);
    for (size_t i = 0; i < a->runs && !status; ++i)
        if (to_be_filled(a, &a->run[i]))
            fill_run(c, a, &a->run[i]);
    if (!status && a->readonly)
        status = ctsar__check_protect(a, lo, hi, true);
    a->loaded = a->pass;
    return status || !a->readonly ? status : ctsar__check_shut(c, a);
}

ptrdiff_t ctsar__check_changed(const ctsar__check *c, const ctsar__tracked *a, const ctsar__run *r)
{
    const char *at = a->base + r->at;
    size_t i = 0, n;
    if (r->owned || a->readonly)
        return CTSAR__NOWHERE;
    if (r->defined) {
        const char *host = a->host + r->host;
        if (!memcmp(at, host, r->length))
            return CTSAR__NOWHERE;
        while (at[i] == host[i])
            ++i;
        return (ptrdiff_t)(r->at + i);
    }
    n = second_of(c, r->mark, r->length);
    i = first_other(at, ctsar__check_pattern(c, a, r, true), n);
    if (i == n)
        i += first_other(at + n, ctsar__check_pattern(c, a, r, false), r->length - n);
    return i == r->length ? CTSAR__NOWHERE : (ptrdiff_t)(r->at + i);
}

void ctsar__check_save(const ctsar__tracked *a, char *to)
{
    for (size_t i = 0; i < a->runs; ++i)
        if (a->run[i].owned) {
            memcpy(to, a->base + a->run[i].at, a->run[i].length);
            to += a->run[i].length;
        }
}

/* ---- The host's copies -------------------------------------------------------------------- */

void ctsar__check_hide(ctsar__check *c)
{
    for (int k = 0; k < c->count; ++k) {
        ctsar__tracked *a = c->turn[k];
        size_t mark = a->hidden_mark;
        for (size_t i = 0; i < a->runs; ++i) {
            const ctsar__run *r = &a->run[i];
            if (!ctsar__check_is_hidden(a, r))
                continue;
            size_t n = second_of(c, mark, r->length);
            memset(a->host + r->host, hidden_pattern(true), n);
            memset(a->host + r->host + n, hidden_pattern(false), r->length - n);
            mark += r->length;
        }
    }
    c->hidden = true;
}

void ctsar__check_show(ctsar__check *c)
{
    for (int k = 0; c->hidden && k < c->count; ++k) {
        ctsar__tracked *a = c->turn[k];
        const char *truth = a->truth;
        for (size_t i = 0; i < a->runs; ++i)
            if (ctsar__check_is_hidden(a, &a->run[i])) {
                memcpy(a->host + a->run[i].host, truth, a->run[i].length);
                truth += a->run[i].length;
            }
    }
    c->hidden = false;
}

ptrdiff_t ctsar__check_hidden_changed(const ctsar__check *c, const ctsar__tracked *a)
{
    size_t mark = a->hidden_mark;
    for (size_t i = 0; i < a->runs; ++i) {
        const ctsar__run *r = &a->run[i];
        if (!ctsar__check_is_hidden(a, r))
            continue;
        const char *at = a->host + r->host;
        size_t n = second_of(c, mark, r->length);
        size_t same = first_other(at, hidden_pattern(true), n);
        if (same == n)
            same += first_other(at + n, hidden_pattern(false), r->length - n);
        if (same < r->length)
            return (ptrdiff_t)(r->host + same);
        mark += r->length;
    }
    return CTSAR__NOWHERE;
}
