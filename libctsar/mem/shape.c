/* SPDX-License-Identifier: BSD-3-Clause
 *
 * From what the user registers to what a range of iterations selects of it. */
#include "mem.h"

#define DIRECTIONS (CTSAR_MEM_INPUT | CTSAR_MEM_OUTPUT)
#define ASSOCIATIONS (CTSAR_MEM_PARTIAL | CTSAR_MEM_PARTIAL_COL)
#define KNOWN_FLAGS (DIRECTIONS | ASSOCIATIONS | CTSAR_MEM_PERSIST | CTSAR_MEM_PAD)

static int check_flags(unsigned flags)
{
    if (flags & ~KNOWN_FLAGS)
        return ctsar__error(CTSAR_EINVAL, "flags %#x have unknown bits, %#x; use CTSAR_MEM_*",
                            flags, flags & ~KNOWN_FLAGS);
    if (!(flags & DIRECTIONS))
        return ctsar__error(CTSAR_EINVAL,
                            "flags %#x have no direction; add CTSAR_MEM_INPUT, "
                            "_OUTPUT or _INOUT",
                            flags);
    if (flags & CTSAR_MEM_OUTPUT && !(flags & ASSOCIATIONS))
        return ctsar__error(CTSAR_EINVAL,
                            "an output needs CTSAR_MEM_PARTIAL: units' copies of a whole array "
                            "cannot be merged; use ctsar_reg_reduc for results of all iterations");
    return CTSAR_OK;
}

static int check_halo(unsigned flags, size_t row_halo, size_t col_halo)
{
    if (row_halo && !(flags & CTSAR_MEM_PARTIAL))
        return ctsar__error(
            CTSAR_EINVAL, "a row halo of %zu without association; add CTSAR_MEM_PARTIAL", row_halo);
    if (col_halo && !(flags & ASSOCIATIONS))
        return ctsar__error(CTSAR_EINVAL, "a column halo of %zu without association", col_halo);
    return CTSAR_OK;
}

static int check_support(unsigned flags, size_t col_halo)
{
    if (flags & CTSAR_MEM_PARTIAL_COL)
        return ctsar__error(CTSAR_ENOTYET, "CTSAR_MEM_PARTIAL_COL; register the whole array as "
                                           "input, or associate rows");
    if (flags & CTSAR_MEM_PERSIST)
        return ctsar__error(CTSAR_ENOTYET, "CTSAR_MEM_PERSIST; without it, data is moved in every "
                                           "pass");
    if (flags & CTSAR_MEM_PAD)
        return ctsar__error(CTSAR_ENOTYET, "CTSAR_MEM_PAD; without it, rows lie as on the host");
    if (col_halo)
        return ctsar__error(CTSAR_ENOTYET, "a column halo of %zu; whole rows include it", col_halo);
    return CTSAR_OK;
}

int ctsar__shape_2d(size_t elem, size_t rows, size_t cols, size_t row_halo, size_t col_halo,
                    unsigned flags, bool pitch_given, ctsar__shape *out)
{
    size_t row, all;
    if (!elem || !rows || !cols)
        return ctsar__error(CTSAR_EINVAL, "%zu x %zu elements of %zu bytes; none may be 0", rows,
                            cols, elem);
    int status = check_flags(flags);
    if (status)
        return status;
    status = check_halo(flags, row_halo, col_halo);
    if (status)
        return status;
    if (flags & CTSAR_MEM_PAD && !pitch_given)
        return ctsar__error(CTSAR_EINVAL, "CTSAR_MEM_PAD needs a place to store the pitch");
    if (__builtin_mul_overflow(cols, elem, &row) || __builtin_mul_overflow(row, rows, &all))
        return ctsar__error(CTSAR_EOVERFLOW,
                            "%zu x %zu elements of %zu bytes are more than an address space; check "
                            "the extents",
                            rows, cols, elem);
    status = check_support(flags, col_halo);
    if (status)
        return status;
    bool partial = flags & CTSAR_MEM_PARTIAL;
    *out = (ctsar__shape){.elem = elem,
                          .outer = 1,
                          .assoc = partial ? rows : 1,
                          .inner = partial ? row : all,
                          .halo_below = row_halo,
                          .halo_above = row_halo,
                          .flags = flags};
    return CTSAR_OK;
}

bool ctsar__shape_equal(const ctsar__shape *a, const ctsar__shape *b)
{
    return a->elem == b->elem && a->outer == b->outer && a->assoc == b->assoc &&
           a->inner == b->inner && a->halo_below == b->halo_below &&
           a->halo_above == b->halo_above && a->flags == b->flags;
}

size_t ctsar__shape_bytes(const ctsar__shape *s)
{
    return s->outer * s->assoc * s->inner;
}

bool ctsar__shape_whole(const ctsar__shape *s)
{
    return !(s->flags & ASSOCIATIONS);
}

static long last_value(ctsar__values v)
{
    return v.lo + (v.count - 1) * v.step;
}

bool ctsar__shape_covers(const ctsar__shape *s, ctsar__values v)
{
    return ctsar__shape_whole(s) || v.count <= 0 || (v.lo >= 0 && (size_t)last_value(v) < s->assoc);
}

ctsar__items ctsar__shape_owns(const ctsar__shape *s, ctsar__values v)
{
    if (v.count <= 0)
        return (ctsar__items){0, 0};
    if (ctsar__shape_whole(s))
        return (ctsar__items){0, s->assoc};
    return (ctsar__items){(size_t)v.lo, (size_t)last_value(v) + 1};
}

ctsar__items ctsar__shape_needs(const ctsar__shape *s, ctsar__values v)
{
    ctsar__items i = ctsar__shape_owns(s, v);
    if (i.lo == i.hi)
        return i;
    i.lo -= i.lo < s->halo_below ? i.lo : s->halo_below;
    i.hi += s->assoc - i.hi < s->halo_above ? s->assoc - i.hi : s->halo_above;
    return i;
}
