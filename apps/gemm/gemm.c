/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Matrix multiplication, C = B*C + A*a*b, with ctsar's C API: Figure 7 of the
 * CoreTSAR paper.  runGemm is as printed there but for a region that lives across calls,
 * so that each pass learns from those before, and without the accelerator's
 * directive: an emulated accelerator runs the same loop.
 *
 * Every pass starts from the same C, restored outside of the region, and is
 * compared with a serial run in double precision. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctsar.h>

#include "../common/app.h"

#ifndef T
#define T float
#endif

static long N, NJ;                  /* all three matrices are N x N */
static const T A = 32412, B = 2123; /* alpha and beta of the public benchmark */
static ctsar *s;

/* [listing] */
void runGemm(T **a_a, T **b_a, T **c_a)
{
    int div = 10;
    ctsar_init(&s, N, CTSAR_ADAPTIVE, CTSAR_DEV_ALL, NULL, &div);

#pragma omp parallel default(shared)
    do {
        T *a = ctsar_reg_mem(s, a_a[0], sizeof(T) * N, N, CTSAR_MEM_PARTIAL | CTSAR_MEM_INPUT);
        T *b = ctsar_reg_mem(s, b_a[0], sizeof(T) * N, N, CTSAR_MEM_INPUT);
        T *c = ctsar_reg_mem(s, c_a[0], sizeof(T) * N, N, CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT);
        ctsar_next(s, N);

        for (int i = CSTART(s); i < CEND(s); ++i) {
            for (int j = 0; j < N; ++j) {
                c[(i * NJ) + j] *= B;
                for (int k = 0; k < N; ++k)
                    c[(i * N) + j] += A * a[(i * N) + k] * b[(k * N) + j];
            }
        }
    } while (ctsar_loop(s));
}
/* [/listing] */

/* Row i, column j of the inputs: i*j/N, which grows along rows and columns. */
static T element(long i, long j, int plus)
{
    return ((T)i * (T)j + (T)plus) / (T)N;
}

static void fill(T **m, int plus)
{
    for (long i = 0; i < N; ++i)
        for (long j = 0; j < N; ++j)
            m[i][j] = element(i, j, plus);
}

/* N rows in one block. */
static T **matrix(void)
{
    T **row = app_alloc((size_t)N * sizeof *row);

    row[0] = app_alloc((size_t)N * (size_t)N * sizeof **row);
    for (long i = 1; i < N; ++i)
        row[i] = row[i - 1] + N;
    return row;
}

static void matrix_free(T **m)
{
    free(m[0]);
    free(m);
}

/* The serial run, in double.  It visits k before j, which sums in the same order
 * and keeps to rows. */
static double *reference(T **a, T **b)
{
    double *c = app_alloc((size_t)N * (size_t)N * sizeof *c);

    for (long i = 0; i < N; ++i) {
        double *row = c + i * N;
        for (long j = 0; j < N; ++j)
            row[j] = (double)element(i, j, 2) * (double)B;
        for (long k = 0; k < N; ++k) {
            double factor = (double)A * (double)a[i][k];
            for (long j = 0; j < N; ++j)
                row[j] += factor * (double)b[k][j];
        }
    }
    return c;
}

/* The largest error of any row. */
static double max_error(T **c, const double *expected)
{
    double *row = app_alloc((size_t)N * sizeof *row), worst = 0;

    for (long i = 0; i < N; ++i) {
        for (long j = 0; j < N; ++j)
            row[j] = (double)c[i][j];
        worst = fmax(worst, app_row_error(row, expected + i * N, (size_t)N));
    }
    free(row);
    return worst;
}

/* What rounding allows: it grows with the length of the sums. */
static double tolerance(void)
{
    double scale = N > 1024 ? (double)N / 1024 : 1;

    return scale * _Generic((T)0, float : 2e-5, double : 1e-12);
}

static double sum(T **c)
{
    double total = 0;

    for (long i = 0; i < N * N; ++i)
        total += (double)c[0][i];
    return total;
}

/* Runs `passes` passes, prints a line for each; returns the largest error. */
static double run(long passes)
{
    T **a = matrix(), **b = matrix(), **c = matrix();
    double worst = 0;

    fill(a, 0);
    fill(b, 1);
    double *expected = reference(a, b);
    for (long pass = 1; pass <= passes; ++pass) {
        fill(c, 2);
        double start = app_seconds();
        runGemm(a, b, c);
        double seconds = app_seconds() - start;
        double error = max_error(c, expected);
        printf("pass %ld: %.3f s of wall time, max relative error %.2e\n", pass, seconds, error);
        fflush(stdout);
        worst = fmax(worst, error);
    }
    printf("sum of C: %.15g\n", sum(c));
    free(expected);
    matrix_free(c);
    matrix_free(b);
    matrix_free(a);
    return worst;
}

static void help(void)
{
    printf("usage: gemm N [PASSES]\n"
           "Multiplies N x N matrices over all units, PASSES times (default 4), and compares\n"
           "every pass with a serial run.  Elements are of type %s.\n"
           "Units and their speeds: CTSAR_DEVICES, CTSAR_EMU; shares per pass: CTSAR_REPORT=1.\n",
           _Generic((T)0, float
                    : "float", double
                    : "double"));
}

int main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "--help")) {
        help();
        return 0;
    }
    if (argc < 2 || argc > 3)
        app_fail("wrong number of arguments; usage: gemm N [PASSES], or gemm --help");
    N = NJ = app_number("N", argv[1], 1, 32768);
    long passes = argc == 3 ? app_number("PASSES", argv[2], 1, 1000000) : 4;

    double worst = run(passes);
    ctsar_free(&s);
    bool good = worst <= tolerance();
    printf("GEMM N=%ld, %ld passes: max relative error %.2e against the serial run, %s %.1e\n", N,
           passes, worst, good ? "within" : "NOT within", tolerance());
    return good ? 0 : 1;
}
