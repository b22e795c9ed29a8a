/* hetero(1) alone: the subscripts say the rest. */
#include <stdio.h>

enum { N = 90, M = 70 };
static double a[N][M], b[N][M];

static void smooth(void)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < M - 1; j++)
            b[i][j] = (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]) / 4;
}

int main(void)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = i * j % 8;
    smooth();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            sum += b[i][j] * (i + j);
    printf("%g\n", sum);
    return 0;
}
