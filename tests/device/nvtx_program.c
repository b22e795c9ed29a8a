/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A region on CUDA devices, on the driver that the tests bring: PASSES passes (the argument) of
 * y = 2 x, launched. */
#include <stdio.h>
#include <stdlib.h>

#include "ctsar.h"
#include "support/fake_cuda.h"

enum { N = 5000 };

static double x[N], y[N];

static void twice(const ctsar_call *c)
{
    const double *from = c->arg[0];
    double *to = c->arg[1];
    for (long i = c->start; i < c->end; ++i)
        to[i] = 2 * from[i];
}

static void twice_in_stream(void *call)
{
    twice(call);
}

static int twice_on_cuda(const ctsar_call *c, void *stream)
{
    return fake_cuda_launch(stream, twice_in_stream, c);
}

int main(int argc, char **argv)
{
    static const ctsar_kernel kernel = {.name = "twice", .host = twice, .cuda = twice_on_cuda};
    const ctsar_arg args[] = {CTSAR_ARG_MEM(x), CTSAR_ARG_MEM(y)};
    long wrong = 0;
    ctsar *s = NULL;
    ctsar_init(&s, N, CTSAR_POLICY_DEFAULT, CTSAR_DEV_ALL, NULL, NULL);
    ctsar_set_kernel(s, &kernel);
    for (long i = 0; i < N; ++i)
        x[i] = (double)i;
    for (long p = argc > 1 ? atol(argv[1]) : 1; p > 0; --p) {
#pragma omp parallel
        do {
            ctsar_reg_mem(s, x, sizeof *x, N, CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT);
            ctsar_reg_mem(s, y, sizeof *y, N, CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT);
            ctsar_next(s, N);
            ctsar_launch(s, &kernel, args, 2);
        } while (ctsar_loop(s));
    }
    for (long i = 0; i < N && argc > 1; ++i)
        wrong += y[i] != 2.0 * (double)i;
    printf("%ld wrong\n", wrong);
    ctsar_free(&s);
    return 0;
}
