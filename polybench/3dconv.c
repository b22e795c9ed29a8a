/* SPDX-License-Identifier: BSD-3-Clause
 *
 * 3DCONV: an 11-point stencil over planes.  The border of B is never written, so planes of B go to
 * the units and come back. */
#include "common.h"

static void conv3d(long ni, long nj, long nk, const DATA_TYPE *A, DATA_TYPE *B)
{
#pragma ctsar for hetero(1) part_copyin(A[1:ni:1][0:nj][0:nk]) part_copy(B[1:ni][0:nj][0:nk])
    for (long i = 1; i < ni - 1; ++i)
        for (long j = 1; j < nj - 1; ++j)
            for (long k = 1; k < nk - 1; ++k)
                B[(i * nj + j) * nk + k] =
                    -1 * A[((i - 1) * nj + j - 1) * nk + k - 1] +
                    21 * A[((i + 1) * nj + j - 1) * nk + k - 1] +
                    -3 * A[(i * nj + j - 1) * nk + k] + 6 * A[(i * nj + j) * nk + k] +
                    -9 * A[(i * nj + j + 1) * nk + k] + 2 * A[((i - 1) * nj + j - 1) * nk + k + 1] +
                    4 * A[((i + 1) * nj + j - 1) * nk + k + 1] +
                    5 * A[((i - 1) * nj + j) * nk + k + 1] +
                    7 * A[((i + 1) * nj + j) * nk + k + 1] +
                    -8 * A[((i - 1) * nj + j + 1) * nk + k + 1] +
                    10 * A[((i + 1) * nj + j + 1) * nk + k + 1];
}

static void conv3d_serial(long ni, long nj, long nk, const double *A, double *B)
{
    static const struct {
        int weight, di, dj, dk;
    } point[] = {{-1, -1, -1, -1}, {21, 1, -1, -1}, {-3, 0, -1, 0}, {6, 0, 0, 0},
                 {-9, 0, 1, 0},    {2, -1, -1, 1},  {4, 1, -1, 1},  {5, -1, 0, 1},
                 {7, 1, 0, 1},     {-8, -1, 1, 1},  {10, 1, 1, 1}};

    for (long i = 1; i < ni - 1; ++i)
        for (long j = 1; j < nj - 1; ++j)
            for (long k = 1; k < nk - 1; ++k) {
                double sum = 0;
                for (size_t p = 0; p < sizeof point / sizeof *point; ++p)
                    sum += point[p].weight *
                           A[((i + point[p].di) * nj + j + point[p].dj) * nk + k + point[p].dk];
                B[(i * nj + j) * nk + k] = sum;
            }
}

static long NI, NJ, NK;
static DATA_TYPE *A, *B;

static bool on_border(long i, long n)
{
    return i == 0 || i == n - 1;
}

static void setup(long *dims, const char *data)
{
    (void)data;
    NI = dims[0], NJ = dims[1], NK = dims[2];
    A = suite_array(DATA_TYPE, "A", NI * NJ, NK, SUITE_INPUT);
    B = suite_array(DATA_TYPE, "B", NI * NJ, NK, SUITE_INOUT | SUITE_RESULT);
    for (long i = 0; i < NI; ++i)
        for (long j = 0; j < NJ; ++j)
            for (long k = 0; k < NK; ++k) {
                A[(i * NJ + j) * NK + k] = (DATA_TYPE)(i % 12 + 2 * (j % 7) + 3 * (k % 13));
                if (on_border(i, NI) || on_border(j, NJ) || on_border(k, NK))
                    B[(i * NJ + j) * NK + k] = 0; /* the rest stays NaN */
            }
}

static void kernel(void)
{
    conv3d(NI, NJ, NK, A, B);
}

static void serial(void)
{
    conv3d_serial(NI, NJ, NK, suite_serial(A), suite_serial(B));
}

static double flops(const long *dims)
{
    return 21.0 * (double)(dims[0] - 2) * (double)(dims[1] - 2) * (double)(dims[2] - 2);
}

int main(int argc, char **argv)
{
    static const suite_code code = {
        .name = "3DCONV",
        .about = "an 11-point stencil over NI x NJ x NK elements",
        .type = SUITE_TYPE_NAME,
        .dims = {"NI", "NJ", "NK"},
        .sizes = {{64, 64, 64}, {128, 128, 128}, {256, 256, 256}, {384, 384, 384}, {512, 512, 512}},
        .least = {3, 3, 3},
        .flops = flops,
        .setup = setup,
        .kernel = kernel,
        .serial = serial};
    return suite_main(argc, argv, &code);
}
