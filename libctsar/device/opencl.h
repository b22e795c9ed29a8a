/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the files of the OpenCL backend share: opencl.c (queues, copies, waiting), opencl_api.c
 * (the loader's functions), opencl_find.c (which devices there are), opencl_open.c (opening them),
 * opencl_window.c (memory), opencl_program.c (building kernels), opencl_launch.c (running them). */
#ifndef CTSAR_OPENCL_H
#define CTSAR_OPENCL_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <pthread.h>

#include "device.h"
#include "model.h"
#include "spaces.h"
#include "staging.h"

/* ---- opencl_api.c ---------------------------------------------------------------- */

/* The functions that the backend uses.  The ICD loader is opened at run time, so that a program
 * also runs where there is none. */
#define CTSAR__CL_FUNCTIONS(X)                                                                     \
    X(BuildProgram)                                                                                \
    X(CreateBuffer)                                                                                \
    X(CreateCommandQueue)                                                                          \
    X(CreateContext)                                                                               \
    X(CreateKernel)                                                                                \
    X(CreateProgramWithBinary)                                                                     \
    X(CreateProgramWithSource)                                                                     \
    X(CreateSubDevices)                                                                            \
    X(EnqueueCopyBuffer)                                                                           \
    X(EnqueueMapBuffer)                                                                            \
    X(EnqueueMarkerWithWaitList)                                                                   \
    X(EnqueueMigrateMemObjects)                                                                    \
    X(EnqueueNDRangeKernel)                                                                        \
    X(EnqueueReadBuffer)                                                                           \
    X(EnqueueReadBufferRect)                                                                       \
    X(EnqueueUnmapMemObject)                                                                       \
    X(EnqueueWriteBuffer)                                                                          \
    X(EnqueueWriteBufferRect)                                                                      \
    X(Finish)                                                                                      \
    X(Flush)                                                                                       \
    X(GetCommandQueueInfo)                                                                         \
    X(GetDeviceIDs)                                                                                \
    X(GetDeviceInfo)                                                                               \
    X(GetEventInfo)                                                                                \
    X(GetEventProfilingInfo)                                                                       \
    X(GetKernelArgInfo)                                                                            \
    X(GetKernelInfo)                                                                               \
    X(GetKernelWorkGroupInfo)                                                                      \
    X(GetPlatformIDs)                                                                              \
    X(GetPlatformInfo)                                                                             \
    X(GetProgramBuildInfo)                                                                         \
    X(GetProgramInfo)                                                                              \
    X(ReleaseCommandQueue)                                                                         \
    X(ReleaseContext)                                                                              \
    X(ReleaseDevice)                                                                               \
    X(ReleaseEvent)                                                                                \
    X(ReleaseKernel)                                                                               \
    X(ReleaseMemObject)                                                                            \
    X(ReleaseProgram)                                                                              \
    X(SetEventCallback)                                                                            \
    X(SetKernelArg)

typedef struct ctsar__cl {
#define CTSAR__CL_POINTER(name) __typeof__(cl##name) *name;
    CTSAR__CL_FUNCTIONS(CTSAR__CL_POINTER)
#undef CTSAR__CL_POINTER
} ctsar__cl;

/* The functions, loaded once in the process; NULL: there is no loader, and *why says so. */
const ctsar__cl *ctsar__cl_load(const char **why);
/* "CL_OUT_OF_RESOURCES (-5)"; the calling thread's, until its next call. */
const char *ctsar__cl_error_name(cl_int error);

/* ---- opencl_find.c --------------------------------------------------------------- */

/* One device of one platform. */
typedef struct ctsar__cl_place {
    cl_platform_id platform;
    cl_device_id id;
    cl_device_type type;
    cl_uint vendor; /* its PCI vendor, as far as the driver says so */
} ctsar__cl_place;

/* All devices of all platforms, found once in the process.  None: *why says why. */
int ctsar__cl_places(const ctsar__cl_place **places, const char **why);
/* Has this process been forked from one that has looked for them?  Then no device can be used. */
bool ctsar__cl_inherited(void);
/* As `select` and `absent` of the backend. */
int ctsar__opencl_select(const char *kind, int *device, int room);
const char *ctsar__opencl_absent(void);

/* ---- opencl.c -------------------------------------------------------------------- */

enum { CTSAR__CL_LOCAL = 64 }; /* work-items in a group, by default */

/* A reservation of addresses, and the buffer that holds the window in it. */
typedef struct ctsar__cl_window {
    ctsar__reserved at;
    size_t bytes;  /* asked for */
    cl_mem buffer; /* NULL: none */
    size_t lo, hi; /* what the buffer holds, from base */
    size_t elem;   /* lo is a multiple of it */
} ctsar__cl_window;

typedef struct ctsar__cl_program ctsar__cl_program;

typedef struct ctsar__opencl {
    ctsar__device base;
    const ctsar__cl *cl;
    cl_device_id id;
    bool part; /* a sub-device, to be released */
    cl_context context;
    ctsar__clock clock;
    ctsar__emu_spec model; /* under the virtual clock */
    cl_uint units;         /* compute units */
    cl_ulong largest;      /* bytes of a buffer at most */
    bool gpu;
    bool host_memory;                     /* it is the host's */
    _Atomic bool stuck;                   /* an operation may never be over: nobody waits again */
    char *identity;                       /* all that a binary depends on besides its source */
    char *cache_dir;                      /* NULL: binaries are not kept */
    cl_command_queue queue[CTSAR__SLOTS]; /* one a slot, made when it is first used */

    /* Whoever enqueues something that uses a buffer holds it for reading; whoever exchanges a
     * window's buffer, for writing. */
    pthread_rwlock_t lock;
    ctsar__spaces windows;
    size_t used; /* bytes of all buffers */

    ctsar__staging staging;

    pthread_mutex_t building; /* guards programs and queues */
    ctsar__cl_program *programs;
} ctsar__opencl;

static inline ctsar__opencl *ctsar__opencl_of(ctsar__device *d)
{
    return (ctsar__opencl *)d;
}

/* EDEVICE in a child of the process that opened the device. */
int ctsar__opencl_usable(const ctsar__opencl *o) CTSAR__CHECKED;
/* The queue of a slot, without which nothing can be enqueued.  EDEVICE: also in a child of the
 * process that opened the device. */
int ctsar__opencl_queue(ctsar__opencl *o, int slot, cl_command_queue *queue) CTSAR__CHECKED;
/* Returns when what has been enqueued in it is over, or after the device's timeout.  EDEVICE. */
int ctsar__opencl_drain(ctsar__opencl *o, cl_command_queue queue) CTSAR__CHECKED;
/* What a failed call means: CTSAR_ENOMEM where memory is short, else CTSAR_EDEVICE; notes
 * "NAME: WHAT: ERROR". */
int ctsar__opencl_error(ctsar__opencl *o, const char *what, cl_int error) CTSAR__CHECKED;

extern const ctsar__staging_ops ctsar__opencl_staging;

/* ---- opencl_window.c ------------------------------------------------------------- */

int ctsar__opencl_reserve(ctsar__device *device, size_t bytes, ctsar__space *space) CTSAR__CHECKED;
int ctsar__opencl_commit(ctsar__device *device, ctsar__space *space, size_t lo,
                         size_t hi) CTSAR__CHECKED;
void ctsar__opencl_release(ctsar__device *device, ctsar__space *space);
/* The window in whose reservation the address lies, or NULL.  Under the lock. */
static inline ctsar__cl_window *ctsar__opencl_window(ctsar__opencl *o, const char *address)
{
    return (ctsar__cl_window *)ctsar__spaces_find(&o->windows, address);
}
/* Makes the window's buffer begin at a multiple of `elem` bytes.  Takes the lock for writing. */
int ctsar__opencl_align(ctsar__opencl *o, const char *address, size_t elem) CTSAR__CHECKED;

/* ---- opencl_open.c --------------------------------------------------------------- */

int ctsar__opencl_open(const ctsar__config *config, int index,
                       ctsar__device **device) CTSAR__CHECKED;
void ctsar__opencl_close(ctsar__device *device);

/* ---- opencl_program.c ------------------------------------------------------------ */

/* A kernel as one slot uses it: it carries its arguments, so slots do not share it. */
typedef struct ctsar__cl_kernel {
    cl_kernel kernel;
    size_t local;            /* work-items in a group */
    bool warm;               /* has its code been made? */
    unsigned long signature; /* of the arguments that it was last given; 0: none */
    size_t *type;            /* per argument: bytes of what it points to, as the kernel sees it */
} ctsar__cl_kernel;

/* The kernel for a slot, built when it is first asked for.  EDEVICE: it does not build.  EINVAL:
 * the program has none of that name. */
int ctsar__opencl_kernel(ctsar__opencl *o, const ctsar_kernel *k, int slot,
                         ctsar__cl_kernel **kernel) CTSAR__CHECKED;
void ctsar__opencl_forget_programs(ctsar__opencl *o);

/* ---- opencl_launch.c ------------------------------------------------------------- */

int ctsar__opencl_launch(ctsar__device *device, int slot, const ctsar__launch *l,
                         ctsar__event *event) CTSAR__CHECKED;

#endif
