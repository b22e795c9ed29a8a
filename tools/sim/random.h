/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Random numbers that are a function of what they are for, not of the order in which they are
 * asked for: the k-th range of a unit in a pass meets the same noise under every policy, so that
 * policies are compared on the same draws.  splitmix64. */
#ifndef CTSAR_SIM_RANDOM_H
#define CTSAR_SIM_RANDOM_H

#include <math.h>
#include <stdint.h>

static inline uint64_t random_mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* A key for (key, part). */
static inline uint64_t random_key(uint64_t key, uint64_t part)
{
    return random_mix(key ^ random_mix(part));
}

/* In (0, 1). */
static inline double random_unit(uint64_t key)
{
    return ((double)(random_mix(key) >> 11) + 0.5) * 0x1p-53;
}

/* Normal, mean 0, deviation 1 (Box-Muller). */
static inline double random_normal(uint64_t key)
{
    double r = sqrt(-2 * log(random_unit(key)));
    return r * cos(6.283185307179586 * random_unit(key ^ 0x5851f42d4c957f2du));
}

#endif
