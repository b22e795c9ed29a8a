/* SPDX-License-Identifier: BSD-3-Clause
 *
 * From what the user registers to what a range of iterations selects of it. */

#include "mem/shape.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>

#define DIRECTIONS (CTSAR_MEM_INPUT | CTSAR_MEM_OUTPUT)
#define ASSOCIATIONS (CTSAR_MEM_PARTIAL | CTSAR_MEM_PARTIAL_COL)
#define KNOWN_FLAGS                                                                                \
    (DIRECTIONS | ASSOCIATIONS | CTSAR_MEM_PERSIST | CTSAR_MEM_PAD | CTSAR_MEM_ADDRESSES |         \
     CTSAR_MEM_GAPS | CTSAR_MEM_CUT)

/* "2 x 3", for a message. */
static const char *extents(char *text, size_t room, int ndim, const ctsar_dim *dims)
{
    size_t used = 0;
    for (int k = 0; k < ndim && used < room; ++k)
        used += (size_t)snprintf(text + used, room - used, "%s%zu", k ? " x " : "", dims[k].extent);
    return text;
}

static int check_flags(unsigned flags, int associated)
{
    if (flags & ~KNOWN_FLAGS)
        return ctsar__error(CTSAR_EINVAL, "flags %#x have unknown bits, %#x; use CTSAR_MEM_*",
                            flags, flags & ~KNOWN_FLAGS);
    if (!(flags & DIRECTIONS))
        return ctsar__error(CTSAR_EINVAL,
                            "flags %#x have no direction; add CTSAR_MEM_INPUT, "
                            "_OUTPUT or _INOUT",
                            flags);
    if (flags & CTSAR_MEM_OUTPUT && !associated)
        return ctsar__error(CTSAR_EINVAL,
                            "an output needs CTSAR_MEM_PARTIAL: units' copies of a whole array "
                            "cannot be merged; use ctsar_reg_reduc for results of all iterations");
    if (flags & CTSAR_MEM_GAPS && (associated != 1 || flags & CTSAR_MEM_PERSIST))
        return ctsar__error(CTSAR_EINVAL,
                            "CTSAR_MEM_GAPS with %d associated dimensions%s; it is for one, of "
                            "what does not persist",
                            associated, flags & CTSAR_MEM_PERSIST ? " and CTSAR_MEM_PERSIST" : "");
    if (flags & CTSAR_MEM_CUT && (associated != 1 || flags & (CTSAR_MEM_PERSIST | CTSAR_MEM_GAPS)))
        return ctsar__error(CTSAR_EINVAL,
                            "CTSAR_MEM_CUT with %d associated dimensions%s%s; it is for one, of "
                            "what neither persists nor has gaps",
                            associated, flags & CTSAR_MEM_PERSIST ? " and CTSAR_MEM_PERSIST" : "",
                            flags & CTSAR_MEM_GAPS ? " and CTSAR_MEM_GAPS" : "");
    if (flags & CTSAR_MEM_OUTPUT && associated > 1)
        return ctsar__error(CTSAR_EINVAL,
                            "an output is associated in %d dimensions: what one unit's iterations "
                            "select crosses what another's do and cannot be merged; associate one "
                            "dimension, or make it an input",
                            associated);
    return CTSAR_OK;
}

static int check_extents(size_t elem, int ndim, const ctsar_dim *dims)
{
    char text[128];
    bool none = !elem;
    for (int k = 0; k < ndim; ++k)
        none = none || !dims[k].extent;
    if (!none)
        return CTSAR_OK;
    return ctsar__error(CTSAR_EINVAL, "%s elements of %zu bytes; none may be 0",
                        extents(text, sizeof text, ndim, dims), elem);
}

