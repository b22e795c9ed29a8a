/* Gauss-Seidel in red and black, in place, with overrelaxation. */
#include <stdio.h>
#define N 66
static double u[N][N], f[N][N];
static void half_sweep(int colour, double w)
{
    int i, j;
#pragma omp parallel for private(i, j) hetero(1)
    for (i = 1; i < N - 1; i++)
        for (j = 1 + (i + colour) % 2; j < N - 1; j += 2)
            u[i][j] += w * (0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - f[i][j]) - u[i][j]);
}
int main(void)
{
    int i, j, it;
    double sum = 0;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            u[i][j] = 0;
            f[i][j] = ((i * 5 + j * 3) % 9 - 4) / 16.0;
        }
    for (it = 0; it < 10; it++) {
        half_sweep(0, 1.5);
        half_sweep(1, 1.5);
    }
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            sum += u[i][j] * (i + 3 * j);
    printf("%.9g\n", sum);
    return 0;
}
