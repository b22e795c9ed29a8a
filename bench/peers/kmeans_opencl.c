/* SPDX-License-Identifier: BSD-3-Clause
 *
 * k-means' labelling on an OpenCL device, by hand. */
#include <stdlib.h>

#include "../../apps/common/app.h"
#include "kmeans.h"
#include "opencl.h"

static const char source[] =
    "__kernel void kmeans(long np, long nf, long k, __global const float *x,\n"
    "                     __global const float *centres, __global int *member,\n"
    "                     __global int *changed)\n"
    "{\n"
    "    long i = get_global_id(0);\n"
    "    if (i >= np)\n"
    "        return;\n"
    "    int best = 0;\n"
    "    float least = 1e30f;\n"
    "    for (int m = 0; m < k; ++m) {\n"
    "        float distance = 0;\n"
    "        for (long f = 0; f < nf; ++f) {\n"
    "            float d = x[i * nf + f] - centres[m * nf + f];\n"
    "            distance += d * d;\n"
    "        }\n"
    "        if (distance < least) {\n"
    "            least = distance;\n"
    "            best = m;\n"
    "        }\n"
    "    }\n"
    "    changed[i] = member[i] != best;\n"
    "    member[i] = best;\n"
    "}\n";

static cl_mem x, centres, member, changed;

static void open_data(const kmeans_data *d)
{
    x = peer_cl_buffer(d->x, (size_t)(d->np * d->nf) * sizeof(float));
    centres = peer_cl_buffer(NULL, (size_t)(d->k * d->nf) * sizeof(float));
    member = peer_cl_buffer(d->member, (size_t)d->np * sizeof(int));
    changed = peer_cl_buffer(NULL, (size_t)d->np * sizeof(int));
}

long kmeans_opencl(const kmeans_data *d)
{
    static cl_kernel kernel;
    size_t size = (size_t)d->np * sizeof(int);
    int *flag = app_alloc(size);
    long sum = 0;

    if (!kernel)
        kernel = peer_cl_kernel(source, "kmeans");
    if (!x)
        open_data(d);
    peer_cl_write(centres, d->centres, (size_t)(d->k * d->nf) * sizeof(float));
    peer_cl_arguments(kernel, sizeof d->np, &d->np, sizeof d->nf, &d->nf, sizeof d->k, &d->k,
                      sizeof x, &x, sizeof centres, &centres, sizeof member, &member,
                      sizeof changed, &changed, (size_t)0);
    peer_cl_run(kernel, d->np, 1);
    peer_cl_read(member, d->member, size);
    peer_cl_read(changed, flag, size);
    for (long i = 0; i < d->np; ++i)
        sum += flag[i];
    free(flag);
    return sum;
}

void kmeans_opencl_close(void)
{
    clReleaseMemObject(x);
    clReleaseMemObject(centres);
    clReleaseMemObject(member);
    clReleaseMemObject(changed);
    x = NULL;
}
