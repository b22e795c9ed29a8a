/* SPDX-License-Identifier: BSD-3-Clause */
#include "device/cuda/copy.h"

#include <stdint.h>

#include "base/nvtx.h"
#include "device/cuda/operation.h"
#include "device/model.h"

static double bytes_of(const ctsar__copy2d *copy)
{
    return (double)copy->width * (double)copy->rows;
}

static CUdeviceptr address(const char *at)
{
    return (CUdeviceptr)(uintptr_t)at;
}

/* Blocks that follow each other are one, which may be larger than a pitch can be. */
static bool is_contiguous(const ctsar__copy2d *c)
{
    return c->rows == 1 || (c->width == c->dst_pitch && c->width == c->src_pitch);
}

static CUresult enqueue_in(ctsar__cuda *c, const ctsar__copy2d *copy, CUstream stream)
{
    const CUDA_MEMCPY2D plan = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                                .srcHost = copy->src,
                                .srcPitch = copy->src_pitch,
                                .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                                .dstDevice = address(copy->dst),
                                .dstPitch = copy->dst_pitch,
                                .WidthInBytes = copy->width,
                                .Height = copy->rows};
    if (is_contiguous(copy))
        return c->cu->MemcpyHtoDAsync(address(copy->dst), copy->src, copy->width * copy->rows,
                                      stream);
    return c->cu->Memcpy2DAsync(&plan, stream);
}

static CUresult enqueue_out(ctsar__cuda *c, const ctsar__copy2d *copy, CUstream stream)
{
    const CUDA_MEMCPY2D plan = {.srcMemoryType = CU_MEMORYTYPE_DEVICE,
                                .srcDevice = address(copy->src),
                                .srcPitch = copy->src_pitch,
                                .dstMemoryType = CU_MEMORYTYPE_HOST,
                                .dstHost = copy->dst,
                                .dstPitch = copy->dst_pitch,
                                .WidthInBytes = copy->width,
                                .Height = copy->rows};
    if (is_contiguous(copy))
        return c->cu->MemcpyDtoHAsync(copy->dst, address(copy->src), copy->width * copy->rows,
                                      stream);
    return c->cu->Memcpy2DAsync(&plan, stream);
}

/* Where devices cannot reach each other the driver goes by way of the host itself. */
static CUresult enqueue_peer(ctsar__cuda *to, ctsar__cuda *from, const ctsar__copy2d *copy,
                             CUstream stream)
{
    const CUDA_MEMCPY3D_PEER plan = {.srcMemoryType = CU_MEMORYTYPE_DEVICE,
                                     .srcDevice = address(copy->src),
                                     .srcContext = from->context,
                                     .srcPitch = copy->src_pitch,
                                     .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                                     .dstDevice = address(copy->dst),
                                     .dstContext = to->context,
                                     .dstPitch = copy->dst_pitch,
                                     .WidthInBytes = copy->width,
                                     .Height = copy->rows,
                                     .Depth = 1};
    if (is_contiguous(copy))
        return to->cu->MemcpyPeerAsync(address(copy->dst), to->context, address(copy->src),
                                       from->context, copy->width * copy->rows, stream);
    return to->cu->Memcpy3DPeerAsync(&plan, stream);
}

/* Begins a copy, as NVIDIA's tools show it. */
static int begin(ctsar__cuda *c, int slot, const char *what, const ctsar__copy2d *copy,
                 ctsar__cu_operation **p)
{
    int status = ctsar__cuda_begin(c, slot, p);
    if (!status)
        (*p)->range = ctsar__nvtx_start(CTSAR__NVTX_COPY, what, copy->width * copy->rows);
    return status;
}

static int plain_in(ctsar__device *device, int slot, const ctsar__copy2d *copy, ctsar__event *event)
{
    ctsar__cuda *c = ctsar__cuda_of(device);
    ctsar__cu_operation *p;
    int status = begin(c, slot, "copy in", copy, &p);
    return status ? status
                  : ctsar__cuda_end(c, "a copy in", enqueue_in(c, copy, p->stream), p,
                                    ctsar__model_copy(&c->model, bytes_of(copy)), event);
}

static int plain_out(ctsar__device *device, int slot, const ctsar__copy2d *copy,
                     ctsar__event *event)
{
    ctsar__cuda *c = ctsar__cuda_of(device);
    ctsar__cu_operation *p;
    int status = begin(c, slot, "copy out", copy, &p);
    return status ? status
                  : ctsar__cuda_end(c, "a copy out", enqueue_out(c, copy, p->stream), p,
                                    ctsar__model_copy(&c->model, bytes_of(copy)), event);
}

static bool pin(ctsar__device *device, size_t bytes, ctsar__pinned *p)
{
    ctsar__cuda *c = ctsar__cuda_of(device);
    void *at = NULL;
    if (ctsar__cuda_enter(c) || c->cu->MemHostAlloc(&at, bytes, 0))
        return false;
    p->at = at;
    return true;
}

static void unpin(ctsar__device *device, ctsar__pinned *p)
{
    ctsar__cuda *c = ctsar__cuda_of(device);
    if (!ctsar__cuda_enter(c))
        c->cu->MemFreeHost(p->at);
}

/* Memory that the program has pinned needs no staging.  To ask for several attributes, be it one,
 * is no error where the driver does not know the memory. */
static bool is_pinned(ctsar__device *device, const void *host)
{
    ctsar__cuda *c = ctsar__cuda_of(device);
    CUpointer_attribute what = CU_POINTER_ATTRIBUTE_MEMORY_TYPE;
    unsigned type = 0;
    void *to[] = {&type};
    return !ctsar__cuda_enter(c) &&
           !c->cu->PointerGetAttributes(1, &what, to, (CUdeviceptr)(uintptr_t)host) &&
           type == CU_MEMORYTYPE_HOST;
}

int ctsar__cuda_copy_peer(ctsar__device *to, ctsar__device *from, int slot,
                          const ctsar__copy2d *copy, ctsar__event *event)
{
    ctsar__cuda *c = ctsar__cuda_of(to), *other = ctsar__cuda_of(from);
    ctsar__cu_operation *p;
    double here = ctsar__model_copy(&c->model, bytes_of(copy)),
           there = ctsar__model_copy(&other->model, bytes_of(copy));
    int status = begin(c, slot, "copy between", copy, &p);
    return status ? status
                  : ctsar__cuda_end(c, "a copy between devices",
                                    enqueue_peer(c, other, copy, p->stream), p,
                                    here > there ? here : there, event);
}

const ctsar__staging_ops ctsar__cuda_staging = {.copy_in = plain_in,
                                                .copy_out = plain_out,
                                                .wait = ctsar__cuda_wait,
                                                .pin = pin,
                                                .unpin = unpin,
                                                .is_pinned = is_pinned};
