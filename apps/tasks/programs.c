/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Programs in tiles.  What they compute is known beforehand: a matrix is made as the product of its
 * factors. */
#include "tiles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../common/app.h"

static double *x, *y, *z, *right;
static long n;

static double *matrix(void)
{
    double *m = app_alloc((size_t)n * (size_t)n * sizeof *m);
    memset(m, 0, (size_t)n * (size_t)n * sizeof *m);
    return m;
}

static double number(long i, long j)
{
    return (double)((i * 37 + j * 11) % 101) / 101 - 0.5;
}

static void open_all(long size)
{
    n = size;
    product_init();
    x = matrix();
    y = matrix();
    z = matrix();
    right = matrix();
}

static void close_all(void)
{
    free(x);
    free(y);
    free(z);
    free(right);
}

/* By rows of the result, up to and including column `to(i)`. */
static double largest_error(const double *result)
{
    double most = 0;
    for (long i = 0; i < n; ++i) {
        double error = app_row_error(result + i * n, right + i * n, (size_t)n);
        most = error <= most ? most : error;
    }
    return most;
}

static tile all_of(double *m)
{
    return (tile){m, (size_t)n};
}

/* ---- z = x * y ------------------------------------------------------------------------------- */

static void open_matmul(long size)
{
    open_all(size);
    for (long i = 0; i < n; ++i)
        for (long j = 0; j < n; ++j) {
            x[i * n + j] = number(i, j);
            y[i * n + j] = number(j, i + 1);
        }
    tile_add(all_of(x), all_of(y), all_of(right), 0, n, n, 1);
}

static int add(ctsar_tasks *t, long size, double *a, double *b, double *c, long i, long j, long k,
               double by)
{
    const ctsar_access parts[] = {
        CTSAR_VALUE(&size, sizeof size), CTSAR_IN_BOX(a, sizeof *a, TILE(n, i, k, size)),
        CTSAR_IN_BOX(b, sizeof *b, TILE(n, k, j, size)),
        CTSAR_INOUT_BOX(c, sizeof *c, TILE(n, i, j, size)), CTSAR_VALUE(&by, sizeof by)};
    return ctsar_task(t, &product_kernel, 0, size, parts, 5, 0);
}

static int submit_matmul(ctsar_tasks *t, long size)
{
    int status = 0;
    for (long k = 0; k < n; k += size)
        for (long i = 0; i < n; i += size)
            for (long j = 0; j < n && !status; j += size)
                status = add(t, size, x, y, z, i, j, k, 1);
    return status;
}

static double error_of_z(void)
{
    return largest_error(z);
}

const program matmul_program = {"matmul", open_matmul, submit_matmul, error_of_z, close_all, false};

/* ---- z = right * right^T, factorised
 * ------------------------------------------------------------- */

static void open_cholesky(long size)
{
    open_all(size);
    for (long i = 0; i < n; ++i)
        for (long j = 0; j <= i; ++j)
            right[i * n + j] = i == j ? 2 + (double)(i % 3) : number(i, j) / (double)n;
    tile_add_transposed(all_of(right), all_of(right), all_of(z), 0, n, n);
    for (long i = 0; i < n; ++i)
        for (long j = 0; j < n; ++j)
            z[i * n + j] *= j <= i ? -1 : 0;
}

/* A task on one tile, after another. */
static int on_tile(ctsar_tasks *t, const ctsar_kernel *kernel, long size, long i, long j)
{
    const ctsar_access parts[] = {CTSAR_VALUE(&size, sizeof size),
                                  CTSAR_INOUT_BOX(z, sizeof *z, TILE(n, i, j, size))};
    return ctsar_task(t, kernel, 0, 1, parts, 2, 0);
}

static int divide(ctsar_tasks *t, const ctsar_kernel *kernel, long size, long k, long i, long j)
{
    const ctsar_access parts[] = {CTSAR_VALUE(&size, sizeof size),
                                  CTSAR_IN_BOX(z, sizeof *z, TILE(n, k, k, size)),
                                  CTSAR_INOUT_BOX(z, sizeof *z, TILE(n, i, j, size))};
    return ctsar_task(t, kernel, 0, size, parts, 3, 0);
}

static int add_transposed(ctsar_tasks *t, long size, long k, long i, long j)
{
    const ctsar_access parts[] = {CTSAR_VALUE(&size, sizeof size),
                                  CTSAR_IN_BOX(z, sizeof *z, TILE(n, i, k, size)),
                                  CTSAR_IN_BOX(z, sizeof *z, TILE(n, j, k, size)),
                                  CTSAR_INOUT_BOX(z, sizeof *z, TILE(n, i, j, size))};
    return ctsar_task(t, &add_transposed_kernel, 0, size, parts, 4, 0);
}

static int submit_cholesky(ctsar_tasks *t, long size)
{
    int status = 0;
    for (long k = 0; k < n && !status; k += size) {
        status = on_tile(t, &cholesky_kernel, size, k, k);
        for (long i = k + size; i < n && !status; i += size)
            status = divide(t, &divide_right_kernel, size, k, i, k);
        for (long i = k + size; i < n; i += size)
            for (long j = k + size; j <= i && !status; j += size)
                status = add_transposed(t, size, k, i, j);
    }
    return status;
}

/* What is above the diagonal is nobody's. */
static double error_of_lower(void)
{
    for (long i = 0; i < n; ++i)
        for (long j = i + 1; j < n; ++j)
            z[i * n + j] = 0;
    return largest_error(z);
}

const program cholesky_program = {"cholesky",     open_cholesky, submit_cholesky,
                                  error_of_lower, close_all,     false};

/* ---- z = x * y, factorised: x lower with a unit diagonal, y upper
 * ----------------------------------- */

static void open_lu(long size)
{
    open_all(size);
    for (long i = 0; i < n; ++i)
        for (long j = 0; j < n; ++j) {
            double v = i == j ? 3 + (double)(i % 2) : number(i, j) / (double)n;
            x[i * n + j] = i == j ? 1 : i > j ? v : 0;
            y[i * n + j] = i <= j ? v : 0;
            right[i * n + j] = v;
        }
    tile_add(all_of(x), all_of(y), all_of(z), 0, n, n, 1);
}

static int submit_lu(ctsar_tasks *t, long size)
{
    int status = 0;
    for (long k = 0; k < n && !status; k += size) {
        status = on_tile(t, &lu_kernel, size, k, k);
        for (long i = k + size; i < n && !status; i += size) {
            status = divide(t, &divide_upper_kernel, size, k, i, k);
            if (!status)
                status = divide(t, &divide_left_kernel, size, k, k, i);
        }
        for (long i = k + size; i < n; i += size)
            for (long j = k + size; j < n && !status; j += size)
                status = add(t, size, z, z, z, i, j, k, -1);
    }
    return status;
}

const program lu_program = {"lu", open_lu, submit_lu, error_of_z, close_all, false};

const program *const programs[] = {
    &matmul_program, &cholesky_program, &lu_program,   &stream_program,
    &nbody_program,  &bitonic_program,  &pbpi_program, NULL};
