/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program that uses an installed ctsar; it is compiled as C and as C++, with
 * and without OpenMP.  Prints how many units executed something. */
#include <stdio.h>

#include <ctsar.h>

#ifdef __cplusplus
#define RESULT_OF(type, call) static_cast<type>(call)
#else
#define RESULT_OF(type, call) (call)
#endif

enum { N = 1000, UNITS = 8 };

static double even(const void *data, long lo, long hi)
{
    (void)data;
    return (double)(hi - lo);
}

static double x[N], y[N];
static long executed[UNITS]; /* each unit writes its own */

static void saxpy(ctsar *s, double a)
{
#pragma omp parallel num_threads(2)
    do {
        double *ux = RESULT_OF(
            double *, ctsar_reg_mem(s, x, sizeof *ux, N, CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT));
        double *uy = RESULT_OF(
            double *, ctsar_reg_mem(s, y, sizeof *uy, N, CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT));
        ctsar_next(s, N);
        for (long i = CSTART(s); i < CEND(s); ++i)
            uy[i] += a * ux[i];
        if (CSTART(s) < CEND(s))
            executed[ctsar_get_unit(s)] += CEND(s) - CSTART(s);
    } while (ctsar_loop(s));
}

int main(void)
{
    static ctsar *s;
    int wrong = 0, units = 0;

    for (int i = 0; i < N; ++i)
        x[i] = i;
    ctsar_init(&s, N, CTSAR_STATIC, CTSAR_DEV_ALL, NULL, NULL);
    ctsar_set_policy(s, CTSAR_ADAPTIVE);
    ctsar_set_div(s, 20);
    ctsar_set_chunk(s, 8);
    ctsar_set_ratio(s, 0.5);
    ctsar_set_backoff(s, CTSAR_BACKOFF_NEVER, 0);
    ctsar_set_cost(s, even, NULL);
    ctsar_set_cost_weights(s, NULL, 0);
    for (int pass = 0; pass < 3; ++pass)
        saxpy(s, 2);
    ctsar_free(&s);
    for (int i = 0; i < N; ++i)
        wrong += y[i] != 6.0 * i;
    for (int u = 0; u < UNITS; ++u)
        units += executed[u] > 0;
    printf("%d wrong, %d units\n", wrong, units);
    return wrong != 0;
}
