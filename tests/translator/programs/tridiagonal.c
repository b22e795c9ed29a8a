/* Many tridiagonal systems, one a row: forward and backward within the row. */
#include <stdio.h>
#define SYSTEMS 50
#define N 32
static double a[SYSTEMS][N], b[SYSTEMS][N], c[SYSTEMS][N], d[SYSTEMS][N];
int main(void)
{
    int s, i;
    double m, sum = 0;
    for (s = 0; s < SYSTEMS; s++)
        for (i = 0; i < N; i++) {
            a[s][i] = -1;
            b[s][i] = 4 + s % 3;
            c[s][i] = -1;
            d[s][i] = (s * 5 + i * 3) % 11;
        }
#pragma omp parallel for private(s, i, m) hetero(1)
    for (s = 0; s < SYSTEMS; s++) {
        for (i = 1; i < N; i++) {
            m = a[s][i] / b[s][i - 1];
            b[s][i] -= m * c[s][i - 1];
            d[s][i] -= m * d[s][i - 1];
        }
        d[s][N - 1] /= b[s][N - 1];
        for (i = N - 2; i >= 0; i--)
            d[s][i] = (d[s][i] - c[s][i] * d[s][i + 1]) / b[s][i];
    }
    for (s = 0; s < SYSTEMS; s++)
        for (i = 0; i < N; i++)
            sum += d[s][i] * (i + s % 7);
    printf("%.10g\n", sum);
    return 0;
}
