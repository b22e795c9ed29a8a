/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Sets of positions: sorted, disjoint intervals that do not touch, in an array that is searched by
 * halves and moved up.  Ranges are asked for in order, mostly, so the search begins where the last
 * one ended. */
#include "mem/intervals.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

void ctsar__intervals_free(ctsar__intervals *s)
{
    free(s->at);
    *s = (ctsar__intervals){0};
}

/* Does interval `i` end behind `position`, and the one before it not? */
static bool is_first(const ctsar__intervals *s, size_t i, size_t position)
{
    return i <= s->count && (i == s->count || s->at[i].hi > position) &&
           (i == 0 || s->at[i - 1].hi <= position);
}

/* The first interval that ends behind `position`. */
static size_t search(const ctsar__intervals *s, size_t position)
{
    size_t lo = 0, hi = s->count;
    while (lo < hi) {
        size_t middle = lo + (hi - lo) / 2;
        if (s->at[middle].hi > position)
            hi = middle;
        else
            lo = middle + 1;
    }
    return lo;
}

static size_t find(const ctsar__intervals *s, size_t position)
{
    size_t *finger = (size_t *)&s->finger; /* changes nothing that can be seen */
    if (is_first(s, *finger + 1, position))
        ++*finger;
    else if (!is_first(s, *finger, position))
        *finger = search(s, position);
    return *finger;
}

static int reserve(ctsar__intervals *s, size_t count)
{
    if (count <= s->room)
        return CTSAR_OK;
    ctsar__items *at = ctsar__grow(s->at, &s->room, count, sizeof *at);
    if (!at)
        return ctsar__error(CTSAR_ENOMEM, "no memory for %zu intervals of a directory", count);
    s->at = at;
    return CTSAR_OK;
}

/* Puts `n` intervals in the place of [first, last). */
static int replace(ctsar__intervals *s, size_t first, size_t last, const ctsar__items *with,
                   size_t n)
{
    size_t count = s->count - (last - first) + n;
    int status = reserve(s, count);
    if (status)
        return status;
    memmove(s->at + first + n, s->at + last, (s->count - last) * sizeof *s->at);
    memcpy(s->at + first, with, n * sizeof *with);
    s->count = count;
    return CTSAR_OK;
}

int ctsar__intervals_add(ctsar__intervals *s, ctsar__items i)
{
    if (i.lo >= i.hi || ctsar__intervals_cover(s, i))
        return CTSAR_OK;
    /* All that overlap it or touch it become one. */
    size_t first = i.lo ? find(s, i.lo - 1) : 0, last = first;
    for (; last < s->count && s->at[last].lo <= i.hi; ++last)
        i = ctsar__items_hull(i, s->at[last]);
    return replace(s, first, last, &i, 1);
}

int ctsar__intervals_remove(ctsar__intervals *s, ctsar__items i)
{
    ctsar__items rest[2] = {{0}};
    size_t first = find(s, i.lo), last = first, n = 0;
    if (i.lo >= i.hi || first == s->count || s->at[first].lo >= i.hi)
        return CTSAR_OK;
    while (last < s->count && s->at[last].lo < i.hi)
        ++last;
    if (s->at[first].lo < i.lo)
        rest[n++] = (ctsar__items){s->at[first].lo, i.lo};
    if (s->at[last - 1].hi > i.hi)
        rest[n++] = (ctsar__items){i.hi, s->at[last - 1].hi};
    return replace(s, first, last, rest, n);
}

void ctsar__intervals_clear(ctsar__intervals *s)
{
    s->count = 0;
}

bool ctsar__intervals_cover(const ctsar__intervals *s, ctsar__items i)
{
    ctsar__items at = ctsar__intervals_from(s, i.lo);
    return i.lo >= i.hi || (at.lo <= i.lo && at.hi >= i.hi);
}

ctsar__items ctsar__intervals_from(const ctsar__intervals *s, size_t position)
{
    size_t i = find(s, position);
    return i < s->count ? s->at[i] : (ctsar__items){SIZE_MAX, SIZE_MAX};
}

size_t ctsar__intervals_common(const ctsar__intervals *s, ctsar__items i)
{
    size_t sum = 0;
    for (size_t k = find(s, i.lo); k < s->count && s->at[k].lo < i.hi; ++k) {
        ctsar__items both = ctsar__items_common(s->at[k], i);
        sum += both.hi - both.lo;
    }
    return sum;
}

ctsar__items ctsar__intervals_hull(const ctsar__intervals *s)
{
    return s->count ? (ctsar__items){s->at[0].lo, s->at[s->count - 1].hi} : (ctsar__items){0, 0};
}

int ctsar__intervals_add_common(ctsar__intervals *s, const ctsar__intervals *other, ctsar__items i)
{
    int status = CTSAR_OK;
    for (ctsar__items at = ctsar__intervals_from(other, i.lo); at.lo < i.hi && !status;
         at = ctsar__intervals_from(other, at.hi))
        status = ctsar__intervals_add(s, ctsar__items_common(at, i));
    return status;
}
