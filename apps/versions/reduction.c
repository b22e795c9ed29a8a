/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The sum of n squares in two ways.  On cores: into one sum, each addition after the other, and
 * into sixteen that a vector unit keeps side by side.  On OpenCL devices: groups of one work-item,
 * each with a sum of its own, and groups of many, whose sums are added in pairs in local memory. */
#include <math.h>
#include <stdlib.h>

#include "../common/app.h"
#include "work.h"

static long elements;
static float *x;
static double result;

static void one_sum_host(const ctsar_call *c)
{
    const float *in = c->arg[0];
    double sum = 0;
    for (long i = c->start; i < c->end; ++i)
        sum += (double)in[i] * (double)in[i];
    *(double *)c->arg[1] += sum;
}

static void many_sums_host(const ctsar_call *c)
{
    enum { SUMS = 16 };
    const float *in = c->arg[0];
    double sum[SUMS] = {0}, all = 0;
    long i = c->start;
    for (; i + SUMS <= c->end; i += SUMS)
        for (long k = 0; k < SUMS; ++k)
            sum[k] += (double)in[i + k] * (double)in[i + k];
    for (; i < c->end; ++i)
        all += (double)in[i] * (double)in[i];
    for (long k = 0; k < SUMS; ++k)
        all += sum[k];
    *(double *)c->arg[1] += all;
}

#define KERNEL(title, local, end)                                                                  \
    "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"                                              \
    "__kernel void " title "(long start, long step, long count, __global const float *x,"          \
    " long x_bias, __global double *partial)\n{\n" local "    double sum = 0;\n"                   \
    "    for (long k = get_global_id(0); k < count; k += get_global_size(0)) {\n"                  \
    "        double v = x[start + k * step - x_bias];\n"                                           \
    "        sum += v * v;\n    }\n" end "}\n"

#define ITEMS 64
#define ITEMS_TEXT "64"
static const char one_sum_source[] =
    KERNEL("one_sum", "", "    partial[get_group_id(0)] += sum;\n");
static const char many_sums_source[] =
    KERNEL("many_sums", "    __local double own[" ITEMS_TEXT "];\n    int me = get_local_id(0);\n",
           "    own[me] = sum;\n"
           "    for (int apart = " ITEMS_TEXT " / 2; apart > 0; apart /= 2) {\n"
           "        barrier(CLK_LOCAL_MEM_FENCE);\n"
           "        if (me < apart)\n            own[me] += own[me + apart];\n    }\n"
           "    if (me == 0)\n        partial[get_group_id(0)] += own[0];\n");

static const ctsar_kernel one_sum = {
    .name = "one_sum", .host = one_sum_host, .opencl_source = one_sum_source, .local_size = 1};
static const ctsar_kernel many_sums = {.name = "many_sums",
                                       .host = many_sums_host,
                                       .opencl_source = many_sums_source,
                                       .local_size = ITEMS};
static const ctsar_kernel *const ways[] = {&one_sum, &many_sums, NULL};
static const ctsar_kernel reduction = {.name = "reduction", .versions = ways, .tolerance = 1e-4};

static void open_reduction(long n)
{
    elements = n;
    x = app_alloc((size_t)n * sizeof *x);
    for (long i = 0; i < n; ++i)
        x[i] = (float)(i % 101) / 101;
}

static void close_reduction(void)
{
    free(x);
}

static void add(void *into, void *from)
{
    *(double *)into += *(double *)from;
}

static void pass_reduction(ctsar *s, const ctsar_kernel *kernel)
{
    static const double zero = 0;
    result = 0;
#pragma omp parallel
    do {
        ctsar_reg_mem(s, x, sizeof *x, (size_t)elements, CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT);
        ctsar_reg_reduc(s, &result, &zero, sizeof zero, add);
        ctsar_next(s, (size_t)elements);
        const ctsar_arg args[] = {CTSAR_ARG_MEM(x), CTSAR_ARG_REDUC(&result)};
        ctsar_launch(s, kernel, args, 2);
    } while (ctsar_loop(s));
}

static double error_of_reduction(void)
{
    double sum = 0;
    for (long i = 0; i < elements; ++i)
        sum += (double)x[i] * (double)x[i];
    return fabs(result - sum) / fmax(sum, 1);
}

const work work_reduction = {"reduction",    "squares to be added", &reduction,     open_reduction,
                             pass_reduction, error_of_reduction,    close_reduction};

const work *const works[] = {&work_gemm, &work_convolution, &work_reduction, NULL};
