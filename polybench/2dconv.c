/* SPDX-License-Identifier: BSD-3-Clause
 *
 * 2DCONV: a 3x3 stencil.  The border of B is never written, so rows of B go to the units and come
 * back (part_copy) rather than come back only. */
#include "common.h"

static void conv2d(long ni, long nj, const DATA_TYPE *A, DATA_TYPE *B)
{
    const DATA_TYPE c11 = 0.2, c12 = 0.5, c13 = -0.8;
    const DATA_TYPE c21 = -0.3, c22 = 0.6, c23 = -0.9;
    const DATA_TYPE c31 = 0.4, c32 = 0.7, c33 = 0.1;
#pragma ctsar for hetero(1) part_copyin(A[1:ni:1][0:nj]) part_copy(B[1:ni][0:nj])
    for (long i = 1; i < ni - 1; ++i)
        for (long j = 1; j < nj - 1; ++j)
            B[i * nj + j] = c11 * A[(i - 1) * nj + j - 1] + c12 * A[(i - 1) * nj + j] +
                            c13 * A[(i - 1) * nj + j + 1] + c21 * A[i * nj + j - 1] +
                            c22 * A[i * nj + j] + c23 * A[i * nj + j + 1] +
                            c31 * A[(i + 1) * nj + j - 1] + c32 * A[(i + 1) * nj + j] +
                            c33 * A[(i + 1) * nj + j + 1];
}

static void conv2d_serial(long ni, long nj, const double *A, double *B)
{
    static const double c[3][3] = {{0.2, 0.5, -0.8}, {-0.3, 0.6, -0.9}, {0.4, 0.7, 0.1}};

    for (long i = 1; i < ni - 1; ++i)
        for (long j = 1; j < nj - 1; ++j) {
            B[i * nj + j] = 0;
            for (int di = 0; di < 3; ++di)
                for (int dj = 0; dj < 3; ++dj)
                    B[i * nj + j] += c[di][dj] * A[(i + di - 1) * nj + j + dj - 1];
        }
}

static long NI, NJ;
static DATA_TYPE *A, *B;

static void setup(long *dims, const char *data)
{
    (void)data;
    NI = dims[0], NJ = dims[1];
    A = suite_array(DATA_TYPE, "A", NI, NJ, SUITE_INPUT);
    B = suite_array(DATA_TYPE, "B", NI, NJ, SUITE_INOUT | SUITE_RESULT);
    for (long i = 0; i < NI; ++i)
        for (long j = 0; j < NJ; ++j) {
            A[i * NJ + j] = (DATA_TYPE)suite_hash((uint32_t)(i * NJ + j));
            if (i == 0 || i == NI - 1 || j == 0 || j == NJ - 1)
                B[i * NJ + j] = 0; /* the rest stays NaN */
        }
}

static void kernel(void)
{
    conv2d(NI, NJ, A, B);
}

static void serial(void)
{
    conv2d_serial(NI, NJ, suite_serial(A), suite_serial(B));
}

static double flops(const long *dims)
{
    return 17.0 * (double)(dims[0] - 2) * (double)(dims[1] - 2);
}

int main(int argc, char **argv)
{
    static const suite_code code = {.name = "2DCONV",
                                    .about = "a 3 x 3 stencil over NI x NJ elements",
                                    .type = SUITE_TYPE_NAME,
                                    .dims = {"NI", "NJ"},
                                    .sizes = SUITE_SCALED(4096, 4096, 0),
                                    .least = {3, 3},
                                    .flops = flops,
                                    .setup = setup,
                                    .kernel = kernel,
                                    .serial = serial};
    return suite_main(argc, argv, &code);
}
