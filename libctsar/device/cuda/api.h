/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The CUDA driver's functions. */
#ifndef CTSAR_CUDA_API_H
#define CTSAR_CUDA_API_H

#include <cuda.h>
#include <stdbool.h>

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
    X(PointerGetAttributes, cuPointerGetAttributes)                                                \
    X(StreamCreate, cuStreamCreate)                                                                \
    X(StreamDestroy, cuStreamDestroy)                                                              \
    X(StreamQuery, cuStreamQuery)

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

#endif
