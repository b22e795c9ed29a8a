/* SPDX-License-Identifier: BSD-3-Clause
 *
 * An OpenCL device: its state, and the queues of its slots. */
#ifndef CTSAR_OPENCL_CONTEXT_H
#define CTSAR_OPENCL_CONTEXT_H

#include <pthread.h>

#include "device/device.h"
#include "device/opencl/api.h"
#include "device/spaces.h"
#include "device/staging.h"

enum { CTSAR__CL_LOCAL = 64 }; /* work-items in a group, by default */

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
    pthread_cond_t built;     /* one of the programs is */
    ctsar__cl_program *programs;
} ctsar__opencl;

static inline ctsar__opencl *ctsar__opencl_of(ctsar__device *d)
{
    return (ctsar__opencl *)d;
}

/* EDEVICE in a child of the process that opened the device. */
int ctsar__opencl_usable(const ctsar__opencl *o) CTSAR__MUST_CHECK;
/* The queue of a slot, without which nothing can be enqueued.  EDEVICE: also in a child of the
 * process that opened the device. */
int ctsar__opencl_queue(ctsar__opencl *o, int slot, cl_command_queue *queue) CTSAR__MUST_CHECK;
/* What a failed call means: CTSAR_ENOMEM where memory is short, else CTSAR_EDEVICE; notes
 * "NAME: WHAT: ERROR". */
int ctsar__opencl_error(ctsar__opencl *o, const char *what, cl_int error) CTSAR__MUST_CHECK;

#endif
