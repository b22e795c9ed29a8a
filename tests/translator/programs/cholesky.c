/* Cholesky's decomposition: one column at a time, the rows below it at once. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    int n = 40, i, j, k;
    double *A = malloc(n * n * sizeof(double)), s, sum = 0, d;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            A[i * n + j] = (i == j ? n : 0) + 1.0 / (1 + abs(i - j));
    for (j = 0; j < n; j++) {
        s = A[j * n + j];
        for (k = 0; k < j; k++)
            s -= A[j * n + k] * A[j * n + k];
        d = sqrt(s);
        A[j * n + j] = d;
#pragma omp parallel for private(i, k, s) hetero(1)
        for (i = j + 1; i < n; i++) {
            s = A[i * n + j];
            for (k = 0; k < j; k++)
                s -= A[i * n + k] * A[j * n + k];
            A[i * n + j] = s / d;
        }
    }
    for (i = 0; i < n; i++)
        for (j = 0; j <= i; j++)
            sum += A[i * n + j] * (i + 2 * j);
    printf("%.9g\n", sum);
    return 0;
}
