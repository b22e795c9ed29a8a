/* SPDX-License-Identifier: BSD-3-Clause
 *
 * 3MM: E = A*B, F = C*D, G = E*F.  Three executions of one region. */
#include "common.h"

/* C = A*B; A is ni x nk, B is nk x nj. */
static void multiply(long ni, long nj, long nk, const DATA_TYPE *A, const DATA_TYPE *B,
                     DATA_TYPE *C)
{
#pragma ctsar for hetero(1) part_copyin(A[1:ni][0:nk]) copyin(B[0:nk * nj]) \
    part_copyout(C[1:ni][0:nj])
    for (long i = 0; i < ni; ++i)
        for (long j = 0; j < nj; ++j) {
            C[i * nj + j] = 0;
            for (long k = 0; k < nk; ++k)
                C[i * nj + j] += A[i * nk + k] * B[k * nj + j];
        }
}

static void multiply_serial(long ni, long nj, long nk, const double *A, const double *B, double *C)
{
    for (long i = 0; i < ni; ++i)
        for (long j = 0; j < nj; ++j) {
            C[i * nj + j] = 0;
            for (long k = 0; k < nk; ++k)
                C[i * nj + j] += A[i * nk + k] * B[k * nj + j];
        }
}

static long NI, NJ, NK, NM;
static DATA_TYPE *A, *B, *C, *D, *E, *F, *G;

/* m[i][j] = i*(j + plus)/n */
static void fill(DATA_TYPE *m, long rows, long cols, long plus, long n)
{
    for (long i = 0; i < rows; ++i)
        for (long j = 0; j < cols; ++j)
            m[i * cols + j] = (DATA_TYPE)i * (DATA_TYPE)(j + plus) / (DATA_TYPE)n;
}

static void setup(long *dims, const char *data)
{
    (void)data;
    NI = dims[0], NJ = dims[1], NK = dims[2], NM = dims[3];
    A = suite_array(DATA_TYPE, "A", NI, NK, SUITE_INPUT);
    B = suite_array(DATA_TYPE, "B", NK, NJ, SUITE_INPUT);
    C = suite_array(DATA_TYPE, "C", NJ, NM, SUITE_INPUT);
    D = suite_array(DATA_TYPE, "D", NM, NI, SUITE_INPUT);
    E = suite_array(DATA_TYPE, "E", NI, NJ, SUITE_OUTPUT);
    F = suite_array(DATA_TYPE, "F", NJ, NI, SUITE_OUTPUT);
    G = suite_array(DATA_TYPE, "G", NI, NI, SUITE_OUTPUT | SUITE_RESULT);
    fill(A, NI, NK, 0, NI);
    fill(B, NK, NJ, 1, NJ);
    fill(C, NJ, NM, 3, NM);
    fill(D, NM, NI, 2, NK);
}

static void kernel(void)
{
    multiply(NI, NJ, NK, A, B, E);
    multiply(NJ, NI, NM, C, D, F);
    multiply(NI, NI, NJ, E, F, G);
}

static void serial(void)
{
    multiply_serial(NI, NJ, NK, suite_serial(A), suite_serial(B), suite_serial(E));
    multiply_serial(NJ, NI, NM, suite_serial(C), suite_serial(D), suite_serial(F));
    multiply_serial(NI, NI, NJ, suite_serial(E), suite_serial(F), suite_serial(G));
}

static double flops(const long *dims)
{
    return 2.0 * (double)dims[0] * (double)dims[1] * (double)(dims[2] + dims[3] + dims[0]);
}

int main(int argc, char **argv)
{
    static const suite_code code = {
        .name = "3MM",
        .about = "E = A*B, F = C*D, G = E*F; A is NI x NK, B NK x NJ, C NJ x NM, D NM x NI",
        .type = SUITE_TYPE_NAME,
        .dims = {"NI", "NJ", "NK", "NM"},
        .sizes = {{128, 128, 128, 128},
                  {256, 256, 256, 256},
                  {512, 512, 512, 512},
                  {1024, 1024, 1024, 1024},
                  {2048, 2048, 2048, 2048}},
        .flops = flops,
        .setup = setup,
        .kernel = kernel,
        .serial = serial};
    return suite_main(argc, argv, &code);
}
