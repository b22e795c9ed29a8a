/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cuda: NVIDIA's devices.  Each slot has a stream, so the copies of one range overlap the kernel of
 * another.  A kernel's form is a function of the program's that enqueues on the stream. */
#include "base/grow.h"
#include "base/nvtx.h"
#include "device/cuda/copy.h"
#include "device/cuda/open.h"
#include "device/cuda/operation.h"
#include "device/cuda/window.h"
#include "device/model.h"
#include "device/registry.h"

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

static int cuda_open(const ctsar__device_settings *settings, int index, ctsar__device **device)
{
    return ctsar__cuda_open(&ctsar__backend_cuda, settings, index, device);
}

/* MPI copies in the calling thread's context. */
static bool cuda_reach(ctsar__device *device, bool aware)
{
    return aware && ctsar__cuda_enter(ctsar__cuda_of(device)) == CTSAR_OK;
}

/* ---- Kernels ----------------------------------------------------------------------- */

enum { MOST_USERS = 1000 }; /* beyond which nobody is new */

/* The calling thread's number.  The system gives a pthread_t anew when its thread has ended. */
static unsigned long this_thread(void)
{
    static _Atomic unsigned long threads;
    static _Thread_local unsigned long number;
    if (!number)
        number = ++threads;
    return number;
}

static bool is_known(const ctsar__cuda *c, ctsar__cu_user user)
{
    for (size_t i = 0; i < c->users; ++i)
        if (c->user[i].kernel == user.kernel && c->user[i].thread == user.thread)
            return true;
    return false;
}

/* A thread's first launch of a kernel: the driver loads the kernel, or a library makes the thread's
 * handle, in up to 100 ms, while the device waits.  (A form that enqueues for long looks faster the
 * first time than it is.)  Where there is no memory to note it, it is a first one again. */
static bool is_first(ctsar__cuda *c, const ctsar_kernel *kernel)
{
    const ctsar__cu_user user = {kernel, this_thread()};
    pthread_mutex_lock(&c->lock);
    bool first = c->users < MOST_USERS && !is_known(c, user);
    void *list = first ? ctsar__grow(c->user, &c->room, c->users + 1, sizeof *c->user) : NULL;
    if (list) {
        c->user = list;
        c->user[c->users++] = user;
    }
    pthread_mutex_unlock(&c->lock);
    return first;
}

/* A cudaError_t has the numbers of the driver's errors. */
static int cuda_launch(ctsar__device *device, int slot, const ctsar__launch *l, ctsar__event *event)
{
    ctsar__cuda *c = ctsar__cuda_of(device);
    ctsar__cu_operation *p;
    int status = ctsar__cuda_begin(c, slot, &p);
    if (status)
        return status;
    p->range = ctsar__nvtx_start(CTSAR__NVTX_KERNEL, l->kernel->name, (uint64_t)l->call->count);
    bool first = c->clock == CTSAR__CLOCK_REAL && is_first(c, l->kernel);
    double began = first ? ctsar__now() : 0;
    CUresult error = (CUresult)l->kernel->cuda(l->call, p->stream);
    p->held_up = first ? ctsar__now() - began : 0;
    if (error) {
        ctsar__cuda_cancel(c, p);
        return ctsar__error(error == CUDA_ERROR_OUT_OF_MEMORY ? CTSAR_ENOMEM : CTSAR_EDEVICE,
                            "%s: the CUDA form of kernel %s returned %s", device->name,
                            l->kernel->name, ctsar__cu_error_name(error));
    }
    return ctsar__cuda_end(c, "a launch", CUDA_SUCCESS, p,
                           ctsar__model_launch(&c->model, l->seconds), event);
}

/* An inline body begins where it asks for the stream. */
static void *cuda_stream(ctsar__device *device)
{
    ctsar__cuda *c = ctsar__cuda_of(device);
    if (c->inline_body)
        return c->inline_body->stream;
    if (ctsar__cuda_begin(c, 0, &c->inline_body))
        return NULL;
    c->inline_body->range = ctsar__nvtx_start(CTSAR__NVTX_KERNEL, "inline body", 0);
    return c->inline_body->stream;
}

/* One that has not asked for it is taken to have finished what it did. */
static int cuda_executed(ctsar__device *device, double seconds, ctsar__event *event)
{
    ctsar__cuda *c = ctsar__cuda_of(device);
    ctsar__cu_operation *p = c->inline_body;
    c->inline_body = NULL;
    int status = p ? ctsar__cuda_enter(c) : ctsar__cuda_begin(c, 0, &p);
    return status ? status
                  : ctsar__cuda_end(c, "an inline body", CUDA_SUCCESS, p,
                                    ctsar__model_launch(&c->model, seconds), event);
}

const ctsar__backend ctsar__backend_cuda = {
    .name = "cuda",
    .help = "NVIDIA's devices",
    .kind = CTSAR_BACKEND_CUDA,
    .executes = cuda_executes,
    .select = cuda_select,
    .vendor = 0x10de,
    .absent = cuda_absent,
    .open = cuda_open,
    .close = ctsar__cuda_close,
    .reserve = ctsar__cuda_reserve,
    .commit = ctsar__cuda_commit,
    .release = ctsar__cuda_release,
    .copy_in = ctsar__staging_in,
    .copy_out = ctsar__staging_out,
    .copy_peer = ctsar__cuda_copy_peer,
    .reach = cuda_reach,
    .launch = cuda_launch,
    .stream = cuda_stream,
    .executed = cuda_executed,
    .wait = ctsar__cuda_wait,
};
