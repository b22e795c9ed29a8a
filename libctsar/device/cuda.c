/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cuda: NVIDIA's devices.  Each slot has a stream, so the copies of one range overlap the kernel of
 * another.  A kernel's form is a function of the program's that enqueues on the stream.
 *
 * Times are those of two events round each operation.  Whoever waits sleeps until the stream calls
 * back, and looks now and then whether the device has failed, because then no call comes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "completion.h"
#include "cuda.h"
#include "owner.h"

/* ---- Errors ------------------------------------------------------------------------ */

int ctsar__cuda_error(ctsar__cuda *c, const char *what, CUresult error)
{
    return ctsar__error(error == CUDA_ERROR_OUT_OF_MEMORY ? CTSAR_ENOMEM : CTSAR_EDEVICE,
                        "%s: %s: %s", c->base.name, what, ctsar__cu_error_name(error));
}

int ctsar__cuda_enter(ctsar__cuda *c)
{
    if (ctsar__cu_inherited())
        return ctsar__error(CTSAR_EDEVICE, "%s: " CTSAR__INHERITED, c->base.name);
    CUresult error = c->cu->CtxSetCurrent(c->context);
    return error ? ctsar__cuda_error(c, "its context", error) : CTSAR_OK;
}

/* ---- Devices ----------------------------------------------------------------------- */

static int cuda_select(const char *kind, int *device, int room)
{
    int n = ctsar__cu_devices();
    if (kind && *kind)
        return -1;
    for (int i = 0; i < n && i < room; ++i)
        device[i] = i;
    return n;
}

static const char *cuda_absent(void)
{
    const char *why;
    return ctsar__cu_load(&why) ? NULL : why;
}

static bool cuda_executes(const ctsar_kernel *kernel, unsigned devices)
{
    return kernel ? kernel->cuda != NULL : (devices & CTSAR_DEV_CUDA) != 0;
}

/* ---- Operations -------------------------------------------------------------------- */

static int stream_of(ctsar__cuda *c, int slot, CUstream *stream)
{
    CUresult error = CUDA_SUCCESS;
    pthread_mutex_lock(&c->lock);
    if (!c->stream[slot])
        error = c->cu->StreamCreate(&c->stream[slot], CU_STREAM_NON_BLOCKING);
    *stream = c->stream[slot];
    pthread_mutex_unlock(&c->lock);
    return error ? ctsar__cuda_error(c, "a stream", error) : CTSAR_OK;
}

static ctsar__cu_operation *take_free(ctsar__cuda *c)
{
    pthread_mutex_lock(&c->lock);
    ctsar__cu_operation *p = c->free;
    if (p)
        c->free = p->next;
    pthread_mutex_unlock(&c->lock);
    return p;
}

static void give_free(ctsar__cuda *c, ctsar__cu_operation *p)
{
    pthread_mutex_lock(&c->lock);
    p->next = c->free;
    c->free = p;
    pthread_mutex_unlock(&c->lock);
}

static int new_operation(ctsar__cuda *c, ctsar__cu_operation **operation)
{
    ctsar__cu_operation *p = calloc(1, sizeof *p);
    *operation = p;
    if (!p)
        return ctsar__error(CTSAR_ENOMEM, "%s: no memory for an operation", c->base.name);
    CUresult error = c->cu->EventCreate(&p->begin, CU_EVENT_BLOCKING_SYNC);
    if (!error)
        error = c->cu->EventCreate(&p->end, CU_EVENT_BLOCKING_SYNC);
    if (!error)
        return CTSAR_OK;
    if (p->begin)
        c->cu->EventDestroy(p->begin);
    free(p);
    return ctsar__cuda_error(c, "an event", error);
}

/* What is enqueued in the slot until _end is one operation. */
static int begin(ctsar__cuda *c, int slot, ctsar__cu_operation **operation)
{
    CUstream stream;
    int status = ctsar__cuda_enter(c);
    if (!status)
        status = stream_of(c, slot, &stream);
    if (status)
        return status;
    *operation = take_free(c);
    if (!*operation)
        status = new_operation(c, operation);
    if (status)
        return status;
    (*operation)->stream = stream;
    CUresult error = c->cu->EventRecord((*operation)->begin, stream);
    if (error) {
        give_free(c, *operation);
        return ctsar__cuda_error(c, "an event", error);
    }
    return CTSAR_OK;
}

