/* SPDX-License-Identifier: BSD-3-Clause
 *
 * emu: an emulated accelerator.  Memory of its own: a space is a reservation of addresses in which
 * only the window's pages may be touched, so that host code executed on it faults where a real
 * accelerator would read garbage.  Speed of its own, as CTSAR_EMU says: under the virtual clock
 * that is the time; under the real one an operation takes at least so long, and no less than on a
 * core. */
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "device/engines.h"
#include "device/model.h"
#include "device/registry.h"

typedef struct emu {
    ctsar__device base;
    ctsar__emu_spec spec;
    ctsar__clock clock;
    size_t page;
    _Atomic size_t used;                    /* bytes committed in all spaces */
    pthread_mutex_t engine[CTSAR__ENGINES]; /* real clock: each does one operation at a time */
    _Atomic int calls[CTSAR__EMU_CALLS];    /* of each kind that may fail */
    _Atomic bool dead;                      /* one has */
    _Atomic int waits, bodies;              /* so far */
} emu;

static emu *emu_of(ctsar__device *d)
{
    return (emu *)d;
}

/* ---- Failure ------------------------------------------------------------------ */

/* Does this call fail?  From the one on that CTSAR_EMU names, all do. */
static int check(emu *e, ctsar__emu_call call)
{
    int number = ++e->calls[call];
    if (e->spec.fails == call && number >= e->spec.fails_at)
        e->dead = true;
    if (!e->dead)
        return CTSAR_OK;
    return ctsar__error(CTSAR_EDEVICE, "%s: %s number %d failed, as CTSAR_EMU says", e->base.name,
                        ctsar__emu_call_names[call], number);
}

/* The device does not answer, for so long. */
static int hang(emu *e, double seconds, ctsar__event *event)
{
    if (e->clock == CTSAR__CLOCK_REAL)
        ctsar__wait_until(ctsar__now() + fmin(fmin(e->base.timeout, seconds), 1e9));
    if (seconds < e->base.timeout) {
        event->seconds += seconds;
        return CTSAR_OK;
    }
    e->dead = true;
    return ctsar__error(CTSAR_EDEVICE, "%s: an operation was not over after %g s (CTSAR_TIMEOUT)",
                        e->base.name, e->base.timeout);
}

/* ---- Opening ------------------------------------------------------------------ */

static int emu_count(const ctsar__device_settings *settings)
{
    return settings->nemu;
}

/* Openings are counted through the process. */
static int check_opening(const ctsar__emu_spec *spec, int index)
{
    static _Atomic int openings;
    if (spec->fails != CTSAR__EMU_OPEN || ++openings < spec->fails_at)
        return CTSAR_OK;
    return ctsar__error(CTSAR_EDEVICE, "emu%d: it cannot be opened, as CTSAR_EMU says", index);
}

static int emu_open(const ctsar__device_settings *settings, int index, ctsar__device **device)
{
    const ctsar__emu_spec *spec = ctsar__model_of(settings, index);
    int status = check_opening(spec, index);
    emu *e = status ? NULL : calloc(1, sizeof *e);
    if (!e)
        return status ? status
                      : ctsar__error(CTSAR_ENOMEM, "no memory for emulated accelerator %d", index);
    e->spec = *spec;
    e->clock = settings->clock;
    e->page = (size_t)sysconf(_SC_PAGESIZE);
    e->base = (ctsar__device){.backend = &ctsar__backend_emu,
                              .simd = e->spec.simd,
                              .windows = "pages of the process, which fault outside of the window",
                              .memory = e->spec.memory,
                              .granularity = e->page,
                              .groups = 1,
                              .launch_overhead = e->spec.latency,
                              .copy_overhead = e->spec.latency};
    for (int i = 0; i < CTSAR__ENGINES; ++i)
        pthread_mutex_init(&e->engine[i], NULL);
    snprintf(e->base.name, sizeof e->base.name, "emu%d", index);
    snprintf(e->base.model, sizeof e->base.model, "speed %g, latency %g s, bandwidth %g B/s",
             e->spec.speed, e->spec.latency, e->spec.bandwidth);
    *device = &e->base;
    return CTSAR_OK;
}

