/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What an accelerator holds of an array: one stretch of the reservation, from the first
 * item of the first block that a range needs to its last item of the last block. */
#include "mem.h"

int ctsar__window_base(ctsar__array *a, int acc, ctsar__device *d, void **base)
{
    ctsar__space *s = &a->window[acc].space;
    int status = s->base ? CTSAR_OK : d->backend->reserve(d, ctsar__shape_bytes(&a->shape), s);
    *base = s->base;
    return status;
}

/* Backs the items of every block with memory, and what lies between the blocks. */
static int hold(ctsar__array *a, int acc, ctsar__device *d, ctsar__items i)
{
    const ctsar__shape *s = &a->shape;
    ctsar__window *w = &a->window[acc];
    bool none = i.lo == i.hi;
    size_t lo = none ? 0 : i.lo * s->inner;
    size_t hi = none ? 0 : ((s->outer - 1) * s->assoc + i.hi) * s->inner;
    if (!w->space.base || (w->space.lo == lo && w->space.hi == hi))
        return CTSAR_OK;
    int status = d->backend->commit(d, &w->space, lo, hi);
    if (status)
        return status;
    if (none)
        w->pass = 0;
    return CTSAR_OK;
}

int ctsar__window_fetch(ctsar__array *a, int acc, ctsar__device *d, ctsar__values v,
                        unsigned long pass, ctsar__traffic *t)
{
    const ctsar__shape *s = &a->shape;
    ctsar__window *w = &a->window[acc];
    ctsar__items needs = ctsar__shape_needs(s, v), owns = ctsar__shape_owns(s, v);
    size_t count = needs.hi - needs.lo;
    bool whole = ctsar__shape_whole(s);
    int status = hold(a, acc, d, needs);
    if (status || count == 0 || !(s->flags & CTSAR_MEM_INPUT) || (whole && w->pass == pass))
        return status;
    size_t halo = count - (owns.hi - owns.lo);
    double fixed_share = whole ? 1 : (double)halo / (double)count;
    status =
        ctsar__transfer(d, CTSAR__TO_DEVICE, s, a->host, w->space.base, needs, 1, fixed_share, t);
    if (!status)
        w->pass = pass;
    return status;
}

int ctsar__window_deliver(ctsar__array *a, int acc, ctsar__device *d, ctsar__values v,
                          ctsar__traffic *t)
{
    ctsar__items owns = ctsar__shape_owns(&a->shape, v);
    if (!(a->shape.flags & CTSAR_MEM_OUTPUT) || owns.lo == owns.hi)
        return CTSAR_OK;
    return ctsar__transfer(d, CTSAR__TO_HOST, &a->shape, a->host, a->window[acc].space.base, owns,
                           (size_t)v.step, 0, t);
}
