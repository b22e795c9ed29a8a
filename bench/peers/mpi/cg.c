/* SPDX-License-Identifier: BSD-3-Clause */
#define DATA_TYPE double
#include "code.h"

#include "../../../apps/cg/cg.c" /* NOLINT(bugprone-suspicious-include): its loops and data */

static code_part own; /* rows of the matrix, elements of all vectors */

static double dot_all(const double *left, const double *right)
{
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (long j = own.lo; j < own.hi; ++j)
        sum += left[j] * right[j];
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}

/* q = A*p, for which all of p is needed. */
static void multiply_own(void)
{
    code_gather(p, 0, N, sizeof *p);
#pragma omp parallel
    {
        code_part t = code_of_thread(own);
        multiply(t.hi - t.lo, NZ, a, col, row + t.lo, p, q + t.lo);
    }
}

static void solve_own(void)
{
#pragma omp parallel for
    for (long j = own.lo; j < own.hi; ++j) {
        z[j] = 0;
        r[j] = p[j] = x[j];
    }
    double rho = dot_all(r, r);
    for (int step = 0; step < STEPS; ++step) {
        multiply_own();
        double alpha = rho / dot_all(p, q), before = rho;
#pragma omp parallel for
        for (long j = own.lo; j < own.hi; ++j) {
            z[j] += alpha * p[j];
            r[j] -= alpha * q[j];
        }
        rho = dot_all(r, r);
#pragma omp parallel for
        for (long j = own.lo; j < own.hi; ++j)
            p[j] = r[j] + rho / before * p[j];
    }
}

void code_by_mpi(void)
{
    own = code_own(0, N);
    for (long j = own.lo; j < own.hi; ++j)
        x[j] = 1;
    for (long i = 0; i < outer; ++i) {
        solve_own();
        zeta[i] = shift + 1 / dot_all(x, z);
        double norm = sqrt(dot_all(z, z));
#pragma omp parallel for
        for (long j = own.lo; j < own.hi; ++j)
            x[j] = z[j] / norm;
    }
    code_gather(x, 0, N, sizeof *x);
    code_gather(z, 0, N, sizeof *z);
}
