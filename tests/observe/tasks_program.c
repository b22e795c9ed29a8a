/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program of tasks for tests of the trace:
 *
 *     program BLOCKS WAITS [region]
 *
 * In each of WAITS periods every one of BLOCKS blocks of a vector is filled, scaled twice and
 * summed up; then pairs of blocks, which overlap two of those parts, are scaled.  Sums are printed.
 * region: a region's pass follows each wait. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ctsar.h"

enum { SIZE = 1024 };

static void fill(const ctsar_call *c)
{
    double *x = c->arg[0];
    for (long i = c->start; i < c->end; ++i)
        x[i] = (double)(1 + i % 7);
}

static void scale(const ctsar_call *c)
{
    double *x = c->arg[0];
    for (long i = c->start; i < c->end; ++i)
        x[i] *= 2;
}

static void add_up(const ctsar_call *c)
{
    const double *x = c->arg[0];
    double *sum = c->arg[1];
    for (long i = c->start; i < c->end; ++i)
        *sum += x[i];
}

static const ctsar_kernel fills = {.name = "fill", .host = fill},
                          scales = {.name = "scale \"2\"", .host = scale},
                          adds = {.name = "add up", .host = add_up};

static void combine(void *to, void *from)
{
    *(double *)to += *(const double *)from;
}

static void period(ctsar_tasks *t, double *x, long blocks, double *sum)
{
    static const double zero = 0;
    size_t bytes = SIZE * sizeof *x;
    for (long b = 0; b < blocks; ++b) {
        double *at = x + b * SIZE;
        const ctsar_access all = CTSAR_OUT(at, bytes), both = CTSAR_INOUT(at, bytes),
                           of[] = {CTSAR_IN(at, bytes),
                                   CTSAR_REDUCTION(sum, sizeof *sum, &zero, combine)};
        ctsar_task(t, &fills, 0, SIZE, &all, 1, 0);
        ctsar_task(t, &scales, 0, SIZE, &both, 1, 0);
        ctsar_task(t, &scales, 0, SIZE, &both, 1, 0);
        ctsar_task(t, &adds, 0, SIZE, of, 2, 0);
    }
    for (long b = 0; b + 1 < blocks; b += 2) {
        const ctsar_access pair = CTSAR_INOUT(x + b * SIZE, 2 * bytes);
        ctsar_task(t, &scales, 0, 2L * SIZE, &pair, 1, 0);
    }
    ctsar_tasks_wait(t, NULL);
}

static void region(double *x, long n)
{
    ctsar *s = NULL;
    ctsar_init(&s, (size_t)n, CTSAR_POLICY_DEFAULT, CTSAR_DEV_ALL, NULL, NULL);
#pragma omp parallel
    do {
        double *own =
            ctsar_reg_mem(s, x, sizeof *x, (size_t)n, CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT);
        ctsar_next(s, (size_t)n);
        for (long i = CSTART(s); i < CEND(s); ++i)
            own[i] /= 2;
    } while (ctsar_loop(s));
    ctsar_free(&s);
}

int main(int argc, char **argv)
{
    long blocks = argc > 1 ? atol(argv[1]) : 8, waits = argc > 2 ? atol(argv[2]) : 2;
    const char *how = argc > 3 ? argv[3] : "";
    double *x = calloc((size_t)blocks * SIZE, sizeof *x), sum = 0;
    ctsar_tasks *t = NULL;
    ctsar_tasks_init(&t, CTSAR_DEV_ALL, CTSAR_PLACEMENT_DEFAULT);
    for (long w = 0; w < waits; ++w) {
        period(t, x, blocks, &sum);
        if (!strcmp(how, "region"))
            region(x, blocks * SIZE);
    }
    printf("%.17g %.17g\n", sum, x[SIZE]);
    ctsar_tasks_free(&t);
    free(x);
    return 0;
}
