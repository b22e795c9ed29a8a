/* SPDX-License-Identifier: BSD-3-Clause
 *
 * C = A * B in several versions: n rows of A, each times a matrix of SIDE x SIDE. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef WORK_OPENBLAS
#include <cblas.h>
#endif
#ifdef WORK_CUBLAS
#include <cublas_v2.h>
#endif

#include "../common/app.h"
#include "work.h"

enum { SIDE = 64 };
#define SIDE_TEXT "64"

static long rows;
static float *A, *B, *C;

/* ---- On cores ------------------------------------------------------------------------ */

static void naive_host(const ctsar_call *call)
{
    const float *a = call->arg[0], *b = call->arg[1];
    float *c = call->arg[2];
    for (long i = call->start; i < call->end; ++i)
        for (long j = 0; j < SIDE; ++j) {
            float sum = 0;
            for (long k = 0; k < SIDE; ++k)
                sum += a[i * SIDE + k] * b[k * SIDE + j];
            c[i * SIDE + j] = sum;
        }
}

/* Rows of B in the inner loop, so that it runs along both matrices. */
static void by_rows(const float *a, const float *b, float *c, long from, long to)
{
    for (long i = from; i < to; ++i) {
        float sum[SIDE] = {0};
        for (long k = 0; k < SIDE; ++k)
            for (long j = 0; j < SIDE; ++j)
                sum[j] += a[i * SIDE + k] * b[k * SIDE + j];
        memcpy(c + i * SIDE, sum, sizeof sum);
    }
}

/* Four rows by sixteen columns at a time, whose sums stay in registers. */
static void tile(const float *a, const float *b, float *c, long i, long j0)
{
    enum { ROWS = 4, COLUMNS = 16 };
    float sum[ROWS][COLUMNS] = {{0}};
    for (long k = 0; k < SIDE; ++k)
        for (long r = 0; r < ROWS; ++r)
            for (long j = 0; j < COLUMNS; ++j)
                sum[r][j] += a[(i + r) * SIDE + k] * b[k * SIDE + j0 + j];
    for (long r = 0; r < ROWS; ++r)
        memcpy(c + (i + r) * SIDE + j0, sum[r], sizeof sum[r]);
}

static void tiled_host(const ctsar_call *call)
{
    const float *a = call->arg[0], *b = call->arg[1];
    float *c = call->arg[2];
    long i = call->start;
    for (; i + 4 <= call->end; i += 4)
        for (long j = 0; j < SIDE; j += 16)
            tile(a, b, c, i, j);
    by_rows(a, b, c, i, call->end);
}

#ifdef WORK_OPENBLAS
static void openblas_host(const ctsar_call *call)
{
    const float *a = call->arg[0], *b = call->arg[1];
    float *c = call->arg[2];
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)call->count, SIDE, SIDE, 1,
                a + call->start * SIDE, SIDE, b, SIDE, 0, c + call->start * SIDE, SIDE);
}
static const ctsar_kernel openblas = {.name = "openblas", .host = openblas_host};
#endif

/* ---- On accelerators ------------------------------------------------------------------- */

#define PARAMETERS                                                                                 \
    "(long start, long step, long count, __global const float *a, long a_bias,"                    \
    " __global const float *b, long b_bias, __global float *c, long c_bias)\n"

static const char naive_source[] =
    "__kernel void naive" PARAMETERS "{\n"
    "    for (long at = get_global_id(0); at < count * " SIDE_TEXT "; at += get_global_size(0)) {\n"
    "        long i = start + at / " SIDE_TEXT ", j = at % " SIDE_TEXT ";\n"
    "        float sum = 0;\n"
    "        for (long k = 0; k < " SIDE_TEXT "; ++k)\n"
    "            sum += a[i * " SIDE_TEXT " + k - a_bias] * b[k * " SIDE_TEXT " + j - b_bias];\n"
    "        c[i * " SIDE_TEXT " + j - c_bias] = sum;\n"
    "    }\n"
    "}\n";

