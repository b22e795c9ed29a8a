/* SPDX-License-Identifier: BSD-3-Clause */
#include "mem/beneath.h"

#include <stdint.h>

#include "mem/bring.h"
#include "mem/current.h"

/* What is done with some of the array's positions. */
typedef int act(ctsar__shared *s, ctsar__items at, ctsar__items *hull);

/* Bytes `lo` to `hi` of the array. */
static int at_positions(ctsar__shared *s, size_t lo, size_t hi, act *f, ctsar__items *hull)
{
    if (s->outer == 1)
        return f(s, (ctsar__items){lo, hi}, hull);
    size_t wide = hi - lo, from = lo % s->block, to = from + wide;
    if (wide >= s->block)
        return f(s, ctsar__shared_all(s), hull);
    if (to <= s->block)
        return f(s, (ctsar__items){from, to}, hull);
    int status = f(s, (ctsar__items){from, s->block}, hull);
    return status ? status : f(s, (ctsar__items){0, to - s->block}, hull);
}

/* These bytes of the host, as far as they are the array's. */
static int at_bytes(ctsar__shared *s, uintptr_t at, size_t bytes, act *f, ctsar__items *hull)
{
    uintptr_t base = (uintptr_t)s->base, end = base + s->outer * s->block;
    uintptr_t lo = at > base ? at : base, hi = at + bytes < end ? at + bytes : end;
    return lo < hi ? at_positions(s, lo - base, hi - base, f, hull) : CTSAR_OK;
}

/* These positions of the registration, of which every `apart` bytes `wide` are its own. */
static int each(ctsar__shared *s, const ctsar__use *u, ctsar__items at, size_t wide, size_t apart,
                act *f, ctsar__items *hull)
{
    size_t block = u->of->assoc * u->of->inner;
    int status = CTSAR_OK;
    for (size_t k = 0; k < u->of->outer && !status; ++k)
        for (size_t lo = at.lo, hi; lo < at.hi && !status;
             lo = at.hi - lo > apart ? lo + apart : at.hi) {
            hi = at.hi - lo > wide ? lo + wide : at.hi;
            status = at_bytes(s, (uintptr_t)u->host + k * block + lo, hi - lo, f, hull);
        }
    return status;
}

/* One piece where nothing lies between. */
static int all_of(ctsar__shared *s, const ctsar__use *u, ctsar__items at, act *f,
                  ctsar__items *hull)
{
    size_t block = u->of->assoc * u->of->inner;
    if (at.hi - at.lo == block)
        return at_bytes(s, (uintptr_t)u->host, u->of->outer * block, f, hull);
    return each(s, u, at, at.hi - at.lo, at.hi - at.lo, f, hull);
}

static int extend(ctsar__shared *s, ctsar__items at, ctsar__items *hull)
{
    (void)s;
    *hull = ctsar__items_hull(*hull, at);
    return CTSAR_OK;
}

static int take(ctsar__shared *s, ctsar__items at, ctsar__items *hull)
{
    (void)hull;
    return ctsar__shared_only(s, &s->host, at, false);
}

/* Few copies rather than few bytes: from the first position to the last one. */
int ctsar__beneath_read(ctsar__shared *s, const ctsar__use *u, const ctsar__target *target,
                        ctsar__traffic *t)
{
    ctsar__items hull = {0, 0}, at = {0, 0};
    int status = CTSAR_OK;
    if (u->reads)
        status = all_of(s, u, u->needs, extend, &hull);
    if (!status && s->outer > 1) /* of a position that is written it takes some blocks only */
        status = all_of(s, u, u->owns, extend, &hull);
    while (!status && ctsar__shared_unwritten(s, &at)) {
        ctsar__items piece = ctsar__items_common(at, hull);
        if (piece.lo < piece.hi)
            status = ctsar__shared_bring(s, piece, NULL, (ctsar__shares){.once = 1}, target, t);
    }
    return status;
}

int ctsar__beneath_written(ctsar__shared *s, const ctsar__use *u)
{
    size_t wide = u->groups.width * u->of->inner, apart;
    if (u->groups.apart <= u->groups.width)
        return all_of(s, u, u->owns, take, NULL);
    if (__builtin_mul_overflow(u->groups.apart, u->of->inner, &apart))
        apart = SIZE_MAX;
    return each(s, u, u->owns, wide, apart, take, NULL);
}
