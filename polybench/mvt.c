/* SPDX-License-Identifier: BSD-3-Clause
 *
 * MVT: x1 += A*y1, x2 += transposed(A)*y2. */
#include "common.h"

static void mvt(long n, const DATA_TYPE *A, const DATA_TYPE *y1, const DATA_TYPE *y2, DATA_TYPE *x1,
                DATA_TYPE *x2)
{
#pragma ctsar for hetero(1) part_copyin(A[1:n][0:n]) copyin(y1[0:n]) part_copy(x1[1:n])
    for (long i = 0; i < n; ++i)
        for (long j = 0; j < n; ++j)
            x1[i] += A[i * n + j] * y1[j];
#pragma ctsar for hetero(1) part_copyin(A[0:n][1:n]) copyin(y2[0:n]) part_copy(x2[1:n])
    for (long i = 0; i < n; ++i)
        for (long j = 0; j < n; ++j)
            x2[i] += A[j * n + i] * y2[j];
}

static void mvt_serial(long n, const double *A, const double *y1, const double *y2, double *x1,
                       double *x2)
{
    for (long i = 0; i < n; ++i)
        for (long j = 0; j < n; ++j)
            x1[i] += A[i * n + j] * y1[j];
    for (long i = 0; i < n; ++i)
        for (long j = 0; j < n; ++j)
            x2[i] += A[j * n + i] * y2[j];
}

static long N;
static DATA_TYPE *A, *y1, *y2, *x1, *x2;

static void setup(long *dims, const char *data)
{
    (void)data;
    N = dims[0];
    A = suite_array(DATA_TYPE, "A", N, N, SUITE_INPUT);
    y1 = suite_array(DATA_TYPE, "y1", 1, N, SUITE_INPUT);
    y2 = suite_array(DATA_TYPE, "y2", 1, N, SUITE_INPUT);
    x1 = suite_array(DATA_TYPE, "x1", 1, N, SUITE_INOUT | SUITE_RESULT);
    x2 = suite_array(DATA_TYPE, "x2", 1, N, SUITE_INOUT | SUITE_RESULT);
    suite_fill_product(DATA_TYPE, A, N, N, 0, N);
    for (long i = 0; i < N; ++i) {
        x1[i] = (DATA_TYPE)i / (DATA_TYPE)N;
        x2[i] = (DATA_TYPE)(i + 1) / (DATA_TYPE)N;
        y1[i] = (DATA_TYPE)(i + 3) / (DATA_TYPE)N;
        y2[i] = (DATA_TYPE)(i + 4) / (DATA_TYPE)N;
    }
}

static void kernel(void)
{
    mvt(N, A, y1, y2, x1, x2);
}

static void serial(void)
{
    mvt_serial(N, suite_serial(A), suite_serial(y1), suite_serial(y2), suite_serial(x1),
               suite_serial(x2));
}

static double flops(const long *dims)
{
    return 4.0 * (double)dims[0] * (double)dims[0];
}

int main(int argc, char **argv)
{
    static const suite_code code = {.name = "MVT",
                                    .about = "x1 += A*y1, x2 += transposed(A)*y2; A is N x N",
                                    .type = SUITE_TYPE_NAME,
                                    .dims = {"N"},
                                    .sizes = SUITE_SCALED(4096, 0, 0),
                                    .flops = flops,
                                    .setup = setup,
                                    .kernel = kernel,
                                    .serial = serial};
    return suite_main(argc, argv, &code);
}
