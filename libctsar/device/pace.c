/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "device.h"

#define REMEMBERED 0x1p26 /* bytes that count as much as what comes next */

/* Where two threads note copies at once, one may get lost, which does no harm. */
void ctsar__pace_note(ctsar__device *d, ctsar__way way, size_t bytes, double seconds)
{
    ctsar__pace *p = &d->pace[way];
    double size = (double)bytes, before = p->bytes, known = p->per_byte;
    if (bytes == 0 || !isfinite(seconds))
        return;
    double taken = fmax(seconds - d->copy_overhead, 0) / size;
    p->per_byte = known + (taken - known) * size / (before + size);
    p->bytes = fmin(before + size, REMEMBERED);
}

double ctsar__pace_per_byte(const ctsar__device *d, ctsar__way way)
{
    const ctsar__pace *p = &d->pace[way];
    for (int w = 0; w < CTSAR__WAYS && p->bytes == 0; ++w)
        if (d->pace[w].bytes > 0)
            p = &d->pace[w];
    return p->per_byte;
}
