/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Windows on OpenCL devices.  OpenCL has no addresses that could be reserved, so a space is a
 * reservation of the host's addresses that nothing ever backs, and a buffer that holds a stretch
 * of it; copies and kernels find the buffer from the address.  A window that moves needs another
 * buffer, and what stays is copied on the device: so buffers are a little larger than windows.
 *
 * The first use of a buffer's memory takes several times as long as the next one.  So while half of
 * the device's memory is free a window that shrinks keeps its buffer, and so does one that is given
 * up where nothing in it matters.  All of that goes where memory turns out to be short.
 *
 * Buffers count against the device's memory here, because drivers promise more than they have. */
#include "device/opencl/window.h"

#define _GNU_SOURCE
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "device/opencl/find.h"
#include "device/opencl/wait.h"

enum {
    QUANTUM = 4096, /* bytes; a window of fewer has a buffer of so many */
    AMPLE = 4       /* memory is so where a buffer takes one in so many bytes of what is free */
};

typedef struct extent {
    size_t lo, hi;
} extent;

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* ---- Reservations ------------------------------------------------------------------ */

int ctsar__opencl_reserve(ctsar__device *device, size_t bytes, ctsar__space *space)
{
    ctsar__opencl *o = ctsar__opencl_of(device);
    size_t page = (size_t)sysconf(_SC_PAGESIZE), reserved = bytes / page * page + page;
    *space = (ctsar__space){.bytes = bytes};
    int status = ctsar__opencl_usable(o);
    if (status)
        return status;
    ctsar__cl_window *w = calloc(1, sizeof *w);
    char *at = MAP_FAILED;
    if (w && bytes <= SIZE_MAX / 2)
        at = mmap(NULL, reserved, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) {
        free(w);
        return ctsar__error(CTSAR_ENOMEM, "%s: no %zu bytes of addresses", device->name, bytes);
    }
    *w = (ctsar__cl_window){.at = {at, reserved}, .bytes = bytes, .elem = 1};
    pthread_rwlock_wrlock(&o->lock);
    status = ctsar__spaces_add(&o->windows, &w->at);
    pthread_rwlock_unlock(&o->lock);
    if (status) {
        munmap(at, reserved);
        free(w);
        return status;
    }
    space->base = at;
    return CTSAR_OK;
}

/* ---- Buffers ---------------------------------------------------------------------- */

/* May a buffer be larger than its window, or kept without one? */
static bool is_roomy(const ctsar__opencl *o)
{
    return o->used <= o->base.memory / 2;
}

static void drop(ctsar__opencl *o, ctsar__cl_window *w)
{
    if (w->buffer)
        o->cl->ReleaseMemObject(w->buffer);
    o->used -= w->hi - w->lo;
    w->buffer = NULL;
    w->lo = w->hi = 0;
}

/* The window is given up. */
static void leave(ctsar__opencl *o, ctsar__cl_window *w, bool passing)
{
    if (!passing || !is_roomy(o))
        drop(o, w);
}

/* A buffer that exists, as far as OpenCL lets one make sure of that. */
static cl_int make_buffer(ctsar__opencl *o, cl_command_queue queue, size_t bytes, cl_mem *buffer)
{
    cl_int error = CL_SUCCESS;
    *buffer = o->cl->CreateBuffer(o->context, CL_MEM_READ_WRITE, bytes, NULL, &error);
    if (error)
        return error;
    error = o->cl->EnqueueMigrateMemObjects(queue, 1, buffer,
                                            CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED, 0, NULL, NULL);
    if (error)
        o->cl->ReleaseMemObject(*buffer);
    return error;
}

static int finish_all(ctsar__opencl *o)
{
    int status = CTSAR_OK;
    for (int i = 0; i < CTSAR__SLOTS && !status; ++i)
        status = o->queue[i] ? ctsar__opencl_drain(o, o->queue[i]) : CTSAR_OK;
    return status;
}

/* Exchanges the window's buffer for one that holds `to`; of the old one `keep` is kept.
 * What is enqueued on the old one goes first. */