/* Ends it with what enqueuing gave. */
static int end(ctsar__cuda *c, const char *what, CUresult error, ctsar__cu_operation *p,
               double model, ctsar__event *event)
{
    if (!error)
        error = c->cu->EventRecord(p->end, p->stream);
    if (error) {
        give_free(c, p);
        return ctsar__cuda_error(c, what, error);
    }
    *event = (ctsar__event){.seconds = model, .handle = p};
    return CTSAR_OK;
}

/* ---- Copies ------------------------------------------------------------------------ */

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

static int plain_in(ctsar__device *device, int slot, const ctsar__copy2d *copy, ctsar__event *event)
{
    ctsar__cuda *c = ctsar__cuda_of(device);
    ctsar__cu_operation *p;
    int status = begin(c, slot, &p);
    return status ? status
                  : end(c, "a copy in", enqueue_in(c, copy, p->stream), p,
                        ctsar__model_copy(&c->model, bytes_of(copy)), event);
}

static int plain_out(ctsar__device *device, int slot, const ctsar__copy2d *copy,
                     ctsar__event *event)
{
    ctsar__cuda *c = ctsar__cuda_of(device);
    ctsar__cu_operation *p;
    int status = begin(c, slot, &p);
    return status ? status
                  : end(c, "a copy out", enqueue_out(c, copy, p->stream), p,
                        ctsar__model_copy(&c->model, bytes_of(copy)), event);
}

/* What has been staged takes as long as one copy does under the virtual clock. */
static void book_model(const ctsar__cuda *c, const ctsar__copy2d *copy, ctsar__event *event)
{
    if (c->clock == CTSAR__CLOCK_VIRTUAL)
        event->seconds = ctsar__model_copy(&c->model, bytes_of(copy));
}

static int cuda_copy_in(ctsar__device *device, int slot, const ctsar__copy2d *copy,
                        ctsar__event *event)
{
    ctsar__cuda *c = ctsar__cuda_of(device);
    int status = ctsar__staging_in(&c->staging, device, slot, copy, event);
    book_model(c, copy, event);
    return status;
}

static int cuda_copy_out(ctsar__device *device, int slot, const ctsar__copy2d *copy,
                         ctsar__event *event)
{
    ctsar__cuda *c = ctsar__cuda_of(device);
    int status = ctsar__staging_out(&c->staging, device, slot, copy, event);
    book_model(c, copy, event);
    return status;
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

/* Memory that the program has pinned needs no staging. */
static bool is_pinned(ctsar__device *device, const void *host)
{
    ctsar__cuda *c = ctsar__cuda_of(device);
    unsigned type = 0;
    return !ctsar__cuda_enter(c) &&
           !c->cu->PointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                       (CUdeviceptr)(uintptr_t)host) &&
           type == CU_MEMORYTYPE_HOST;
}

static int cuda_copy_peer(ctsar__device *to, ctsar__device *from, int slot,
                          const ctsar__copy2d *copy, ctsar__event *event)
{
    ctsar__cuda *c = ctsar__cuda_of(to), *other = ctsar__cuda_of(from);
    ctsar__cu_operation *p;
    double here = ctsar__model_copy(&c->model, bytes_of(copy)),
           there = ctsar__model_copy(&other->model, bytes_of(copy));
    int status = begin(c, slot, &p);
    return status ? status
                  : end(c, "a copy between devices", enqueue_peer(c, other, copy, p->stream), p,
                        here > there ? here : there, event);
}

/* ---- Kernels ----------------------------------------------------------------------- */

/* A cudaError_t has the numbers of the driver's errors. */
static int cuda_launch(ctsar__device *device, int slot, const ctsar__launch *l, ctsar__event *event)
{
    ctsar__cuda *c = ctsar__cuda_of(device);
    ctsar__cu_operation *p;
    int status = begin(c, slot, &p);
    if (status)
        return status;
    CUresult error = (CUresult)l->kernel->cuda(l->call, p->stream);
    if (error) {
        give_free(c, p);
        return ctsar__error(error == CUDA_ERROR_OUT_OF_MEMORY ? CTSAR_ENOMEM : CTSAR_EDEVICE,
                            "%s: the CUDA form of kernel %s returned %s", device->name,
                            l->kernel->name, ctsar__cu_error_name(error));
    }
    return end(c, "a launch", CUDA_SUCCESS, p, ctsar__model_launch(&c->model, l->seconds), event);
}

