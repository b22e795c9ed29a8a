/* Wavelets for compressing a picture: Haar's by levels, rows then columns, with a temporary for the
 * half that is overwritten; small coefficients are dropped; the inverse; and Le Gall's integers. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void rows(float *a, float *tmp, int n, int size)
{
    int i, j, h = size / 2;
#pragma omp parallel for private(i, j) hetero(1)
    for (i = 0; i < size; i++) {
        for (j = 0; j < h; j++) {
            tmp[i * n + j] = (a[i * n + 2 * j] + a[i * n + 2 * j + 1]) / 2;
            tmp[i * n + h + j] = (a[i * n + 2 * j] - a[i * n + 2 * j + 1]) / 2;
        }
        for (j = 0; j < size; j++)
            a[i * n + j] = tmp[i * n + j];
    }
}

static void columns(float *a, float *tmp, int n, int size)
{
    int i, j, h = size / 2;
#pragma omp parallel for private(i, j) hetero(1)
    for (j = 0; j < size; j++) {
        for (i = 0; i < h; i++) {
            tmp[i * n + j] = (a[2 * i * n + j] + a[(2 * i + 1) * n + j]) / 2;
            tmp[(h + i) * n + j] = (a[2 * i * n + j] - a[(2 * i + 1) * n + j]) / 2;
        }
        for (i = 0; i < size; i++)
            a[i * n + j] = tmp[i * n + j];
    }
}

static void rows_back(float *a, float *tmp, int n, int size)
{
    int h = size / 2;
#pragma omp parallel for hetero(1)
    for (int i = 0; i < size; i++) {
        float *row = a + i * n, *t = tmp + i * n;
        for (int j = 0; j < h; j++) {
            t[2 * j] = row[j] + row[h + j];
            t[2 * j + 1] = row[j] - row[h + j];
        }
        memcpy(row, t, size * sizeof(float));
    }
}

static void columns_back(float *a, int n, int size)
{
    int h = size / 2;
#pragma omp parallel for hetero(1)
    for (int j = 0; j < size; j++) {
        float t[64];
        for (int i = 0; i < h; i++) {
            t[2 * i] = a[i * n + j] + a[(h + i) * n + j];
            t[2 * i + 1] = a[i * n + j] - a[(h + i) * n + j];
        }
        for (int i = 0; i < size; i++)
            a[i * n + j] = t[i];
    }
}

/* Drops what is small; how many are left. */
static int threshold(float *a, int count, float limit)
{
    int left = 0, i;
#pragma omp parallel for firstprivate(limit) reduction(+ : left) hetero(1)
    for (i = 0; i < count; i++)
        if (fabsf(a[i]) < limit)
            a[i] = 0;
        else
            left++;
    return left;
}

/* 5/3 lifting of every row, losslessly, in integers. */
static void legall(const int *in, int *out, int n)
{
    int i, k, h = n / 2;
#pragma omp parallel for private(k) hetero(1)
    for (i = 0; i < n; i++) {
        const int *s = in + i * n;
        int *low = out + i * n, *high = low + h;
        for (k = 0; k < h; k++)
            high[k] = s[2 * k + 1] - ((s[2 * k] + s[k + 1 < h ? 2 * k + 2 : 2 * k]) >> 1);
        for (k = 0; k < h; k++)
            low[k] = s[2 * k] + ((high[k ? k - 1 : 0] + high[k] + 2) >> 2);
    }
}

static void legall_back(const int *in, int *out, int n)
{
    int i, k, h = n / 2;
#pragma omp parallel for private(k) hetero(1)
    for (i = 0; i < n; i++) {
        const int *low = in + i * n, *high = low + h;
        int *s = out + i * n;
        for (k = 0; k < h; k++)
            s[2 * k] = low[k] - ((high[k ? k - 1 : 0] + high[k] + 2) >> 2);
        for (k = 0; k < h; k++)
            s[2 * k + 1] = high[k] + ((s[2 * k] + s[k + 1 < h ? 2 * k + 2 : 2 * k]) >> 1);
    }
}

int main(int argc, char **argv)
{
    int n = 32, size, i, left, same = 1;
    float limit = argc > 1 ? (float)atof(argv[1]) : 0.8f, *a = malloc(n * n * sizeof *a), *tmp = malloc(n * n * sizeof *tmp);
    float *original = malloc(n * n * sizeof *a);
    int *whole = malloc(n * n * sizeof(int)), *lifted = malloc(n * n * sizeof(int)), *back = malloc(n * n * sizeof(int));
    double sum = 0, error = 0, lost = 0;
    long energy = 0;
    for (i = 0; i < n * n; i++) {
        original[i] = a[i] = (float)((i % n) * 2 + i / n + (i % n > 11 ? 20 : 0) + i * 37 % 3);
        whole[i] = (int)a[i] * 4 - 100;
    }
    for (size = n; size > 4; size /= 2) {
        rows(a, tmp, n, size);
        columns(a, tmp, n, size);
    }
    for (i = 0; i < n * n; i++)
        sum += a[i] * (i % 19);
    left = threshold(a, n * n, limit);
    for (size = 8; size <= n; size *= 2) {
        columns_back(a, n, size);
        rows_back(a, tmp, n, size);
    }
#pragma omp parallel for reduction(+ : error) reduction(max : lost) hetero(1)
    for (i = 0; i < n * n; i++) {
        double d = a[i] - original[i];
        error += d * d;
        if (fabs(d) > lost)
            lost = fabs(d);
    }
    legall(whole, lifted, n);
    legall_back(lifted, back, n);
#pragma omp parallel for reduction(&& : same) reduction(+ : energy) hetero(1)
    for (i = 0; i < n * n; i++) {
        same = same && back[i] == whole[i];
        energy += (long)lifted[i] * lifted[i];
    }
    printf("%.9g, %d of %d left, error %.6g, at most %.5g\n", sum, left, n * n, error, lost);
    printf("lossless %d, energy %ld\n", same, energy);
    free(a), free(tmp), free(original), free(whole), free(lifted), free(back);
    return 0;
}
