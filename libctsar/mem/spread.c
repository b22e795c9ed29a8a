/* SPDX-License-Identifier: BSD-3-Clause */
#include "mem/spread.h"

#include <stdlib.h>

ctsar__items ctsar__spread_all(const ctsar__spread *s)
{
    return (ctsar__items){0, s->block};
}

void ctsar__spread_free(ctsar__spread *s)
{
    for (int r = 0; r < s->ranks; ++r)
        ctsar__intervals_free(&s->current[r]);
    free(s);
}

int ctsar__spread_create(char *base, const ctsar__shape *shape, int ranks, ctsar__spread **out)
{
    ctsar__spread *s = calloc(1, sizeof *s + (size_t)ranks * sizeof *s->current);
    int status = CTSAR_OK;
    if (!s)
        return ctsar__error(CTSAR_ENOMEM, "no memory for an array over %d nodes", ranks);
    s->base = base;
    s->outer = shape->outer;
    s->block = shape->assoc * shape->inner;
    s->ranks = ranks;
    for (int r = 0; r < ranks && !status; ++r)
        status = ctsar__spread_got(s, r, ctsar__spread_all(s));
    if (status)
        ctsar__spread_free(s);
    else
        *out = s;
    return status;
}

bool ctsar__spread_meets(const ctsar__spread *s, const void *host, size_t bytes)
{
    return ctsar__bytes_meet(s->base, s->outer * s->block, host, bytes);
}

bool ctsar__spread_is_same(const ctsar__spread *s, const void *host, const ctsar__shape *shape)
{
    return s->base == host && s->outer == shape->outer && s->block == shape->assoc * shape->inner;
}

/* Who has that position, looked for from behind `to` on; *until: up to where.  -1: nobody. */
static int who_has(const ctsar__spread *s, int to, size_t position, size_t *until)
{
    for (int k = 1; k < s->ranks; ++k) {
        int r = (to + k) % s->ranks;
        ctsar__items has = ctsar__intervals_from(&s->current[r], position);
        *until = has.hi;
        if (has.lo <= position)
            return r;
    }
    return -1;
}

bool ctsar__spread_missing(const ctsar__spread *s, int to, ctsar__items at, ctsar__items *piece,
                           int *from)
{
    ctsar__items has = ctsar__intervals_from(&s->current[to], at.lo);
    if (has.lo <= at.lo) {
        at.lo = has.hi;
        has = ctsar__intervals_from(&s->current[to], at.lo);
    }
    if (at.lo >= at.hi)
        return false;
    size_t until = 0, hi = has.lo < at.hi ? has.lo : at.hi;
    *from = who_has(s, to, at.lo, &until);
    *piece = (ctsar__items){at.lo, until < hi ? until : hi};
    return *from >= 0;
}

int ctsar__spread_got(ctsar__spread *s, int rank, ctsar__items at)
{
    return at.lo < at.hi ? ctsar__intervals_add(&s->current[rank], at) : CTSAR_OK;
}

int ctsar__spread_wrote(ctsar__spread *s, int rank, ctsar__items at)
{
    int status = ctsar__spread_got(s, rank, at);
    for (int r = 0; r < s->ranks && !status; ++r)
        if (r != rank && at.lo < at.hi)
            status = ctsar__intervals_remove(&s->current[r], at);
    return status;
}
