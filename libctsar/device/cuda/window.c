/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Windows on CUDA devices.  A space is reserved addresses of the device, in which memory is mapped
 * where the window is, in pieces of one size for each space.  What a window leaves is mapped again
 * where it goes, so a window that moves takes no more memory than its size.  A device that cannot
 * map allocates spaces in full. */
#include "device/cuda/window.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "device/cuda/context.h"

enum { PIECES = 64 }; /* that a space has, about: a window takes up to two more than its size */

typedef struct window {
    ctsar__reserved at;
    size_t piece;                         /* bytes; 0: allocated in full */
    CUmemGenericAllocationHandle *handle; /* one a piece; what is mapped, as `mapped` says */
    size_t lo, hi;                        /* mapped, in pieces */
} window;

static CUdeviceptr address_of(const window *w, size_t piece)
{
    return (CUdeviceptr)(uintptr_t)w->at.base + piece * w->piece;
}

/* ---- Reservations ------------------------------------------------------------------ */

static size_t round_up(size_t n, size_t step)
{
    return (n + step - 1) / step * step;
}

static bool take_memory(ctsar__cuda *c, size_t bytes)
{
    size_t used = c->used;
    do
        if (bytes > c->base.memory || used > c->base.memory - bytes)
            return false;
    while (!__atomic_compare_exchange_n((size_t *)&c->used, &used, used + bytes, true,
                                        __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    return true;
}

static int reserve_addresses(ctsar__cuda *c, size_t bytes, window *w)
{
    CUdeviceptr at = 0;
    w->piece = round_up(bytes / PIECES + 1, c->granularity);
    w->at.bytes = round_up(bytes, w->piece);
    w->handle = calloc(w->at.bytes / w->piece, sizeof *w->handle);
    if (!w->handle)
        return ctsar__error(CTSAR_ENOMEM, "%s: no memory for a window's pieces", c->base.name);
    CUresult error = c->cu->MemAddressReserve(&at, w->at.bytes, 0, 0, 0);
    w->at.base = (char *)(uintptr_t)at; // NOLINT(performance-no-int-to-ptr): the driver's type
    return error ? ctsar__cuda_error(c, "addresses for an array", error) : CTSAR_OK;
}

static int allocate(ctsar__cuda *c, size_t bytes, window *w)
{
    CUdeviceptr at = 0;
    if (!take_memory(c, bytes))
        return ctsar__device_full(&c->base, bytes, c->used, 0);
    CUresult error = c->cu->MemAlloc(&at, bytes);
    if (error) {
        c->used -= bytes;
        return ctsar__cuda_error(c, "an array in full", error);
    }
    w->at.base = (char *)(uintptr_t)at; // NOLINT(performance-no-int-to-ptr): the driver's type
    w->at.bytes = bytes;
    return CTSAR_OK;
}

static int enlist(ctsar__cuda *c, window *w)
{
    pthread_mutex_lock(&c->lock);
    int status = ctsar__spaces_add(&c->spaces, &w->at);
    pthread_mutex_unlock(&c->lock);
    return status;
}

static window *window_at(ctsar__cuda *c, const ctsar__space *space)
{
    pthread_mutex_lock(&c->lock);
    window *w = ctsar__spaces_find(&c->spaces, space->base);
    pthread_mutex_unlock(&c->lock);
    return w;
}

static void give_back(ctsar__cuda *c, window *w)
{
    CUdeviceptr base = (CUdeviceptr)(uintptr_t)w->at.base;
    if (base && w->piece)
        c->cu->MemAddressFree(base, w->at.bytes);
    else if (base) {
        c->cu->MemFree(base);
        c->used -= w->at.bytes;
    }
    free(w->handle);
    free(w);
}

int ctsar__cuda_reserve(ctsar__device *device, size_t bytes, ctsar__space *space)
{
    ctsar__cuda *c = ctsar__cuda_of(device);
    *space = (ctsar__space){.bytes = bytes};
    int status = ctsar__cuda_enter(c);
    if (status)
        return status;
    window *w = bytes <= SIZE_MAX / 2 ? calloc(1, sizeof *w) : NULL;
    if (!w)
        return ctsar__error(CTSAR_ENOMEM, "%s: no %zu bytes of addresses", device->name, bytes);
    status = c->maps ? reserve_addresses(c, bytes, w) : allocate(c, bytes, w);
    if (!status)
        status = enlist(c, w);
    if (status) {
        give_back(c, w);
        return status;
    }
    space->base = w->at.base;
    return CTSAR_OK;
}

/* ---- Pieces ------------------------------------------------------------------------ */

/* Pieces on their way from where the window was to where it goes. */
typedef struct spare {
    CUmemGenericAllocationHandle *handle;
    size_t count;
} spare;

static bool is_in(size_t piece, size_t lo, size_t hi)
{
    return piece >= lo && piece < hi;
}

/* How many of [lo, hi) are not in [but_lo, but_hi). */
static size_t count_outside(size_t lo, size_t hi, size_t but_lo, size_t but_hi)
{
    size_t common_lo = lo > but_lo ? lo : but_lo, common_hi = hi < but_hi ? hi : but_hi;
    return hi - lo - (common_lo < common_hi ? common_hi - common_lo : 0);
}

static void release_spare(ctsar__cuda *c, spare *s)
{
    while (s->count > 0)
        c->cu->MemRelease(s->handle[--s->count]);
}

static int create(ctsar__cuda *c, const window *w, size_t count, spare *s)
{
    const CUmemAllocationProp prop = {
        .type = CU_MEM_ALLOCATION_TYPE_PINNED,
        .location = {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = c->device}};
    while (s->count < count) {
        CUresult error = c->cu->MemCreate(&s->handle[s->count], w->piece, &prop, 0);
        if (error) {
            release_spare(c, s);
            return ctsar__cuda_error(c, "memory for a window", error);
        }
        s->count++;
    }
    return CTSAR_OK;
}

/* Takes the pieces that the window leaves. */
static int unmap(ctsar__cuda *c, window *w, size_t lo, size_t hi, spare *s)
{
    for (size_t i = w->lo; i < w->hi; ++i) {
        if (is_in(i, lo, hi))
            continue;
        CUresult error = c->cu->MemUnmap(address_of(w, i), w->piece);
        if (error)
            return ctsar__cuda_error(c, "unmapping a part of a window", error);
        s->handle[s->count++] = w->handle[i];
    }
    return CTSAR_OK;
}

static int map(ctsar__cuda *c, window *w, size_t lo, size_t hi, spare *s)
{
    for (size_t i = lo; i < hi; ++i) {
        if (is_in(i, w->lo, w->hi))
            continue;
        w->handle[i] = s->handle[--s->count];
        CUresult error = c->cu->MemMap(address_of(w, i), w->piece, 0, w->handle[i], 0);
        if (!error)
            error = c->cu->MemSetAccess(address_of(w, i), w->piece, c->access, (size_t)c->accesses);
        if (error)
            return ctsar__cuda_error(c, "mapping a part of a window", error);
    }
    return CTSAR_OK;
}

/* Maps pieces [lo, hi).  Until something is unmapped nothing has changed on error; what fails
 * behind that is no lack of memory. */
static int move(ctsar__cuda *c, window *w, size_t lo, size_t hi)
{
    size_t entering = count_outside(lo, hi, w->lo, w->hi);
    size_t leaving = count_outside(w->lo, w->hi, lo, hi);
    size_t more = entering > leaving ? entering - leaving : 0;
    spare s = {.handle = calloc(more + leaving + 1, sizeof *s.handle)};
    if (!s.handle)
        return ctsar__error(CTSAR_ENOMEM, "%s: no memory to move a window", c->base.name);
    if (!take_memory(c, more * w->piece)) {
        free(s.handle);
        return ctsar__device_full(&c->base, (hi - lo) * w->piece, c->used,
                                  (w->hi - w->lo) * w->piece);
    }
    int status = create(c, w, more, &s);
    if (status)
        c->used -= more * w->piece;
    else
        status = unmap(c, w, lo, hi, &s);
    if (!status)
        status = map(c, w, lo, hi, &s);
    if (!status) {
        c->used -= s.count * w->piece;
        release_spare(c, &s);
        w->lo = lo;
        w->hi = hi;
    }
    free(s.handle);
    return status;
}

int ctsar__cuda_commit(ctsar__device *device, ctsar__space *space, size_t lo, size_t hi)
{
    assert(lo <= hi && hi <= space->bytes);
    ctsar__cuda *c = ctsar__cuda_of(device);
    int status = ctsar__cuda_enter(c);
    if (status)
        return status;
    window *w = window_at(c, space);
    bool none = lo == hi;
    if (w->piece)
        status = move(c, w, none ? 0 : lo / w->piece, none ? 0 : (hi + w->piece - 1) / w->piece);
    if (status)
        return status;
    space->lo = lo;
    space->hi = hi;
    space->committed = w->piece ? (w->hi - w->lo) * w->piece : w->at.bytes;
    return CTSAR_OK;
}

void ctsar__cuda_release(ctsar__device *device, ctsar__space *space)
{
    ctsar__cuda *c = ctsar__cuda_of(device);
    ctsar__space gone = *space;
    *space = (ctsar__space){0};
    if (!gone.base || ctsar__cu_inherited() || c->stuck)
        return;
    window *w = window_at(c, &gone);
    if (!ctsar__cuda_enter(c)) {
        int status = w->piece ? move(c, w, 0, 0) : CTSAR_OK;
        (void)status; /* what a device that has failed still holds goes with its context */
    }
    pthread_mutex_lock(&c->lock);
    ctsar__spaces_remove(&c->spaces, &w->at);
    pthread_mutex_unlock(&c->lock);
    give_back(c, w);
}
