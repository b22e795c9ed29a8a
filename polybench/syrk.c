/* SPDX-License-Identifier: BSD-3-Clause
 *
 * SYRK: C = beta*C + alpha*A*transposed(A), all of C. */
#include "common.h"

static void syrk(long n, long m, DATA_TYPE alpha, DATA_TYPE beta, const DATA_TYPE *A, DATA_TYPE *C)
{
#pragma ctsar for hetero(1) copyin(A[0:n * m]) part_copy(C[1:n][0:n])
    for (long i = 0; i < n; ++i)
        for (long j = 0; j < n; ++j) {
            C[i * n + j] *= beta;
            for (long k = 0; k < m; ++k)
                C[i * n + j] += alpha * A[i * m + k] * A[j * m + k];
        }
}

static void syrk_serial(long n, long m, double alpha, double beta, const double *A, double *C)
{
    for (long i = 0; i < n; ++i)
        for (long j = 0; j < n; ++j) {
            C[i * n + j] *= beta;
            for (long k = 0; k < m; ++k)
                C[i * n + j] += alpha * A[i * m + k] * A[j * m + k];
        }
}

static const DATA_TYPE alpha = 12435, beta = 4546;
static long N, M;
static DATA_TYPE *A, *C;

static void setup(long *dims, const char *data)
{
    (void)data;
    N = dims[0], M = dims[1];
    A = suite_array(DATA_TYPE, "A", N, M, SUITE_INPUT);
    C = suite_array(DATA_TYPE, "C", N, N, SUITE_INOUT | SUITE_RESULT);
    suite_fill_product(DATA_TYPE, A, N, M, 0, N);
    suite_fill_product(DATA_TYPE, C, N, N, 2, N);
}

static void kernel(void)
{
    syrk(N, M, alpha, beta, A, C);
}

static void serial(void)
{
    syrk_serial(N, M, alpha, beta, suite_serial(A), suite_serial(C));
}

static double flops(const long *dims)
{
    return 2.0 * (double)dims[0] * (double)dims[0] * (double)dims[1];
}

int main(int argc, char **argv)
{
    static const suite_code code = {.name = "SYRK",
                                    .about = "C = beta*C + alpha*A*transposed(A); A is N x M",
                                    .type = SUITE_TYPE_NAME,
                                    .dims = {"N", "M"},
                                    .sizes = SUITE_SCALED(1024, 1024, 0),
                                    .flops = flops,
                                    .setup = setup,
                                    .kernel = kernel,
                                    .serial = serial};
    return suite_main(argc, argv, &code);
}
