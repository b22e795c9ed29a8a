/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What loops over matrices whose rows are found by pointers ask of them when they are reached. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "config/config.h"
#include "ctsar.h"

/* The bytes of one row. */
typedef struct row {
    uintptr_t first, end;
} row;

static int by_first(const void *a, const void *b)
{
    const row *x = a, *y = b;
    return (x->first > y->first) - (x->first < y->first);
}

/* Writes the rows behind `count` pointers to `to`, in order. */
static void rows_of(row *to, const void *pointers, long count, long first, long end)
{
    bool sorted = true;
    for (long k = 0; k < count; ++k) {
        uintptr_t at;
        memcpy(&at, (const char *)pointers + (size_t)k * sizeof at, sizeof at);
        to[k] = (row){at + (uintptr_t)first, at + (uintptr_t)end};
        sorted = sorted && (k == 0 || to[k - 1].first <= to[k].first);
    }
    if (!sorted)
        qsort(to, (size_t)count, sizeof *to, by_first);
}

/* Whether none of the rows meets another, or one of the others; both are in order. */
static bool apart(const row *rows, long count, const row *others, long more)
{
    uintptr_t reached = 0, end = 0; /* by others, by rows: both begin no later than what comes */
    for (long k = 0, o = 0; k < count || o < more;) {
        bool own = o == more || (k < count && rows[k].first <= others[o].first);
        const row *r = own ? &rows[k++] : &others[o++];
        if (r->end < r->first || r->first < end || (own && r->first < reached))
            return false;
        if (own)
            end = r->end;
        else if (r->end > reached)
            reached = r->end;
    }
    return true;
}

bool ctsar_rows_apart(const void *rows, long count, long first, long end, const void *others,
                      long more, long others_first, long others_end)
{
    if (count < 1 || end <= first)
        return true;
    if (more < 1 || others_end <= others_first)
        more = 0;
    size_t most = SIZE_MAX / 2 / sizeof(row);
    bool too_many = (size_t)count > most || (size_t)more > most;
    row *found = too_many ? NULL : malloc(((size_t)count + (size_t)more) * sizeof *found);
    if (!found)
        return false;
    rows_of(found, rows, count, first, end);
    rows_of(found + count, others, more, others_first, others_end);
    bool known = apart(found, count, found + count, more);
    free(found);
    return known;
}

static uintptr_t pointer_at(const void *pointers, long k)
{
    uintptr_t at;
    memcpy(&at, (const char *)pointers + (size_t)k * sizeof at, sizeof at);
    return at;
}

/* Do elements from `first` up to `end` of the last row lie where addresses are? */
static bool fits(uintptr_t begin, size_t rows, size_t pitch, size_t length)
{
    uintptr_t last;
    return !__builtin_mul_overflow(rows, pitch, &last) &&
           !__builtin_add_overflow(last, begin, &last) &&
           !__builtin_add_overflow(last, length, &last) && last <= INTPTR_MAX;
}

void *ctsar_rows_block(const void *rows, long count, long first, long end, size_t size, long *pitch)
{
    long elements;
    size_t length;
    if (count < 1 || end <= first || __builtin_sub_overflow(end, first, &elements) ||
        __builtin_mul_overflow((size_t)elements, size, &length) || !length)
        return NULL;
    uintptr_t at = pointer_at(rows, 0), distance = length;
    if (count > 1)
        distance = pointer_at(rows, 1) - at;
    uintptr_t begin = at + (uintptr_t)first * size;
    if (!at || distance % size || distance < length ||
        !fits(begin, (size_t)count - 1, distance, length))
        return NULL;
    for (long k = 2; k < count; ++k)
        if (pointer_at(rows, k) - pointer_at(rows, k - 1) != distance)
            return NULL;
    if (distance > length && ctsar__config_checks()) /* it looks at all of an array */
        return NULL;
    *pitch = (long)(distance / size);
    return (void *)begin;
}
