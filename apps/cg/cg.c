/* SPDX-License-Identifier: BSD-3-Clause
 *
 * CG: the NAS benchmark's inverse power iteration, whose solves are 25 steps of conjugate gradients
 * each.  The region is q = A*p.  The matrix stays on the units; each pass moves p and q. */
#ifndef DATA_TYPE
#define DATA_TYPE double
#endif
#include "../../polybench/common.h"

#include <math.h>
#include <string.h>

#include "matrix.h"

enum { STEPS = 25 };

/* q = A*p */
static void multiply(long n, long nz, const double *a, const int *col, const int *row,
                     const double *p, double *q)
{
    (void)nz; /* in the annotation only */
#pragma ctsar for hetero(1) copyin(a[0:nz], col[0:nz], row[0:n + 1], p[0:n]) \
    part_copyout(q[1:n]) persist(a, col, row)
    for (long j = 0; j < n; ++j) {
        double sum = 0;
        for (long k = row[j]; k < row[j + 1]; ++k)
            sum += a[k] * p[col[k]];
        q[j] = sum;
    }
}

static void multiply_serial(long n, const double *a, const double *col, const double *row,
                            const double *p, double *q)
{
    for (long j = 0; j < n; ++j) {
        double sum = 0;
        for (long k = (long)row[j]; k < (long)row[j + 1]; ++k)
            sum += a[k] * p[(long)col[k]];
        q[j] = sum;
    }
}

static long N, NZ, outer;
static double shift;
static double *a, *x, *z, *p, *q, *r, *zeta;
static int *col, *row;

static double dot(const double *u, const double *v)
{
    double sum = 0;

    for (long j = 0; j < N; ++j)
        sum += u[j] * v[j];
    return sum;
}

/* What the two runs differ in: where their vectors lie, and how they multiply. */
typedef struct vectors {
    double *x, *z, *p, *q, *r, *zeta;
    void (*apply)(const double *p, double *q);
} vectors;

/* A*z = x by conjugate gradients from z = 0. */
static void solve(const vectors *v)
{
    for (long j = 0; j < N; ++j) {
        v->z[j] = 0;
        v->r[j] = v->p[j] = v->x[j];
    }
    double rho = dot(v->r, v->r);
    for (int step = 0; step < STEPS; ++step) {
        v->apply(v->p, v->q);
        double alpha = rho / dot(v->p, v->q), before = rho;
        for (long j = 0; j < N; ++j) {
            v->z[j] += alpha * v->p[j];
            v->r[j] -= alpha * v->q[j];
        }
        rho = dot(v->r, v->r);
        for (long j = 0; j < N; ++j)
            v->p[j] = v->r[j] + rho / before * v->p[j];
    }
}

/* zeta converges to the matrix's smallest eigenvalue of largest modulus, shifted. */
static void iterate(const vectors *v)
{
    for (long j = 0; j < N; ++j)
        v->x[j] = 1;
    for (long i = 0; i < outer; ++i) {
        solve(v);
        v->zeta[i] = shift + 1 / dot(v->x, v->z);
        double norm = sqrt(dot(v->z, v->z));
        for (long j = 0; j < N; ++j)
            v->x[j] = v->z[j] / norm;
    }
}

static void setup(long *dims, const char *data)
{
    (void)data;
    N = dims[0], outer = dims[2], shift = (double)dims[3];
    cg_matrix m = cg_matrix_make(N, dims[1], shift);
    NZ = m.nonzeros;
    a = suite_array(double, "a", 1, NZ, SUITE_INPUT);
    col = suite_array(int, "col", 1, NZ, SUITE_INPUT);
    row = suite_array(int, "row", 1, N + 1, SUITE_INPUT);
    memcpy(a, m.value, (size_t)NZ * sizeof *a);
    memcpy(col, m.column, (size_t)NZ * sizeof *col);
    memcpy(row, m.row, ((size_t)N + 1) * sizeof *row);
    cg_matrix_free(&m);
    x = suite_array(double, "x", 1, N, SUITE_OUTPUT);
    zeta = suite_array(double, "zeta", 1, outer, SUITE_OUTPUT | SUITE_RESULT);
    /* z converges as x does; the rest is rounding errors in the end. */
    z = suite_array(double, "z", 1, N, SUITE_OUTPUT);
    p = suite_array(double, "p", 1, N, SUITE_OUTPUT | SUITE_UNCHECKED);
    q = suite_array(double, "q", 1, N, SUITE_OUTPUT | SUITE_UNCHECKED);
    r = suite_array(double, "r", 1, N, SUITE_OUTPUT | SUITE_UNCHECKED);
}

static void apply(const double *in, double *out)
{
    multiply(N, NZ, a, col, row, in, out);
}

static void kernel(void)
{
    iterate(&(vectors){x, z, p, q, r, zeta, apply});
#pragma ctsar depersist(a, col, row)
}

static void apply_serial(const double *in, double *out)
{
    multiply_serial(N, suite_serial(a), suite_serial(col), suite_serial(row), in, out);
}

static void serial(void)
{
    iterate(&(vectors){suite_serial(x), suite_serial(z), suite_serial(p), suite_serial(q),
                       suite_serial(r), suite_serial(zeta), apply_serial});
}

/* The benchmark's own answers. */
static void verify(void)
{
    static const struct {
        long n, outer;
        double zeta;
    } official[] = {{1400, 15, 8.5971775078648},
                    {7000, 15, 10.362595087124},
                    {14000, 15, 17.130235054029},
                    {75000, 75, 22.712745482631},
                    {150000, 75, 28.973605592845}};

    for (size_t c = 0; c < sizeof official / sizeof *official; ++c)
        if (N == official[c].n && outer == official[c].outer)
            suite_expect("|zeta - the official zeta|", fabs(zeta[outer - 1] - official[c].zeta),
                         1e-10);
}

int main(int argc, char **argv)
{
    static const suite_code code = {.name = "CG",
                                    .about = "NAS CG; the sizes are its classes S, W, A, B and C",
                                    .type = "double",
                                    .dims = {"n", "nonzer", "outer", "shift"},
                                    .sizes = {{1400, 7, 15, 10},
                                              {7000, 8, 15, 12},
                                              {14000, 11, 15, 20},
                                              {75000, 13, 75, 60},
                                              {150000, 15, 75, 110}},
                                    .tolerance = 1e-9,
                                    .setup = setup,
                                    .kernel = kernel,
                                    .serial = serial,
                                    .verify = verify};
    return suite_main(argc, argv, &code);
}
