/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Running kernels on OpenCL devices: sizes, and the launch.
 *
 * The local size is fixed and no offset is used, because a CPU's driver compiles again for each new
 * one; so a first launch over no iterations, which nobody times, makes the code.  A kernel with
 * parameters of its own cannot be launched over none. */
#include "device/opencl/launch.h"

#include "device/model.h"
#include "device/opencl/arguments.h"
#include "device/opencl/context.h"
#include "device/opencl/program.h"
#include "device/opencl/wait.h"
#include "threads/ending.h"

/* ---- Sizes ------------------------------------------------------------------------- */

typedef struct sizes {
    cl_uint dims;
    size_t global[3], local[3], offset[3];
    bool moved, chosen; /* is there an offset; is the local size given? */
} sizes;

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* What the kernel's owner says. */
static int own_sizes(const ctsar__launch *l, sizes *z)
{
    ctsar_grid g = {.dims = 0};
    l->kernel->opencl_grid(l->call, &g);
    bool right = g.dims >= 1 && g.dims <= 3;
    *z = (sizes){.dims = (cl_uint)g.dims};
    for (int d = 0; right && d < g.dims; ++d) {
        z->global[d] = g.size[d];
        z->local[d] = g.local[d];
        z->offset[d] = g.offset[d];
        z->moved |= g.offset[d] > 0;
        z->chosen |= g.local[d] > 0;
        right = g.size[d] > 0 && (g.local[d] > 0) == (g.local[0] > 0);
    }
    return right ? CTSAR_OK
                 : ctsar__error(CTSAR_EINVAL,
                                "kernel %s: its opencl_grid gives %d dimensions, or a size of 0; "
                                "it needs 1 to 3, sizes above 0, and local sizes for all or none",
                                l->kernel->name, g.dims);
}

/* No more groups than there are partial results. */
static sizes sizes_of(const ctsar__opencl *o, const ctsar__cl_kernel *object,
                      const ctsar__launch *l)
{
    size_t local = object->local, most = (size_t)o->base.groups, count = (size_t)l->call->count;
    long inner = l->kernel->inner ? l->kernel->inner(l->call) : 0;
    size_t along = l->kernel->inner ? (size_t)(inner > 1 ? inner : 1) : count;
    size_t groups = least((along + local - 1) / local, most);
    size_t rows = least(count, most / groups);
    return (sizes){.dims = l->kernel->inner ? 2 : 1,
                   .global = {groups * local, rows},
                   .local = {local, 1},
                   .chosen = true};
}

/* ---- The launch --------------------------------------------------------------------- */

static cl_int enqueue(ctsar__opencl *o, cl_command_queue queue, ctsar__cl_kernel *object,
                      const sizes *z, cl_event *event)
{
    return o->cl->EnqueueNDRangeKernel(queue, object->kernel, z->dims, z->moved ? z->offset : NULL,
                                       z->global, z->chosen ? z->local : NULL, 0, NULL, event);
}

static int refuse_launch(ctsar__opencl *o, const ctsar__launch *l, size_t local, cl_int error)
{
    if (error == CL_INVALID_WORK_GROUP_SIZE)
        return ctsar__error(CTSAR_EINVAL, "%s: kernel %s cannot run in groups of %zu work-items",
                            o->base.name, l->kernel->name, local);
    return ctsar__opencl_error(o, "a launch", error);
}

/* Arguments and launch under the lock, so that no buffer is exchanged between the two. */
static int launch_on(ctsar__opencl *o, cl_command_queue queue, ctsar__cl_kernel *object,
                     const ctsar__launch *l, long count, cl_event *event)
{
    sizes z;
    cl_int error = CL_SUCCESS;
    int status = CTSAR_OK;
    if (l->kernel->opencl_grid)
        status = own_sizes(l, &z);
    else
        z = sizes_of(o, object, l);
    if (status)
        return status;
    pthread_rwlock_rdlock(&o->lock);
    status = ctsar__opencl_set_arguments(o, object, l, count);
    if (!status)
        error = enqueue(o, queue, object, &z, event);
    pthread_rwlock_unlock(&o->lock);
    return error ? refuse_launch(o, l, z.local[0], error) : status;
}

static int warm_up(ctsar__opencl *o, cl_command_queue queue, ctsar__cl_kernel *object,
                   const ctsar__launch *l)
{
    if (!ctsar__ending_hold())
        return ctsar__opencl_ends(o, l->kernel);
    int status = launch_on(o, queue, object, l, 0, NULL);
    if (!status)
        status = ctsar__opencl_drain(o, queue);
    ctsar__ending_release();
    object->warm = !status;
    if (status && o->stuck)
        return ctsar__error(CTSAR_EDEVICE,
                            "%s: the first launch of kernel %s, over no iterations, was not over "
                            "after %g s",
                            o->base.name, l->kernel->name, o->base.timeout);
    return status;
}

/* Under the object's lock: from its arguments to the launch nobody else may set them. */
static int prepare_and_launch(ctsar__opencl *o, cl_command_queue queue, ctsar__cl_kernel *object,
                              const ctsar__launch *l, cl_event *event)
{
    int status = ctsar__opencl_suit_arguments(o, object, l);
    if (!status && !object->warm && !l->kernel->opencl_grid)
        status = warm_up(o, queue, object, l);
    return status ? status : launch_on(o, queue, object, l, l->call->count, event);
}

int ctsar__opencl_launch(ctsar__device *device, int slot, const ctsar__launch *l,
                         ctsar__event *event)
{
    ctsar__opencl *o = ctsar__opencl_of(device);
    ctsar__cl_kernel *object;
    cl_command_queue queue;
    cl_event e = NULL;
    *event = (ctsar__event){0};
    int status = ctsar__opencl_kernel(o, l->kernel, slot, &object);
    if (!status)
        status = ctsar__opencl_queue(o, slot, &queue);
    if (status)
        return status;
    pthread_mutex_lock(&object->lock);
    status = prepare_and_launch(o, queue, object, l, &e);
    pthread_mutex_unlock(&object->lock);
    if (status)
        return status;
    *event = (ctsar__event){.handle = e, .seconds = ctsar__model_launch(&o->model, l->seconds)};
    return ctsar__opencl_flush(o, "a launch", queue, event);
}
