/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The first OpenCL device, for the loops written by hand. */
#ifndef CTSAR_PEER_OPENCL_H
#define CTSAR_PEER_OPENCL_H

#ifndef CL_TARGET_OPENCL_VERSION /* StarPU's header sets its own */
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl.h>
#include <stddef.h>

/* Ends the program with a message unless `status` is CL_SUCCESS. */
void peer_cl_check(cl_int status, const char *what);
/* The kernel `name` of `source`, built for the device. */
cl_kernel peer_cl_kernel(const char *source, const char *name);
/* `size` bytes on the device, a copy of `host` unless that is NULL. */
cl_mem peer_cl_buffer(const void *host, size_t size);
void peer_cl_write(cl_mem buffer, const void *host, size_t size);
void peer_cl_read(cl_mem buffer, void *host, size_t size);
/* Sets the arguments in order, each as size and address, until a size of 0. */
void peer_cl_arguments(cl_kernel kernel, ...);
/* Runs it over x by y work-items, rounded up to whole groups, and waits. */
void peer_cl_run(cl_kernel kernel, long x, long y);

#endif
