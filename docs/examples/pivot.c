/* A row that all iterations read, and none writes. */
#include <stdio.h>

enum { N = 60 };
static double a[N][N];

static void eliminate(void)
{
    for (int k = 0; k < N - 1; k++) {
#pragma ctsar for hetero(1) persist(a)
        for (int i = k + 1; i < N; i++) {
            a[i][k] /= a[k][k];
            for (int j = k + 1; j < N; j++)
                a[i][j] -= a[i][k] * a[k][j];
        }
    }
#pragma ctsar depersist(a)
}

int main(void)
{
    double product = 1;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = i == j ? 2 : 1.0 / (1 + i + 2 * j);
    eliminate();
    for (int i = 0; i < N; i++)
        product *= a[i][i];
    printf("%g\n", product);
    return 0;
}
