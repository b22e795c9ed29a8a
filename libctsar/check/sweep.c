/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Sweeps over a pass's iterations, and what the first of them has told. */
#include "check/sweep.h"

#include <stdlib.h>
#include <string.h>

uint32_t ctsar__check_number(const ctsar__check *c)
{
    unsigned long from = (unsigned long)c->value - (unsigned long)c->all.lo;
    return (uint32_t)(from / (unsigned long)c->all.step) + 1;
}

/* ---- Beginning anew ---------------------------------------------------------------------- */

/* May an iteration rightly be given others' items of what it writes? */
static bool may_touch_others(const ctsar__tracked *a)
{
    const ctsar__shape *s = &a->mended;
    if (a->part)
        return false;
    if ((s->flags & CTSAR_MEM_INOUT) == CTSAR_MEM_INOUT && (s->halo_below || s->halo_above))
        return true;
    return a->overlaps;
}

static bool keep_array(ctsar__tracked *a)
{
    size_t bytes = ctsar__shape_bytes(&a->shape);
    if (a->part || !(a->mended.flags & CTSAR_MEM_OUTPUT))
        return true;
    if (!a->start)
        a->start = malloc(bytes);
    if (!a->start)
        return false;
    memcpy(a->start, a->host, bytes);
    return true;
}

void ctsar__check_keep_start(ctsar__check *c)
{
    if (!c->kept) {
        c->kept = true;
        for (int k = 0; k < c->count; ++k)
            c->rewinds = c->rewinds || may_touch_others(c->turn[k]);
    }
    for (int k = 0; k < c->count && c->rewinds; ++k) {
        ctsar__tracked *a = c->turn[k];
        if (a->started != c->pass)
            c->rewinds = keep_array(a);
        a->started = c->pass;
    }
}

bool ctsar__check_suspect(ctsar__check *c)
{
    if (c->rewinds && c->sweep == CTSAR__PLAIN)
        c->suspect = true;
    return c->suspect;
}

static void rewind_to_start(ctsar__check *c)
{
    for (ctsar__tracked *a = c->arrays; a; a = a->next)
        if (a->started == c->pass && a->start)
            memcpy(a->host, a->start, ctsar__shape_bytes(&a->shape));
    for (int i = 0; i < c->reductions; ++i) {
        ctsar__checked_reduction *r = &c->reduction[i];
        memcpy(r->copy, r->kept + 3 * r->size, r->size);
    }
    c->searches = 0;
}

bool ctsar__check_begin_anew(ctsar__check *c, bool last)
{
    if (c->suspect) {
        c->suspect = false;
        c->sweep = CTSAR__LEARNS;
        c->seen = ctsar__check_number(c);
    } else if (c->sweep == CTSAR__LEARNS && last) {
        c->sweep = CTSAR__JUDGES;
    } else {
        return false;
    }
    rewind_to_start(c);
    return true;
}

/* ---- Who has written --------------------------------------------------------------------------
 */

static uint32_t other_writer(const ctsar__check *c, const ctsar__tracked *b, const char *byte)
{
    size_t at = (size_t)((uintptr_t)byte - (uintptr_t)b->host);
    if (b->learns != c->pass || !b->learned || at >= ctsar__shape_bytes(&b->shape))
        return 0;
    return b->learned[at] == ctsar__check_number(c) ? 0 : b->learned[at];
}

static uint32_t any_writer(const ctsar__check *c, const ctsar__tracked *a, size_t offset,
                           const ctsar__tracked **through)
{
    const char *byte = a->host + offset;
    uint32_t writer = other_writer(c, a, byte);
    *through = a;
    for (int k = 0; k < c->count && !writer; ++k) {
        writer = c->turn[k] == a ? 0 : other_writer(c, c->turn[k], byte);
        *through = c->turn[k];
    }
    return writer;
}

size_t ctsar__check_written(const ctsar__check *c, const ctsar__tracked *a, size_t offset,
                            size_t length, uint32_t *writer, const ctsar__tracked **through)
{
    const ctsar__tracked *other;
    size_t n = 1;
    *writer = any_writer(c, a, offset, through);
    while (n < length && !any_writer(c, a, offset + n, &other) == !*writer)
        ++n;
    return n;
}
