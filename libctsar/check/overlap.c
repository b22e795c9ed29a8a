/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Two registrations of the same memory.  If both are outputs, whose value the host keeps depends on
 * who comes last: where two overlap it is noted who has written what.  If one is an input, what
 * other iterations write through the other one cannot be relied on. */
#include "check/overlap.h"

#include <stdlib.h>

#include "check/finding.h"
#include "check/space.h"
#include "check/sweep.h"

static ctsar__items bytes_of(const ctsar__tracked *a)
{
    size_t at = (size_t)(uintptr_t)a->host;
    return (ctsar__items){at, at + ctsar__shape_bytes(&a->shape)};
}

static bool overlap(const ctsar__tracked *a, const ctsar__tracked *b)
{
    ctsar__items both = ctsar__items_common(bytes_of(a), bytes_of(b));
    return a != b && !a->part && a->shape.flags & b->shape.flags & CTSAR_MEM_OUTPUT &&
           both.lo < both.hi;
}

/* Who else has written some of a run, into *number; the first such byte. */
static size_t written_by(const ctsar__tracked *a, const ctsar__run *r, const ctsar__tracked *b,
                         uint32_t *number)
{
    for (size_t i = 0; i < r->length; ++i) {
        size_t at = (size_t)(uintptr_t)(a->host + r->host + i), from = bytes_of(b).lo;
        if (at >= from && at < bytes_of(b).hi && b->writer[at - from]) {
            *number = b->writer[at - from];
            return i;
        }
    }
    return r->length;
}

static void compare(ctsar__check *c, ctsar__tracked *a, const ctsar__tracked *b)
{
    char mine[128], other[128];
    for (size_t i = 0; i < a->runs; ++i) {
        const ctsar__run *r = &a->run[i];
        uint32_t number;
        size_t at = r->owned ? written_by(a, r, b, &number) : r->length;
        if (at == r->length)
            continue;
        const char *byte = a->host + r->host + at;
        ctsar__check_found(c, a, CTSAR__OVERLAP,
                           "writes %s, which is %s as well, written by iteration %ld",
                           ctsar__check_element(a, (ptrdiff_t)(r->host + at), mine, sizeof mine),
                           ctsar__check_element(b, byte - b->host, other, sizeof other),
                           ctsar__value(c->all, (long)(number - 1)));
        return;
    }
}

/* No memory, no check. */
static bool has_writers(ctsar__tracked *a)
{
    if (!a->writer)
        a->writer = calloc(ctsar__shape_bytes(&a->shape), sizeof *a->writer);
    return a->writer != NULL;
}

void ctsar__check_overlap(ctsar__check *c, ctsar__tracked *a)
{
    bool any = false;
    for (int k = 0; k < c->count; ++k)
        if (overlap(a, c->turn[k]) && has_writers(c->turn[k]) && has_writers(a)) {
            compare(c, a, c->turn[k]);
            any = true;
        }
    for (size_t i = 0; any && i < a->runs; ++i)
        for (size_t b = 0; a->run[i].owned && b < a->run[i].length; ++b)
            a->writer[a->run[i].host + b] = ctsar__check_number(c);
}

static bool is_output_at(const ctsar__tracked *a, const ctsar__tracked *b)
{
    ctsar__items both = ctsar__items_common(bytes_of(a), bytes_of(b));
    return a != b && !a->part && b->mended.flags & CTSAR_MEM_OUTPUT && both.lo < both.hi;
}

bool ctsar__check_overlaps_output(const ctsar__check *c, const ctsar__tracked *a)
{
    bool any = false;
    for (int k = 0; k < c->count; ++k)
        any = any || is_output_at(a, c->turn[k]);
    return any;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

size_t ctsar__check_raced(const ctsar__check *c, const ctsar__tracked *a, size_t offset,
                          size_t length, bool *raced)
{
    long value;
    *raced = false;
    for (int k = 0; k < c->count; ++k) {
        const ctsar__tracked *b = c->turn[k];
        ctsar__items there = bytes_of(b);
        size_t at = bytes_of(a).lo + offset;
        if (!is_output_at(a, b) || at >= there.hi)
            continue;
        if (at < there.lo) {
            length = least(length, there.lo - at);
            continue;
        }
        size_t inner = b->shape.inner, item = ctsar__check_item(&b->shape, at - there.lo);
        length = least(length, inner - (at - there.lo) % inner);
        *raced = *raced || ctsar__check_is_others(c, &b->shape, item, &value);
    }
    return length;
}
