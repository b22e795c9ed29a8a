/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Items of blocks are two nested strides.  The backends' 2-D copy does one of them and what
 * is contiguous; a second one is walked here. */
#include "mem.h"

/* One copy, at the same offset on both sides, with the same pitch. */
static int copy(ctsar__device *d, ctsar__direction dir, char *host, char *base, size_t width,
                size_t rows, size_t pitch, double fixed_share, ctsar__traffic *t)
{
    bool in = dir == CTSAR__TO_DEVICE;
    ctsar__copy2d c = {.dst = in ? base : host,
                       .src = in ? host : base,
                       .dst_pitch = pitch,
                       .src_pitch = pitch,
                       .width = width,
                       .rows = rows};
    ctsar__event e;
    int status = in ? d->backend->copy_in(d, &c, &e) : d->backend->copy_out(d, &c, &e);
    if (!status)
        status = d->backend->wait(d, &e);
    if (status)
        return status;
    double overhead = d->copy_overhead < e.seconds ? d->copy_overhead : e.seconds;
    *(in ? &t->bytes_in : &t->bytes_out) += width * rows;
    t->seconds += e.seconds;
    t->fixed += overhead + fixed_share * (e.seconds - overhead);
    return CTSAR_OK;
}

int ctsar__transfer(ctsar__device *d, ctsar__direction dir, const ctsar__shape *s, char *host,
                    char *base, ctsar__items items, size_t step, double fixed_share,
                    ctsar__traffic *t)
{
    if (items.lo >= items.hi)
        return CTSAR_OK;
    size_t at = items.lo * s->inner, block = s->assoc * s->inner, count = items.hi - items.lo;
    if (step == 1)
        return copy(d, dir, host + at, base + at, count * s->inner, s->outer, block, fixed_share,
                    t);
    /* As few copies as can be: one for each block, or one for each item of all blocks. */
    size_t picked = (count - 1) / step + 1, stride = step * s->inner;
    bool by_block = s->outer <= picked;
    size_t copies = by_block ? s->outer : picked, rows = by_block ? picked : s->outer;
    size_t advance = by_block ? block : stride, pitch = by_block ? stride : block;
    int status = CTSAR_OK;
    for (size_t i = 0; i < copies && !status; ++i, at += advance)
        status = copy(d, dir, host + at, base + at, s->inner, rows, pitch, fixed_share, t);
    return status;
}
