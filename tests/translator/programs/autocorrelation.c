/* Analysis of a time series: trend taken away, a window, correlations with itself, an
 * autoregressive model by Levinson's recursion, and the spectrum two ways. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 700
#define LAGS 120
#define ORDER 12
#define BINS 60
#define PI 3.14159265358979323846

static double x[N], r[LAGS], window[N];
static double spectrum_dft[BINS], spectrum_ar[BINS];

static void synthesize(void)
{
    int i;
    unsigned seed = 7;
    for (i = 0; i < N; i++) {
        seed = seed * 1664525u + 1013904223u;
        x[i] = 0.01 * i + sin(2 * PI * i / 25) + 0.5 * cos(2 * PI * i / 7.3) + (seed >> 24) / 256.0;
    }
}

/* A straight line, by least squares, is subtracted. */
static void detrend(void)
{
    int i;
    double st = 0, sx = 0, stt = 0, stx = 0, slope, level;
#pragma omp parallel for private(i) reduction(+ : st, sx, stt, stx) hetero(1)
    for (i = 0; i < N; i++) {
        double t = i;
        st += t;
        sx += x[i];
        stt += t * t;
        stx += t * x[i];
    }
    slope = (N * stx - st * sx) / (N * stt - st * st);
    level = (sx - slope * st) / N;
    printf("trend %.6f + %.8f t\n", level, slope);
#pragma omp parallel for private(i) firstprivate(slope, level) hetero(1)
    for (i = 0; i < N; i++)
        x[i] -= level + slope * i;
}

static void correlate(void)
{
    int lag, i;
    double s;
#pragma omp parallel for private(lag, i, s) schedule(dynamic, 8) hetero(1)
    for (lag = 0; lag < LAGS; lag++) {
        s = 0;
        for (i = 0; i < N - lag; i++)
            s += x[i] * x[i + lag];
        r[lag] = s / (N - lag);
    }
}

static double levinson(double a[ORDER + 1])
{
    double error = r[0], tmp[ORDER + 1];
    int m, i;
    a[0] = 1;
    for (m = 1; m <= ORDER; m++) {
        double k = r[m];
        for (i = 1; i < m; i++)
            k += a[i] * r[m - i];
        k = -k / error;
        for (i = 1; i < m; i++)
            tmp[i] = a[i] + k * a[m - i];
        for (i = 1; i < m; i++)
            a[i] = tmp[i];
        a[m] = k;
        error *= 1 - k * k;
    }
    return error;
}

static void periodogram(void)
{
    int f, i;
#pragma omp parallel for private(f, i) hetero(1)
    for (f = 0; f < BINS; f++) {
        double w = PI * f / BINS, re = 0, im = 0;
        for (i = 0; i < N; i++) {
            re += window[i] * x[i] * cos(w * i);
            im -= window[i] * x[i] * sin(w * i);
        }
        spectrum_dft[f] = (re * re + im * im) / N;
    }
}

static void model_spectrum(const double *a, double error)
{
    int f, i;
#pragma omp parallel for private(f, i) hetero(1)
    for (f = 0; f < BINS; f++) {
        double w = PI * f / BINS, re = 0, im = 0;
        for (i = 0; i <= ORDER; i++) {
            re += a[i] * cos(w * i);
            im -= a[i] * sin(w * i);
        }
        spectrum_ar[f] = error / (re * re + im * im);
    }
}

static int peak(const double *s, int n)
{
    int i, at = 0;
    for (i = 1; i < n; i++)
        if (s[i] > s[at])
            at = i;
    return at;
}

int main(void)
{
    double a[ORDER + 1], error, sum = 0, sumdft = 0, sumar = 0;
    int i, lag, f;
    synthesize();
    detrend();
#pragma omp parallel for hetero(1)
    for (i = 0; i < N; i++)
        window[i] = 0.5 - 0.5 * cos(2 * PI * i / (N - 1));
    correlate();
    error = levinson(a);
    periodogram();
    model_spectrum(a, error);
    for (lag = 0; lag < LAGS; lag++)
        sum += r[lag] * (lag + 1);
    for (f = 0; f < BINS; f++) {
        sumdft += spectrum_dft[f];
        sumar += spectrum_ar[f] * (f % 7);
    }
    printf("correlations %.8g, error %.6g\n", sum, error);
    printf("spectra %.6g %.6g, peaks at %d and %d\n", sumdft, sumar, peak(spectrum_dft, BINS),
           peak(spectrum_ar, BINS));
    return 0;
}
