/* SPDX-License-Identifier: BSD-3-Clause
 *
 * An output's own bytes that come back undefined.  Structures have gaps, which nobody writes; all
 * that is known of one is its size.  A stretch of bytes is no gap
 *   - if it is as long as the alignment of what follows it can be, which divides its offset, and
 *     the structure's size where it is at the end;
 *   - if iterations have written some of it in other items.
 * What is neither may be either, and is taken for a gap; so are less than CHANCE bytes of something
 * large, which may have been written as they were. */
#include "check/unwritten.h"

#include <stdlib.h>

#include "check/fill.h"
#include "check/judge.h"

enum { SMALL = 16, WORD = 8, CHANCE = 4 };

bool ctsar__check_untouched(const ctsar__check *c, const ctsar__tracked *a, const ctsar__run *r,
                            char first, char second)
{
    return !r->defined && (unsigned char)first == ctsar__check_pattern(c, a, r, false) &&
           (unsigned char)second == ctsar__check_pattern(c, a, r, true);
}

static size_t alignment_of(size_t offset)
{
    return offset & -offset;
}

/* So many in a row are never one.  What is as large as its alignment has no gap of half of it. */
static size_t more_than_a_gap(size_t elem)
{
    size_t alignment = alignment_of(elem);
    if (elem > SMALL || alignment > WORD)
        return WORD;
    return alignment == elem && elem > 1 ? elem / 2 : alignment;
}

/* Has an iteration written any of the bytes [lo, hi) of an item? */
static bool written_elsewhere(const ctsar__tracked *a, size_t lo, size_t hi)
{
    for (size_t i = lo; a->written && i < hi; ++i)
        if (a->written[i])
            return true;
    return false;
}

/* Are the bytes [lo, hi) of an element of which none is written no gap? */
static bool is_no_gap(const ctsar__tracked *a, size_t lo, size_t hi)
{
    size_t elem = a->shape.elem, length = hi - lo;
    if (length >= more_than_a_gap(elem))
        return true;
    bool large = elem > SMALL && length >= CHANCE;
    return large && (length >= alignment_of(hi) || length >= alignment_of(elem) ||
                     written_elsewhere(a, lo, hi));
}

static void note_written(ctsar__tracked *a, size_t at)
{
    if (!a->written)
        a->written = calloc(a->shape.elem, 1); /* without memory fewer are found */
    if (a->written)
        a->written[at] = 1;
}

/* The first unwritten part of a run that is no gap; its length: there is none. */
static size_t unwritten(const ctsar__check *c, ctsar__tracked *a, const ctsar__run *r,
                        size_t offset)
{
    size_t elem = a->shape.elem, row = 0, found = r->length;
    for (size_t i = 0; i < r->length; ++i) {
        size_t at = (r->host + i) % elem;
        bool untouched =
            ctsar__check_untouched(c, a, r, a->first[offset + i], a->second[offset + i]);
        if (!untouched) {
            if (row && found == r->length && is_no_gap(a, at - row, at))
                found = i - row;
            note_written(a, at);
        }
        row = untouched ? row + 1 : 0;
        if (row && at == elem - 1) {
            if (found == r->length && is_no_gap(a, elem - row, elem))
                found = i + 1 - row;
            row = 0;
        }
    }
    return found;
}

bool ctsar__check_look_for_unwritten(ctsar__check *c)
{
    bool mended = false;
    for (int k = 0; k < c->count; ++k) {
        ctsar__tracked *a = c->turn[k];
        size_t offset = 0;
        for (size_t i = 0; i < a->runs; ++i) {
            const ctsar__run *r = &a->run[i];
            if (!r->owned)
                continue;
            size_t at = r->defined || r->lost ? r->length : unwritten(c, a, r, offset);
            if (at < r->length)
                mended = ctsar__check_judge_unwritten(c, a, r->host + at) || mended;
            offset += r->length;
        }
    }
    return mended;
}
