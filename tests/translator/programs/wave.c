/* The wave equation: three time levels, pointers that rotate. */
#include <stdio.h>
#include <stdlib.h>
#define N 72
int main(void)
{
    double(*prev)[N], (*cur)[N], (*next)[N], (*tmp)[N];
    int i, j, t;
    double sum = 0;
    const double c2 = 0.2;
    prev = calloc(N, sizeof *prev);
    cur = calloc(N, sizeof *cur);
    next = calloc(N, sizeof *next);
    cur[N / 2][N / 2] = 10;
    cur[N / 3][N / 4] = -6;
    for (t = 0; t < 25; t++) {
#pragma omp parallel for private(i, j) hetero(1)
        for (i = 1; i < N - 1; i++)
            for (j = 1; j < N - 1; j++)
                next[i][j] = 2 * cur[i][j] - prev[i][j] +
                             c2 * (cur[i - 1][j] + cur[i + 1][j] + cur[i][j - 1] + cur[i][j + 1] - 4 * cur[i][j]);
        tmp = prev;
        prev = cur;
        cur = next;
        next = tmp;
    }
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            sum += cur[i][j] * (i - 2 * j);
    printf("%.9g\n", sum);
    return 0;
}
