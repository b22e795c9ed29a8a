/* Windows over series of prices: means, least and greatest, weighted means, bands, ranks, falls from
   the top, and how series follow each other. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define max(a, b) (((a) > (b)) ? (a) : (b))
#define min(a, b) (((a) < (b)) ? (a) : (b))
#define DAYS 300
#define PAPERS 6

typedef struct { double open, high, low, close; long volume; } day;
typedef struct { double mean, deviation, upper, lower; } band;

static day market[PAPERS][DAYS];

/* A window that is cut at both ends. */
static void windows(int n, int half, const double *restrict in, double *restrict mean, double *restrict lo, double *restrict hi)
{
    int i, k;
#pragma omp parallel for private(i, k) hetero(1)
    for (i = 0; i < n; i++) {
        int from = max(0, i - half), to = min(n - 1, i + half);
        double s = 0, l = in[from], h = in[from];
        for (k = from; k <= to; k++) {
            s += in[k];
            l = min(l, in[k]);
            h = max(h, in[k]);
        }
        mean[i] = s / (to - from + 1);
        lo[i] = l;
        hi[i] = h;
    }
}

/* The last `length` days; before there are so many, there is no band. */
static void bands(const day *d, band *out, int n, int length, double width)
{
    int i, k;
    double s, s2;
#pragma omp parallel for private(k, s, s2) hetero(1)
    for (i = 0; i < n; i++) {
        if (i < length - 1) {
            out[i].mean = out[i].deviation = out[i].upper = out[i].lower = 0;
            continue;
        }
        s = s2 = 0;
        for (k = 0; k < length; k++)
            s += d[i - k].close;
        s /= length;
        for (k = 0; k < length; k++)
            s2 += (d[i - k].close - s) * (d[i - k].close - s);
        out[i].mean = s;
        out[i].deviation = sqrt(s2 / length);
        out[i].upper = s + width * out[i].deviation;
        out[i].lower = s - width * out[i].deviation;
    }
}

/* Each paper by itself: today's value from yesterday's, so only papers go beside each other. */
static void exponential(double out[PAPERS][DAYS], double alpha)
{
    int p, t;
#pragma omp parallel for private(t) hetero(1)
    for (p = 0; p < PAPERS; p++) {
        out[p][0] = market[p][0].close;
        for (t = 1; t < DAYS; t++)
            out[p][t] = alpha * market[p][t].close + (1 - alpha) * out[p][t - 1];
    }
}

/* Of all papers; of those that fall equally deep the first. */
static double deepest_fall(int *paper, int *at)
{
    double deepest = 0;
    int p;
#pragma omp parallel for hetero(1)
    for (p = 0; p < PAPERS; p++) {
        double top = 0, fall = 0;
        int i, when = 0;
        for (i = 0; i < DAYS; i++) {
            top = max(top, market[p][i].high);
            if (top - market[p][i].low > fall) {
                fall = top - market[p][i].low;
                when = i;
            }
        }
#pragma omp critical
        if (fall > deepest || (fall == deepest && p < *paper)) {
            deepest = fall;
            *paper = p;
            *at = when;
        }
    }
    return deepest;
}

/* Weights fall linearly; a window of volumes weighs as well. */
static void weighted(const day d[], double out[], int n, int length)
{
#pragma omp parallel for schedule(static, 32) hetero(1)
    for (int i = length - 1; i < n; i++) {
        double s = 0, w = 0;
        const day *at = d + i;
        for (int k = 0; k < length; k++, at--) {
            double weight = (double)(length - k) * (double)at->volume;
            s += weight * (at->high + at->low) / 2;
            w += weight;
        }
        out[i - (length - 1)] = s / w;
    }
}

/* On how many of the days before was the price lower? */
static void ranks(const day *d, int *rank, int n, int length)
{
#pragma omp parallel for hetero(1)
    for (int i = n - 1; i >= 0; i--) {
        int below = 0, k = i;
        while (k-- > 0 && i - k <= length)
            below += d[k].close < d[i].close;
        rank[i] = below;
    }
}

static double follows(int a, int b, int lag)
{
    double sa = 0, sb = 0, saa = 0, sbb = 0, sab = 0;
    int t, n = DAYS - lag;
#pragma omp parallel for reduction(+ : sa, sb, saa, sbb, sab) hetero(1)
    for (t = lag; t < DAYS; t++) {
        double x = market[a][t].close, y = market[b][t - lag].close;
        sa += x;
        sb += y;
        saa += x * x;
        sbb += y * y;
        sab += x * y;
    }
    return (n * sab - sa * sb) / sqrt((n * saa - sa * sa) * (n * sbb - sb * sb));
}

int main(void)
{
    int n = 900, i, p, at, rank[DAYS];
    long ranked = 0;
    double *b = malloc(4 * n * sizeof *b), sum = 0, smooth[PAPERS][DAYS], mean[DAYS] = {0};
    band *tape = malloc(DAYS * sizeof *tape);
    for (i = 0; i < n; i++)
        b[i] = i * 31 % 47;
    windows(n, 6, b, b + n, b + 2 * n, b + 3 * n);
    for (i = 0; i < 4 * n; i++)
        sum += b[i] * (i % 5 + 1);
    printf("%.9g\n", sum);
    for (p = 0; p < PAPERS; p++)
        for (i = 0; i < DAYS; i++) {
            double level = 100 + 10 * p + ((i + 5 * p) * 37 % 101) / 7.0 + i * (p % 3) / 20.0;
            day d = {level - 1, level + 2 + i % 3, level - 2 - p % 2, level, 1000 + i * 13 % 700};
            market[p][i] = d;
        }
    exponential(smooth, 0.125);
    for (p = 0; p < PAPERS; p++) {
        double s = 0;
        bands(market[p], tape, DAYS, 20, 2);
        weighted(market[p], mean, DAYS, 10);
        ranks(market[p], rank, DAYS, 25);
        for (i = 0; i < DAYS; i++) {
            s += tape[i].upper - tape[i].lower * 0.5 + smooth[p][i] * (i % 3) + mean[i];
            ranked += rank[i] * (i % 11);
        }
        printf("%d: %.9g\n", p, s);
    }
    printf("deepest fall %.6g", deepest_fall(&p, &at));
    printf(" of %d at %d\n", p, at);
    printf("%ld %.5f %.5f\n", ranked, follows(0, 1, 5), follows(3, 2, 11));
    return 0;
}
