/* SPDX-License-Identifier: BSD-3-Clause
 *
 * opencl: any OpenCL 1.2 device.  Each has a context of its own, so that what happens to one does
 * not reach another, and a queue for each slot: operations of one slot follow each other, and the
 * copies of one overlap the kernel of another.  Whoever waits sleeps until the driver calls back;
 * drivers' own waits may spin. */
#include "completion.h"
#include "opencl.h"
#include "owner.h"

/* ---- Errors ------------------------------------------------------------------------ */

int ctsar__opencl_error(ctsar__opencl *o, const char *what, cl_int error)
{
    bool memory = error == CL_MEM_OBJECT_ALLOCATION_FAILURE || error == CL_OUT_OF_RESOURCES ||
                  error == CL_OUT_OF_HOST_MEMORY || error == CL_INVALID_BUFFER_SIZE;
    return ctsar__error(memory ? CTSAR_ENOMEM : CTSAR_EDEVICE, "%s: %s: %s", o->base.name, what,
                        ctsar__cl_error_name(error));
}

int ctsar__opencl_usable(const ctsar__opencl *o)
{
    return ctsar__cl_inherited()
               ? ctsar__error(CTSAR_EDEVICE, "%s: " CTSAR__INHERITED, o->base.name)
               : CTSAR_OK;
}

/* ---- Queues ------------------------------------------------------------------------ */

int ctsar__opencl_queue(ctsar__opencl *o, int slot, cl_command_queue *queue)
{
    cl_int error = CL_SUCCESS;
    int status = ctsar__opencl_usable(o);
    if (status)
        return status;
    pthread_mutex_lock(&o->building);
    if (!o->queue[slot])
        o->queue[slot] =
            o->cl->CreateCommandQueue(o->context, o->id, CL_QUEUE_PROFILING_ENABLE, &error);
    *queue = o->queue[slot];
    pthread_mutex_unlock(&o->building);
    return error ? ctsar__opencl_error(o, "a command queue", error) : CTSAR_OK;
}

/* ---- Copies ------------------------------------------------------------------------ */

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
    if (!status && !error)
        error = o->cl->Flush(queue);
    event->handle = e;
    event->seconds = ctsar__model_copy(&o->model, bytes);
    return error ? ctsar__opencl_error(o, writes ? "a copy in" : "a copy out", error) : status;
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

/* What has been staged takes as long as one copy does under the virtual clock. */
static void book_model(const ctsar__opencl *o, const ctsar__copy2d *copy, ctsar__event *event)
{
    if (o->clock == CTSAR__CLOCK_VIRTUAL)
        event->seconds = ctsar__model_copy(&o->model, (double)copy->width * (double)copy->rows);
}

static int opencl_copy_in(ctsar__device *device, int slot, const ctsar__copy2d *copy,
                          ctsar__event *event)
{
    ctsar__opencl *o = ctsar__opencl_of(device);
    int status = ctsar__staging_in(&o->staging, device, slot, copy, event);
    book_model(o, copy, event);
    return status;
}

static int opencl_copy_out(ctsar__device *device, int slot, const ctsar__copy2d *copy,
                           ctsar__event *event)
{
    ctsar__opencl *o = ctsar__opencl_of(device);
    int status = ctsar__staging_out(&o->staging, device, slot, copy, event);
    book_model(o, copy, event);
    return status;
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

/* ---- Waiting ------------------------------------------------------------------------ */

static void CL_CALLBACK complete(cl_event event, cl_int status, void *data)
{
    (void)event, (void)status;
    ctsar__completion_signal(data);
}

static int sleep_until_over(ctsar__opencl *o, cl_event event)
{
    ctsar__completion *c = ctsar__completion_new();
    if (!c)
        return ctsar__error(CTSAR_ENOMEM, "%s: no memory to wait", o->base.name);
    cl_int error = o->cl->SetEventCallback(event, CL_COMPLETE, complete, c);
    if (error)
        ctsar__completion_signal(c);
    bool done = ctsar__completion_wait(c, o->base.timeout);
    ctsar__completion_leave(c);
    if (error)
        return ctsar__opencl_error(o, "waiting", error);
    if (done)
        return CTSAR_OK;
    o->stuck = true;
    return ctsar__error(CTSAR_EDEVICE, "%s: an operation was not over after %g s", o->base.name,
                        o->base.timeout);
}

/* CL_COMPLETE, an earlier state, or an error. */
static cl_int state_of(const ctsar__cl *cl, cl_event event)
{
    cl_int state = CL_QUEUED;
    cl_int error =
        cl->GetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
    return error ? error : state;
}

static double duration(const ctsar__cl *cl, cl_event event)
{
    cl_ulong start = 0, end = 0;
    cl->GetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL);
    cl->GetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
    return end > start ? (double)(end - start) * 1e-9 : 0;
}

static int opencl_wait(ctsar__device *device, ctsar__event *event)
{
    ctsar__opencl *o = ctsar__opencl_of(device);
    cl_event e = event->handle;
    int status = CTSAR_OK;
    if (!e) /* a copy that was staged */
        return CTSAR_OK;
    if (state_of(o->cl, e) > CL_COMPLETE)
        status = sleep_until_over(o, e);
    cl_int state = status ? CL_COMPLETE : state_of(o->cl, e);
    if (o->clock == CTSAR__CLOCK_REAL)
        event->seconds = duration(o->cl, e);
    o->cl->ReleaseEvent(e);
    event->handle = NULL;
    return state < 0 ? ctsar__opencl_error(o, "an operation", state) : status;
}

int ctsar__opencl_drain(ctsar__opencl *o, cl_command_queue queue)
{
    cl_event last = NULL;
    cl_int error = o->cl->EnqueueMarkerWithWaitList(queue, 0, NULL, &last);
    if (!error)
        error = o->cl->Flush(queue);
    if (error)
        return ctsar__opencl_error(o, "waiting for a queue", error);
    return opencl_wait(&o->base, &(ctsar__event){.handle = last});
}

const ctsar__staging_ops ctsar__opencl_staging = {
    .copy_in = plain_in, .copy_out = plain_out, .wait = opencl_wait, .pin = pin, .unpin = unpin};

static bool opencl_executes(const ctsar_kernel *kernel, unsigned devices)
{
    (void)devices;
    return kernel && (kernel->opencl_source || kernel->opencl_binary);
}

/* No body that stands inline is ever given to these devices. */
static int opencl_executed(ctsar__device *device, double seconds, ctsar__event *event)
{
    (void)seconds, (void)event;
    return ctsar__error(CTSAR_EDEVICE, "%s executes kernels, no inline bodies", device->name);
}

const ctsar__backend ctsar__backend_opencl = {
    .name = "opencl",
    .help = "OpenCL 1.2 devices of all platforms",
    .kind = CTSAR_BACKEND_OPENCL,
    .executes = opencl_executes,
    .kinds = "gpu or cpu",
    .select = ctsar__opencl_select,
    .absent = ctsar__opencl_absent,
    .open = ctsar__opencl_open,
    .close = ctsar__opencl_close,
    .reserve = ctsar__opencl_reserve,
    .commit = ctsar__opencl_commit,
    .release = ctsar__opencl_release,
    .copy_in = opencl_copy_in,
    .copy_out = opencl_copy_out,
    .launch = ctsar__opencl_launch,
    .executed = opencl_executed,
    .wait = opencl_wait,
};
