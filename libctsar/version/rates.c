/* SPDX-License-Identifier: BSD-3-Clause */
#include "version/rates.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const double least_slope = 0.05; /* of a rate, as extrapolated to larger ranges, ... */
static const double plain_slope = 0.8;  /* ... and where smaller launches took longer */
static const double newest = 0.2;       /* weight of an observation among many */

/* By the exponent's bits: each launch of a family asks, however short it is. */
int ctsar__class_of(double work)
{
    uint64_t bits;
    memcpy(&bits, &work, sizeof bits);
    int class =
        work > 0 ? (int)(bits >> (DBL_MANT_DIG - 1)) - DBL_MAX_EXP + 1 + CTSAR__CLASS_OF_ONE : 0;
    return class < 0 ? 0 : class >= CTSAR__CLASSES ? CTSAR__CLASSES - 1 : class;
}

int ctsar__version_known_below(const ctsar__version_state *s, int class)
{
    uint64_t known = class < 0 ? 0 : s->known << (CTSAR__CLASSES - 1 - class);
    return known ? class - __builtin_clzll(known) : -1;
}

/* The smallest class with a rate that is no smaller than `class`; -1: none. */
static int known_above(const ctsar__version_state *s, int class)
{
    uint64_t known = s->known >> class;
    return known ? class + __builtin_ctzll(known) : -1;
}

/* time = o + p * work by two classes of smaller launches; p is not more than the larger one's rate.
 * Where the smaller one took longer it was cold. */
static double extrapolated(const ctsar__version_state *s, int class, double work)
{
    double rate = s->rate[class].rate, size = s->rate[class].work;
    int smaller = ctsar__version_known_below(s, class - 1);
    if (smaller < 0)
        return rate * work;
    double before = s->rate[smaller].work;
    double slope = (rate * size - s->rate[smaller].rate * before) / (size - before);
    slope = slope <= 0 ? plain_slope * rate : fmin(fmax(slope, least_slope * rate), rate);
    return rate * size + slope * (work - size);
}

double ctsar__version_predicted(const ctsar__version_state *s, double work)
{
    int class = ctsar__class_of(work), below = ctsar__version_known_below(s, class);
    if (below == class)
        return s->rate[class].rate * work;
    if (below >= 0)
        return extrapolated(s, below, work);
    int above = known_above(s, class);
    return above < 0 ? INFINITY : s->rate[above].rate * work;
}

/* A second observation replaces the first, which may have been cold, where it is smaller. */
void ctsar__version_observe(ctsar__version_state *s, int class, double work, double rate)
{
    ctsar__version_rate *r = &s->rate[class];
    s->known |= UINT64_C(1) << class;
    r->work = work;
    double weight = fmax(1.0 / (r->count + 1), newest);
    if (r->count == 0 || (r->count == 1 && rate < r->rate))
        r->rate = rate;
    else
        r->rate += weight * (rate - r->rate);
    r->count++;
    r->fresh++;
}

void ctsar__version_forget(ctsar__version_state *s, int from, int to)
{
    for (int class = from < 0 ? 0 : from; class <= to; ++class) {
        s->rate[class].count = s->rate[class].fresh = 0;
        s->known &= ~(UINT64_C(1) << class);
    }
}
