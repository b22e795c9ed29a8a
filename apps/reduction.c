/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Reduction: the sum, the smallest and the largest of n values. */
#include "../polybench/common.h"

#include <math.h>

static void reduce(long n, const DATA_TYPE *x, double *result)
{
    double sum = 0;
    DATA_TYPE least = x[0], most = x[0];
#pragma ctsar for hetero(1) part_copyin(x[1:n]) reduction(+:sum) reduction(min:least) \
    reduction(max:most)
    for (long i = 0; i < n; ++i) {
        sum += x[i];
        if (x[i] < least)
            least = x[i];
        if (x[i] > most)
            most = x[i];
    }
    result[0] = sum;
    result[1] = least;
    result[2] = most;
}

static void reduce_serial(long n, const double *x, double *result)
{
    result[0] = 0;
    result[1] = result[2] = x[0];
    for (long i = 0; i < n; ++i) {
        result[0] += x[i];
        result[1] = fmin(result[1], x[i]);
        result[2] = fmax(result[2], x[i]);
    }
}

static long N;
static DATA_TYPE *x;
static double *result;

static void setup(long *dims, const char *data)
{
    (void)data;
    N = dims[0];
    x = suite_array(DATA_TYPE, "x", 1, N, SUITE_INPUT);
    result = suite_array(double, "sum, least, most", 3, 1, SUITE_OUTPUT | SUITE_RESULT);
    for (long i = 0; i < N; ++i)
        x[i] = (DATA_TYPE)(suite_hash((uint32_t)i) - 0.25);
}

static void kernel(void)
{
    reduce(N, x, result);
}

static void serial(void)
{
    reduce_serial(N, suite_serial(x), suite_serial(result));
}

int main(int argc, char **argv)
{
    static const suite_code code = {.name = "reduction",
                                    .about = "sum, smallest and largest of n values",
                                    .type = SUITE_TYPE_NAME,
                                    .dims = {"n"},
                                    .sizes = SUITE_SCALED(16000000, 0, 0),
                                    .tolerance = 1e-12,
                                    .setup = setup,
                                    .kernel = kernel,
                                    .serial = serial};
    return suite_main(argc, argv, &code);
}
