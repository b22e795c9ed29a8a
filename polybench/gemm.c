/* SPDX-License-Identifier: BSD-3-Clause
 *
 * GEMM: C = beta*C + alpha*A*B. */
#include "common.h"

static void gemm(long ni, long nj, long nk, DATA_TYPE alpha, DATA_TYPE beta, const DATA_TYPE *A,
                 const DATA_TYPE *B, DATA_TYPE *C)
{
#pragma ctsar for hetero(1) part_copyin(A[1:ni][0:nk]) copyin(B[0:nk * nj]) \
    part_copy(C[1:ni][0:nj])
    for (long i = 0; i < ni; ++i)
        for (long j = 0; j < nj; ++j) {
            C[i * nj + j] *= beta;
            for (long k = 0; k < nk; ++k)
                C[i * nj + j] += alpha * A[i * nk + k] * B[k * nj + j];
        }
}

static void gemm_serial(long ni, long nj, long nk, double alpha, double beta, const double *A,
                        const double *B, double *C)
{
    for (long i = 0; i < ni; ++i)
        for (long j = 0; j < nj; ++j) {
            C[i * nj + j] *= beta;
            for (long k = 0; k < nk; ++k)
                C[i * nj + j] += alpha * A[i * nk + k] * B[k * nj + j];
        }
}

static const DATA_TYPE alpha = 32412, beta = 2123;
static long NI, NJ, NK;
static DATA_TYPE *A, *B, *C;

static void setup(long *dims, const char *data)
{
    (void)data;
    NI = dims[0], NJ = dims[1], NK = dims[2];
    A = suite_array(DATA_TYPE, "A", NI, NK, SUITE_INPUT);
    B = suite_array(DATA_TYPE, "B", NK, NJ, SUITE_INPUT);
    C = suite_array(DATA_TYPE, "C", NI, NJ, SUITE_INOUT | SUITE_RESULT);
    suite_fill_product(DATA_TYPE, A, NI, NK, 0, NI);
    suite_fill_product(DATA_TYPE, B, NK, NJ, 1, NJ);
    suite_fill_product(DATA_TYPE, C, NI, NJ, 2, NJ);
}

static void kernel(void)
{
    gemm(NI, NJ, NK, alpha, beta, A, B, C);
}

static void serial(void)
{
    gemm_serial(NI, NJ, NK, alpha, beta, suite_serial(A), suite_serial(B), suite_serial(C));
}

static double flops(const long *dims)
{
    return 2.0 * (double)dims[0] * (double)dims[1] * (double)dims[2];
}

int main(int argc, char **argv)
{
    static const suite_code code = {.name = "GEMM",
                                    .about = "C = beta*C + alpha*A*B; A is NI x NK, B is NK x NJ",
                                    .type = SUITE_TYPE_NAME,
                                    .dims = {"NI", "NJ", "NK"},
                                    .sizes = SUITE_SCALED(512, 512, 512),
                                    .flops = flops,
                                    .setup = setup,
                                    .kernel = kernel,
                                    .serial = serial};
    return suite_main(argc, argv, &code);
}
