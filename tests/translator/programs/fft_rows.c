/* A batch of FFTs: every row is transformed in place by a function. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
typedef struct {
    double re, im;
} cplx;

static void fft(cplx *x, int n)
{
    int i, j, k, m, half, step;
    for (i = 1, j = 0; i < n; i++) {
        for (k = n >> 1; j & k; k >>= 1)
            j ^= k;
        j ^= k;
        if (i < j) {
            cplx t = x[i];
            x[i] = x[j];
            x[j] = t;
        }
    }
    for (m = 2; m <= n; m <<= 1) {
        half = m >> 1;
        step = n / m;
        for (i = 0; i < n; i += m)
            for (j = 0; j < half; j++) {
                double angle = -2 * 3.14159265358979323846 * (j * step) / n;
                double c = cos(angle), s = sin(angle);
                cplx u = x[i + j], v = x[i + j + half], w;
                w.re = v.re * c - v.im * s;
                w.im = v.re * s + v.im * c;
                x[i + j].re = u.re + w.re;
                x[i + j].im = u.im + w.im;
                x[i + j + half].re = u.re - w.re;
                x[i + j + half].im = u.im - w.im;
            }
    }
}

int main(void)
{
    int rows = 40, n = 64, r, i;
    double sum = 0;
    cplx *data = malloc(sizeof(cplx) * rows * n);
    for (i = 0; i < rows * n; i++) {
        data[i].re = (i * 31 % 17) - 8;
        data[i].im = (i * 13 % 7) - 3;
    }
#pragma omp parallel for private(r) hetero(1)
    for (r = 0; r < rows; r++)
        fft(&data[r * n], n);
    for (i = 0; i < rows * n; i++)
        sum += fabs(data[i].re) * (i % 11) + fabs(data[i].im);
    printf("%.8g\n", sum);
    free(data);
    return 0;
}
