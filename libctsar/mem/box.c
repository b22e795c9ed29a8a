/* SPDX-License-Identifier: BSD-3-Clause */
#include "mem/box.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* ---- Making one ------------------------------------------------------------------------ */

static int check_side(int k, const ctsar_side *s)
{
    if (ctsar__side_fits(s))
        return CTSAR_OK;
    return ctsar__error(CTSAR_EINVAL,
                        "dimension %d has %zu elements, and the box %zu of them from %zu on; it "
                        "must have one at least and lie in the array",
                        k, s->extent, s->count, s->lo);
}

static int check(const void *array, size_t elem, int ndim)
{
    if (!array || !elem)
        return ctsar__error(CTSAR_EINVAL, "the array is at %p and its elements have %zu bytes",
                            array, elem);
    if (ndim < 1 || ndim > CTSAR_BOX_DIMS)
        return ctsar__error(CTSAR_EINVAL, "a box has %d dimensions; it may have 1 to %d", ndim,
                            (int)CTSAR_BOX_DIMS);
    return CTSAR_OK;
}

/* `count` of what there is so far, `apart` bytes from each other. */
static void repeat(ctsar__box *b, size_t count, size_t apart)
{
    int top = b->levels - 1;
    if (count == 1)
        return;
    if (top < 0 && b->run == apart)
        b->run *= count;
    else if (top >= 0 && b->count[top] * b->apart[top] == apart)
        b->count[top] *= count;
    else {
        b->count[b->levels] = count;
        b->apart[b->levels++] = apart;
    }
}

/* Of an array that begins before `at`, where the box begins as far as dimensions are looked at. */
static bool is_in_space(const ctsar__box *b, size_t bytes)
{
    return bytes <= PTRDIFF_MAX && bytes <= UINTPTR_MAX - (uintptr_t)b->at;
}

/* Dimension k, behind those that are within it: elements of it are `*apart` bytes apart. */
static int add_side(ctsar__box *b, int k, const ctsar_side *s, size_t elem, size_t *apart)
{
    size_t bytes;
    int status = check_side(k, s);
    if (status)
        return status;
    if (__builtin_mul_overflow(*apart, s->extent, &bytes) || !is_in_space(b, bytes))
        return ctsar__error(CTSAR_EOVERFLOW,
                            "an array of elements of %zu bytes with these extents is more than an "
                            "address space",
                            elem);
    b->at += s->lo * *apart;
    repeat(b, s->count, *apart);
    *apart = bytes;
    return CTSAR_OK;
}

/* Levels that it has not are not set. */
int ctsar__box_make(void *array, size_t elem, int ndim, const ctsar_side *side, ctsar__box *out)
{
    int status = check(array, elem, ndim);
    size_t apart = elem;
    out->at = array;
    out->run = elem;
    out->levels = 0;
    for (int k = ndim - 1; k >= 0 && !status; --k)
        status = add_side(out, k, &side[k], elem, &apart);
    return status;
}

/* ---- Comparing ------------------------------------------------------------------------- */

static bool same_lattice(const ctsar__box *a, const ctsar__box *b)
{
    bool same = a->levels == b->levels;
    for (int k = 0; same && k < a->levels; ++k)
        same = a->apart[k] == b->apart[k];
    return same;
}

bool ctsar__box_equal(const ctsar__box *a, const ctsar__box *b)
{
    bool equal = a->at == b->at && a->run == b->run && same_lattice(a, b);
    for (int k = 0; equal && k < a->levels; ++k)
        equal = a->count[k] == b->count[k];
    return equal;
}

static size_t mix(size_t h, size_t x)
{
    h = (h ^ x) * 0x9E3779B97F4A7C15u;
    return h ^ h >> 29;
}

size_t ctsar__box_hash(const ctsar__box *b)
{
    size_t h = mix((uintptr_t)b->at, b->run);
    for (int k = 0; k < b->levels; ++k)
        h = mix(mix(h, b->count[k]), b->apart[k]);
    return h;
}

char *ctsar__box_end(const ctsar__box *b)
{
    char *end = b->at + b->run;
    for (int k = 0; k < b->levels; ++k)
        end += (b->count[k] - 1) * b->apart[k];
    return end;
}

size_t ctsar__box_bytes(const ctsar__box *b)
{
    size_t bytes = b->run;
    for (int k = 0; k < b->levels; ++k)
        bytes *= b->count[k];
    return bytes;
}

/* Number i of what the highest level repeats. */
static ctsar__box slab(const ctsar__box *b, size_t i)
{
    ctsar__box one = *b;
    one.at += i * one.apart[--one.levels];
    return one;
}

static ptrdiff_t floor_of(ptrdiff_t x, ptrdiff_t by)
{
    return x / by - (x % by < 0);
}

/* Two slabs meet only where their numbers differ by as much as the boxes' beginnings are apart, or
 * by one more. */
