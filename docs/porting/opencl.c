/* SPDX-License-Identifier: BSD-3-Clause */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdlib.h>

#include "power.h"

static const char source[] =
    "__kernel void multiply(__global const double *a,\n"
    "                       __global const double *x, __global double *y,\n"
    "                       int n)\n"
    "{\n"
    "    int i = get_global_id(0);\n"
    "    double sum = 0;\n"
    "    for (int j = 0; j < n; j++)\n"
    "        sum += a[i * n + j] * x[j];\n"
    "    y[i] = sum;\n"
    "}\n";

static void must(cl_int status)
{
    if (status) {
        fprintf(stderr, "OpenCL: error %d\n", status);
        exit(1);
    }
}

int main(void)
{
    const char *text = source;
    const size_t items = N;
    const int n = N;
    double norm = 0;
    cl_platform_id platform;
    cl_device_id device;
    cl_int status;

    fill();
    must(clGetPlatformIDs(1, &platform, NULL));
    must(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    must(status);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
    must(status);
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &status);
    must(status);
    must(clBuildProgram(program, 1, &device, "", NULL, NULL));
    cl_kernel kernel = clCreateKernel(program, "multiply", &status);
    must(status);
    cl_mem on_a =
        clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof a, a, &status);
    must(status);
    cl_mem on_x = clCreateBuffer(context, CL_MEM_READ_ONLY, sizeof x, NULL, &status);
    must(status);
    cl_mem on_y = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof y, NULL, &status);
    must(status);
    must(clSetKernelArg(kernel, 0, sizeof on_a, &on_a));
    must(clSetKernelArg(kernel, 1, sizeof on_x, &on_x));
    must(clSetKernelArg(kernel, 2, sizeof on_y, &on_y));
    must(clSetKernelArg(kernel, 3, sizeof n, &n));
    for (int step = 0; step < STEPS; step++) {
        double squares = 0;
        must(clEnqueueWriteBuffer(queue, on_x, CL_FALSE, 0, sizeof x, x, 0, NULL, NULL));
        must(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
        must(clEnqueueReadBuffer(queue, on_y, CL_TRUE, 0, sizeof y, y, 0, NULL, NULL));
        for (int i = 0; i < N; i++)
            squares += y[i] * y[i];
        norm = sqrt(squares);
        scale(norm);
    }
    show(norm);
    clReleaseMemObject(on_a);
    clReleaseMemObject(on_x);
    clReleaseMemObject(on_y);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return 0;
}
