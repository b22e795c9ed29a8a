/* SPDX-License-Identifier: BSD-3-Clause */
#include "device/pace.h"

#include <math.h>

#define REMEMBERED 0x1p26 /* bytes that count as much as what comes next */
#define FASTER 0.5        /* weight of a copy that was faster than others: it may be held up only */

/* Where two threads note copies at once, one may get lost, which does no harm. */
void ctsar__pace_note(ctsar__device *d, ctsar__way way, size_t bytes, double seconds)
{
    ctsar__pace *p = &d->pace[way];
    double size = (double)bytes, before = p->bytes, known = p->per_byte;
    if (bytes == 0 || !isfinite(seconds))
        return;
    double variable = fmax(seconds - d->copy_overhead, 0), taken = variable / size;
    double weight = size / (before + size);
    if (taken < known && variable > d->copy_overhead) /* else the overhead's error is most of it */
        weight = fmax(weight, FASTER);
    p->per_byte = known + (taken - known) * weight;
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
