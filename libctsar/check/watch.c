/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Whole inputs of which an iteration needs only its own item are copied for nothing.  What is not
 * read is known for certain of pages that have not been touched: so in the first execution of each
 * iteration such an array's pages are shut, until one is touched that has none of its item. */
#include "check/watch.h"

#include <sys/mman.h>

#include "check/finding.h"
#include "check/space.h"

enum { PAGES = 4 }; /* that the pass's items must at least lie on */

static size_t item_bytes(const ctsar__shape *s)
{
    return ctsar__shape_bytes(s) / s->extent[0];
}

/* Could it be one, as far as is known when the first iteration begins? */
static bool is_candidate(const ctsar__check *c, const ctsar__tracked *a)
{
    const ctsar__shape *s = &a->shape;
    size_t last = (size_t)ctsar__value(c->all, c->all.count - 1);
    size_t from = (size_t)c->all.lo * item_bytes(s), to = (last + 1) * item_bytes(s);
    return ctsar__shape_whole(s) && ctsar__check_is_linear(a) && c->all.lo >= 0 &&
           last < s->extent[0] && to - from >= PAGES * ctsar__check_page();
}

int ctsar__check_shut(const ctsar__check *c, ctsar__tracked *a)
{
    if (c->phase != CTSAR__FIRST)
        return CTSAR_OK;
    if (a->watched != a->pass) {
        a->watched = a->pass;
        a->used = false;
        a->sole = is_candidate(c, a);
    }
    a->shut = a->sole && !mprotect(a->base + a->lo, a->hi - a->lo, PROT_NONE);
    return CTSAR_OK;
}

void ctsar__check_unshut(ctsar__tracked *a)
{
    if (a->shut)
        mprotect(a->base + a->lo, a->hi - a->lo, PROT_READ);
    a->shut = false;
}

void ctsar__check_touch(const ctsar__check *c, ctsar__tracked *a, size_t page)
{
    size_t own = (size_t)c->value * item_bytes(&a->shape), bytes = ctsar__check_page();
    a->used = true;
    a->sole = page < own + item_bytes(&a->shape) && own < page + bytes;
    if (a->sole)
        mprotect(a->base + page, bytes, PROT_READ);
    else
        ctsar__check_unshut(a);
}

void ctsar__check_tell_sole(ctsar__check *c, ctsar__tracked *a)
{
    bool all = c->executed - c->executed_before >= (unsigned long)c->all.count;
    if (a->watched != c->pass || !a->sole || !all) /* a pass that has failed shows nothing */
        return;
    ctsar__check_found(c, a, CTSAR__SOLE,
                       a->used ? "no iteration reads an item of %s but its own, and it is copied "
                                 "as a whole"
                               : "no iteration reads %s, which is copied as a whole",
                       a->name);
}
