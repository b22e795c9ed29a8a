/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "check/holes.h"

#include <sys/mman.h>

#include "base/status.h"
#include "check/part.h"
#include "check/space.h"

enum {
    LEAST_PAGES = 8, /* to close fewer takes longer than to fill them */
    /* Of all parts of a task: each costs the process two mappings, of which Linux allows 65530. */
    MOST_ROWS = 16384
};

static bool may_have(const ctsar__check *c, const ctsar__tracked *a)
{
    if (!a->part || a->everything || a->dense)
        return false;
    ctsar__items rows = ctsar__check_part_blocks(a);
    return rows.hi - rows.lo <= MOST_ROWS / (size_t)c->count;
}

void ctsar__check_refit(const ctsar__check *c, ctsar__tracked *a)
{
    if (a->holes != CTSAR__NO_HOLES && !may_have(c, a))
        ctsar__check_close(a);
}

ctsar__items ctsar__check_hole(const ctsar__check *c, const ctsar__tracked *a, size_t lo, size_t hi)
{
    size_t page = ctsar__check_page(), from = (lo + page - 1) / page * page, to = hi / page * page;
    bool closed = may_have(c, a) && to >= from + LEAST_PAGES * page;
    return closed ? (ctsar__items){from, to} : (ctsar__items){hi, hi};
}

int ctsar__check_close_holes(ctsar__tracked *a)
{
    size_t end = a->lo;
    bool closed = a->holes == CTSAR__HOLES;
    for (size_t i = 0; i < a->runs && !closed; ++i) {
        size_t at = a->run[i].at;
        if (end < at && mprotect(a->base + end, at - end, PROT_NONE))
            return ctsar__error(CTSAR_ENOMEM, "no memory to close pages of the array at %p",
                                (void *)a->host);
        if (end < at)
            a->holes = CTSAR__HOLES;
        end = at + a->run[i].length;
    }
    return CTSAR_OK;
}

bool ctsar__check_touch_holes(ctsar__tracked *a)
{
    if (a->holes == CTSAR__HOLES &&
        !mprotect(a->base + a->lo, a->hi - a->lo, PROT_READ | PROT_WRITE)) {
        a->dense = true;
        a->holes = CTSAR__TOUCHED_HOLES;
    }
    return a->holes == CTSAR__TOUCHED_HOLES; /* maybe since another thread touched it */
}

bool ctsar__check_touched_holes(const ctsar__check *c)
{
    bool any = false;
    for (int k = 0; k < c->count; ++k)
        any = any || c->turn[k]->holes == CTSAR__TOUCHED_HOLES;
    return any;
}
