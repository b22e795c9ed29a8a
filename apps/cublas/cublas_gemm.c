/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A library's kernel in a region: C = A*B on all units, on CUDA devices by cuBLAS on the stream
 * that ctsar gives the kernel's CUDA form, on cores by plain loops. */
#include <stdio.h>
#include <stdlib.h>

#include <cublas_v2.h>

#include <ctsar.h>

#include "../common/app.h"

/* cuBLAS counts columns first, where C's rows are columns: it computes the transpose, from the
 * range's rows of A.  Pointers have the host's indices, so the first row is `start`. */
static int gemm_cuda(const ctsar_call *c, void *stream)
{
    static _Thread_local cublasHandle_t handle; /* belongs to the device that is current here */
    const double one = 1, zero = 0, *a = c->arg[0], *b = c->arg[1];
    double *out = c->arg[2];
    int n = *(const int *)c->arg[3];
    if (!handle && cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS)
        return cudaErrorInitializationError;
    if (cublasSetStream(handle, stream) != CUBLAS_STATUS_SUCCESS ||
        cublasDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, (int)c->count, n, &one, b, n,
                    a + c->start * n, n, &zero, out + c->start * n, n) != CUBLAS_STATUS_SUCCESS)
        return cudaErrorLaunchFailure;
    return cudaGetLastError();
}

static void gemm_host(const ctsar_call *c)
{
    const double *a = c->arg[0], *b = c->arg[1];
    double *out = c->arg[2];
    long n = *(const int *)c->arg[3];
    for (long i = c->start; i < c->end; ++i) {
        for (long j = 0; j < n; ++j)
            out[i * n + j] = 0;
        for (long k = 0; k < n; ++k)
            for (long j = 0; j < n; ++j)
                out[i * n + j] += a[i * n + k] * b[k * n + j];
    }
}

static const ctsar_kernel gemm = {.name = "gemm", .host = gemm_host, .cuda = gemm_cuda};

static void multiply(ctsar *s, double *a, double *b, double *c, int n)
{
    size_t rows = (size_t)n, row = rows * sizeof *a;
#pragma omp parallel
    do {
        ctsar_reg_mem(s, a, row, rows, CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT);
        ctsar_reg_mem(s, b, row, rows, CTSAR_MEM_INPUT);
        ctsar_reg_mem(s, c, row, rows, CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT);
        ctsar_next(s, rows);
        const ctsar_arg args[] = {CTSAR_ARG_MEM(a), CTSAR_ARG_MEM(b), CTSAR_ARG_MEM(c),
                                  CTSAR_ARG_VALUE(&n, sizeof n)};
        ctsar_launch(s, &gemm, args, 4);
    } while (ctsar_loop(s));
}

/* Elements here and there against sums; the largest error relative to n. */
static double error_of(const double *a, const double *b, const double *c, long n)
{
    double most = 0;
    for (long i = 0; i < n; i += 1 + n / 97)
        for (long j = 0; j < n; j += 1 + n / 89) {
            double sum = 0;
            for (long k = 0; k < n; ++k)
                sum += a[i * n + k] * b[k * n + j];
            double error = sum > c[i * n + j] ? sum - c[i * n + j] : c[i * n + j] - sum;
            most = error / (double)n > most ? error / (double)n : most;
        }
    return most;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? (int)app_number("N", argv[1], 1, 20000) : 1024;
    size_t elements = (size_t)n * (size_t)n;
    double *a = app_alloc(elements * sizeof *a), *b = app_alloc(elements * sizeof *b),
           *c = app_alloc(elements * sizeof *c);
    for (size_t i = 0; i < elements; ++i) {
        a[i] = (double)(i % 17) / 17;
        b[i] = (double)(i % 13) / 13;
    }
    ctsar *s = NULL;
    ctsar_init(&s, (size_t)n, CTSAR_ADAPTIVE, CTSAR_DEV_ALL, NULL, NULL);
    ctsar_set_kernel(s, &gemm);
    for (int pass = 0; pass < 5; ++pass) {
        double began = app_seconds();
        multiply(s, a, b, c, n);
        printf("pass %d: %.3f ms\n", pass, (app_seconds() - began) * 1e3);
    }
    double error = error_of(a, b, c, n);
    printf("error %.3g\n", error);
    ctsar_free(&s);
    free(a);
    free(b);
    free(c);
    return error > 1e-12;
}
