/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Opening and closing an OpenCL device: all of one, or an equal part. */
#include "device/opencl/open.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/calibrate.h"
#include "device/model.h"
#include "device/opencl/context.h"
#include "device/opencl/copy.h"
#include "device/opencl/find.h"
#include "device/opencl/program.h"
#include "device/opencl/program_cache.h"
#include "device/staging_choose.h"

/* ---- Opening ----------------------------------------------------------------------- */

static void device_text(const ctsar__opencl *o, cl_device_info what, char *text, size_t room)
{
    char all[512] = "";
    o->cl->GetDeviceInfo(o->id, what, sizeof all, all, NULL);
    snprintf(text, room, "%.*s", (int)room - 1, all);
}

static void platform_text(const ctsar__opencl *o, cl_platform_info what, char *text, size_t room)
{
    char all[512] = "";
    cl_platform_id platform = NULL;
    o->cl->GetDeviceInfo(o->id, CL_DEVICE_PLATFORM, sizeof(platform), &platform, NULL);
    o->cl->GetPlatformInfo(platform, what, sizeof all, all, NULL);
    snprintf(text, room, "%.*s", (int)room - 1, all);
}

static cl_uint device_uint(const ctsar__opencl *o, cl_device_info what)
{
    cl_uint value = 0;
    o->cl->GetDeviceInfo(o->id, what, sizeof value, &value, NULL);
    return value;
}

/* Replaces the device by its part number c->part of c->parts equal ones. */
static int take_part(ctsar__opencl *o, const ctsar__device_choice *c)
{
    cl_uint units = device_uint(o, CL_DEVICE_MAX_COMPUTE_UNITS), n = 0;
    if ((cl_uint)c->parts > units)
        return ctsar__error(CTSAR_ENODEV, "%s: %d parts of %u compute units", o->base.name,
                            c->parts, units);
    cl_device_partition_property how[] = {
        CL_DEVICE_PARTITION_EQUALLY, (cl_device_partition_property)(units / (cl_uint)c->parts), 0};
    cl_device_id *parts = calloc(units, sizeof(cl_device_id));
    if (!parts)
        return ctsar__error(CTSAR_ENOMEM, "%s: no memory", o->base.name);
    cl_int error = o->cl->CreateSubDevices(o->id, how, units, parts, &n);
    for (cl_uint i = 0; i < n && !error; ++i)
        if (i == (cl_uint)c->part) {
            o->id = parts[i];
            o->part = true;
        } else
            o->cl->ReleaseDevice(parts[i]);
    free(parts);
    return error ? ctsar__error(CTSAR_ENODEV, "%s cannot be divided into %d parts: %s",
                                o->base.name, c->parts, ctsar__cl_error_name(error))
                 : CTSAR_OK;
}

/* All that a program's binary depends on besides its source and options. */
static char *identity_of(const ctsar__opencl *o)
{
    char name[128], vendor[96], driver[96], version[128], platform[160], *text = NULL;
    device_text(o, CL_DEVICE_NAME, name, sizeof name);
    device_text(o, CL_DEVICE_VENDOR, vendor, sizeof vendor);
    device_text(o, CL_DRIVER_VERSION, driver, sizeof driver);
    device_text(o, CL_DEVICE_VERSION, version, sizeof version);
    platform_text(o, CL_PLATFORM_VERSION, platform, sizeof platform);
    int length = snprintf(NULL, 0, "%s\n%s\n%s\n%s\n%s\n", name, vendor, driver, version, platform);
    text = malloc((size_t)length + 1);
    if (text)
        snprintf(text, (size_t)length + 1, "%s\n%s\n%s\n%s\n%s\n", name, vendor, driver, version,
                 platform);
    return text;
}

/* Where it sits, for who looks for the nearest cores; "" where the driver does not say. */
static void find_bus(ctsar__opencl *o)
{
    enum { PCI_BUS_INFO_KHR = 0x410F, PCI_BUS_ID_NV = 0x4008, PCI_SLOT_ID_NV = 0x4009 };
    cl_uint pci[4], bus, slot;
    if (!o->cl->GetDeviceInfo(o->id, PCI_BUS_INFO_KHR, sizeof pci, pci, NULL))
        snprintf(o->base.pci, sizeof o->base.pci, "%04x:%02x:%02x.%x", pci[0] & 0xffffu,
                 pci[1] & 0xffu, pci[2] & 0xffu, pci[3] & 0xfu);
    else if (!o->cl->GetDeviceInfo(o->id, PCI_BUS_ID_NV, sizeof bus, &bus, NULL) &&
             !o->cl->GetDeviceInfo(o->id, PCI_SLOT_ID_NV, sizeof slot, &slot, NULL))
        snprintf(o->base.pci, sizeof o->base.pci, "0000:%02x:%02x.0", bus & 0xffu, slot & 0xffu);
}

/* Work-groups of a launch: enough to fill the device.  PoCL compiles again for grids of 65536
 * work-items. */
static int groups_of(const ctsar__opencl *o)
{
    enum { GPU = 32, CPU = 4, MOST_ON_CPU = 65535 / CTSAR__CL_LOCAL };
    int groups = (int)o->units * (o->gpu ? GPU : CPU);
    return o->gpu || groups < MOST_ON_CPU ? groups : MOST_ON_CPU;
}

