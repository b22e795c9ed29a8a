/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The product of two tiles in several versions, of which each kind of unit finds its fastest. */
#include "tiles.h"

#ifdef WORK_OPENBLAS
#include <cblas.h>
#endif

static tile tile_of(const ctsar_call *c, int k)
{
    return (tile){c->arg[k], c->strides[k][0]};
}

static long size(const ctsar_call *c)
{
    return *(const long *)c->arg[0];
}

static double factor(const ctsar_call *c)
{
    return *(const double *)c->arg[4];
}

static void blocked_host(const ctsar_call *c)
{
    tile_add_blocked(tile_of(c, 1), tile_of(c, 2), tile_of(c, 3), c->start, c->end, size(c),
                     factor(c));
}

/* A work-item has a row, and eight of its columns at a time. */
static const char blocked_source[] =
    "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
    "__kernel void blocked(long start, long step, long count, long n,\n"
    "    __global const double *a, long a_bias, long a_stride,\n"
    "    __global const double *b, long b_bias, long b_stride,\n"
    "    __global double *c, long c_bias, long c_stride, double by)\n"
    "{\n"
    "    a -= a_bias;\n"
    "    b -= b_bias;\n"
    "    c -= c_bias;\n"
    "    for (long at = get_global_id(0); at < count; at += get_global_size(0)) {\n"
    "        __global const double *x = a + (start + at) * a_stride;\n"
    "        __global double *z = c + (start + at) * c_stride;\n"
    "        long j = 0;\n"
    "        for (; j + 8 <= n; j += 8) {\n"
    "            double8 sum = 0;\n"
    "            for (long k = 0; k < n; ++k)\n"
    "                sum += x[k] * vload8(0, b + k * b_stride + j);\n"
    "            vstore8(vload8(0, z + j) + by * sum, 0, z + j);\n"
    "        }\n"
    "        for (; j < n; ++j) {\n"
    "            double sum = 0;\n"
    "            for (long k = 0; k < n; ++k)\n"
    "                sum += x[k] * b[k * b_stride + j];\n"
    "            z[j] += by * sum;\n"
    "        }\n"
    "    }\n"
    "}\n";
static const ctsar_kernel blocked = {
    .name = "blocked", .host = blocked_host, .opencl_source = blocked_source};

#ifdef WORK_OPENBLAS
static void openblas_host(const ctsar_call *call)
{
    const tile a = tile_of(call, 1), b = tile_of(call, 2), c = tile_of(call, 3);
    const int n = (int)size(call);
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)call->count, n, n, factor(call),
                a.at + (size_t)call->start * a.stride, (int)a.stride, b.at, (int)b.stride, 1,
                c.at + (size_t)call->start * c.stride, (int)c.stride);
}
static const ctsar_kernel openblas = {.name = "openblas", .host = openblas_host};
#endif

static const ctsar_kernel *const ways[] = {
    &add_kernel,
    &blocked,
#ifdef WORK_OPENBLAS
    &openblas,
#endif
    NULL,
};
const ctsar_kernel product_kernel = {
    .name = "product", .versions = ways, .tolerance = 1e-10, .number = CTSAR_NUMBER_DOUBLE};

void product_init(void)
{
#ifdef WORK_OPENBLAS
    openblas_set_num_threads(1); /* a task is executed by one core */
#endif
}