static bool overlap_in_lattice(const ctsar__box *a, const ctsar__box *b)
{
    int top = a->levels - 1;
    ptrdiff_t apart = (ptrdiff_t)a->apart[top], distance = b->at - a->at;
    ptrdiff_t least = floor_of(distance, apart);
    for (ptrdiff_t k = least; k <= least + 1; ++k) {
        if (k >= (ptrdiff_t)a->count[top] || -k >= (ptrdiff_t)b->count[top])
            continue;
        ctsar__box x = slab(a, 0), y = slab(b, 0);
        y.at -= k * apart;
        if (ctsar__boxes_overlap(&x, &y))
            return true;
    }
    return false;
}

/* Slab by slab of `a`, of those that reach into where `b` lies. */
static bool overlap_by_slabs(const ctsar__box *a, const ctsar__box *b)
{
    int top = a->levels - 1;
    ctsar__box first = slab(a, 0);
    ptrdiff_t apart = (ptrdiff_t)a->apart[top];
    ptrdiff_t lo = floor_of(b->at - ctsar__box_end(&first), apart);
    ptrdiff_t hi = floor_of(ctsar__box_end(b) - a->at, apart) + 1;
    for (ptrdiff_t i = lo > 0 ? lo : 0; i < hi && i < (ptrdiff_t)a->count[top]; ++i) {
        ctsar__box one = slab(a, (size_t)i);
        if (ctsar__boxes_overlap(&one, b))
            return true;
    }
    return false;
}

static size_t widest(const ctsar__box *b)
{
    return b->levels ? b->apart[b->levels - 1] : 0;
}

bool ctsar__boxes_overlap(const ctsar__box *a, const ctsar__box *b)
{
    if (a->at >= ctsar__box_end(b) || b->at >= ctsar__box_end(a))
        return false;
    if (a->levels == 0 && b->levels == 0)
        return true;
    if (same_lattice(a, b))
        return overlap_in_lattice(a, b);
    return widest(a) >= widest(b) ? overlap_by_slabs(a, b) : overlap_by_slabs(b, a);
}

/* ---- Its runs -------------------------------------------------------------------------- */

void ctsar__box_within(const ctsar__box *b, const char *lo, const char *hi,
                       void (*visit)(void *data, char *at, size_t length), void *data)
{
    char *from = b->at < lo ? b->at + (lo - b->at) : b->at;
    const char *to = ctsar__box_end(b) < hi ? ctsar__box_end(b) : hi;
    if (from >= to)
        return;
    if (b->levels == 0) {
        visit(data, from, (size_t)(to - from));
        return;
    }
    ctsar__box one = slab(b, 0);
    ptrdiff_t apart = (ptrdiff_t)b->apart[b->levels - 1];
    ptrdiff_t i = floor_of(lo - ctsar__box_end(&one), apart);
    for (i = i < 0 ? 0 : i; i < (ptrdiff_t)b->count[b->levels - 1]; ++i) {
        one = slab(b, (size_t)i);
        if (one.at >= hi)
            break;
        ctsar__box_within(&one, lo, hi, visit, data);
    }
}

/* ---- Its bytes -------------------------------------------------------------------------- */

void ctsar__box_save(const ctsar__box *b, char *to)
{
    if (b->levels == 0) {
        memcpy(to, b->at, b->run);
        return;
    }
    for (size_t i = 0; i < b->count[b->levels - 1]; ++i) {
        ctsar__box one = slab(b, i);
        ctsar__box_save(&one, to + i * ctsar__box_bytes(&one));
    }
}

void ctsar__box_restore(const ctsar__box *b, const char *from)
{
    if (b->levels == 0) {
        memcpy(b->at, from, b->run);
        return;
    }
    for (size_t i = 0; i < b->count[b->levels - 1]; ++i) {
        ctsar__box one = slab(b, i);
        ctsar__box_restore(&one, from + i * ctsar__box_bytes(&one));
    }
}

/* ---- As an array ------------------------------------------------------------------------ */

/* Blocks are what level 1 repeats, or level 0 where there is no other; groups of blocks, level 2.
 */
ctsar__shape ctsar__box_shape(const ctsar__box *b, ctsar__layout *host)
{
    int rows = b->levels > 1 ? 1 : 0; /* levels within a block */
    size_t inner = rows ? b->run * b->count[0] : b->run, outer = 1;
    for (int k = rows; k < b->levels; ++k)
        outer *= b->count[k];
    *host = (ctsar__layout){.row = b->run,
                            .pitch = rows ? b->apart[0] : b->run,
                            .block = b->levels > rows ? b->apart[rows] : inner};
    if (b->levels == CTSAR__BOX_LEVELS) {
        host->group = b->count[rows];
        host->apart = b->apart[rows + 1];
    }
    return (ctsar__shape){.elem = 1,
                          .outer = outer,
                          .assoc = 1,
                          .inner = inner,
                          .stride = 1,
                          .width = 1,
                          .flags = CTSAR_MEM_INOUT | CTSAR_MEM_PARTIAL | CTSAR_MEM_PERSIST,
                          .row = b->run,
                          .ndim = 1,
                          .extent = {inner}};
}
