/* Arrays that stay on the units over two regions in a time loop, with halos; depersist before the host reads. */
#include <stdio.h>

enum { N = 60, M = 20 };
static double u[N][M], v[N][M];

int main(void)
{
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < M; ++j)
            u[i][j] = v[i][j] = (i * j) % 7;
    for (int t = 0; t < 20; ++t) {
#pragma ctsar for hetero(1) part_copyin(u[1:N:1][0:M]) part_copy(v[1:N][0:M]) persist(u, v)
        for (int i = 1; i < N - 1; ++i)
            for (int j = 1; j < M - 1; ++j)
                v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
#pragma ctsar for hetero(1) part_copyin(v[1:N:1][0:M]) part_copy(u[1:N][0:M]) persist(u, v)
        for (int i = 1; i < N - 1; ++i)
            for (int j = 1; j < M - 1; ++j)
                u[i][j] = 0.25 * (v[i - 1][j] + v[i + 1][j] + v[i][j - 1] + v[i][j + 1]);
    }
#pragma acc depersist(u)
#pragma omp depersist(v)
    double sum = 0;
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < M; ++j)
            sum += u[i][j] * (i + 1) - v[i][j] * (j + 1);
    printf("%.9g\n", sum);
    return 0;
}
