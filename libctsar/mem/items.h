/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Stretches of a block: items, or positions, which are bytes as the host has them. */
#ifndef CTSAR_ITEMS_H
#define CTSAR_ITEMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* [lo, hi). */
typedef struct ctsar__items {
    size_t lo, hi;
} ctsar__items;

/* The smallest stretch that holds both. */
static inline ctsar__items ctsar__items_hull(ctsar__items a, ctsar__items b)
{
    if (a.lo >= a.hi)
        return b;
    if (b.lo >= b.hi)
        return a;
    return (ctsar__items){a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
}

/* What both have. */
static inline ctsar__items ctsar__items_common(ctsar__items a, ctsar__items b)
{
    ctsar__items c = {a.lo > b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi};
    return c.lo < c.hi ? c : (ctsar__items){0, 0};
}

static inline bool ctsar__items_meet(ctsar__items a, ctsar__items b)
{
    return (a.lo > b.lo ? a.lo : b.lo) < (a.hi < b.hi ? a.hi : b.hi);
}

/* Have so many bytes at two addresses some in common?  From NULL on SIZE_MAX are all that there
 * are, and what goes beyond the last address ends there. */
static inline bool ctsar__bytes_meet(const void *one, size_t of_one, const void *other,
                                     size_t of_other)
{
    uintptr_t a = (uintptr_t)one, b = (uintptr_t)other;
    return a <= b ? b - a < of_one : a - b < of_other;
}

/* How much of `of` the part is; 0 to 1. */
static inline double ctsar__items_fraction(ctsar__items part, ctsar__items of)
{
    return (double)(part.hi - part.lo) / (double)(of.hi - of.lo);
}

#endif
