/* SPDX-License-Identifier: BSD-3-Clause
 *
 * emu: an emulated accelerator.  Memory of its own: a space is a reservation of addresses in which
 * only the window's pages may be touched, so that host code executed on it faults where a real
 * accelerator would read garbage.  Speed of its own, as CTSAR_EMU says: under the virtual clock
 * that is the time; under the real one an operation takes at least so long, and no less than on a
 * core. */
#define _GNU_SOURCE
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device/emu/context.h"
#include "device/emu/window.h"
#include "device/calibrate.h"
#include "device/model.h"
#include "device/registry.h"

/* ---- Failure ------------------------------------------------------------------ */

/* The device does not answer, for so long. */
static int hang(ctsar__emu *e, double seconds, ctsar__event *event)
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

/* ---- Forks -------------------------------------------------------------------- */

static pthread_mutex_t life = PTHREAD_MUTEX_INITIALIZER;
static ctsar__emu *first; /* of those open; the lock's, but in a child after a fork */

static void make_engines(ctsar__emu *e)
{
    for (int i = 0; i < CTSAR__ENGINES; ++i) {
        pthread_mutex_init(&e->engine[i].lock, NULL);
        pthread_cond_init(&e->engine[i].vacant, NULL);
        e->engine[i].free = i == CTSAR__COMPUTE ? ctsar__device_kernels(&e->base) : 1;
    }
}

/* In a child nobody ends what its parent's threads have begun. */
static void forked(void)
{
    pthread_mutex_init(&life, NULL);
    for (ctsar__emu *e = first; e; e = e->next) {
        make_engines(e);
        ctsar__emu_builds_forked(&e->builds);
    }
}

static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, forked);
}

static void note_open(ctsar__emu *e)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch_forks);
    pthread_mutex_lock(&life);
    e->next = first;
    first = e;
    pthread_mutex_unlock(&life);
}

static void note_closed(ctsar__emu *e)
{
    pthread_mutex_lock(&life);
    ctsar__emu **at = &first;
    while (*at != e)
        at = &(*at)->next;
    *at = e->next;
    pthread_mutex_unlock(&life);
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
    ctsar__emu *e = status ? NULL : calloc(1, sizeof *e);
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
                              .limit = "CTSAR_EMU",
                              .granularity = e->page,
                              .groups = 1,
                              .building = e->spec.build};
    ctsar__calibrate_by_model(&e->base, &e->spec);
    make_engines(e);
    ctsar__emu_builds_init(&e->builds);
    note_open(e);
    snprintf(e->base.name, sizeof e->base.name, "emu%d", index);
    snprintf(e->base.model, sizeof e->base.model, "speed %g, latency %g s, bandwidth %g B/s",
             e->spec.speed, e->spec.latency, e->spec.bandwidth);
    *device = &e->base;
    return CTSAR_OK;
}

static void emu_close(ctsar__device *device)
{
    note_closed(ctsar__emu_of(device));
    ctsar__emu *e = ctsar__emu_of(device);
    for (int i = 0; i < CTSAR__ENGINES; ++i) {
        pthread_mutex_destroy(&e->engine[i].lock);
        pthread_cond_destroy(&e->engine[i].vacant);
    }
    ctsar__emu_builds_free(&e->builds);
    free(device);
}

/* ---- Time ----------------------------------------------------------------------- */

/* Ends an operation that began at `began` and takes `model` seconds. */
static void finish(const ctsar__emu *e, double began, double model, ctsar__event *event)
{
    if (e->clock == CTSAR__CLOCK_VIRTUAL) {
        event->seconds = model;
        return;
    }
    ctsar__wait_until(began + model);
    event->seconds = ctsar__now() - began;
}

static double start(const ctsar__emu *e)
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
static double moving(const ctsar__emu *e, const ctsar__copy2d *c)
{
    return ctsar__model_copy(&e->spec, (double)c->width * (double)c->rows);
}

/* Operations wait for their engine, not for their slot, which is the calling thread. */
static double occupy(ctsar__emu *e, ctsar__engine number)
{
    ctsar__emu_engine *engine = &e->engine[number];
    if (e->clock == CTSAR__CLOCK_REAL) {
        pthread_mutex_lock(&engine->lock);
        while (engine->free == 0)
            pthread_cond_wait(&engine->vacant, &engine->lock);
        engine->free--;
        pthread_mutex_unlock(&engine->lock);
    }
    return start(e);
}

static void vacate(ctsar__emu *e, ctsar__engine number)
{
    ctsar__emu_engine *engine = &e->engine[number];
    if (e->clock != CTSAR__CLOCK_REAL)
        return;
    pthread_mutex_lock(&engine->lock);
    engine->free++;
    pthread_cond_signal(&engine->vacant);
    pthread_mutex_unlock(&engine->lock);
}