static int exchange(ctsar__opencl *o, ctsar__cl_window *w, extent to, extent keep)
{
    cl_command_queue queue; /* where no range's kernel is waited for */
    cl_mem buffer;
    int status = ctsar__opencl_queue(o, CTSAR__SLOT_OTHERS, &queue);
    if (!status && w->buffer && keep.lo < keep.hi)
        status = finish_all(o);
    if (status)
        return status;
    cl_int error = make_buffer(o, queue, to.hi - to.lo, &buffer);
    if (error)
        return ctsar__opencl_error(o, "a buffer for a window", error);
    if (w->buffer && keep.lo < keep.hi)
        error = o->cl->EnqueueCopyBuffer(queue, w->buffer, buffer, keep.lo - w->lo, keep.lo - to.lo,
                                         keep.hi - keep.lo, 0, NULL, NULL);
    status = error ? ctsar__opencl_error(o, "copying what a window keeps", error)
                   : ctsar__opencl_drain(o, queue);
    if (status) {
        o->cl->ReleaseMemObject(buffer);
        return status;
    }
    drop(o, w);
    w->buffer = buffer;
    w->lo = to.lo;
    w->hi = to.hi;
    o->used += to.hi - to.lo;
    return CTSAR_OK;
}

/* Around [lo, hi), with room for windows that drift. */
static extent generous(const ctsar__cl_window *w, size_t lo, size_t hi)
{
    size_t step = QUANTUM;
    while (step < (hi - lo) / 16)
        step *= 2;
    step *= w->elem;
    size_t end = w->bytes - hi < step ? w->bytes : (hi / step + 1) * step;
    return (extent){lo / step * step, least(end, w->bytes)};
}

/* Twice as long, where the window had a buffer before, on the side where it grew: it may go on. */
static extent doubled(const ctsar__cl_window *w, extent e, bool downwards)
{
    size_t bytes = e.hi - e.lo;
    if (!w->buffer)
        return e;
    if (downwards)
        return (extent){e.lo - least(bytes, e.lo) / w->elem * w->elem, e.hi};
    return (extent){e.lo, e.lo + least(2 * bytes, w->bytes)};
}

/* With no more than the element's alignment asks for. */
static extent exact(const ctsar__cl_window *w, size_t lo, size_t hi)
{
    return (extent){lo / w->elem * w->elem, hi};
}

/* In one n-th of what other windows leave. */
static bool fits(const ctsar__opencl *o, const ctsar__cl_window *w, extent e, size_t n)
{
    size_t others = o->used - (w->hi - w->lo), bytes = e.hi - e.lo;
    return bytes <= o->largest && others <= o->base.memory &&
           bytes <= (o->base.memory - others) / n;
}

static int refuse(const ctsar__opencl *o, const ctsar__cl_window *w, size_t bytes)
{
    if (bytes > o->largest)
        return ctsar__error(CTSAR_ENOMEM,
                            "%s: a window of %zu bytes does not fit: a buffer has %llu at most",
                            o->base.name, bytes, (unsigned long long)o->largest);
    return ctsar__device_full(&o->base, bytes, o->used, w->hi - w->lo);
}

/* Does the buffer do for [lo, hi), with little to spare where memory may be short? */
static bool suffices(const ctsar__opencl *o, const ctsar__cl_window *w, size_t lo, size_t hi)
{
    size_t most = (hi - lo) / 4 * 5 + 3 * QUANTUM * w->elem;
    return w->buffer && w->lo <= lo && hi <= w->hi && (w->hi - w->lo <= most || is_roomy(o));
}

/* Where nothing is kept the same buffer can hold another stretch, which may reach beyond the
 * space's end: so ranges that follow each other need no new one. */
static void slide(ctsar__cl_window *w, size_t lo, size_t hi)
{
    extent to = exact(w, lo, hi);
    if (!w->buffer || to.hi - to.lo > w->hi - w->lo)
        return;
    w->hi = to.lo + (w->hi - w->lo);
    w->lo = to.lo;
}

