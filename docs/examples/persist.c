/* persist: accelerators keep what they hold from pass to pass, and over several regions; depersist ends it. */
#include <stdio.h>

enum { N = 120, M = 30 };
static double u[N][M], v[N][M];

static void relax(int steps)
{
    for (int t = 0; t < steps; t++) {
#pragma ctsar for hetero(1) part_copyin(u[1:N:1][0:M]) part_copy(v[1:N][0:M]) persist(u, v)
        for (int i = 1; i < N - 1; i++)
            for (int j = 0; j < M; j++)
                v[i][j] = 0.5 * (u[i - 1][j] + u[i + 1][j]);
#pragma ctsar for hetero(1) part_copyin(v[1:N][0:M]) part_copy(u[1:N][0:M]) persist(u, v)
        for (int i = 1; i < N - 1; i++)
            for (int j = 0; j < M; j++)
                u[i][j] = v[i][j];
    }
#pragma ctsar depersist(u, v)
}

int main(void)
{
    double sum = 0;
    for (int j = 0; j < M; j++)
        u[0][j] = j;
    relax(25);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            sum += i * u[i][j];
    printf("%.9g\n", sum);
    return 0;
}
