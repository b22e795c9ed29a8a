/* Locals that point into an iteration's row, and functions that get a row; what they do counts as the array's. */
#include <stdio.h>

enum { N = 50, M = 30 };
static double a[N][M], b[N * M], y[N];

static double dot(const double *u, const double *v, int n)
{
    double s = 0;
    for (int k = 0; k < n; ++k)
        s += u[k] * v[k];
    return s;
}

static void fill(double *row, int n, double value)
{
    for (int k = 0; k < n; ++k)
        row[k] = value + k;
}

int main(void)
{
    double x[M];
    for (int j = 0; j < M; ++j)
        x[j] = j % 4;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; ++i) {
        double *row = a[i];
        for (int j = 0; j < M; ++j)
            row[j] = i - j;
    }
#pragma ctsar for hetero(1) part_copyin(a[1:N][0:M]) part_copy(b[1:N][0:M])
    for (int i = 0; i < N; ++i) {
        const double *from = &a[i][1];
        double *to = b + i * M, *last = to + (M - 1);
        for (int j = 0; j < M - 1; ++j)
            to[j] = from[j] + 1;
        *last = -1;
    }
#pragma ctsar for hetero(1) part_copyin(a[1:N][0:M]) copyin(x[0:M]) part_copyout(y[1:N])
    for (int i = 0; i < N; ++i)
        y[i] = dot(a[i], x, M);
#pragma ctsar for hetero(1) part_copy(a[1:N][0:M])
    for (int i = 1; i < N; i += 2)
        fill(a[i], M, i);
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; ++i) {
        const int start = i * M, end = start + M;
        for (int k = 0; k < M; ++k)
            b[start + k] += 0.5;
        y[i] += end;
    }
    double s = 0;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; ++i) {
        double *p = &b[i * M];
        for (int j = 0; j < M; ++j)
            p[j] *= 2;
    }
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < M; ++j)
            s += a[i][j] * (j + 1) + b[i * M + j] * i + y[i];
    printf("%.12g\n", s);
    return 0;
}
