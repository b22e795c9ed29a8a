/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>

#include "translated_loops.h"

#ifdef __CTSARCC__
#define SPLIT _Pragma("ctsar for hetero(1)")
#define SPLIT_SUM _Pragma("ctsar for hetero(1) reduction(+: s)")
#define TABLE ctsarcc_loops
#else
#define SPLIT _Pragma("omp parallel for schedule(static)")
#define SPLIT_SUM _Pragma("omp parallel for schedule(static) reduction(+: s)")
#define TABLE openmp_loops
#endif

enum { FIXED = 256 };
static float fa[FIXED][FIXED], fb[FIXED][FIXED], fc[FIXED][FIXED];
static double *x, *y, sum;

static void allocate(int n)
{
    static int have;
    size_t items = (size_t)n * (size_t)n;
    if (n <= have)
        return;
    have = n;
    free(x), free(y);
    x = malloc(items * sizeof *x), y = malloc(items * sizeof *y);
    if (!x || !y)
        abort();
    for (size_t k = 0; k < items; ++k)
        x[k] = (double)(k % 7), y[k] = (double)(k % 5);
    for (int k = 0; k < FIXED * FIXED; ++k)
        fa[k / FIXED][k % FIXED] = (float)(k % 3), fb[k / FIXED][k % FIXED] = (float)(k % 4);
}

/* Arrays whose extents the compiler knows. */
static void gemm_fixed(int n)
{
    allocate(n);
    SPLIT
    for (int i = 0; i < FIXED; ++i)
        for (int j = 0; j < FIXED; ++j) {
            fc[i][j] *= 0.5f;
            for (int k = 0; k < FIXED; ++k)
                fc[i][j] += fa[i][k] * fb[k][j];
        }
}

static void update(int n, const double *restrict a, double *restrict c)
{
    SPLIT
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            c[i * n + j] = 0.5 * c[i * n + j] + a[i] * a[j];
}

static void stencil(int n, double (*restrict from)[n], double (*restrict to)[n])
{
    SPLIT
    for (int i = 1; i < n - 1; ++i)
        for (int j = 1; j < n - 1; ++j)
            to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
}

static void columns(int n, const double *restrict a, double *restrict to)
{
    SPLIT
    for (int j = 0; j < n; ++j) {
        double s = 0;
        for (int i = 0; i < n; ++i)
            s += a[i * n + j];
        to[j] = s;
    }
}

static void axpy(int n, double a, const double *restrict from, double *restrict to)
{
    SPLIT
    for (int i = 0; i < n * n; ++i)
        to[i] += a * from[i];
}

static double dot(int n, const double *restrict a, const double *restrict b)
{
    double s = 0;
    SPLIT_SUM
    for (int i = 0; i < n * n; ++i)
        s += a[i] * b[i];
    return s;
}

static void run_update(int n)
{
    allocate(n);
    update(n, x, y);
}

static void run_stencil(int n)
{
    allocate(n);
    stencil(n, (double(*)[n])x, (double(*)[n])y);
}

static void run_columns(int n)
{
    allocate(n);
    columns(n, x, y);
}

static void run_axpy(int n)
{
    allocate(n);
    axpy(n, 1e-6, x, y);
}

static void run_dot(int n)
{
    allocate(n);
    sum += dot(n, x, y);
}

static double of_fixed(void)
{
    return (double)fc[FIXED / 2][FIXED / 3];
}

static double of_y(void)
{
    return y[0] + y[1];
}

static double of_sum(void)
{
    return sum;
}

const loop TABLE[LOOPS] = {
    {"gemm, extents known", gemm_fixed, of_fixed},
    {"rank-1 update, flattened", run_update, of_y},
    {"stencil, variable array", run_stencil, of_y},
    {"column sums, flattened", run_columns, of_y},
    {"axpy", run_axpy, of_y},
    {"dot product", run_dot, of_sum},
};
