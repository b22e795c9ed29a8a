/* SPDX-License-Identifier: BSD-3-Clause
 *
 * 2MM: E = A*B, F = E*D, in one region: row i of F needs only row i of E. */
#include "common.h"

static void two_mm(long ni, long nj, long nk, long nl, const DATA_TYPE *A, const DATA_TYPE *B,
                   const DATA_TYPE *D, DATA_TYPE *E, DATA_TYPE *F)
{
#pragma ctsar for hetero(1) part_copyin(A[1:ni][0:nk]) copyin(B[0:nk * nj], D[0:nj * nl]) \
    part_copyout(E[1:ni][0:nj], F[1:ni][0:nl])
    for (long i = 0; i < ni; ++i) {
        for (long j = 0; j < nj; ++j) {
            E[i * nj + j] = 0;
            for (long k = 0; k < nk; ++k)
                E[i * nj + j] += A[i * nk + k] * B[k * nj + j];
        }
        for (long l = 0; l < nl; ++l) {
            F[i * nl + l] = 0;
            for (long j = 0; j < nj; ++j)
                F[i * nl + l] += E[i * nj + j] * D[j * nl + l];
        }
    }
}

/* C = A*B, as the suite's serial text does twice. */
static void multiply(long ni, long nj, long nk, const double *A, const double *B, double *C)
{
    for (long i = 0; i < ni; ++i)
        for (long j = 0; j < nj; ++j) {
            C[i * nj + j] = 0;
            for (long k = 0; k < nk; ++k)
                C[i * nj + j] += A[i * nk + k] * B[k * nj + j];
        }
}

static long NI, NJ, NK, NL;
static DATA_TYPE *A, *B, *D, *E, *F;

static void setup(long *dims, const char *data)
{
    (void)data;
    NI = dims[0], NJ = dims[1], NK = dims[2], NL = dims[3];
    A = suite_array(DATA_TYPE, "A", NI, NK, SUITE_INPUT);
    B = suite_array(DATA_TYPE, "B", NK, NJ, SUITE_INPUT);
    D = suite_array(DATA_TYPE, "D", NJ, NL, SUITE_INPUT);
    E = suite_array(DATA_TYPE, "E", NI, NJ, SUITE_OUTPUT);
    F = suite_array(DATA_TYPE, "F", NI, NL, SUITE_OUTPUT | SUITE_RESULT);
    suite_fill_product(DATA_TYPE, A, NI, NK, 0, NI);
    for (long i = 0; i < NK; ++i)
        for (long j = 0; j < NJ; ++j)
            B[i * NJ + j] = (DATA_TYPE)i * (DATA_TYPE)(j + 1) / (DATA_TYPE)NJ;
    for (long i = 0; i < NJ; ++i)
        for (long j = 0; j < NL; ++j)
            D[i * NL + j] = (DATA_TYPE)i * (DATA_TYPE)(j + 2) / (DATA_TYPE)NL;
}

static void kernel(void)
{
    two_mm(NI, NJ, NK, NL, A, B, D, E, F);
}

static void serial(void)
{
    multiply(NI, NJ, NK, suite_serial(A), suite_serial(B), suite_serial(E));
    multiply(NI, NL, NJ, suite_serial(E), suite_serial(D), suite_serial(F));
}

static double flops(const long *dims)
{
    return 2.0 * (double)dims[0] * (double)dims[1] * (double)(dims[2] + dims[3]);
}

int main(int argc, char **argv)
{
    static const suite_code code = {
        .name = "2MM",
        .about = "E = A*B, F = E*D; A is NI x NK, B is NK x NJ, D is NJ x NL",
        .type = SUITE_TYPE_NAME,
        .dims = {"NI", "NJ", "NK", "NL"},
        .sizes = {{256, 256, 256, 256},
                  {512, 512, 512, 512},
                  {1024, 1024, 1024, 1024},
                  {2048, 2048, 2048, 2048},
                  {4096, 4096, 4096, 4096}},
        .flops = flops,
        .setup = setup,
        .kernel = kernel,
        .serial = serial};
    return suite_main(argc, argv, &code);
}
