/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the files of the CUDA backend share: cuda.c (streams, copies, launches, waiting), cuda_api.c
 * (the driver's functions), cuda_open.c (opening devices), cuda_window.c (memory).
 *
 * It uses the driver's interface, on the device's primary context, which is the one that the
 * CUDA runtime uses: so a program's own calls of the runtime and of its libraries meet the same
 * memory and streams, and a program that uses no CUDA needs none. */
#ifndef CTSAR_CUDA_H
#define CTSAR_CUDA_H

#include <cuda.h>
#include <pthread.h>

#include "device.h"
#include "model.h"
#include "spaces.h"
#include "staging.h"

/* ---- cuda_api.c ------------------------------------------------------------------ */

/* The functions that the backend uses.  cuda.h may define a name as that of a later version; the
 * library is asked for the one whose prototype is compiled. */
#define CTSAR__CU_FUNCTIONS(X)                                                                     \
    X(CtxEnablePeerAccess, cuCtxEnablePeerAccess)                                                  \
    X(CtxSetCurrent, cuCtxSetCurrent)                                                              \
    X(DeviceCanAccessPeer, cuDeviceCanAccessPeer)                                                  \
    X(DeviceGet, cuDeviceGet)                                                                      \
    X(DeviceGetAttribute, cuDeviceGetAttribute)                                                    \
    X(DeviceGetCount, cuDeviceGetCount)                                                            \
    X(DeviceGetName, cuDeviceGetName)                                                              \
    X(DeviceGetPCIBusId, cuDeviceGetPCIBusId)                                                      \
    X(DevicePrimaryCtxRelease, cuDevicePrimaryCtxRelease)                                          \
    X(DevicePrimaryCtxRetain, cuDevicePrimaryCtxRetain)                                            \
    X(DeviceTotalMem, cuDeviceTotalMem)                                                            \
    X(DriverGetVersion, cuDriverGetVersion)                                                        \
    X(EventCreate, cuEventCreate)                                                                  \
    X(EventDestroy, cuEventDestroy)                                                                \
    X(EventElapsedTime, cuEventElapsedTime)                                                        \
    X(EventQuery, cuEventQuery)                                                                    \
    X(EventRecord, cuEventRecord)                                                                  \
    X(GetErrorName, cuGetErrorName)                                                                \
    X(Init, cuInit)                                                                                \
    X(LaunchHostFunc, cuLaunchHostFunc)                                                            \
    X(MemAddressFree, cuMemAddressFree)                                                            \
    X(MemAddressReserve, cuMemAddressReserve)                                                      \
    X(MemAlloc, cuMemAlloc)                                                                        \
    X(MemCreate, cuMemCreate)                                                                      \
    X(MemFree, cuMemFree)                                                                          \
    X(MemFreeHost, cuMemFreeHost)                                                                  \
    X(MemGetAllocationGranularity, cuMemGetAllocationGranularity)                                  \
    X(MemHostAlloc, cuMemHostAlloc)                                                                \
    X(MemMap, cuMemMap)                                                                            \
    X(MemRelease, cuMemRelease)                                                                    \
    X(MemSetAccess, cuMemSetAccess)                                                                \
    X(MemUnmap, cuMemUnmap)                                                                        \
    X(Memcpy2DAsync, cuMemcpy2DAsync)                                                              \
    X(Memcpy3DPeerAsync, cuMemcpy3DPeerAsync)                                                      \
    X(MemcpyDtoHAsync, cuMemcpyDtoHAsync)                                                          \
    X(MemcpyHtoDAsync, cuMemcpyHtoDAsync)                                                          \
    X(MemcpyPeerAsync, cuMemcpyPeerAsync)                                                          \
    X(PointerGetAttribute, cuPointerGetAttribute)                                                  \
    X(StreamCreate, cuStreamCreate)                                                                \
    X(StreamDestroy, cuStreamDestroy)                                                              \
    X(StreamSynchronize, cuStreamSynchronize)

typedef struct ctsar__cu {
#define CTSAR__CU_POINTER(name, function) __typeof__(function) *name;
    CTSAR__CU_FUNCTIONS(CTSAR__CU_POINTER)
#undef CTSAR__CU_POINTER
} ctsar__cu;

/* The functions of the driver, which is loaded and initialised once in the process; NULL: there is
 * none, or no device, and *why says so. */
const ctsar__cu *ctsar__cu_load(const char **why);
/* Has this process been forked from one that has loaded the driver?  Then it cannot be used. */
bool ctsar__cu_inherited(void);
/* How many devices there are. */
int ctsar__cu_devices(void);
/* "CUDA_ERROR_OUT_OF_MEMORY (2)"; the calling thread's, until its next call. */
const char *ctsar__cu_error_name(CUresult error);

/* ---- cuda.c ---------------------------------------------------------------------- */

enum { CTSAR__CU_PEERS = 16 };

/* An operation in a stream: what it lies between. */
typedef struct ctsar__cu_operation {
    CUevent begin, end;
    CUstream stream;
    struct ctsar__cu_operation *next; /* in the list of those that are free */
} ctsar__cu_operation;

typedef struct ctsar__cuda {
    ctsar__device base;
    const ctsar__cu *cu;
    CUdevice device;
    CUcontext context;
    ctsar__clock clock;
    ctsar__emu_spec model; /* under the virtual clock */

    _Atomic bool stuck; /* an operation may never be over: nobody waits again */

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
    ctsar__cu_operation *free;
    ctsar__cu_operation *inline_body; /* of slot 0, begun by _stream */
} ctsar__cuda;

static inline ctsar__cuda *ctsar__cuda_of(ctsar__device *d)
{
    return (ctsar__cuda *)d;
}

/* Makes the device the calling thread's current one.  EDEVICE: also in a child of the process that
 * opened it. */
int ctsar__cuda_enter(ctsar__cuda *c) CTSAR__CHECKED;
/* What a failed call means: CTSAR_ENOMEM where memory is short, else CTSAR_EDEVICE; notes
 * "NAME: WHAT: ERROR". */
int ctsar__cuda_error(ctsar__cuda *c, const char *what, CUresult error) CTSAR__CHECKED;
extern const ctsar__staging_ops ctsar__cuda_staging;

/* ---- cuda_open.c ----------------------------------------------------------------- */

int ctsar__cuda_open(const ctsar__config *config, int index, ctsar__device **device) CTSAR__CHECKED;
void ctsar__cuda_close(ctsar__device *device);

/* ---- cuda_window.c --------------------------------------------------------------- */

int ctsar__cuda_reserve(ctsar__device *device, size_t bytes, ctsar__space *space) CTSAR__CHECKED;
int ctsar__cuda_commit(ctsar__device *device, ctsar__space *space, size_t lo,
                       size_t hi) CTSAR__CHECKED;
void ctsar__cuda_release(ctsar__device *device, ctsar__space *space);

#endif