/* A work-item has a row, and sixteen of its columns at a time. */
static const char tiled_source[] =
    "__kernel void tiled" PARAMETERS "{\n"
    "    for (long at = get_global_id(0); at < count; at += get_global_size(0)) {\n"
    "        long row = (start + at) * " SIDE_TEXT ";\n"
    "        for (long j = 0; j < " SIDE_TEXT "; j += 16) {\n"
    "            float16 sum = 0;\n"
    "            for (long k = 0; k < " SIDE_TEXT "; ++k)\n"
    "                sum += a[row + k - a_bias] * vload16(0, b + k * " SIDE_TEXT " + j - b_bias);\n"
    "            vstore16(sum, 0, c + row + j - c_bias);\n"
    "        }\n"
    "    }\n"
    "}\n";

#ifdef WORK_CUBLAS
/* cuBLAS counts columns first: it computes the transpose, from the range's rows of A. */
static int cublas_cuda(const ctsar_call *call, void *stream)
{
    static _Thread_local cublasHandle_t handle; /* belongs to the device that is current here */
    const float one = 1, zero = 0, *a = call->arg[0], *b = call->arg[1];
    float *c = call->arg[2];
    if (!handle && cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS)
        return cudaErrorInitializationError;
    if (cublasSetStream(handle, stream) != CUBLAS_STATUS_SUCCESS ||
        cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, SIDE, (int)call->count, SIDE, &one, b, SIDE,
                    a + call->start * SIDE, SIDE, &zero, c + call->start * SIDE,
                    SIDE) != CUBLAS_STATUS_SUCCESS)
        return cudaErrorLaunchFailure;
    return cudaGetLastError();
}
static const ctsar_kernel cublas = {.name = "cublas", .cuda = cublas_cuda};
#endif

static const ctsar_kernel naive = {
    .name = "naive", .host = naive_host, .opencl_source = naive_source};
static const ctsar_kernel tiled = {
    .name = "tiled", .host = tiled_host, .opencl_source = tiled_source};

static const ctsar_kernel *const ways[] = {
    &naive,    &tiled,
#ifdef WORK_OPENBLAS
    &openblas,
#endif
#ifdef WORK_CUBLAS
    &cublas,
#endif
    NULL,
};
static const ctsar_kernel gemm = {
    .name = "gemm", .versions = ways, .tolerance = 1e-4, .number = CTSAR_NUMBER_FLOAT};

/* ---- The work -------------------------------------------------------------------------- */

static void open_gemm(long n)
{
#ifdef WORK_OPENBLAS
    openblas_set_num_threads(1); /* a version executes on one core */
#endif
    rows = n;
    A = app_alloc((size_t)n * SIDE * sizeof *A);
    B = app_alloc(SIDE * SIDE * sizeof *B);
    C = app_alloc((size_t)n * SIDE * sizeof *C);
    for (long i = 0; i < n * SIDE; ++i)
        A[i] = (float)(i % 17) / 17;
    for (long i = 0; i < SIDE * SIDE; ++i)
        B[i] = (float)(i % 13) / 13;
}

static void close_gemm(void)
{
    free(A);
    free(B);
    free(C);
}

static void pass_gemm(ctsar *s, const ctsar_kernel *kernel)
{
#pragma omp parallel
    do {
        ctsar_reg_mem(s, A, SIDE * sizeof *A, (size_t)rows, CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT);
        ctsar_reg_mem(s, B, sizeof *B, SIDE * SIDE, CTSAR_MEM_INPUT);
        ctsar_reg_mem(s, C, SIDE * sizeof *C, (size_t)rows, CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT);
        ctsar_next(s, (size_t)rows);
        const ctsar_arg args[] = {CTSAR_ARG_MEM(A), CTSAR_ARG_MEM(B), CTSAR_ARG_MEM(C)};
        ctsar_launch(s, kernel, args, 3);
    } while (ctsar_loop(s));
}

static double error_of_gemm(void)
{
    double most = 0, largest = 0;
    for (long i = 0; i < rows; ++i)
        for (long j = 0; j < SIDE; ++j) {
            double sum = 0;
            for (long k = 0; k < SIDE; ++k)
                sum += (double)A[i * SIDE + k] * (double)B[k * SIDE + j];
            double error = fabs(sum - (double)C[i * SIDE + j]);
            most = error <= most ? most : error; /* also one that is not a number */
            largest = fmax(largest, fabs(sum));
        }
    memset(C, 0, (size_t)rows * SIDE * sizeof *C);
    return most / largest;
}

const work work_gemm = {"gemm",    "rows times a matrix", &gemm,     open_gemm,
                        pass_gemm, error_of_gemm,         close_gemm};