/* Takes from other windows what their buffers have besides.  One that cannot be exchanged stays. */
static void trim_others(ctsar__opencl *o, const ctsar__cl_window *besides)
{
    for (int i = 0; i < o->windows.count; i++) {
        ctsar__cl_window *w = (ctsar__cl_window *)o->windows.at[i];
        extent narrow = exact(w, w->from, w->to), window = {w->from, w->to};
        if (w == besides || !w->buffer)
            continue;
        if (w->from == w->to)
            drop(o, w);
        else if (w->hi - w->lo > narrow.hi - narrow.lo)
            (void)exchange(o, w, narrow, window);
    }
}

/* Another buffer for [lo, hi): with much to spare, a little, or nothing. */
static int replace(ctsar__opencl *o, ctsar__cl_window *w, size_t lo, size_t hi, extent keep)
{
    extent narrow = exact(w, lo, hi), wide = generous(w, lo, hi);
    const extent ample[] = {doubled(w, wide, w->buffer && lo < w->lo), wide};
    int status = CTSAR_ENOMEM;
    for (int i = 0; i < 2 && status == CTSAR_ENOMEM; i++)
        if (fits(o, w, ample[i], AMPLE)) /* elsewhere others could lack what is to spare */
            status = exchange(o, w, ample[i], keep);
    if (status != CTSAR_ENOMEM)
        return status;
    if (!fits(o, w, narrow, 1))
        trim_others(o, w);
    return fits(o, w, narrow, 1) ? exchange(o, w, narrow, keep) : refuse(o, w, hi - lo);
}

/* Gives the window a buffer for [lo, hi), in which what is both there and in `valid` stays. */
static int provide(ctsar__opencl *o, ctsar__cl_window *w, extent valid, size_t lo, size_t hi)
{
    extent keep = {valid.lo > lo ? valid.lo : lo, least(valid.hi, hi)};
    if (keep.lo >= keep.hi && !suffices(o, w, lo, hi))
        slide(w, lo, hi);
    return suffices(o, w, lo, hi) ? CTSAR_OK : replace(o, w, lo, hi, keep);
}

int ctsar__opencl_commit(ctsar__device *device, ctsar__space *space, size_t lo, size_t hi)
{
    assert(lo <= hi && hi <= space->bytes);
    ctsar__opencl *o = ctsar__opencl_of(device);
    int status = ctsar__opencl_usable(o);
    if (status)
        return status;
    extent valid = space->passing ? (extent){0, 0} : (extent){space->lo, space->hi};
    pthread_rwlock_wrlock(&o->lock);
    ctsar__cl_window *w = ctsar__opencl_window(o, space->base);
    if (lo == hi)
        leave(o, w, space->passing);
    else
        status = provide(o, w, valid, lo, hi);
    if (!status) {
        space->lo = w->from = lo;
        space->hi = w->to = hi;
        space->committed = lo < hi ? hi - exact(w, lo, hi).lo : 0;
    }
    pthread_rwlock_unlock(&o->lock);
    return status;
}

int ctsar__opencl_align(ctsar__opencl *o, const char *address, size_t elem)
{
    int status = CTSAR_OK;
    pthread_rwlock_wrlock(&o->lock);
    ctsar__cl_window *w = ctsar__opencl_window(o, address);
    size_t step = w->elem;
    while (step % elem)
        step += w->elem;
    w->elem = step;
    extent to = {w->lo / step * step, w->hi};
    if (w->lo % step)
        status = fits(o, w, to, 1) ? exchange(o, w, to, (extent){w->lo, w->hi})
                                   : refuse(o, w, to.hi - to.lo);
    pthread_rwlock_unlock(&o->lock);
    return status;
}

void ctsar__opencl_release(ctsar__device *device, ctsar__space *space)
{
    ctsar__opencl *o = ctsar__opencl_of(device);
    ctsar__space gone = *space;
    *space = (ctsar__space){0};
    if (!gone.base || ctsar__cl_inherited())
        return;
    pthread_rwlock_wrlock(&o->lock);
    ctsar__cl_window *w = ctsar__opencl_window(o, gone.base);
    drop(o, w);
    ctsar__spaces_remove(&o->windows, &w->at);
    pthread_rwlock_unlock(&o->lock);
    munmap(w->at.base, w->at.bytes);
    free(w);
}
