/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The OpenCL loader's functions. */
#ifndef CTSAR_OPENCL_API_H
#define CTSAR_OPENCL_API_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

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

#endif
