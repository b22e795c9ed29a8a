/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A small seeded generator for property tests (splitmix64). */
#ifndef CTSAR_TESTS_RANDOM_H
#define CTSAR_TESTS_RANDOM_H

#include <assert.h>
#include <math.h>
#include <stdint.h>

typedef struct random_state {
    uint64_t x;
} random_state;

static inline uint64_t random_bits(random_state *r)
{
    uint64_t z = r->x += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

/* Of lo..hi, both included. */
static inline long random_long(random_state *r, long lo, long hi)
{
    assert(lo <= hi);
    return lo + (long)(random_bits(r) % (uint64_t)(hi - lo + 1));
}

/* In [lo, hi), even on a logarithmic scale. */
static inline double random_log(random_state *r, double lo, double hi)
{
    double u = (double)(random_bits(r) >> 11) * 0x1p-53;
    return lo * exp(u * log(hi / lo));
}

#endif