static void emu_close(ctsar__device *device)
{
    for (int i = 0; i < CTSAR__ENGINES; ++i)
        pthread_mutex_destroy(&emu_of(device)->engine[i]);
    free(device);
}

/* ---- Memory --------------------------------------------------------------------- */

/* Bytes from the base, at page boundaries. */
typedef struct pages {
    size_t lo, hi;
} pages;

static pages pages_of(const emu *e, size_t lo, size_t hi)
{
    size_t page = e->page;
    return lo < hi ? (pages){lo / page * page, (hi + page - 1) / page * page} : (pages){0, 0};
}

/* A page that is never backed lies on either side of a space. */
static size_t reservation(const emu *e, const ctsar__space *s)
{
    return pages_of(e, 0, s->bytes).hi + 2 * e->page;
}

static int emu_reserve(ctsar__device *device, size_t bytes, ctsar__space *space)
{
    emu *e = emu_of(device);
    *space = (ctsar__space){.bytes = bytes};
    int status = check(e, CTSAR__EMU_RESERVE);
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
static bool take_memory(emu *e, size_t grow)
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

static int emu_commit(ctsar__device *device, ctsar__space *space, size_t lo, size_t hi)
{
    assert(lo <= hi && hi <= space->bytes);
    emu *e = emu_of(device);
    pages old = pages_of(e, space->lo, space->hi), new = pages_of(e, lo, hi);
    size_t before = old.hi - old.lo, after = new.hi - new.lo;
    size_t grow = after > before ? after - before : 0;
    int status = check(e, CTSAR__EMU_COMMIT);
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

static void emu_release(ctsar__device *device, ctsar__space *space)
{
    emu *e = emu_of(device);
    if (!space->base)
        return;
    munmap(space->base - e->page, reservation(e, space));
    e->used -= space->committed;
    *space = (ctsar__space){0};
}

/* ---- Time ----------------------------------------------------------------------- */

/* Ends an operation that began at `began` and takes `model` seconds. */
static void finish(const emu *e, double began, double model, ctsar__event *event)
{
    if (e->clock == CTSAR__CLOCK_VIRTUAL) {
        event->seconds = model;
        return;
    }
    ctsar__wait_until(began + model);
    event->seconds = ctsar__now() - began;
}

static double start(const emu *e)
{
    return e->clock == CTSAR__CLOCK_VIRTUAL ? 0 : ctsar__now();
}

static void copy_rows(const ctsar__copy2d *c)
{
    if (c->width == c->dst_pitch && c->width == c->src_pitch)
        memcpy(c->dst, c->src, c->width * c->rows);
    else
        for (size_t r = 0; r < c->rows; ++r)
            memcpy(c->dst + r * c->dst_pitch, c->src + r * c->src_pitch, c->width);
}

/* What copying so many bytes takes. */
static double moving(const emu *e, const ctsar__copy2d *c)
{
    return ctsar__model_copy(&e->spec, (double)c->width * (double)c->rows);
}

/* Operations wait for their engine, not for their slot, which is the calling thread. */
static double occupy(emu *e, ctsar__engine engine)
{
    if (e->clock == CTSAR__CLOCK_REAL)
        pthread_mutex_lock(&e->engine[engine]);
    return start(e);
}

static void vacate(emu *e, ctsar__engine engine)
{
    if (e->clock == CTSAR__CLOCK_REAL)
        pthread_mutex_unlock(&e->engine[engine]);
}

/* Both memories are within reach, so one copy serves both directions. */
static int copy(emu *e, ctsar__engine engine, const ctsar__copy2d *c, double seconds,
                ctsar__event *event)
{
    double began = occupy(e, engine);
    copy_rows(c);
    finish(e, began, seconds, event);
    vacate(e, engine);
    return CTSAR_OK;
}

static int emu_copy_in(ctsar__device *device, int slot, const ctsar__copy2d *c, ctsar__event *event)
{
    emu *e = emu_of(device);
    (void)slot;
    int status = check(e, CTSAR__EMU_COPY_IN);
    return status ? status : copy(e, CTSAR__COPY_IN, c, moving(e, c), event);
}

static int emu_copy_out(ctsar__device *device, int slot, const ctsar__copy2d *c,
                        ctsar__event *event)
{
    emu *e = emu_of(device);
    (void)slot;
    int status = check(e, CTSAR__EMU_COPY_OUT);
    return status ? status : copy(e, CTSAR__COPY_OUT, c, moving(e, c), event);
}

/* As fast as the slower one of the two. */
static int emu_copy_peer(ctsar__device *to, ctsar__device *from, int slot, const ctsar__copy2d *c,
                         ctsar__event *event)
{
    emu *e = emu_of(to);
    double there = moving(emu_of(from), c), here = moving(e, c);
    (void)slot;
    int status = check(e, CTSAR__EMU_COPY_PEER);
    return status ? status : copy(e, CTSAR__COPY_IN, c, here > there ? here : there, event);
}

/* Ends a body that took `seconds` of a core's time. */
static void end_body(emu *e, double seconds, ctsar__event *event)
{
    double speed = e->spec.speed;
    bool slow = e->spec.slow_from && ++e->bodies >= e->spec.slow_from;
    /* What a core has executed in real time has taken that long. */
    if (e->clock == CTSAR__CLOCK_REAL && speed > 1)
        speed = 1;
    finish(e, start(e) - seconds, e->spec.latency + seconds / speed * (slow ? e->spec.slow : 1),
           event);
}

static int emu_executed(ctsar__device *device, double seconds, ctsar__event *event)
{
    emu *e = emu_of(device);
    int status = check(e, CTSAR__EMU_EXECUTED);
    if (!status)
        end_body(e, seconds, event);
    return status;
}

/* The calling thread is the device's processor. */
static int emu_launch(ctsar__device *device, int slot, const ctsar__launch *l, ctsar__event *event)
{
    emu *e = emu_of(device);
    (void)slot;
    int status = check(e, CTSAR__EMU_LAUNCH);
    if (status)
        return status;
    double began = occupy(e, CTSAR__COMPUTE);
    l->kernel->host(l->call);
    end_body(e, e->clock == CTSAR__CLOCK_VIRTUAL ? l->seconds : ctsar__now() - began, event);
    vacate(e, CTSAR__COMPUTE);
    return CTSAR_OK;
}

static bool emu_executes(const ctsar_kernel *kernel, unsigned devices)
{
    (void)devices;
    return !kernel || kernel->host;
}

/* All operations are over when they return, unless they never are. */
static int emu_wait(ctsar__device *device, ctsar__event *event)
{
    emu *e = emu_of(device);
    if (e->spec.fails == CTSAR__EMU_HANG && ++e->calls[CTSAR__EMU_HANG] >= e->spec.fails_at)
        return hang(e, INFINITY, event);
    bool stalls = e->spec.stalls_at && ++e->waits == e->spec.stalls_at;
    int status = stalls ? hang(e, e->spec.stall, event) : CTSAR_OK;
    return status ? status : check(e, CTSAR__EMU_WAIT);
}

const ctsar__backend ctsar__backend_emu = {
    .name = "emu",
    .help = "emulated accelerators: host code on memory and at a speed of their own",
    .kind = CTSAR_BACKEND_EMU,
    .survives_fork = true,
    .executes = emu_executes,
    .count = emu_count,
    .open = emu_open,
    .close = emu_close,
    .reserve = emu_reserve,
    .commit = emu_commit,
    .release = emu_release,
    .copy_in = emu_copy_in,
    .copy_out = emu_copy_out,
    .copy_peer = emu_copy_peer,
    .launch = emu_launch,
    .executed = emu_executed,
    .wait = emu_wait,
};
