/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A region on CUDA devices, on the driver that the tests bring: PASSES passes of y = 2 x.
 *
 *     nvtx_program PASSES declared | launched | inline */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static const ctsar_kernel kernel = {.name = "twice", .host = twice, .cuda = twice_on_cuda};

static void pass(ctsar *s, bool stands)
{
    const ctsar_arg args[] = {CTSAR_ARG_MEM(x), CTSAR_ARG_MEM(y)};
#pragma omp parallel
    do {
        const double *in = ctsar_reg_mem(s, x, sizeof *x, N, CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT);
        double *out = ctsar_reg_mem(s, y, sizeof *y, N, CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT);
        ctsar_next(s, N);
        if (stands)
            for (long i = CSTART(s); i < CEND(s); ++i)
                out[i] = 2 * in[i];
        else
            ctsar_launch(s, &kernel, args, 2);
    } while (ctsar_loop(s));
}

int main(int argc, char **argv)
{
    const char *how = argc > 2 ? argv[2] : "launched";
    bool stands = !strcmp(how, "inline"), declared = !strcmp(how, "declared");
    long wrong = 0;
    ctsar *s = NULL;
    ctsar_init(&s, N, CTSAR_POLICY_DEFAULT, CTSAR_DEV_ALL | (declared ? 0 : CTSAR_DEV_CUDA), NULL,
               NULL);
    ctsar_set_name(s, "doubling");
    if (declared)
        ctsar_set_kernel(s, &kernel);
    for (long i = 0; i < N; ++i)
        x[i] = (double)i;
    for (long p = argc > 1 ? atol(argv[1]) : 1; p > 0; --p)
        pass(s, stands);
    for (long i = 0; i < N && argc > 1; ++i)
        wrong += y[i] != 2.0 * (double)i;
    printf("%ld wrong\n", wrong);
    ctsar_free(&s);
    return 0;
}
