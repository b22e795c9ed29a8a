/* Each row of a matrix ends where a page does that nobody may read, as a checker of bounds allocates them. */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
static double **matrix(int n, int m)
{
    size_t page = sysconf(_SC_PAGESIZE);
    double **a = malloc(n * sizeof *a);
    char *at = mmap(NULL, (2 * n + 1) * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    int i, j;
    for (i = 0; i < n; i++) {
        mprotect(at + (2 * i + 1) * page, page, PROT_READ | PROT_WRITE);
        a[i] = (double *)(at + (2 * i + 2) * page) - m;
        for (j = 0; j < m; j++)
            a[i][j] = (i * 5 + j * 3) % 11;
    }
    return a;
}
int main(void)
{
    int n = 40, m = 40, i, j, k;
    double **a = matrix(n, m), **b = matrix(n, m), **c = matrix(n, m), sum = 0;
#pragma omp parallel for private(j) hetero(1)
    for (i = 1; i < n - 1; i++)
        for (j = 1; j < m - 1; j++)
            b[i][j] += a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
#pragma omp parallel for private(i) hetero(1)
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++)
            c[i][j] = a[i][j] + (j < m - 2 ? a[i][j + 2] : 1) + (j > 0 ? a[i][j - 1] : 2);
#pragma omp parallel for private(i) hetero(1)
    for (j = 3; j < m; j++)
        for (i = 2; i < n; i++)
            a[i][j] *= j;
#pragma omp parallel for private(j, k) hetero(1)
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            double s = 0;
            for (k = 0; k < n; k++)
                s += a[i][k] * b[k][j];
            c[i][j] -= s;
        }
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            sum += b[i][j] * i + c[i][j] * (j + 1);
    printf("%.12g\n", sum);
    return 0;
}
