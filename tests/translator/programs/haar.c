/* A wavelet, rows then columns, with a temporary for the half that is overwritten. */
#include <stdio.h>
#include <stdlib.h>
static void rows(float *a, float *tmp, int n, int size)
{
    int i, j, h = size / 2;
#pragma omp parallel for private(i, j) hetero(1)
    for (i = 0; i < size; i++) {
        for (j = 0; j < h; j++) {
            tmp[i * n + j] = (a[i * n + 2 * j] + a[i * n + 2 * j + 1]) / 2;
            tmp[i * n + h + j] = (a[i * n + 2 * j] - a[i * n + 2 * j + 1]) / 2;
        }
        for (j = 0; j < size; j++)
            a[i * n + j] = tmp[i * n + j];
    }
}
static void columns(float *a, float *tmp, int n, int size)
{
    int i, j, h = size / 2;
#pragma omp parallel for private(i, j) hetero(1)
    for (j = 0; j < size; j++) {
        for (i = 0; i < h; i++) {
            tmp[i * n + j] = (a[2 * i * n + j] + a[(2 * i + 1) * n + j]) / 2;
            tmp[(h + i) * n + j] = (a[2 * i * n + j] - a[(2 * i + 1) * n + j]) / 2;
        }
        for (i = 0; i < size; i++)
            a[i * n + j] = tmp[i * n + j];
    }
}
int main(void)
{
    int n = 32, size, i;
    float *a = malloc(n * n * sizeof *a), *tmp = malloc(n * n * sizeof *tmp);
    double sum = 0;
    for (i = 0; i < n * n; i++)
        a[i] = (float)(i * 37 % 64);
    for (size = n; size > 4; size /= 2) {
        rows(a, tmp, n, size);
        columns(a, tmp, n, size);
    }
    for (i = 0; i < n * n; i++)
        sum += a[i] * (i % 19);
    printf("%.9g\n", sum);
    return 0;
}
