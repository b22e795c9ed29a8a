/* SPDX-License-Identifier: BSD-3-Clause
 *
 * GRAMSCHMIDT: A = Q*R by modified Gram-Schmidt.  Step k makes column k of Q on the host and takes
 * it out of all later columns, which is the region; passes get shorter with k. */
#include "common.h"

#include <math.h>

static void gramschmidt(long m, long n, DATA_TYPE *A, DATA_TYPE *R, DATA_TYPE *Q, DATA_TYPE *qk)
{
    for (long k = 0; k < n; ++k) {
        DATA_TYPE norm = 0, *rk = R + k * n;
        for (long i = 0; i < m; ++i)
            norm += A[i * n + k] * A[i * n + k];
        rk[k] = sqrt(norm);
        for (long i = 0; i < m; ++i)
            Q[i * n + k] = qk[i] = A[i * n + k] / rk[k];
#pragma ctsar for hetero(1) copyin(qk[0:m]) part_copy(A[0:m][1:n]) part_copyout(rk[1:n])
        for (long j = k + 1; j < n; ++j) {
            rk[j] = 0;
            for (long i = 0; i < m; ++i)
                rk[j] += qk[i] * A[i * n + j];
            for (long i = 0; i < m; ++i)
                A[i * n + j] -= qk[i] * rk[j];
        }
    }
}

static void gramschmidt_serial(long m, long n, double *A, double *R, double *Q, double *qk)
{
    for (long k = 0; k < n; ++k) {
        double norm = 0;
        for (long i = 0; i < m; ++i)
            norm += A[i * n + k] * A[i * n + k];
        R[k * n + k] = sqrt(norm);
        for (long i = 0; i < m; ++i)
            Q[i * n + k] = qk[i] = A[i * n + k] / R[k * n + k];
        for (long j = k + 1; j < n; ++j) {
            R[k * n + j] = 0;
            for (long i = 0; i < m; ++i)
                R[k * n + j] += Q[i * n + k] * A[i * n + j];
            for (long i = 0; i < m; ++i)
                A[i * n + j] -= Q[i * n + k] * R[k * n + j];
        }
    }
}

static long M, N;
static DATA_TYPE *A, *R, *Q, *qk, *original;

static void setup(long *dims, const char *data)
{
    (void)data;
    M = dims[0], N = dims[1];
    original = suite_array(DATA_TYPE, "original", M, N, SUITE_INPUT);
    A = suite_array(DATA_TYPE, "A", M, N, SUITE_INOUT);
    R = suite_array(DATA_TYPE, "R", N, N, SUITE_INOUT | SUITE_RESULT); /* 0 below the diagonal */
    Q = suite_array(DATA_TYPE, "Q", M, N, SUITE_OUTPUT);
    qk = suite_array(DATA_TYPE, "qk", 1, M, SUITE_OUTPUT);
    for (long i = 0; i < M; ++i)
        for (long j = 0; j < N; ++j) {
            double v = suite_hash((uint32_t)(i * N + j)) - 0.5;
            A[i * N + j] = original[i * N + j] = (DATA_TYPE)(i == j ? v + sqrt((double)N) : v);
        }
    for (long i = 0; i < N; ++i)
        for (long j = 0; j < i; ++j)
            R[i * N + j] = 0;
}

static void kernel(void)
{
    gramschmidt(M, N, A, R, Q, qk);
}

static void serial(void)
{
    gramschmidt_serial(M, N, suite_serial(A), suite_serial(R), suite_serial(Q), suite_serial(qk));
}

/* The columns of Q are orthonormal, and Q*R is what A was. */
static void verify(void)
{
    double orthogonality = 0, difference = 0, magnitude = 0;

    for (long j = 0; j < N; ++j)
        for (long k = 0; k <= j; ++k) {
            double dot = j == k ? -1 : 0;
            for (long i = 0; i < M; ++i)
                dot += (double)Q[i * N + j] * (double)Q[i * N + k];
            orthogonality = fmax(orthogonality, fabs(dot));
        }
    for (long i = 0; i < M; ++i)
        for (long j = 0; j < N; ++j) {
            double a = (double)original[i * N + j], qr = 0;
            for (long k = 0; k <= j; ++k)
                qr += (double)Q[i * N + k] * (double)R[k * N + j];
            difference += (qr - a) * (qr - a);
            magnitude += a * a;
        }
    /* NOLINTNEXTLINE(misc-redundant-expression): not the same where DATA_TYPE is another */
    double limit = sizeof(DATA_TYPE) == sizeof(float) ? 1e-5 : 1e-13;
    suite_expect("max |transposed(Q)*Q - I|", orthogonality, limit);
    suite_expect("|Q*R - A| / |A|", sqrt(difference / magnitude), limit);
}

static double flops(const long *dims)
{
    return 2.0 * (double)dims[0] * (double)dims[1] * (double)dims[1];
}

int main(int argc, char **argv)
{
    static const suite_code code = {
        .name = "GRAMSCHMIDT",
        .about = "A = Q*R by modified Gram-Schmidt; A is M x N, at least as many rows as columns",
        .type = SUITE_TYPE_NAME,
        .dims = {"M", "N"},
        .sizes = SUITE_SCALED(2048, 2048, 0),
        .flops = flops,
        .setup = setup,
        .kernel = kernel,
        .serial = serial,
        .verify = verify};
    return suite_main(argc, argv, &code);
}
