/* A signal as complex numbers of C99, modulated and summed over windows. */
#include <complex.h>
#include <math.h>
#include <stdio.h>
#define N 512
#define WINDOW 16
static double complex z[N], w[N / WINDOW];
int main(void)
{
    int i, k;
    double sum = 0;
#pragma omp parallel for private(i) hetero(1)
    for (i = 0; i < N; i++)
        z[i] = (i % 7 - 3) + (i % 5 - 2) * 1.0 * I;
#pragma omp parallel for private(i, k) hetero(1)
    for (i = 0; i < N / WINDOW; i++) {
        double complex s = 0;
        for (k = 0; k < WINDOW; k++)
            s += z[i * WINDOW + k] * (k % 2 ? -1.0 : 1.0 * I);
        w[i] = s;
    }
    for (i = 0; i < N / WINDOW; i++)
        sum += creal(w[i]) * (i + 1) + cimag(w[i]);
    printf("%.9g\n", sum);
    return 0;
}
