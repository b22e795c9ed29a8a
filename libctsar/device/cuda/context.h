/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A CUDA device: its state.
 *
 * The CUDA backend uses the driver's interface, on the device's primary context, which is the one
 * that the CUDA runtime uses: so a program's own calls of the runtime and of its libraries meet the
 * same memory and streams, and a program that uses no CUDA needs none. */
#ifndef CTSAR_CUDA_CONTEXT_H
#define CTSAR_CUDA_CONTEXT_H

#include <pthread.h>
#include <stdint.h>

#include "device/cuda/api.h"
#include "device/device.h"
#include "device/spaces.h"
#include "device/staging.h"

enum { CTSAR__CU_PEERS = 16 };

/* An operation in a stream: what it lies between. */
typedef struct ctsar__cu_operation {
    CUevent begin, end;
    CUstream stream;
    uint64_t range;                   /* of NVTX, or 0 */
    double held_up;                   /* seconds of the device's that are none of the operation's */
    struct ctsar__cu_operation *next; /* in the list of those that are free */
} ctsar__cu_operation;

/* A thread that has launched a kernel. */
typedef struct ctsar__cu_user {
    const ctsar_kernel *kernel;
    unsigned long thread; /* its number of all that have launched any */
} ctsar__cu_user;

typedef struct ctsar__cuda {
    ctsar__device base;
    const ctsar__cu *cu;
    CUdevice device;
    CUcontext context;
    ctsar__clock clock;
    ctsar__emu_spec model; /* under the virtual clock */

    _Atomic bool stuck; /* an operation may never be over: nobody waits again */
    double look;        /* seconds: what an empty launch takes if whoever waits sleeps */

    /* Windows.  Who may access them: the device, and others that can reach it. */
    bool maps; /* by mapping; otherwise spaces are allocated in full */
    size_t granularity;
    CUmemAccessDesc access[CTSAR__CU_PEERS];
    int accesses;
    _Atomic size_t used; /* bytes */

    ctsar__staging staging;

    pthread_mutex_t lock; /* of all below */
    ctsar__spaces spaces;
    CUstream stream[CTSAR__SLOTS]; /* made when first used */
    ctsar__cu_user *user;          /* who has launched which kernels here */
    size_t users, room;
    ctsar__cu_operation *free;
    ctsar__cu_operation *inline_body; /* of slot 0, begun by _stream */
} ctsar__cuda;

static inline ctsar__cuda *ctsar__cuda_of(ctsar__device *d)
{
    return (ctsar__cuda *)d;
}

/* Makes the device the calling thread's current one.  EDEVICE: also in a child of the process that
 * opened it. */
int ctsar__cuda_enter(ctsar__cuda *c) CTSAR__MUST_CHECK;
/* What a failed call means: CTSAR_ENOMEM where memory is short, else CTSAR_EDEVICE; notes
 * "NAME: WHAT: ERROR". */
int ctsar__cuda_error(ctsar__cuda *c, const char *what, CUresult error) CTSAR__MUST_CHECK;

#endif
