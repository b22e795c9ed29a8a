/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Random numbers for property tests that are the same on every machine, from a seed
 * (splitmix64). */
#ifndef CTSAR_TESTS_RANDOM_H
#define CTSAR_TESTS_RANDOM_H

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

/* In [0, 1). */
static inline double random_unit(random_state *r)
{
    return (double)(random_bits(r) >> 11) * 0x1p-53;
}

/* Of lo..hi, both included. */
static inline long random_long(random_state *r, long lo, long hi)
{
    uint64_t more = (uint64_t)(hi - lo);
    return lo + (long)(more == UINT64_MAX ? random_bits(r) : random_bits(r) % (more + 1));
}

/* In [lo, hi), even on a logarithmic scale. */
static inline double random_log(random_state *r, double lo, double hi)
{
    return lo * pow(hi / lo, random_unit(r));
}

/* Normal, mean 0 and deviation 1 (the sum of twelve uniform ones: no tails beyond 6). */
static inline double random_normal(random_state *r)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += random_unit(r);
    return sum;
}

#endif