static int check_size(size_t elem, int ndim, const ctsar_dim *dims)
{
    char text[128];
    bool over = false;
    size_t bytes = elem;
    for (int k = 0; k < ndim; ++k)
        over = __builtin_mul_overflow(bytes, dims[k].extent, &bytes) || over;
    if (!over)
        return CTSAR_OK;
    return ctsar__error(CTSAR_EOVERFLOW,
                        "%s elements of %zu bytes are more than an address space; check the "
                        "extents",
                        extents(text, sizeof text, ndim, dims), elem);
}

/* A halo is of an associated dimension.  Where another one is associated all of this one is
 * there, halo included. */
static int check_halos(int ndim, const ctsar_dim *dims, int associated)
{
    for (int k = 0; k < ndim && !associated; ++k)
        if (dims[k].halo_below || dims[k].halo_above)
            return ctsar__error(CTSAR_EINVAL,
                                "a halo of %zu below and %zu above in dimension %d without "
                                "association; add CTSAR_MEM_PARTIAL, or associate a dimension",
                                dims[k].halo_below, dims[k].halo_above, k);
    return CTSAR_OK;
}

/* The associated dimension, or the number of dimensions: none, or several. */
static int find_associated(int ndim, const ctsar_dim *dims, int *count)
{
    int which = ndim;
    *count = 0;
    for (int k = 0; k < ndim; ++k)
        if (dims[k].assoc) {
            which = k;
            ++*count;
        }
    return *count == 1 ? which : ndim;
}

/* The product of the extents of dimensions [from, to). */
static size_t product(const ctsar_dim *dims, int from, int to)
{
    size_t n = 1;
    for (int k = from; k < to; ++k)
        n *= dims[k].extent;
    return n;
}

/* Field by field: in each turn of each array, and all of it at once is zeroed by a string
 * instruction that takes longer than the rest. */
static void describe(size_t elem, int ndim, const ctsar_dim *dims, int dim, ctsar__shape *s)
{
    static const ctsar_dim none = {.extent = 1};
    const ctsar_dim *assoc = dim < ndim ? &dims[dim] : &none;
    s->elem = elem;
    s->outer = dim < ndim ? product(dims, 0, dim) : 1;
    s->assoc = assoc->extent;
    s->inner = elem * product(dims, dim < ndim ? dim + 1 : 0, ndim);
    s->halo_below = assoc->halo_below;
    s->halo_above = assoc->halo_above;
    s->stride = 1;
    s->offset = 0;
    s->width = 1;
    s->row = dim == ndim - 1 ? elem : dims[ndim - 1].extent * elem;
    s->ndim = ndim;
    s->dim = dim;
    for (int k = 0; k < CTSAR__DIMS; ++k)
        s->extent[k] = k < ndim ? dims[k].extent : 0;
}

int ctsar__shape_nd(size_t elem, int ndim, const ctsar_dim *dims, unsigned flags,
                    bool strides_given, ctsar__shape *out)
{
    int associated, dim = find_associated(ndim, dims, &associated);
    int status = check_extents(elem, ndim, dims);
    if (!status)
        status = check_flags(flags, associated);
    if (!status)
        status = check_halos(ndim, dims, associated);
    if (!status && flags & CTSAR_MEM_PAD && !strides_given)
        status = ctsar__error(CTSAR_EINVAL, "CTSAR_MEM_PAD needs a place to store the pitch");
    if (!status)
        status = check_size(elem, ndim, dims);
    if (status)
        return status;
    describe(elem, ndim, dims, dim, out);
    out->flags = (flags & ~ASSOCIATIONS) | (dim < ndim ? CTSAR_MEM_PARTIAL : 0);
    out->packs = strides_given && out->outer > 1;
    return CTSAR_OK;
}

int ctsar__shape_vector(size_t elem, size_t items, unsigned flags, ctsar__shape *out)
{
    const ctsar_dim dim = {items, flags & ASSOCIATIONS, 0, 0};
    return ctsar__shape_nd(elem, 1, &dim, flags, false, out);
}

