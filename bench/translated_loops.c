/* SPDX-License-Identifier: BSD-3-Clause */
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

/* Arrays whose extents the compiler knows. */
static void gemm_fixed(int n)
{
    (void)n;
    SPLIT
    for (int i = 0; i < FIXED; ++i)
        for (int j = 0; j < FIXED; ++j) {
            loops_fc[i][j] *= 0.5f;
            for (int k = 0; k < FIXED; ++k)
                loops_fc[i][j] += loops_fa[i][k] * loops_fb[k][j];
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
    update(n, loops_x, loops_y);
}

static void run_stencil(int n)
{
    stencil(n, (double(*)[n])loops_x, (double(*)[n])loops_y);
}

static void run_columns(int n)
{
    columns(n, loops_x, loops_y);
}

static void run_axpy(int n)
{
    axpy(n, 1e-6, loops_x, loops_y);
}

static void run_dot(int n)
{
    loops_sum = dot(n, loops_x, loops_y);
}

const loop TABLE[LOOPS] = {
    {"gemm, extents known", gemm_fixed, true},
    {"rank-1 update, flattened", run_update, false},
    {"stencil, variable array", run_stencil, false},
    {"column sums, flattened", run_columns, false},
    {"axpy", run_axpy, false},
    {"dot product", run_dot, false},
};
