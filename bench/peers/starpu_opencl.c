/* SPDX-License-Identifier: BSD-3-Clause
 *
 * OpenCL kernels as StarPU's workers call them. */
#include <starpu.h>
#include <starpu_opencl.h>

#include <pthread.h>
#include <stdarg.h>
#include <string.h>

#include "../../apps/common/app.h"
#include "opencl.h"
#include "peer.h"

enum { MAX_PROGRAMS = 4, GROUP = 64 };

/* The program of `source`, compiled for all of StarPU's devices on its first use. */
static struct starpu_opencl_program *program_of(const char *source)
{
    static struct {
        const char *source;
        struct starpu_opencl_program program;
    } known[MAX_PROGRAMS];
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    int at = 0;

    pthread_mutex_lock(&mutex);
    while (at < MAX_PROGRAMS && known[at].source && known[at].source != source)
        ++at;
    if (at == MAX_PROGRAMS)
        app_fail("more than %d OpenCL programs", MAX_PROGRAMS);
    if (!known[at].source) {
        known[at].source = source;
        if (starpu_opencl_load_opencl_from_string(source, &known[at].program, ""))
            app_fail("StarPU cannot compile an OpenCL program");
    }
    pthread_mutex_unlock(&mutex);
    return &known[at].program;
}

void peer_starpu_opencl(const char *source, const char *name, long items, ...)
{
    size_t local = GROUP, global = ((size_t)items + GROUP - 1) / GROUP * GROUP, size;
    cl_command_queue queue;
    cl_kernel kernel;
    va_list list;

    peer_cl_check(starpu_opencl_load_kernel(&kernel, &queue, program_of(source), name,
                                            starpu_worker_get_devid(starpu_worker_get_id())),
                  "starpu_opencl_load_kernel");
    va_start(list, items);
    for (cl_uint i = 0; (size = va_arg(list, size_t)) != 0; ++i)
        peer_cl_check(clSetKernelArg(kernel, i, size, va_arg(list, const void *)),
                      "clSetKernelArg");
    va_end(list);
    peer_cl_check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL),
                  "clEnqueueNDRangeKernel");
    peer_cl_check(clFinish(queue), "clFinish");
    starpu_opencl_release_kernel(kernel);
}
