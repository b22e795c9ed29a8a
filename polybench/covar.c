/* SPDX-License-Identifier: BSD-3-Clause
 *
 * COVAR: the covariances of the columns of `data`, not divided by N - 1.  Iteration a of the last
 * region computes row a from the diagonal on, M - a elements; the rest is its mirror image, made on
 * the host. */
#include "common.h"

#include <string.h>

static void covar(long n, long m, DATA_TYPE divisor, DATA_TYPE *data, DATA_TYPE *mean, DATA_TYPE *c)
{
#pragma ctsar for hetero(1) part_copyin(data[0:n][1:m]) part_copyout(mean[1:m])
    for (long j = 0; j < m; ++j) {
        mean[j] = 0;
        for (long i = 0; i < n; ++i)
            mean[j] += data[i * m + j];
        mean[j] /= divisor;
    }
#pragma ctsar for hetero(1) part_copy(data[1:n][0:m]) copyin(mean[0:m])
    for (long i = 0; i < n; ++i)
        for (long j = 0; j < m; ++j)
            data[i * m + j] -= mean[j];
#pragma ctsar for hetero(1) copyin(data[0:n * m]) part_copy(c[1:m][0:m])
    for (long a = 0; a < m; ++a)
        for (long b = a; b < m; ++b) {
            c[a * m + b] = 0;
            for (long i = 0; i < n; ++i)
                c[a * m + b] += data[i * m + a] * data[i * m + b];
        }
    for (long a = 0; a < m; ++a)
        for (long b = a + 1; b < m; ++b)
            c[b * m + a] = c[a * m + b];
}

static void covar_serial(long n, long m, double divisor, double *data, double *mean, double *c)
{
    for (long j = 0; j < m; ++j) {
        mean[j] = 0;
        for (long i = 0; i < n; ++i)
            mean[j] += data[i * m + j];
        mean[j] /= divisor;
    }
    for (long i = 0; i < n; ++i)
        for (long j = 0; j < m; ++j)
            data[i * m + j] -= mean[j];
    for (long a = 0; a < m; ++a)
        for (long b = a; b < m; ++b) {
            c[a * m + b] = 0;
            for (long i = 0; i < n; ++i)
                c[a * m + b] += data[i * m + a] * data[i * m + b];
            c[b * m + a] = c[a * m + b];
        }
}

static long N, M;
static DATA_TYPE divisor;
static DATA_TYPE *data, *mean, *c;

static void setup(long *dims, const char *choice)
{
    bool public = choice && !strcmp(choice, "public");
    N = dims[0], M = dims[1];
    divisor = (DATA_TYPE)(public ? 3214212.01 : (double)N);
    data = suite_array(DATA_TYPE, "data", N, M, SUITE_INOUT);
    mean = suite_array(DATA_TYPE, "mean", 1, M, SUITE_OUTPUT);
    c = suite_array(DATA_TYPE, "c", M, M, SUITE_OUTPUT | SUITE_RESULT);
    for (long i = 0; i < N; ++i)
        for (long j = 0; j < M; ++j)
            data[i * M + j] =
                (DATA_TYPE)(public ? (double)i * (double)j / (double)M
                                   : suite_hash((uint32_t)(i * M + j)) + (double)j / (double)M);
}

static void kernel(void)
{
    covar(N, M, divisor, data, mean, c);
}

static void serial(void)
{
    covar_serial(N, M, divisor, suite_serial(data), suite_serial(mean), suite_serial(c));
}

static double flops(const long *dims)
{
    return (double)dims[0] * (double)dims[1] * (double)(dims[1] + 3);
}

int main(int argc, char **argv)
{
    static const suite_code code = {
        .name = "COVAR",
        .about = "covariances of the columns of an N x M matrix",
        .type = SUITE_TYPE_NAME,
        .dims = {"N", "M"},
        .sizes = SUITE_SCALED(2048, 2048, 0),
        .data = "public: the public suite's, whose columns are all proportional",
        .flops = flops,
        .setup = setup,
        .kernel = kernel,
        .serial = serial};
    return suite_main(argc, argv, &code);
}
