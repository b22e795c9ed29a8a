/* LU decomposition without pivoting: for each column the rows below. */
#include <stdio.h>
#define N 48
double a[N][N];
int main(void)
{
    int i, j, k;
    double det = 0, sum = 0;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            a[i][j] = i == j ? N : 1.0 / (1 + (i * 3 + j) % 7);
    for (k = 0; k < N - 1; k++) {
#pragma omp parallel for private(i, j) hetero(1)
        for (i = k + 1; i < N; i++) {
            a[i][k] /= a[k][k];
            for (j = k + 1; j < N; j++)
                a[i][j] -= a[i][k] * a[k][j];
        }
    }
    for (i = 0; i < N; i++) {
        det += a[i][i];
        for (j = 0; j < N; j++)
            sum += a[i][j] * (i + j);
    }
    printf("%.9g %.9g\n", det, sum);
    return 0;
}
