/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Helmholtz: u_xx + u_yy - alpha*u = f on [-1,1]^2 by Jacobi sweeps.  The two grids swap their
 * roles after every sweep and stay on the units; only halo rows move. */
#ifndef DATA_TYPE
#define DATA_TYPE double
#endif
#include "../polybench/common.h"

#include <math.h>

static const double alpha = 0.0543;

/* One sweep from uo to u; returns the sum of the squared residuals. */
static double sweep(long n, long m, double ax, double ay, double b, const DATA_TYPE *f,
                    const DATA_TYPE *uo, DATA_TYPE *u)
{
    double err = 0;
#pragma ctsar for hetero(1) part_copyin(uo[1:n:1][0:m], f[1:n][0:m]) part_copy(u[1:n][0:m]) \
    persist(uo, f, u) reduction(+:err)
    for (long i = 1; i < n - 1; ++i)
        for (long j = 1; j < m - 1; ++j) {
            double r =
                (ax * (uo[(i - 1) * m + j] + uo[(i + 1) * m + j]) +
                 ay * (uo[i * m + j - 1] + uo[i * m + j + 1]) + b * uo[i * m + j] - f[i * m + j]) /
                b;
            u[i * m + j] = uo[i * m + j] - r;
            err += r * r;
        }
    return err;
}

static double sweep_serial(long n, long m, double ax, double ay, double b, const double *f,
                           const double *uo, double *u)
{
    double err = 0;

    for (long i = 1; i < n - 1; ++i)
        for (long j = 1; j < m - 1; ++j) {
            double r =
                (ax * (uo[(i - 1) * m + j] + uo[(i + 1) * m + j]) +
                 ay * (uo[i * m + j - 1] + uo[i * m + j + 1]) + b * uo[i * m + j] - f[i * m + j]) /
                b;
            u[i * m + j] = uo[i * m + j] - r;
            err += r * r;
        }
    return err;
}

static long N, M, sweeps;
static double ax, ay, b;
static DATA_TYPE *f, *one, *two;
static double *err; /* of every sweep */

static double place(long i, long n)
{
    return -1 + 2 * (double)i / (double)(n - 1);
}

static void setup(long *dims, const char *data)
{
    (void)data;
    N = dims[0], M = dims[1], sweeps = dims[2];
    double dx = 2 / (double)(N - 1), dy = 2 / (double)(M - 1);
    ax = 1 / (dx * dx), ay = 1 / (dy * dy), b = -2 * ax - 2 * ay - alpha;
    f = suite_array(DATA_TYPE, "f", N, M, SUITE_INPUT);
    one = suite_array(DATA_TYPE, "one", N, M, SUITE_INOUT);
    two = suite_array(DATA_TYPE, "two", N, M, SUITE_INOUT | SUITE_RESULT);
    err = suite_array(double, "err", 1, sweeps, SUITE_OUTPUT);
    for (long i = 0; i < N; ++i)
        for (long j = 0; j < M; ++j) {
            double x = 1 - place(i, N) * place(i, N), y = 1 - place(j, M) * place(j, M);
            f[i * M + j] = (DATA_TYPE)(-alpha * x * y - 2 * x - 2 * y);
            one[i * M + j] = two[i * M + j] = 0;
        }
}

static void kernel(void)
{
    DATA_TYPE *u = one, *uo = two;

    for (long s = 0; s < sweeps; ++s) {
        err[s] = sweep(N, M, ax, ay, b, f, uo, u);
        err[s] = sqrt(err[s]) / ((double)N * (double)M);
        DATA_TYPE *swap = u;
        u = uo, uo = swap;
    }
#pragma ctsar depersist(u, uo, f)
}

static void serial(void)
{
    double *u = suite_serial(one), *uo = suite_serial(two), *e = suite_serial(err);

    for (long s = 0; s < sweeps; ++s) {
        e[s] = sweep_serial(N, M, ax, ay, b, suite_serial(f), uo, u);
        e[s] = sqrt(e[s]) / ((double)N * (double)M);
        double *swap = u;
        u = uo, uo = swap;
    }
}

/* The discrete problem has the solution (1-x^2)(1-y^2); with enough sweeps we are near.  And the
 * numbers of one size, from an independent program. */
static void verify(void)
{
    double sum = 0;

    /* NOLINTNEXTLINE(misc-redundant-expression): not the same where DATA_TYPE is another */
    if (N != 512 || M != 512 || sweeps != 50 || sizeof(DATA_TYPE) != sizeof(double))
        return;
    for (long i = 0; i < N * M; ++i)
        sum += two[i];
    suite_expect("|err - 2.09445084e-8|", fabs(err[sweeps - 1] - 2.09445084e-8), 1e-16);
    suite_expect("|sum of u - 133.103046335|", fabs(sum - 133.103046335), 1e-9);
}

static double flops(const long *dims)
{
    return 13.0 * (double)dims[0] * (double)dims[1] * (double)dims[2];
}

int main(int argc, char **argv)
{
    static const suite_code code = {.name = "Helmholtz",
                                    .about = "Jacobi sweeps over an n x m grid",
                                    .type = SUITE_TYPE_NAME,
                                    .dims = {"n", "m", "sweeps"},
                                    .sizes = {{256, 256, 50},
                                              {512, 512, 50},
                                              {1024, 1024, 50},
                                              {2048, 2048, 50},
                                              {4096, 4096, 50}},
                                    .least = {3, 3, 1},
                                    .flops = flops,
                                    .setup = setup,
                                    .kernel = kernel,
                                    .serial = serial,
                                    .verify = verify};
    return suite_main(argc, argv, &code);
}
