/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Addresses of a checked array.  As on an accelerator, only pages of the window are open; far more
 * than one page on either side is not, so that a wrong index most likely ends there.  Where an
 * array may be packed or padded it is, so that a body that takes the host's distances goes wrong.
 */
#define _GNU_SOURCE
#include "check/space.h"

#include <sys/mman.h>
#include <unistd.h>

#include "check/part.h"

enum { LEAST_GUARD = 1 << 18, MOST_GUARD = 1 << 30 };

size_t ctsar__check_page(void)
{
    static size_t page;
    if (!page)
        page = (size_t)sysconf(_SC_PAGESIZE);
    return page;
}

static size_t round_down(size_t n)
{
    return n / ctsar__check_page() * ctsar__check_page();
}

static size_t round_up(size_t n)
{
    return round_down(n + ctsar__check_page() - 1);
}

/* ---- Layout ---------------------------------------------------------------------- */

/* Items of a block, when an iteration's window is packed: with a gap behind it, in which what is
 * read or written beside it is noticed.  The pitch must not change within a pass. */
static size_t packed_items(const ctsar__shape *s)
{
    size_t window = s->width + s->halo_below + s->halo_above;
    if (window >= s->assoc || s->halo_below >= s->assoc || s->halo_above >= s->assoc)
        return s->assoc;
    return s->assoc - window > CTSAR__CHECK_GAP ? window + CTSAR__CHECK_GAP : s->assoc - 1;
}

/* A SIMD width to whose multiples rows are not padded already. */
static unsigned odd_simd(const ctsar__shape *s)
{
    unsigned simd = 8;
    size_t columns = s->extent[s->ndim - 1];
    while (simd < 4096 && columns % simd == 0)
        simd *= 2;
    return simd;
}

static ctsar__layout layout_of(const ctsar__shape *s)
{
    size_t items = s->packs ? packed_items(s) : s->assoc;
    ctsar__device d = {.simd = odd_simd(s)};
    if (s->flags & CTSAR_MEM_PAD)
        return ctsar__layout_unit(s, &d, items, &(ctsar__layout){0});
    return (ctsar__layout){.row = s->row, .pitch = s->row, .block = items * s->inner};
}

bool ctsar__check_is_linear(const ctsar__tracked *a)
{
    return a->layout.row == a->layout.pitch && a->layout.block == a->shape.assoc * a->shape.inner;
}

bool ctsar__check_is_others(const ctsar__check *c, const ctsar__shape *s, size_t item, long *value)
{
    return ctsar__shape_owner(s, c->all, item, value) && *value != c->value;
}

ctsar__items ctsar__check_own(const ctsar__check *c, const ctsar__shape *s)
{
    return ctsar__shape_owns(s, (ctsar__values){c->value, 1, 1});
}

size_t ctsar__check_item(const ctsar__shape *s, size_t offset)
{
    return offset / s->inner % s->assoc;
}

/* Packed blocks interleave, so a place between two windows belongs to the nearer one. */
static void find_block(const ctsar__tracked *a, ptrdiff_t at, ptrdiff_t *block, ptrdiff_t *place)
{
    const ctsar__layout *l = &a->layout;
    ptrdiff_t lo = (ptrdiff_t)ctsar__layout_at(l, a->window.lo), each = (ptrdiff_t)l->block;
    ptrdiff_t hi = (ptrdiff_t)ctsar__layout_end(l, a->window.hi);
    ptrdiff_t from = at - lo, b = from / each - (from % each < 0);
    ptrdiff_t p = at - b * each;
    if (p >= hi && p - hi >= lo + each - p)
        p -= each, b++;
    if (b < 0)
        b = 0, p = at;
    *block = b;
    *place = p;
}

ptrdiff_t ctsar__check_host_offset(const ctsar__tracked *a, ptrdiff_t at, bool *padding)
{
    const ctsar__shape *s = &a->shape;
    ptrdiff_t size = (ptrdiff_t)ctsar__shape_bytes(s), block, place;
    *padding = false;
    if (at < 0 || ctsar__check_is_linear(a))
        return at;
    find_block(a, at, &block, &place);
    if (block >= (ptrdiff_t)s->outer)
        return size + at;
    if (place < 0)
        return place;
    size_t pitch = a->layout.pitch, row = (size_t)place / pitch, column = (size_t)place % pitch;
    size_t position = row * a->layout.row + column;
    *padding = column >= a->layout.row || position >= s->assoc * s->inner;
    return block * (ptrdiff_t)(s->assoc * s->inner) + (ptrdiff_t)position;
}

/* ---- Pages ----------------------------------------------------------------------- */

int ctsar__check_reserve(ctsar__tracked *a)
{
    const ctsar__shape *s = &a->shape;
    a->layout = a->part ? ctsar__check_part_layout(a) : layout_of(s);
    size_t room =
        (s->outer - 1) * a->layout.block + ctsar__layout_end(&a->layout, s->assoc * s->inner);
    size_t host = ctsar__shape_bytes(s), guard = room > host ? room : host;
    room = round_up(guard);
    guard = guard < LEAST_GUARD ? LEAST_GUARD : guard > MOST_GUARD ? MOST_GUARD : guard;
    guard = round_up(guard);
    a->map_bytes = room + 2 * guard;
    a->map =
        mmap(NULL, a->map_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (a->map == MAP_FAILED) {
        a->map = NULL;
        return ctsar__error(CTSAR_ENOMEM, "no %zu bytes of addresses to check the array at %p",
                            a->map_bytes, (void *)a->host);
    }
    a->base = a->map + guard;
    return CTSAR_OK;
}

void ctsar__check_release(ctsar__tracked *a)
{
    if (a->map)
        munmap(a->map, a->map_bytes);
}

int ctsar__check_protect(ctsar__tracked *a, size_t lo, size_t hi, bool readonly)
{
    size_t from = round_down(lo), to = round_up(hi);
    if (lo >= hi ||
        !mprotect(a->base + from, to - from, readonly ? PROT_READ : PROT_READ | PROT_WRITE))
        return CTSAR_OK;
    return ctsar__error(CTSAR_ENOMEM, "no memory for a window of %zu bytes of the array at %p",
                        hi - lo, (void *)a->host);
}

void ctsar__check_close(ctsar__tracked *a)
{
    if (a->lo < a->hi) {
        madvise(a->base + a->lo, a->hi - a->lo, MADV_DONTNEED);
        mprotect(a->base + a->lo, a->hi - a->lo, PROT_NONE);
    }
    a->lo = a->hi = 0;
    a->holes = CTSAR__NO_HOLES;
}

int ctsar__check_open(ctsar__tracked *a, size_t lo, size_t hi, bool readonly)
{
    size_t from = lo < hi ? round_down(lo) : 0, to = lo < hi ? round_up(hi) : 0;
    if (from == a->lo && to == a->hi && readonly == a->readonly)
        return CTSAR_OK;
    ctsar__check_close(a);
    int status = ctsar__check_protect(a, lo, hi, readonly);
    if (status)
        return status;
    a->lo = from;
    a->hi = to;
    a->readonly = readonly;
    return CTSAR_OK;
}
