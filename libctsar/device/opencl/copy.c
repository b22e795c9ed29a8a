/* SPDX-License-Identifier: BSD-3-Clause */
#include "device/opencl/copy.h"

#include "device/model.h"
#include "device/opencl/wait.h"
#include "device/opencl/window.h"

/* A copy between the host and a window. */
typedef struct cl_copy {
    cl_mem buffer;
    size_t at; /* in the buffer */
    size_t device_pitch, host_pitch, width, rows;
    void *host;
} cl_copy;

static bool is_contiguous(const cl_copy *c)
{
    return c->rows == 1 || (c->width == c->device_pitch && c->width == c->host_pitch);
}

static cl_int write_copy(const ctsar__cl *cl, cl_command_queue q, const cl_copy *c, cl_event *e)
{
    if (is_contiguous(c))
        return cl->EnqueueWriteBuffer(q, c->buffer, CL_FALSE, c->at, c->width * c->rows, c->host, 0,
                                      NULL, e);
    const size_t device[3] = {c->at, 0, 0}, host[3] = {0, 0, 0}, region[3] = {c->width, c->rows, 1};
    return cl->EnqueueWriteBufferRect(q, c->buffer, CL_FALSE, device, host, region, c->device_pitch,
                                      0, c->host_pitch, 0, c->host, 0, NULL, e);
}

static cl_int read_copy(const ctsar__cl *cl, cl_command_queue q, const cl_copy *c, cl_event *e)
{
    if (is_contiguous(c))
        return cl->EnqueueReadBuffer(q, c->buffer, CL_FALSE, c->at, c->width * c->rows, c->host, 0,
                                     NULL, e);
    const size_t device[3] = {c->at, 0, 0}, host[3] = {0, 0, 0}, region[3] = {c->width, c->rows, 1};
    return cl->EnqueueReadBufferRect(q, c->buffer, CL_FALSE, device, host, region, c->device_pitch,
                                     0, c->host_pitch, 0, c->host, 0, NULL, e);
}

/* Finds the buffer; `address` is where the device's side of the copy begins. */
static int locate(ctsar__opencl *o, const char *address, cl_copy *c)
{
    const ctsar__cl_window *w = ctsar__opencl_window(o, address);
    size_t at = w ? (size_t)(address - w->at.base) : 0;
    size_t span = (c->rows - 1) * c->device_pitch + c->width;
    if (!w || at < w->lo || at + span > w->hi)
        return ctsar__error(CTSAR_EDEVICE, "%s: a copy of %zu bytes at %p leaves its window",
                            o->base.name, span, (const void *)address);
    c->buffer = w->buffer;
    c->at = at - w->lo;
    return CTSAR_OK;
}

static int enqueue_copy(ctsar__opencl *o, int slot, const char *address, cl_copy *c, bool writes,
                        ctsar__event *event)
{
    const char *what = writes ? "a copy in" : "a copy out";
    double bytes = (double)c->width * (double)c->rows;
    cl_command_queue queue;
    cl_event e = NULL;
    int status = ctsar__opencl_queue(o, slot, &queue);
    if (status)
        return status;
    pthread_rwlock_rdlock(&o->lock);
    status = locate(o, address, c);
    cl_int error = CL_SUCCESS;
    if (!status)
        error = writes ? write_copy(o->cl, queue, c, &e) : read_copy(o->cl, queue, c, &e);
    pthread_rwlock_unlock(&o->lock);
    if (status || error)
        return error ? ctsar__opencl_error(o, what, error) : status;
    *event = (ctsar__event){.handle = e, .seconds = ctsar__model_copy(&o->model, bytes)};
    return ctsar__opencl_flush(o, what, queue, event);
}

static int plain_in(ctsar__device *device, int slot, const ctsar__copy2d *copy, ctsar__event *event)
{
    cl_copy c = {.host = (void *)copy->src,
                 .device_pitch = copy->dst_pitch,
                 .host_pitch = copy->src_pitch,
                 .width = copy->width,
                 .rows = copy->rows};
    return enqueue_copy(ctsar__opencl_of(device), slot, copy->dst, &c, true, event);
}

static int plain_out(ctsar__device *device, int slot, const ctsar__copy2d *copy,
                     ctsar__event *event)
{
    cl_copy c = {.host = copy->dst,
                 .device_pitch = copy->src_pitch,
                 .host_pitch = copy->dst_pitch,
                 .width = copy->width,
                 .rows = copy->rows};
    return enqueue_copy(ctsar__opencl_of(device), slot, copy->src, &c, false, event);
}

/* A buffer that the driver keeps on the host, mapped as long as it lives. */
static bool pin(ctsar__device *device, size_t bytes, ctsar__pinned *p)
{
    ctsar__opencl *o = ctsar__opencl_of(device);
    cl_command_queue queue;
    cl_int error = CL_SUCCESS;
    if (ctsar__opencl_queue(o, CTSAR__SLOT_OTHERS, &queue))
        return false;
    cl_mem buffer = o->cl->CreateBuffer(o->context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR,
                                        bytes, NULL, &error);
    if (error)
        return false;
    p->at = o->cl->EnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes, 0,
                                    NULL, NULL, &error);
    if (error) {
        p->at = NULL;
        o->cl->ReleaseMemObject(buffer);
    }
    p->handle = buffer;
    return !error;
}

static void unpin(ctsar__device *device, ctsar__pinned *p)
{
    ctsar__opencl *o = ctsar__opencl_of(device);
    cl_command_queue queue = o->queue[CTSAR__SLOT_OTHERS];
    o->cl->EnqueueUnmapMemObject(queue, p->handle, p->at, 0, NULL, NULL);
    o->cl->Finish(queue);
    o->cl->ReleaseMemObject(p->handle);
}

const ctsar__staging_ops ctsar__opencl_staging = {.copy_in = plain_in,
                                                  .copy_out = plain_out,
                                                  .wait = ctsar__opencl_wait,
                                                  .pin = pin,
                                                  .unpin = unpin};
