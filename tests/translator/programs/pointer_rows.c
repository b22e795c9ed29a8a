/* Matrices as pointers to rows, allocated one by one; product of a matrix with its transpose. */
#include <stdio.h>
#include <stdlib.h>
static double **matrix(int n, int m)
{
    double **a = malloc(n * sizeof(double *));
    int i;
    for (i = 0; i < n; i++)
        a[i] = calloc(m, sizeof(double));
    return a;
}
int main(void)
{
    int n = 36, m = 28, i, j, k;
    double **a = matrix(n, m), **s = matrix(n, n), sum = 0;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            a[i][j] = (i * 3 + j * 5) % 9 - 4;
#pragma omp parallel for private(i, j, k) hetero(1)
    for (i = 0; i < n; i++)
        for (j = 0; j <= i; j++) {
            double t = 0;
            for (k = 0; k < m; k++)
                t += a[i][k] * a[j][k];
            s[i][j] = t;
        }
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            sum += s[i][j] * (i + 2 * j);
    printf("%.10g\n", sum);
    return 0;
}
