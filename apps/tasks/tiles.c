/* SPDX-License-Identifier: BSD-3-Clause */
#include "tiles.h"

#include <math.h>

static double *row(tile t, long i)
{
    return t.at + (size_t)i * t.stride;
}

void tile_add(tile a, tile b, tile c, long lo, long hi, long n, double by)
{
    for (long i = lo; i < hi; ++i)
        for (long k = 0; k < n; ++k) {
            double x = by * row(a, i)[k];
            double *into = row(c, i);
            const double *from = row(b, k);
#pragma omp simd
            for (long j = 0; j < n; ++j)
                into[j] += x * from[j];
        }
}

enum { ROWS = 4, COLUMNS = 4 }; /* of a block: its sums, and a row of b, are all registers */

static void add_block(tile a, tile b, tile c, long i, long j, long n, double by)
{
    double sum[ROWS][COLUMNS] = {{0}};
    for (long k = 0; k < n; ++k)
        for (long r = 0; r < ROWS; ++r)
            for (long s = 0; s < COLUMNS; ++s)
                sum[r][s] += row(a, i + r)[k] * row(b, k)[j + s];
    for (long r = 0; r < ROWS; ++r)
        for (long s = 0; s < COLUMNS; ++s)
            row(c, i + r)[j + s] += by * sum[r][s];
}

static void add_element(tile a, tile b, tile c, long i, long j, long n, double by)
{
    double sum = 0;
    for (long k = 0; k < n; ++k)
        sum += row(a, i)[k] * row(b, k)[j];
    row(c, i)[j] += by * sum;
}

void tile_add_blocked(tile a, tile b, tile c, long lo, long hi, long n, double by)
{
    const long whole = n / COLUMNS * COLUMNS;
    for (; lo + ROWS <= hi; lo += ROWS) {
        for (long j = 0; j < whole; j += COLUMNS)
            add_block(a, b, c, lo, j, n, by);
        for (long i = lo; i < lo + ROWS; ++i)
            for (long j = whole; j < n; ++j)
                add_element(a, b, c, i, j, n, by);
    }
    for (; lo < hi; ++lo)
        for (long j = 0; j < n; ++j)
            add_element(a, b, c, lo, j, n, by);
}

static double product(const double *x, const double *y, long n)
{
    double sum = 0;
#pragma omp simd reduction(+ : sum)
    for (long k = 0; k < n; ++k)
        sum += x[k] * y[k];
    return sum;
}

void tile_add_transposed(tile a, tile b, tile c, long lo, long hi, long n)
{
    for (long i = lo; i < hi; ++i)
        for (long j = 0; j < n; ++j)
            row(c, i)[j] -= product(row(a, i), row(b, j), n);
}

void tile_divide_right(tile l, tile c, long lo, long hi, long n)
{
    for (long i = lo; i < hi; ++i)
        for (long j = 0; j < n; ++j)
            row(c, i)[j] = (row(c, i)[j] - product(row(c, i), row(l, j), j)) / row(l, j)[j];
}

void tile_divide_upper(tile u, tile c, long lo, long hi, long n)
{
    for (long i = lo; i < hi; ++i)
        for (long k = 0; k < n; ++k) {
            double x = row(c, i)[k] /= row(u, k)[k];
            for (long j = k + 1; j < n; ++j)
                row(c, i)[j] -= x * row(u, k)[j];
        }
}

void tile_divide_left(tile l, tile c, long lo, long hi, long n)
{
    for (long i = 0; i < n; ++i)
        for (long k = 0; k < i; ++k)
            for (long j = lo; j < hi; ++j)
                row(c, i)[j] -= row(l, i)[k] * row(c, k)[j];
}

void tile_cholesky(tile a, long n)
{
    for (long j = 0; j < n; ++j) {
        row(a, j)[j] = sqrt(row(a, j)[j] - product(row(a, j), row(a, j), j));
        for (long i = j + 1; i < n; ++i)
            row(a, i)[j] = (row(a, i)[j] - product(row(a, i), row(a, j), j)) / row(a, j)[j];
    }
}

void tile_lu(tile a, long n)
{
    for (long k = 0; k < n; ++k)
        for (long i = k + 1; i < n; ++i) {
            double x = row(a, i)[k] /= row(a, k)[k];
            for (long j = k + 1; j < n; ++j)
                row(a, i)[j] -= x * row(a, k)[j];
        }
}
