/* Dense linear algebra with leading dimensions, as BLAS has it: products in tiles whose ends are cut
   by a minimum, transposed ones, products with a vector, a symmetric update, and a power iteration. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define TILE 16
#define min(a, b) ((a) < (b) ? (a) : (b))

typedef enum { NO, YES } transposed;

/* C = alpha A B + beta C, rows of C by tiles. */
static void gemm(int m, int n, int k, double alpha, const double *A, int lda, const double *B, int ldb, double beta, double *C, int ldc)
{
    int ii, jj, kk, i, j, p;
#pragma omp parallel for private(j) hetero(1)
    for (i = 0; i < m; i++)
        for (j = 0; j < n; j++)
            C[i * ldc + j] *= beta;
#pragma omp parallel for private(jj, kk, i, j, p) hetero(1)
    for (ii = 0; ii < m; ii += TILE)
        for (kk = 0; kk < k; kk += TILE)
            for (jj = 0; jj < n; jj += TILE)
                for (i = ii; i < min(ii + TILE, m); i++)
                    for (p = kk; p < min(kk + TILE, k); p++) {
                        double a = alpha * A[i * lda + p];
                        for (j = jj; j < min(jj + TILE, n); j++)
                            C[i * ldc + j] += a * B[p * ldb + j];
                    }
}

/* C = At B: A has k rows of m. */
static void gemm_tn(int m, int n, int k, const double *A, int lda, const double *B, int ldb, double *C, int ldc)
{
    int i, j, p;
#pragma omp parallel for collapse(2) private(i, j, p) schedule(static) hetero(1)
    for (i = 0; i < m; i++)
        for (j = 0; j < n; j++) {
            double s = 0;
            for (p = 0; p + 1 < k; p += 2)
                s += A[p * lda + i] * B[p * ldb + j] + A[(p + 1) * lda + i] * B[(p + 1) * ldb + j];
            if (p < k)
                s += A[p * lda + i] * B[p * ldb + j];
            C[i * ldc + j] = s;
        }
}

static void gemv(transposed how, int m, int n, const double *A, int lda, const double *x, double *y)
{
    int i, j;
    if (how == NO) {
#pragma omp parallel for private(i, j) hetero(1)
        for (i = 0; i < m; i++) {
            double s = 0;
            for (j = 0; j < n; j++)
                s += A[i * lda + j] * x[j];
            y[i] = s;
        }
    } else {
#pragma omp parallel for private(i, j) hetero(1)
        for (j = 0; j < n; j++) {
            y[j] = 0;
            for (i = 0; i < m; i++)
                y[j] += A[i * lda + j] * x[i];
        }
    }
}

/* The lower half of C += A At, then the upper one from it. */
static void syrk(int n, int k, const double *A, int lda, double *C, int ldc)
{
    int i, j, p;
#pragma omp parallel for private(j, p) schedule(guided) hetero(1)
    for (i = 0; i < n; i++)
        for (j = 0; j <= i; j++)
            for (p = 0; p < k; p++)
                C[i * ldc + j] += A[i * lda + p] * A[j * lda + p];
    for (i = 0; i < n; i++)
        for (j = i + 1; j < n; j++)
            C[i * ldc + j] = C[j * ldc + i];
}

static double largest_eigenvalue(int n, const double *C, int ldc, double *x, double *y, int rounds)
{
    double norm = 0;
    int i, r;
    for (i = 0; i < n; i++)
        x[i] = 1;
    for (r = 0; r < rounds; r++) {
        gemv(NO, n, n, C, ldc, x, y);
        norm = 0;
#pragma omp parallel for reduction(+ : norm) hetero(1)
        for (i = 0; i < n; i++)
            norm += y[i] * y[i];
        norm = sqrt(norm);
#pragma omp parallel for firstprivate(norm) hetero(1)
        for (i = 0; i < n; i++)
            x[i] = y[i] / norm;
    }
    return norm;
}

static double sum_of(const double *v, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += v[i] * (i % 13);
    return s;
}

int main(int argc, char **argv)
{
    int m = argc > 1 ? atoi(argv[1]) : 50, n = 37, k = 41, lda = k + 3, ldb = 40, ldc = 40, i;
    double *A = malloc(sizeof(double) * m * lda), *B = malloc(sizeof(double) * k * ldb), *C = malloc(sizeof(double) * m * ldc);
    double *S = calloc(m * m, sizeof(double)), *T = calloc(k * ldc, sizeof(double)), *x = malloc(sizeof(double) * m), *y = malloc(sizeof(double) * m);
    for (i = 0; i < m * lda; i++) A[i] = i % 7 - 3;
    for (i = 0; i < k * ldb; i++) B[i] = i % 5 - 2;
    for (i = 0; i < m * ldc; i++) C[i] = i % 3;
    gemm(m, n, k, 2.0, A, lda, B, ldb, 0.5, C, ldc);
    printf("gemm %.12g\n", sum_of(C, m * ldc));
    gemm_tn(k, n, m, A, lda, C, ldc, T, ldc);
    printf("gemm_tn %.12g\n", sum_of(T, k * ldc));
    for (i = 0; i < m; i++) x[i] = i % 4 - 1;
    gemv(YES, m, k, A, lda, x, y);
    printf("gemv %.12g\n", sum_of(y, k));
    syrk(m, k, A, lda, S, m);
    printf("syrk %.12g\n", sum_of(S, m * m));
    printf("eigenvalue %.8g\n", largest_eigenvalue(m, S, m, x, y, 25));
    free(A), free(B), free(C), free(S), free(T), free(x), free(y);
    return 0;
}