int ctsar__shape_2d(size_t elem, size_t rows, size_t cols, size_t row_halo, size_t col_halo,
                    unsigned flags, bool pitch_given, ctsar__shape *out)
{
    const ctsar_dim dims[] = {{rows, flags & CTSAR_MEM_PARTIAL, row_halo, row_halo},
                              {cols, flags & CTSAR_MEM_PARTIAL_COL, col_halo, col_halo}};
    return ctsar__shape_nd(elem, 2, dims, flags, pitch_given, out);
}

int ctsar__shape_map(ctsar__shape *s, const ctsar_map *map)
{
    if (ctsar__shape_whole(s))
        return ctsar__error(CTSAR_EINVAL,
                            "a map says which indices of one associated dimension are an "
                            "iteration's; set `assoc` of one");
    size_t most = s->flags & CTSAR_MEM_CUT ? LONG_MAX : s->assoc;
    if (map->stride == 0 || map->width == 0 || map->width > most)
        return ctsar__error(CTSAR_EINVAL,
                            "a map of stride %ld and width %zu; stride is not 0, width is 1 to the "
                            "dimension's extent, %zu",
                            map->stride, map->width, most);
    s->stride = map->stride;
    s->offset = map->offset;
    s->width = map->width;
    return CTSAR_OK;
}

/* By a loop: most have one or two, fewer than calling memcmp pays for. */
static bool same_extents(const ctsar__shape *a, const ctsar__shape *b)
{
    int same = 0;
    while (same < a->ndim && a->extent[same] == b->extent[same])
        ++same;
    return same == a->ndim;
}

bool ctsar__shape_equal(const ctsar__shape *a, const ctsar__shape *b)
{
    return a->elem == b->elem && a->outer == b->outer && a->assoc == b->assoc &&
           a->inner == b->inner && a->halo_below == b->halo_below &&
           a->halo_above == b->halo_above && a->stride == b->stride && a->offset == b->offset &&
           a->width == b->width && a->flags == b->flags && a->row == b->row &&
           a->packs == b->packs && a->ndim == b->ndim && a->dim == b->dim && same_extents(a, b);
}

size_t ctsar__shape_bytes(const ctsar__shape *s)
{
    return s->outer * s->assoc * s->inner;
}

bool ctsar__shape_whole(const ctsar__shape *s)
{
    return !(s->flags & ASSOCIATIONS);
}

/* Does iteration i select item i?  Most arrays are so, and each turn asks of each array. */
static bool plain(const ctsar__shape *s)
{
    return s->stride == 1 && s->offset == 0 && s->width == 1;
}

bool ctsar__shape_reads(const ctsar__shape *s, ctsar__values v)
{
    if (s->flags & CTSAR_MEM_INPUT)
        return true;
    ctsar__groups g = ctsar__shape_groups(s, v);
    return g.apart > g.width;
}

bool ctsar__shape_overlaps(const ctsar__shape *s, ctsar__values v)
{
    if (plain(s) || v.count <= 1)
        return false;
    ctsar__groups g = ctsar__shape_groups(s, v);
    return g.apart < g.width;
}

/* The first item of a value; false: there is none. */
static bool item_of(const ctsar__shape *s, long value, long *item)
{
    return !__builtin_mul_overflow(s->stride, value, item) &&
           !__builtin_add_overflow(*item, s->offset, item) && *item >= 0 &&
           (s->flags & CTSAR_MEM_CUT || (size_t)*item <= s->assoc - s->width);
}

/* Does the end of the array leave a value a part of its items, where they are apart from the next
 * one's?  Groups of items are copied whole. */
static bool cuts_group(const ctsar__shape *s, ctsar__values v)
{
    if (!(s->flags & CTSAR_MEM_CUT))
        return false;
    ctsar__groups g = ctsar__shape_groups(s, v);
    ctsar__items own = ctsar__shape_owns(s, v);
    return g.apart > g.width && own.lo < own.hi && (own.hi - own.lo - 1) % g.apart + 1 < g.width;
}

