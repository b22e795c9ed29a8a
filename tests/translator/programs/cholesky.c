/* Gaussian-process regression: a covariance matrix, Cholesky's decomposition column by column,
 * solutions for several right-hand sides, the log likelihood for some lengths, and predictions. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void covariance(int n, double A[n][n], const double *x, double length, double noise)
{
    int i, j;
#pragma omp parallel for private(i, j) hetero(1)
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            double d = (x[i] - x[j]) / length;
            A[i][j] = exp(-0.5 * d * d) + (i == j ? noise : 0.0);
        }
}

/* 0, or the number of the leading minor that is not positive. */
static int decompose(int n, double A[n][n])
{
    int i, j, k;
    double s, d;
    for (j = 0; j < n; j++) {
        s = A[j][j];
        for (k = 0; k < j; k++)
            s -= A[j][k] * A[j][k];
        if (s <= 0)
            return j + 1;
        d = sqrt(s);
        A[j][j] = d;
#pragma omp parallel for private(i, k, s) hetero(1)
        for (i = j + 1; i < n; i++) {
            s = A[i][j];
            for (k = 0; k < j; k++)
                s -= A[i][k] * A[j][k];
            A[i][j] = s / d;
        }
    }
    return 0;
}

/* B's rows are right-hand sides, and become solutions of L Lt x = b. */
static void solve(int n, double L[n][n], int sides, double B[sides][n])
{
    int c, i, k;
#pragma omp parallel for private(c, i, k) hetero(1)
    for (c = 0; c < sides; c++) {
        double *b = B[c];
        for (i = 0; i < n; i++) {
            double s = b[i];
            for (k = 0; k < i; k++)
                s -= L[i][k] * b[k];
            b[i] = s / L[i][i];
        }
        for (i = n - 1; i >= 0; i--) {
            double s = b[i];
            for (k = i + 1; k < n; k++)
                s -= L[k][i] * b[k];
            b[i] = s / L[i][i];
        }
    }
}

static void predict(int n, int m, const double *x, const double *at, const double *weight, double length, double *out)
{
    int i, j;
#pragma omp parallel for private(j) hetero(1)
    for (i = 0; i < m; i++) {
        double s = 0;
        for (j = 0; j < n; j++) {
            double d = (at[i] - x[j]) / length;
            s += weight[j] * exp(-0.5 * d * d);
        }
        out[i] = s;
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 40, sides = 3, m = 70, i, c, trial, bad;
    double lengths[] = {0.3, 0.6, 1.2}, best = -1e30, at_best = 0;
    double *x = malloc(n * sizeof(double)), *at = malloc(m * sizeof(double)), *out = malloc(m * sizeof(double));
    double(*y)[n] = malloc(sides * sizeof *y), (*A)[n] = malloc(n * sizeof *A), (*B)[n] = malloc(sides * sizeof *B);
    double sum = 0, fit = 0;
    for (i = 0; i < n; i++) {
        x[i] = i * 6.0 / n + 0.02 * (i * 7 % 5);
        y[0][i] = sin(x[i]);
        y[1][i] = x[i] < 3 ? 1 : -1;
        y[2][i] = cos(2 * x[i]) + 0.1 * (i % 3);
    }
    for (i = 0; i < m; i++)
        at[i] = i * 6.0 / m;
    for (trial = 0; trial < 3; trial++) {
        double logdet = 0, quad = 0, evidence;
        covariance(n, A, x, lengths[trial], 0.01);
        if ((bad = decompose(n, A)) != 0) {
            fprintf(stderr, "minor %d is not positive\n", bad);
            return 1;
        }
        for (c = 0; c < sides; c++)
            for (i = 0; i < n; i++)
                B[c][i] = y[c][i];
        solve(n, A, sides, B);
#pragma omp parallel for reduction(+ : logdet, quad) hetero(1)
        for (i = 0; i < n; i++) {
            logdet += 2 * log(A[i][i]);
            quad += y[0][i] * B[0][i] + y[2][i] * B[2][i];
        }
        evidence = -0.5 * quad - logdet;
        printf("length %.1f: %.6g\n", lengths[trial], evidence);
        if (evidence > best) {
            best = evidence;
            at_best = lengths[trial];
            predict(n, m, x, at, B[0], at_best, out);
        }
        for (c = 0; c < sides; c++)
            for (i = 0; i < n; i++)
                sum += B[c][i] * (i % 4 + c);
    }
    for (i = 0; i < m; i++)
        fit += fabs(out[i] - sin(at[i]));
    printf("best %.1f, weights %.6g, mean miss %.4f\n", at_best, sum, fit / m);
    free(x), free(at), free(out), free(y), free(A), free(B);
    return 0;
}
