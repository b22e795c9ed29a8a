/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "device/emu/window.h"

#include <assert.h>
#include <stdint.h>
#include <sys/mman.h>

#include "device/emu/context.h"

/* Bytes from the base, at page boundaries. */
typedef struct pages {
    size_t lo, hi;
} pages;

static pages pages_of(const ctsar__emu *e, size_t lo, size_t hi)
{
    size_t page = e->page;
    return lo < hi ? (pages){lo / page * page, (hi + page - 1) / page * page} : (pages){0, 0};
}

/* A page that is never backed lies on either side of a space. */
static size_t reservation(const ctsar__emu *e, const ctsar__space *s)
{
    return pages_of(e, 0, s->bytes).hi + 2 * e->page;
}

int ctsar__emu_reserve(ctsar__device *device, size_t bytes, ctsar__space *space)
{
    ctsar__emu *e = ctsar__emu_of(device);
    *space = (ctsar__space){.bytes = bytes};
    int status = ctsar__emu_check(e, CTSAR__EMU_RESERVE);
    if (status)
        return status;
    const int how = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    char *at = bytes > SIZE_MAX / 2 ? MAP_FAILED
                                    : mmap(NULL, reservation(e, space), PROT_NONE, how, -1, 0);
    if (at == MAP_FAILED)
        return ctsar__error(CTSAR_ENOMEM, "%s: no %zu bytes of addresses", device->name, bytes);
    space->base = at + e->page;
    return CTSAR_OK;
}

/* Takes `grow` bytes of the device's memory if they are there. */
static bool take_memory(ctsar__emu *e, size_t grow)
{
    size_t used = e->used;
    do
        if (grow > e->spec.memory || used > e->spec.memory - grow)
            return false;
    while (!atomic_compare_exchange_weak(&e->used, &used, used + grow));
    return true;
}

/* What lies in `a` and not in `b` is at most two pieces. */
static int pages_minus(pages a, pages b, pages out[2])
{
    int n = 0;
    if (a.lo >= a.hi)
        return 0;
    if (b.lo >= b.hi || b.hi <= a.lo || a.hi <= b.lo) {
        out[0] = a;
        return 1;
    }
    if (a.lo < b.lo)
        out[n++] = (pages){a.lo, b.lo};
    if (b.hi < a.hi)
        out[n++] = (pages){b.hi, a.hi};
    return n;
}

/* Takes pages away: their contents are lost, access faults.  Should the system refuse to
 * protect them, they are given back all the same, and only the fault is missing. */
static void withdraw(ctsar__space *space, pages p)
{
    madvise(space->base + p.lo, p.hi - p.lo, MADV_DONTNEED);
    mprotect(space->base + p.lo, p.hi - p.lo, PROT_NONE);
}

/* Opens the pages that are new.  False: the system refuses, and nothing has changed. */
static bool open_pages(ctsar__space *space, pages new, pages old)
{
    pages piece[2];
    int pieces = pages_minus(new, old, piece);
    for (int i = 0; i < pieces; ++i)
        if (mprotect(space->base + piece[i].lo, piece[i].hi - piece[i].lo,
                     PROT_READ | PROT_WRITE)) {
            while (i-- > 0)
                withdraw(space, piece[i]);
            return false;
        }
    pieces = pages_minus(old, new, piece);
    for (int i = 0; i < pieces; ++i)
        withdraw(space, piece[i]);
    return true;
}

int ctsar__emu_commit(ctsar__device *device, ctsar__space *space, size_t lo, size_t hi)
{
    assert(lo <= hi && hi <= space->bytes);
    ctsar__emu *e = ctsar__emu_of(device);
    pages old = pages_of(e, space->lo, space->hi), new = pages_of(e, lo, hi);
    size_t before = old.hi - old.lo, after = new.hi - new.lo;
    size_t grow = after > before ? after - before : 0;
    int status = ctsar__emu_check(e, CTSAR__EMU_COMMIT);
    if (status)
        return status;
    if (grow && !take_memory(e, grow))
        return ctsar__device_full(device, after, e->used, before);
    if (!open_pages(space, new, old)) {
        e->used -= grow;
        return ctsar__error(CTSAR_ENOMEM, "%s: the system has no memory for a window of %zu bytes",
                            device->name, hi - lo);
    }
    e->used -= after < before ? before - after : 0;
    space->lo = lo;
    space->hi = hi;
    space->committed = after;
    return CTSAR_OK;
}

void ctsar__emu_release(ctsar__device *device, ctsar__space *space)
{
    ctsar__emu *e = ctsar__emu_of(device);
    if (!space->base)
        return;
    munmap(space->base - e->page, reservation(e, space));
    e->used -= space->committed;
    *space = (ctsar__space){0};
}
