/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A loop's bounds, and the values of its variable in a range of the iterations. */
#ifndef CTSAR_PASS_BOUNDS_H
#define CTSAR_PASS_BOUNDS_H

#include "pass/core/state.h"

static inline bool ctsar__same_bounds(ctsar__bounds a, ctsar__bounds b)
{
    return a.n == b.n && (a.n == 0 || (a.lo == b.lo && a.step == b.step));
}

/* The values of the loop's variable in all of the pass. */
static inline ctsar__values ctsar__all_values(ctsar__bounds b)
{
    return (ctsar__values){b.lo, b.step, b.n};
}

/* In a range. */
static inline ctsar__values ctsar__values_of(ctsar__bounds b, ctsar__range r)
{
    return (ctsar__values){ctsar__value(ctsar__all_values(b), r.lo), b.step, ctsar__range_len(r)};
}

/* What a kernel is called with for a range of these bounds; the loop's variable ends at `hi`.
 * Inline: it is a tenth of a turn of one iteration. */
static inline ctsar_call ctsar__call_of(ctsar__bounds b, long hi, ctsar__range r)
{
    ctsar__values v = ctsar__values_of(b, r);
    return (ctsar_call){.start = v.lo,
                        .end = v.count && r.hi == b.n ? hi : ctsar__value(v, v.count),
                        .step = b.step,
                        .count = v.count};
}

#endif
