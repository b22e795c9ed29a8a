/* Correlation of a series with itself, one lag an iteration, shorter and shorter. */
#include <stdio.h>
#define N 700
#define LAGS 120
static double x[N], r[LAGS];
int main(void)
{
    int lag, i;
    double mean = 0, s, sum = 0;
    for (i = 0; i < N; i++)
        x[i] = i * 17 % 29;
#pragma omp parallel for private(i) reduction(+ : mean) hetero(1)
    for (i = 0; i < N; i++)
        mean += x[i];
    mean /= N;
#pragma omp parallel for private(lag, i, s) firstprivate(mean) hetero(1)
    for (lag = 0; lag < LAGS; lag++) {
        s = 0;
        for (i = 0; i < N - lag; i++)
            s += (x[i] - mean) * (x[i + lag] - mean);
        r[lag] = s / (N - lag);
    }
    for (lag = 0; lag < LAGS; lag++)
        sum += r[lag] * (lag + 1);
    printf("%.8g\n", sum);
    return 0;
}
