/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A picture of n rows, blurred by 5 x 5 weights that are the products of five by five: directly,
 * and along rows and columns one after the other. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../common/app.h"
#include "work.h"

enum { WIDTH = 256, R = 2, TAPS = 2 * R + 1 };

static const float weight[TAPS] = {.0625f, .25f, .375f, .25f, .0625f};
static long rows;
static float *in, *out;

static long clamped(long i, long n)
{
    return i < 0 ? 0 : i >= n ? n - 1 : i;
}

/* ---- The versions ------------------------------------------------------------------------ */

static void direct_host(const ctsar_call *c)
{
    const float *x = c->arg[0];
    float *y = c->arg[1];
    long n = *(const long *)c->arg[2];
    for (long i = c->start; i < c->end; ++i)
        for (long j = 0; j < WIDTH; ++j) {
            float sum = 0;
            for (long r = -R; r <= R; ++r)
                for (long k = -R; k <= R; ++k)
                    sum += weight[r + R] * weight[k + R] *
                           x[clamped(i + r, n) * WIDTH + clamped(j + k, WIDTH)];
            y[i * WIDTH + j] = sum;
        }
}

/* Along columns first, into a row with margins, then along that row. */
static void separable_row(const float *x, float *y, long i, long n)
{
    float row[WIDTH + 2 * R];
    for (long j = 0; j < WIDTH; ++j) {
        float sum = 0;
        for (long r = -R; r <= R; ++r)
            sum += weight[r + R] * x[clamped(i + r, n) * WIDTH + j];
        row[j + R] = sum;
    }
    for (long k = 0; k < R; ++k) {
        row[k] = row[R];
        row[WIDTH + R + k] = row[WIDTH + R - 1];
    }
    for (long j = 0; j < WIDTH; ++j) {
        float sum = 0;
        for (long k = 0; k < TAPS; ++k)
            sum += weight[k] * row[j + k];
        y[i * WIDTH + j] = sum;
    }
}

static void separable_host(const ctsar_call *c)
{
    long n = *(const long *)c->arg[2];
    for (long i = c->start; i < c->end; ++i)
        separable_row(c->arg[0], c->arg[1], i, n);
}

#define HEAD(name)                                                                                 \
    "__constant float weight[5] = {.0625f, .25f, .375f, .25f, .0625f};\n"                          \
    "__kernel void " name "(long start, long step, long count, __global const float *x,"           \
    " long x_bias, long x_row, __global float *y, long y_bias, long y_row, long n)\n"              \
    "{\n"                                                                                          \
    "    for (long at = get_global_id(0); at < count * 256; at += get_global_size(0)) {\n"         \
    "        long i = start + at / 256, j = at % 256;\n"                                           \
    "        float sum = 0;\n"

static const char direct_source[] =
    HEAD("direct") "        for (long r = -2; r <= 2; ++r)\n"
                   "            for (long k = -2; k <= 2; ++k)\n"
                   "                sum += weight[r + 2] * weight[k + 2] *\n"
                   "                       x[clamp(i + r, 0L, n - 1) * x_row +\n"
                   "                         clamp(j + k, 0L, 255L) - x_bias];\n"
                   "        y[i * y_row + j - y_bias] = sum;\n"
                   "    }\n"
                   "}\n";

/* A work-item has no row to keep between the two: it sums along a column at a time. */
static const char separable_source[] = HEAD(
    "separable") "        for (long k = -2; k <= 2; ++k) {\n"
                 "            long column = clamp(j + k, 0L, 255L) - x_bias;\n"
                 "            float along = 0;\n"
                 "            for (long r = -2; r <= 2; ++r)\n"
                 "                along += weight[r + 2] * x[clamp(i + r, 0L, n - 1) * x_row + "
                 "column];\n"
                 "            sum += weight[k + 2] * along;\n"
                 "        }\n"
                 "        y[i * y_row + j - y_bias] = sum;\n"
                 "    }\n"
                 "}\n";

static const ctsar_kernel direct = {
    .name = "direct", .host = direct_host, .opencl_source = direct_source};
static const ctsar_kernel separable = {
    .name = "separable", .host = separable_host, .opencl_source = separable_source};
static const ctsar_kernel *const ways[] = {&direct, &separable, NULL};
static const ctsar_kernel convolution = {
    .name = "convolution", .versions = ways, .tolerance = 1e-4, .number = CTSAR_NUMBER_FLOAT};

/* ---- The work ------------------------------------------------------------------------------ */

static void open_convolution(long n)
{
    rows = n;
    in = app_alloc((size_t)n * WIDTH * sizeof *in);
    out = app_alloc((size_t)n * WIDTH * sizeof *out);
    for (long i = 0; i < n * WIDTH; ++i)
        in[i] = (float)(i * 7 % 255);
}

static void close_convolution(void)
{
    free(in);
    free(out);
}

static void pass_convolution(ctsar *s, const ctsar_kernel *kernel)
{
    const unsigned halved = CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT;
#pragma omp parallel
    do {
        ctsar_reg_mem_2d(s, in, sizeof *in, (size_t)rows, WIDTH, R, 0, halved, NULL);
        ctsar_reg_mem_2d(s, out, sizeof *out, (size_t)rows, WIDTH, 0, 0,
                         CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT, NULL);
        ctsar_next(s, (size_t)rows);
        const ctsar_arg args[] = {CTSAR_ARG_MEM(in), CTSAR_ARG_MEM(out),
                                  CTSAR_ARG_VALUE(&rows, sizeof rows)};
        ctsar_launch(s, kernel, args, 3);
    } while (ctsar_loop(s));
}

static double error_of_convolution(void)
{
    double most = 0;
    for (long i = 0; i < rows; ++i)
        for (long j = 0; j < WIDTH; ++j) {
            double sum = 0;
            for (long r = -R; r <= R; ++r)
                for (long k = -R; k <= R; ++k)
                    sum += (double)weight[r + R] * (double)weight[k + R] *
                           (double)in[clamped(i + r, rows) * WIDTH + clamped(j + k, WIDTH)];
            double error = fabs(sum - (double)out[i * WIDTH + j]);
            most = error <= most ? most : error;
        }
    memset(out, 0, (size_t)rows * WIDTH * sizeof *out);
    return most / 255;
}

const work work_convolution = {"convolution",    "rows of a picture", &convolution,
                               open_convolution, pass_convolution,    error_of_convolution,
                               close_convolution};