/* An inline body begins where it asks for the stream. */
static void *cuda_stream(ctsar__device *device)
{
    ctsar__cuda *c = ctsar__cuda_of(device);
    if (c->inline_body)
        return c->inline_body->stream;
    return begin(c, 0, &c->inline_body) ? NULL : c->inline_body->stream;
}

/* One that has not asked for it is taken to have finished what it did. */
static int cuda_executed(ctsar__device *device, double seconds, ctsar__event *event)
{
    ctsar__cuda *c = ctsar__cuda_of(device);
    ctsar__cu_operation *p = c->inline_body;
    c->inline_body = NULL;
    int status = p ? ctsar__cuda_enter(c) : begin(c, 0, &p);
    return status ? status
                  : end(c, "an inline body", CUDA_SUCCESS, p,
                        ctsar__model_launch(&c->model, seconds), event);
}

/* ---- Waiting ----------------------------------------------------------------------- */

enum { LOOKS = 10 }; /* a second, whether the device has failed */

static void CUDA_CB complete(void *data)
{
    ctsar__completion_signal(data);
}

/* Sleeps until the event is over or the time is up; CUDA_ERROR_NOT_READY: the latter. */
static CUresult sleep_until_over(ctsar__cuda *c, ctsar__cu_operation *p)
{
    ctsar__completion *over = ctsar__completion_new();
    if (!over)
        return CUDA_ERROR_OUT_OF_MEMORY;
    CUresult error = c->cu->LaunchHostFunc(p->stream, complete, over);
    if (error)
        ctsar__completion_signal(over);
    double last = ctsar__now() + c->base.timeout, slice = 1.0 / LOOKS;
    CUresult state = error ? error : CUDA_ERROR_NOT_READY;
    while (state == CUDA_ERROR_NOT_READY) {
        double left = last - ctsar__now();
        bool called = ctsar__completion_wait(over, fmax(0, fmin(left, slice)));
        state = c->cu->EventQuery(p->end);
        if (called || left <= 0)
            break;
    }
    ctsar__completion_leave(over);
    return state;
}

static int cuda_wait(ctsar__device *device, ctsar__event *event)
{
    ctsar__cuda *c = ctsar__cuda_of(device);
    ctsar__cu_operation *p = event->handle;
    if (!p) /* a copy that was staged */
        return CTSAR_OK;
    int status = ctsar__cuda_enter(c);
    if (status)
        return status;
    float milliseconds = 0;
    CUresult error = c->cu->EventQuery(p->end);
    if (error == CUDA_ERROR_NOT_READY)
        error = sleep_until_over(c, p);
    if (!error && c->clock == CTSAR__CLOCK_REAL) {
        error = c->cu->EventElapsedTime(&milliseconds, p->begin, p->end);
        event->seconds = milliseconds * 1e-3;
    }
    event->handle = NULL;
    give_free(c, p);
    if (error == CUDA_ERROR_NOT_READY) {
        c->stuck = true;
        return ctsar__error(CTSAR_EDEVICE, "%s: an operation was not over after %g s", device->name,
                            device->timeout);
    }
    return error ? ctsar__cuda_error(c, "an operation", error) : CTSAR_OK;
}

const ctsar__staging_ops ctsar__cuda_staging = {.copy_in = plain_in,
                                                .copy_out = plain_out,
                                                .wait = cuda_wait,
                                                .pin = pin,
                                                .unpin = unpin,
                                                .is_pinned = is_pinned};

const ctsar__backend ctsar__backend_cuda = {
    .name = "cuda",
    .help = "NVIDIA's devices",
    .kind = CTSAR_BACKEND_CUDA,
    .executes = cuda_executes,
    .select = cuda_select,
    .absent = cuda_absent,
    .open = ctsar__cuda_open,
    .close = ctsar__cuda_close,
    .reserve = ctsar__cuda_reserve,
    .commit = ctsar__cuda_commit,
    .release = ctsar__cuda_release,
    .copy_in = cuda_copy_in,
    .copy_out = cuda_copy_out,
    .copy_peer = cuda_copy_peer,
    .launch = cuda_launch,
    .stream = cuda_stream,
    .executed = cuda_executed,
    .wait = cuda_wait,
};
