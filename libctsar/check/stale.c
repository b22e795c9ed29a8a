/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The host has read a persisted array that it had not all of: what it got is a NaN that is known
 * again, also in what floating-point operations made of it, once it comes back in an input. */
#include "check/stale.h"

#include <stdint.h>
#include <stdio.h>

#include "check/finding.h"
#include "check/persist.h"

/* The size of the numbers that an array most likely consists of; 0: of none that can be NaN. */
static size_t number_size(const ctsar__tracked *a)
{
    size_t elem = a->shape.elem, at = (size_t)(uintptr_t)a->host;
    if (elem % sizeof(double) == 0 && at % sizeof(double) == 0)
        return sizeof(double);
    return elem % sizeof(float) == 0 && at % sizeof(float) == 0 ? sizeof(float) : 0;
}

/* Where the first of them is, of that size; the array's size: nowhere.  Two floats may look like a
 * double, and one may be so by chance. */
static size_t first_taken(const ctsar__tracked *a, size_t size, unsigned char *number)
{
    size_t bytes = ctsar__shape_bytes(&a->shape), first = bytes, count = 0;
    for (size_t i = 0; size && i + size <= bytes; i += size) {
        unsigned char n;
        bool lost; /* which matters only if it is read */
        if (!ctsar__check_is_taken(a->host + i, size, &n))
            continue;
        (void)ctsar__check_lost(a, i, size, &lost);
        if (lost)
            continue;
        if (count++ == 0) {
            first = i;
            *number = n;
        }
        if (size == sizeof(double) || count > 1)
            return first;
    }
    return bytes;
}

void ctsar__check_look_for_stale(ctsar__check *c, ctsar__tracked *a)
{
    char text[128];
    unsigned char number = 0;
    size_t size = number_size(a), bytes = ctsar__shape_bytes(&a->shape);
    if (!(a->shape.flags & CTSAR_MEM_INPUT) || !ctsar__check_any_taken())
        return;
    size_t at = first_taken(a, size, &number);
    if (at == bytes && size == sizeof(double))
        at = first_taken(a, sizeof(float), &number);
    const char *from = at < bytes ? ctsar__check_kept_name(number) : NULL;
    if (!from)
        return;
    snprintf(a->source, sizeof a->source, "%s", from);
    ctsar__check_found(c, a, CTSAR__STALE,
                       "%s comes from %s, which the host has read while accelerators had the only "
                       "copy",
                       ctsar__check_element(a, (ptrdiff_t)at, text, sizeof text), from);
}
