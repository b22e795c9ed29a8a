/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Opening and closing a CUDA device. */
#include "device/cuda/open.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/calibrate.h"
#include "device/cuda/context.h"
#include "device/cuda/copy.h"
#include "device/model.h"
#include "device/staging_choose.h"

enum { WARP = 32, BLOCKS_PER_MULTIPROCESSOR = 8 };

static int attribute(const ctsar__cuda *c, CUdevice_attribute what)
{
    int value = 0;
    return c->cu->DeviceGetAttribute(&value, what, c->device) ? 0 : value;
}

static void describe(ctsar__cuda *c, const ctsar__device_settings *settings)
{
    char name[80] = "", bus[32] = "";
    size_t memory = 0;
    int version = 0;
    c->cu->DeviceGetName(name, sizeof name, c->device);
    c->cu->DeviceTotalMem(&memory, c->device);
    c->cu->DriverGetVersion(&version);
    c->cu->DeviceGetPCIBusId(bus, sizeof bus, c->device);
    snprintf(c->base.model, sizeof c->base.model, "%s", name);
    snprintf(c->base.driver, sizeof c->base.driver, "CUDA %d.%d", version / 1000,
             version % 1000 / 10);
    snprintf(c->base.pci, sizeof c->base.pci, "%.15s", bus);
    c->base.simd = WARP;
    ctsar__device_limit(&c->base, memory, settings);
    int multiprocessors = attribute(c, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    c->base.groups = BLOCKS_PER_MULTIPROCESSOR * (multiprocessors > 0 ? multiprocessors : 1);
}

static void grant(ctsar__cuda *c, CUdevice device)
{
    if (c->accesses < CTSAR__CU_PEERS)
        c->access[c->accesses++] =
            (CUmemAccessDesc){.location = {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = device},
                              .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
}

/* How windows are made, and who may reach them. */
static void choose_windows(ctsar__cuda *c)
{
    const CUmemAllocationProp prop = {
        .type = CU_MEM_ALLOCATION_TYPE_PINNED,
        .location = {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = c->device}};
    c->maps = attribute(c, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED) &&
              !c->cu->MemGetAllocationGranularity(&c->granularity, &prop,
                                                  CU_MEM_ALLOC_GRANULARITY_MINIMUM) &&
              c->granularity > 0;
    c->base.granularity = c->maps ? c->granularity : 1;
    c->base.windows = c->maps ? "memory is mapped where the window is, in reserved addresses"
                              : "all of the array is allocated: the device cannot map memory";
    grant(c, c->device);
    for (int d = 0; d < ctsar__cu_devices(); ++d) {
        CUdevice other;
        int reaches = 0;
        if (c->cu->DeviceGet(&other, d) || other == c->device)
            continue;
        if (!c->cu->DeviceCanAccessPeer(&reaches, other, c->device) && reaches)
            grant(c, other);
    }
}

/* ---- What nothing costs ------------------------------------------------------------- */

static int launch_nothing(const ctsar_call *call, void *stream)
{
    (void)call, (void)stream;
    return 0;
}

/* Without a compiler there is no empty kernel: what is timed are a launch's events and the wait. */
static const ctsar_kernel nothing = {.name = "ctsar_nothing", .cuda = launch_nothing};

/* Once with waits that sleep at once, which shows how long looking is worth while, then as waits
 * are. */
static int calibrate(ctsar__cuda *c)
{
    int status = ctsar__calibrate(&c->base, c->clock, &c->model, &nothing);
    if (status || c->clock == CTSAR__CLOCK_VIRTUAL)
        return status;
    c->look = c->base.launch_overhead;
    return ctsar__calibrate(&c->base, c->clock, &c->model, &nothing);
}

/* ---- Life --------------------------------------------------------------------------- */

static int set_up(ctsar__cuda *c, const ctsar__device_settings *settings,
                  const ctsar__device_choice *choice)
{
    const char *why;
    ctsar__device_call(&c->base, choice);
    c->cu = ctsar__cu_load(&why);
    if (!c->cu)
        return ctsar__error(CTSAR_ENODEV, "there is no CUDA device: %s", why);
    if (choice->device >= ctsar__cu_devices())
        return ctsar__error(CTSAR_ENODEV, "there is no CUDA device %d: there are %d",
                            choice->device, ctsar__cu_devices());
    if (choice->parts > 1)
        return ctsar__error(CTSAR_ENODEV,
                            "%s cannot be divided: cuda:%d*%d makes %d units that share it",
                            c->base.name, choice->device, choice->parts, choice->parts);
    CUresult error = c->cu->DeviceGet(&c->device, choice->device);
    if (!error)
        error = c->cu->DevicePrimaryCtxRetain(&c->context, c->device);
    if (error)
        return ctsar__cuda_error(c, "a context", error);
    describe(c, settings);
    choose_windows(c);
    int status = calibrate(c);
    bool own_memory = !attribute(c, CU_DEVICE_ATTRIBUTE_INTEGRATED);
    return status ? status : ctsar__staging_choose(&c->base, settings, own_memory);
}

static void destroy_operation(ctsar__cuda *c, ctsar__cu_operation *p)
{
    if (p->begin)
        c->cu->EventDestroy(p->begin);
    if (p->end)
        c->cu->EventDestroy(p->end);
    free(p);
}

static void free_operations(ctsar__cuda *c, bool current)
{
    while (c->free) {
        ctsar__cu_operation *p = c->free;
        c->free = p->next;
        if (current)
            destroy_operation(c, p);
        else
            free(p);
    }
}

void ctsar__cuda_close(ctsar__device *device)
{
    ctsar__cuda *c = ctsar__cuda_of(device);
    if (c->stuck) {
        ctsar__device_abandon(device);
        return;
    }
    bool current = c->context && !ctsar__cuda_enter(c);
    if (c->inline_body) { /* of a turn that failed */
        c->inline_body->next = c->free;
        c->free = c->inline_body;
    }
    ctsar__staging_free(device);
    /* Streams first: they may be on their way to an event of an operation that failed half-way. */
    for (int i = 0; i < CTSAR__SLOTS && current; ++i)
        if (c->stream[i])
            c->cu->StreamDestroy(c->stream[i]);
    free_operations(c, current);
    if (current)
        c->cu->CtxSetCurrent(NULL);
    if (c->context)
        c->cu->DevicePrimaryCtxRelease(c->device);
    pthread_mutex_destroy(&c->lock);
    free(c->spaces.at);
    free(c->user);
    free(c);
}

int ctsar__cuda_open(const ctsar__backend *self, const ctsar__device_settings *settings, int index,
                     ctsar__device **device)
{
    ctsar__cuda *c = calloc(1, sizeof *c);
    if (!c)
        return ctsar__error(CTSAR_ENOMEM, "no memory for a CUDA device");
    c->base.backend = self;
    c->base.timeout = INFINITY;
    c->clock = settings->clock;
    c->model = *ctsar__model_of(settings, index);
    pthread_mutex_init(&c->lock, NULL);
    ctsar__staging_init(&c->staging, &c->base, &ctsar__cuda_staging,
                        c->clock == CTSAR__CLOCK_VIRTUAL ? &c->model : NULL);
    int status = set_up(c, settings, &settings->choice[index]);
    if (status)
        ctsar__cuda_close(&c->base);
    else
        *device = &c->base;
    return status;
}