/* Both memories are within reach, so one copy serves both directions. */
static int copy(ctsar__emu *e, ctsar__engine engine, const ctsar__copy2d *c, double seconds,
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
    ctsar__emu *e = ctsar__emu_of(device);
    (void)slot;
    int status = ctsar__emu_check(e, CTSAR__EMU_COPY_IN);
    return status ? status : copy(e, CTSAR__COPY_IN, c, moving(e, c), event);
}

static int emu_copy_out(ctsar__device *device, int slot, const ctsar__copy2d *c,
                        ctsar__event *event)
{
    ctsar__emu *e = ctsar__emu_of(device);
    (void)slot;
    int status = ctsar__emu_check(e, CTSAR__EMU_COPY_OUT);
    return status ? status : copy(e, CTSAR__COPY_OUT, c, moving(e, c), event);
}

/* As fast as the slower one of the two. */
static int emu_copy_peer(ctsar__device *to, ctsar__device *from, int slot, const ctsar__copy2d *c,
                         ctsar__event *event)
{
    ctsar__emu *e = ctsar__emu_of(to);
    double there = moving(ctsar__emu_of(from), c), here = moving(e, c);
    (void)slot;
    int status = ctsar__emu_check(e, CTSAR__EMU_COPY_PEER);
    return status ? status : copy(e, CTSAR__COPY_IN, c, here > there ? here : there, event);
}

/* Windows are pages of the process. */
static bool emu_reach(ctsar__device *device, bool aware)
{
    (void)device, (void)aware;
    return true;
}

/* An emulated bus is as slow whoever writes across it. */
static int emu_landed(ctsar__device *device, int slot, size_t bytes, ctsar__event *event)
{
    ctsar__emu *e = ctsar__emu_of(device);
    (void)slot;
    double began = occupy(e, CTSAR__COPY_IN);
    finish(e, began, ctsar__model_copy(&e->spec, (double)bytes), event);
    vacate(e, CTSAR__COPY_IN);
    return CTSAR_OK;
}

/* Ends a body that took `seconds` of a core's time. */
static void end_body(ctsar__emu *e, double seconds, ctsar__event *event)
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
    ctsar__emu *e = ctsar__emu_of(device);
    int status = ctsar__emu_check(e, CTSAR__EMU_EXECUTED);
    if (!status)
        end_body(e, seconds, event);
    return status;
}

static void emu_build(ctsar__device *device, const ctsar_kernel *kernel)
{
    ctsar__emu *e = ctsar__emu_of(device);
    if (e->spec.build > 0)
        ctsar__emu_build(&e->builds, kernel->name,
                         e->clock == CTSAR__CLOCK_VIRTUAL ? 0 : e->spec.build);
}

static bool emu_built(ctsar__device *device, const ctsar_kernel *kernel)
{
    ctsar__emu *e = ctsar__emu_of(device);
    return e->spec.build <= 0 || ctsar__emu_has_built(&e->builds, kernel->name);
}

/* The calling thread is the device's processor. */
static int emu_launch(ctsar__device *device, int slot, const ctsar__launch *l, ctsar__event *event)
{
    ctsar__emu *e = ctsar__emu_of(device);
    (void)slot;
    int status = ctsar__emu_check(e, CTSAR__EMU_LAUNCH);
    if (status)
        return status;
    emu_build(device, l->kernel);
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
    ctsar__emu *e = ctsar__emu_of(device);
    if (e->spec.fails == CTSAR__EMU_HANG && ++e->calls[CTSAR__EMU_HANG] >= e->spec.fails_at)
        return hang(e, INFINITY, event);
    bool stalls = e->spec.stalls_at && ++e->waits == e->spec.stalls_at;
    int status = stalls ? hang(e, e->spec.stall, event) : CTSAR_OK;
    return status ? status : ctsar__emu_check(e, CTSAR__EMU_WAIT);
}

const ctsar__backend ctsar__backend_emu = {
    .name = "emu",
    .help = "emulated accelerators: host code on memory and at a speed of their own",
    .kind = CTSAR_BACKEND_EMU,
    .survives_fork = true,
    .refuses_whole = true,
    .executes = emu_executes,
    .count = emu_count,
    .open = emu_open,
    .close = emu_close,
    .reserve = ctsar__emu_reserve,
    .commit = ctsar__emu_commit,
    .release = ctsar__emu_release,
    .copy_in = emu_copy_in,
    .copy_out = emu_copy_out,
    .copy_peer = emu_copy_peer,
    .reach = emu_reach,
    .landed = emu_landed,
    .build = emu_build,
    .built = emu_built,
    .launch = emu_launch,
    .executed = emu_executed,
    .wait = emu_wait,
};
