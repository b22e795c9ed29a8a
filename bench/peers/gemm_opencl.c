/* SPDX-License-Identifier: BSD-3-Clause
 *
 * GEMM on an OpenCL device, by hand. */
#include "gemm.h"
#include "opencl.h"

static const char source[] =
    "__kernel void gemm(long ni, long nj, long nk, float alpha, float beta,\n"
    "                   __global const float *a, __global const float *b, __global float *c)\n"
    "{\n"
    "    long j = get_global_id(0), i = get_global_id(1);\n"
    "    if (j >= nj)\n"
    "        return;\n"
    "    float sum = beta * c[i * nj + j];\n"
    "    for (long k = 0; k < nk; ++k)\n"
    "        sum += alpha * a[i * nk + k] * b[k * nj + j];\n"
    "    c[i * nj + j] = sum;\n"
    "}\n";

void gemm_opencl(const gemm_data *g)
{
    static cl_kernel kernel;
    size_t size = sizeof(float), size_c = (size_t)(g->ni * g->nj) * size;

    if (!kernel)
        kernel = peer_cl_kernel(source, "gemm");
    cl_mem a = peer_cl_buffer(g->a, (size_t)(g->ni * g->nk) * size);
    cl_mem b = peer_cl_buffer(g->b, (size_t)(g->nk * g->nj) * size);
    cl_mem c = peer_cl_buffer(g->c, size_c);
    peer_cl_arguments(kernel, sizeof g->ni, &g->ni, sizeof g->nj, &g->nj, sizeof g->nk, &g->nk,
                      size, &g->alpha, size, &g->beta, sizeof a, &a, sizeof b, &b, sizeof c, &c,
                      (size_t)0);
    peer_cl_run(kernel, g->nj, g->ni);
    peer_cl_read(c, g->c, size_c);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    clReleaseMemObject(c);
}
