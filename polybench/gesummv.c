/* SPDX-License-Identifier: BSD-3-Clause
 *
 * GESUMMV: y = alpha*A*x + beta*B*x. */
#include "common.h"

static void gesummv(long n, DATA_TYPE alpha, DATA_TYPE beta, const DATA_TYPE *A, const DATA_TYPE *B,
                    const DATA_TYPE *x, DATA_TYPE *y)
{
#pragma ctsar for hetero(1) part_copyin(A[1:n][0:n], B[1:n][0:n]) copyin(x[0:n]) \
    part_copyout(y[1:n])
    for (long i = 0; i < n; ++i) {
        DATA_TYPE ax = 0, bx = 0;
        for (long j = 0; j < n; ++j) {
            ax += A[i * n + j] * x[j];
            bx += B[i * n + j] * x[j];
        }
        y[i] = alpha * ax + beta * bx;
    }
}

static void gesummv_serial(long n, double alpha, double beta, const double *A, const double *B,
                           const double *x, double *y)
{
    for (long i = 0; i < n; ++i) {
        double ax = 0, bx = 0;
        for (long j = 0; j < n; ++j) {
            ax += A[i * n + j] * x[j];
            bx += B[i * n + j] * x[j];
        }
        y[i] = alpha * ax + beta * bx;
    }
}

static const DATA_TYPE alpha = 43532, beta = 12313;
static long N;
static DATA_TYPE *A, *B, *x, *y;

static void setup(long *dims, const char *data)
{
    (void)data;
    N = dims[0];
    A = suite_array(DATA_TYPE, "A", N, N, SUITE_INPUT);
    B = suite_array(DATA_TYPE, "B", N, N, SUITE_INPUT);
    x = suite_array(DATA_TYPE, "x", 1, N, SUITE_INPUT);
    y = suite_array(DATA_TYPE, "y", 1, N, SUITE_OUTPUT | SUITE_RESULT);
    suite_fill_product(DATA_TYPE, A, N, N, 0, N);
    suite_fill_product(DATA_TYPE, B, N, N, 0, N);
    for (long i = 0; i < N; ++i)
        x[i] = (DATA_TYPE)i / (DATA_TYPE)N;
}

static void kernel(void)
{
    gesummv(N, alpha, beta, A, B, x, y);
}

static void serial(void)
{
    gesummv_serial(N, alpha, beta, suite_serial(A), suite_serial(B), suite_serial(x),
                   suite_serial(y));
}

static double flops(const long *dims)
{
    return 4.0 * (double)dims[0] * (double)dims[0];
}

int main(int argc, char **argv)
{
    static const suite_code code = {.name = "GESUMMV",
                                    .about = "y = alpha*A*x + beta*B*x; A and B are N x N",
                                    .type = SUITE_TYPE_NAME,
                                    .dims = {"N"},
                                    .sizes = SUITE_SCALED(4096, 0, 0),
                                    .flops = flops,
                                    .setup = setup,
                                    .kernel = kernel,
                                    .serial = serial};
    return suite_main(argc, argv, &code);
}
