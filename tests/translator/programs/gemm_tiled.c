/* Matrix product in tiles, with the ends cut by a minimum. */
#include <stdio.h>
#include <stdlib.h>
#define TILE 16
#define min(a, b) ((a) < (b) ? (a) : (b))
static void gemm(int m, int n, int k, double alpha, const double *A, int lda, const double *B, int ldb, double *C, int ldc)
{
    int ii, jj, kk, i, j, p;
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
int main(void)
{
    int m = 50, n = 37, k = 41, lda = 44, ldb = 40, ldc = 40, i;
    double *A = malloc(sizeof(double) * m * lda), *B = malloc(sizeof(double) * k * ldb), *C = malloc(sizeof(double) * m * ldc), sum = 0;
    for (i = 0; i < m * lda; i++) A[i] = i % 7 - 3;
    for (i = 0; i < k * ldb; i++) B[i] = i % 5 - 2;
    for (i = 0; i < m * ldc; i++) C[i] = i % 3;
    gemm(m, n, k, 2.0, A, lda, B, ldb, C, ldc);
    for (i = 0; i < m * ldc; i++) sum += C[i] * (i % 13);
    printf("%.12g\n", sum);
    return 0;
}
