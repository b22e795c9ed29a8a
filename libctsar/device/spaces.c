/* SPDX-License-Identifier: BSD-3-Clause */
#include "device/spaces.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

/* The index of the first one that does not begin before the address. */
static int place_of(const ctsar__spaces *s, const char *address)
{
    int lo = 0, hi = s->count;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if ((uintptr_t)s->at[mid]->base < (uintptr_t)address)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

int ctsar__spaces_add(ctsar__spaces *s, ctsar__reserved *r)
{
    size_t count = (size_t)s->count + 1;
    ctsar__reserved **grown = ctsar__grow(s->at, &s->room, count, sizeof(ctsar__reserved *));
    if (!grown)
        return ctsar__error(CTSAR_ENOMEM, "no memory for a list of %zu windows", count);
    s->at = grown;
    int i = place_of(s, r->base);
    memmove(s->at + i + 1, s->at + i, (size_t)(s->count - i) * sizeof(ctsar__reserved *));
    s->at[i] = r;
    s->count++;
    return CTSAR_OK;
}

void ctsar__spaces_remove(ctsar__spaces *s, const ctsar__reserved *r)
{
    int i = place_of(s, r->base);
    s->count--;
    memmove(s->at + i, s->at + i + 1, (size_t)(s->count - i) * sizeof(ctsar__reserved *));
}

void *ctsar__spaces_find(const ctsar__spaces *s, const char *address)
{
    int i = place_of(s, address);
    if (i < s->count && s->at[i]->base == address)
        return s->at[i];
    ctsar__reserved *r = i > 0 ? s->at[i - 1] : NULL;
    return r && (uintptr_t)address < (uintptr_t)r->base + r->bytes ? r : NULL;
}
