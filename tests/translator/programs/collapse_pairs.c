/* Two loops made one by OpenMP's collapse, a triangle within, and a greatest element. */
#include <stdio.h>
#define N 40
static int d[N][N], c[N][N];
int main(void)
{
    int i, j, k, most = 0;
    long sum = 0;
#pragma omp parallel for collapse(2) private(i, j) hetero(1)
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            d[i][j] = (i * 17 + j * 31) % 97;
#pragma omp parallel for collapse(2) private(i, j, k) reduction(max : most) schedule(static, 4) hetero(1)
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            int best = d[i][j];
            for (k = 0; k < i; k++)
                best = d[i][k] + d[k][j] < best ? d[i][k] + d[k][j] : best;
            c[i][j] = best;
            if (best > most)
                most = best;
        }
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            sum += c[i][j] * (i - j);
    printf("%d %ld\n", most, sum);
    return 0;
}
