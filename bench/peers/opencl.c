/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The first OpenCL device, for the loops written by hand. */
#include "opencl.h"

#include <stdarg.h>
#include <string.h>

#include "../../apps/common/app.h"
#include "peer.h"

enum { GROUP = 64 };

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;

void peer_cl_check(cl_int status, const char *what)
{
    if (status != CL_SUCCESS)
        app_fail("OpenCL: %s failed with status %d", what, (int)status);
}

void peer_opencl_begin(void)
{
    cl_platform_id platform;
    cl_int status;

    if (context)
        return;
    peer_cl_check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    peer_cl_check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    peer_cl_check(status, "clCreateContext");
    queue = clCreateCommandQueue(context, device, 0, &status);
    peer_cl_check(status, "clCreateCommandQueue");
}

cl_kernel peer_cl_kernel(const char *source, const char *name)
{
    cl_int status;

    peer_opencl_begin();
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &status);
    peer_cl_check(status, "clCreateProgramWithSource");
    peer_cl_check(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
    cl_kernel kernel = clCreateKernel(program, name, &status);
    peer_cl_check(status, "clCreateKernel");
    clReleaseProgram(program);
    return kernel;
}

cl_mem peer_cl_buffer(const void *host, size_t size)
{
    cl_int status;

    peer_opencl_begin();
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, size, NULL, &status);
    peer_cl_check(status, "clCreateBuffer");
    if (host)
        peer_cl_write(buffer, host, size);
    return buffer;
}

void peer_cl_write(cl_mem buffer, const void *host, size_t size)
{
    peer_cl_check(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, size, host, 0, NULL, NULL),
                  "clEnqueueWriteBuffer");
}

void peer_cl_read(cl_mem buffer, void *host, size_t size)
{
    peer_cl_check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, size, host, 0, NULL, NULL),
                  "clEnqueueReadBuffer");
}

void peer_cl_arguments(cl_kernel kernel, ...)
{
    va_list list;
    size_t size;

    va_start(list, kernel);
    for (cl_uint i = 0; (size = va_arg(list, size_t)) != 0; ++i)
        peer_cl_check(clSetKernelArg(kernel, i, size, va_arg(list, const void *)),
                      "clSetKernelArg");
    va_end(list);
}

void peer_cl_run(cl_kernel kernel, long x, long y)
{
    size_t local[2] = {GROUP, 1};
    size_t global[2] = {((size_t)x + GROUP - 1) / GROUP * GROUP, (size_t)y};

    peer_cl_check(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local, 0, NULL, NULL),
                  "clEnqueueNDRangeKernel");
    peer_cl_check(clFinish(queue), "clFinish");
}
