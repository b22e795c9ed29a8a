/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Random numbers that are the same on every machine, from a seed (splitmix64). */
#ifndef TESTS_SCHED_RANDOM_H
#define TESTS_SCHED_RANDOM_H

#include <math.h>
#include <stdint.h>

typedef struct rng {
    uint64_t state;
} rng;

static inline uint64_t rng_next(rng *r)
{
    uint64_t z = (r->state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* In [0, 1). */
static inline double rng_unit(rng *r)
{
    return (double)(rng_next(r) >> 11) * 0x1p-53;
}

/* In lo..hi. */
static inline long rng_long(rng *r, long lo, long hi)
{
    return lo + (long)(rng_next(r) % ((uint64_t)(hi - lo) + 1));
}

/* Between lo and hi, its logarithm uniform. */
static inline double rng_log(rng *r, double lo, double hi)
{
    return lo * pow(hi / lo, rng_unit(r));
}

#endif