static void describe(ctsar__opencl *o, const ctsar__device_settings *settings,
                     const ctsar__device_choice *c)
{
    cl_ulong memory = 0;
    cl_device_type type = 0;
    o->cl->GetDeviceInfo(o->id, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof memory, &memory, NULL);
    o->cl->GetDeviceInfo(o->id, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof o->largest, &o->largest, NULL);
    o->cl->GetDeviceInfo(o->id, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    o->units = device_uint(o, CL_DEVICE_MAX_COMPUTE_UNITS);
    o->gpu = type & CL_DEVICE_TYPE_GPU;
    o->host_memory = device_uint(o, CL_DEVICE_HOST_UNIFIED_MEMORY);
    ctsar__device_limit(&o->base, (size_t)memory, settings);
    o->base.simd = o->gpu ? 32 : device_uint(o, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT);
    o->base.granularity = 1;
    o->base.groups = groups_of(o);
    o->base.windows = "a buffer for each window, exchanged for another one where it grows";
    char name[80], driver[64], platform[32];
    device_text(o, CL_DEVICE_NAME, name, sizeof name);
    snprintf(o->base.model, sizeof o->base.model, c->parts > 1 ? "%.79s, 1/%d" : "%.79s", name,
             c->parts);
    device_text(o, CL_DRIVER_VERSION, driver, sizeof driver);
    platform_text(o, CL_PLATFORM_NAME, platform, sizeof platform);
    snprintf(o->base.driver, sizeof o->base.driver, "%.31s %.63s", platform, driver);
    find_bus(o);
}

/* ---- What nothing costs ------------------------------------------------------------- */

static const ctsar_kernel empty = {
    .name = "ctsar_empty",
    .opencl_source = "__kernel void ctsar_empty(long start, long step, long count) {}\n",
};

/* ---- Life --------------------------------------------------------------------------- */

static int find_device(ctsar__opencl *o, const ctsar__device_choice *c)
{
    const ctsar__cl_place *places;
    const char *why;
    int n = ctsar__cl_places(&places, &why);
    if (c->device >= n)
        return ctsar__error(CTSAR_ENODEV, "there is no OpenCL device %d: there are %d", c->device,
                            n);
    o->cl = ctsar__cl_load(&why);
    o->id = places[c->device].id;
    ctsar__device_call(&o->base, c);
    return c->parts > 1 ? take_part(o, c) : CTSAR_OK;
}

static int set_up(ctsar__opencl *o, const ctsar__device_settings *settings,
                  const ctsar__device_choice *c)
{
    int status = find_device(o, c);
    if (status)
        return status;
    cl_int error = CL_SUCCESS;
    describe(o, settings, c);
    o->identity = identity_of(o);
    if (!o->identity)
        return ctsar__error(CTSAR_ENOMEM, "%s: no memory", o->base.name);
    o->cache_dir = ctsar__program_cache_dir(settings->cache_dir);
    o->context = o->cl->CreateContext(NULL, 1, &o->id, NULL, NULL, &error);
    if (error)
        return ctsar__opencl_error(o, "a context", error);
    int ready = ctsar__calibrate(&o->base, o->clock, &o->model, &empty);
    return ready ? ready : ctsar__staging_choose(&o->base, settings, !o->host_memory);
}

/* PoCL's threads let go of a command after it is over, and where that is the last use of a queue on
 * a sub-device they touch what they have just freed.  So this waits until nobody else has it. */
static void close_queue(ctsar__opencl *o, cl_command_queue queue)
{
    cl_uint users = 2;
    o->cl->Finish(queue);
    for (double last = ctsar__now() + 1; users > 1 && ctsar__now() < last;) {
        if (o->cl->GetCommandQueueInfo(queue, CL_QUEUE_REFERENCE_COUNT, sizeof users, &users, NULL))
            break;
        if (users > 1)
            ctsar__wait_until(ctsar__now() + 1e-4);
    }
    o->cl->ReleaseCommandQueue(queue);
}

void ctsar__opencl_close(ctsar__device *device)
{
    ctsar__opencl *o = ctsar__opencl_of(device);
    if (o->stuck) {
        ctsar__device_abandon(device);
        return;
    }
    ctsar__opencl_forget_programs(o);
    ctsar__staging_free(device);
    for (int i = 0; i < CTSAR__SLOTS; ++i)
        if (o->queue[i])
            close_queue(o, o->queue[i]);
    if (o->context)
        o->cl->ReleaseContext(o->context);
    if (o->part)
        o->cl->ReleaseDevice(o->id);
    pthread_rwlock_destroy(&o->lock);
    pthread_mutex_destroy(&o->building);
    pthread_cond_destroy(&o->built);
    free(o->windows.at);
    free(o->identity);
    free(o->cache_dir);
    free(o);
}

int ctsar__opencl_open(const ctsar__backend *self, const ctsar__device_settings *settings,
                       int index, ctsar__device **device)
{
    ctsar__opencl *o = calloc(1, sizeof *o);
    if (!o)
        return ctsar__error(CTSAR_ENOMEM, "no memory for an OpenCL device");
    o->base.backend = self;
    o->base.timeout = INFINITY;
    o->clock = settings->clock;
    o->model = *ctsar__model_of(settings, index);
    o->base.building = o->model.build;
    pthread_rwlock_init(&o->lock, NULL);
    pthread_mutex_init(&o->building, NULL);
    pthread_cond_init(&o->built, NULL);
    ctsar__staging_init(&o->staging, &o->base, &ctsar__opencl_staging,
                        o->clock == CTSAR__CLOCK_VIRTUAL ? &o->model : NULL);
    int status = set_up(o, settings, &settings->choice[index]);
    if (status)
        ctsar__opencl_close(&o->base);
    else
        *device = &o->base;
    return status;
}