bool ctsar__shape_covers(const ctsar__shape *s, ctsar__values v)
{
    long item, last = ctsar__value(v, v.count - 1);
    if (ctsar__shape_whole(s) || v.count <= 0)
        return true;
    if (plain(s) && !(s->flags & CTSAR_MEM_CUT))
        return v.lo >= 0 && (size_t)v.lo < s->assoc && last >= 0 && (size_t)last < s->assoc;
    return item_of(s, v.lo, &item) && item_of(s, last, &item) && !cuts_group(s, v);
}

/* What is left of a value's, or of several's, where the array ends before they do. */
static ctsar__items cut(const ctsar__shape *s, ctsar__items i)
{
    if (!(s->flags & CTSAR_MEM_CUT) || i.hi <= s->assoc)
        return i;
    return i.lo < s->assoc ? (ctsar__items){i.lo, s->assoc} : (ctsar__items){0, 0};
}

/* All that the values select, as if the array had it. */
static ctsar__items selected(const ctsar__shape *s, ctsar__values v)
{
    size_t first = (size_t)v.lo, last = (size_t)ctsar__value(v, v.count - 1);
    if (plain(s))
        return (ctsar__items){first, last + 1};
    first = (size_t)s->stride * first + (size_t)s->offset;
    last = (size_t)s->stride * last + (size_t)s->offset;
    return s->stride > 0 ? (ctsar__items){first, last + s->width}
                         : (ctsar__items){last, first + s->width};
}

ctsar__items ctsar__shape_owns(const ctsar__shape *s, ctsar__values v)
{
    if (v.count <= 0)
        return (ctsar__items){0, 0};
    if (ctsar__shape_whole(s))
        return (ctsar__items){0, s->assoc};
    ctsar__items all = selected(s, v), own = cut(s, all);
    if (own.lo == own.hi || own.hi == all.hi)
        return own;
    size_t apart = ctsar__shape_groups(s, v).apart;
    size_t last = own.lo + (own.hi - 1 - own.lo) / apart * apart; /* what lies behind is no one's */
    return own.hi - last > s->width ? (ctsar__items){own.lo, last + s->width} : own;
}

ctsar__groups ctsar__shape_groups(const ctsar__shape *s, ctsar__values v)
{
    size_t stride = s->stride < 0 ? 0 - (size_t)s->stride : (size_t)s->stride, apart;
    if (__builtin_mul_overflow(stride, (size_t)v.step, &apart))
        apart = SIZE_MAX; /* there is one group at most */
    return (ctsar__groups){s->width, apart};
}

bool ctsar__shape_has_gaps(const ctsar__shape *s)
{
    ctsar__groups g = ctsar__shape_groups(s, (ctsar__values){.step = 1});
    return s->flags & CTSAR_MEM_GAPS && g.apart > g.width;
}

bool ctsar__shape_owner(const ctsar__shape *s, ctsar__values v, size_t item, long *value)
{
    ctsar__items all = ctsar__shape_owns(s, v);
    ctsar__groups g = ctsar__shape_groups(s, v);
    if (item < all.lo || item >= all.hi)
        return false;
    size_t group = (item - all.lo) / g.apart, last = (size_t)v.count - 1;
    group = group < last ? group : last; /* the last one is longer where groups overlap */
    if (item - all.lo - group * g.apart >= g.width)
        return false;
    *value = ctsar__value(v, (long)(s->stride > 0 ? group : last - group));
    return true;
}

ctsar__items ctsar__shape_needs(const ctsar__shape *s, ctsar__values v)
{
    if (v.count <= 0)
        return (ctsar__items){0, 0};
    ctsar__items i = ctsar__shape_whole(s) ? (ctsar__items){0, s->assoc} : selected(s, v);
    i.lo -= i.lo < s->halo_below ? i.lo : s->halo_below;
    if (i.hi < s->assoc)
        i.hi += s->assoc - i.hi < s->halo_above ? s->assoc - i.hi : s->halo_above;
    return cut(s, i);
}
