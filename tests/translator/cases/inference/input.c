/* With hetero(1) alone, associations, directions and halos are found. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 40, M = 30 };
static const double weight[3] = {0.25, 0.5, 0.25};
static double a[N][M], b[N][M], rows[N], columns[M];

static void stencil(void)
{
#pragma ctsar for hetero(1)
    for (int i = 2; i < N - 1; ++i)
        for (int j = 0; j < M; ++j)
            b[i][j] = weight[0] * a[i - 2][j] + weight[1] * a[i][j] + weight[2] * a[i + 1][j];
}

static void by_row_and_by_column(void)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; ++i) {
        double s = 0;
        for (int j = 0; j < M; ++j)
            s += a[i][j];
        rows[i] = s;
    }
#pragma ctsar for hetero(1)
    for (int j = 0; j < M; ++j) {
        columns[j] = 0;
        for (int i = 0; i < N; ++i)
            columns[j] += b[i][j];
    }
}

/* Pointers: extents come from the loops' bounds. */
static void gemv(int n, int m, const double *matrix, const double *x, double *y)
{
    int j;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; ++i) {
        double s = 0;
        for (j = 0; j < m; ++j)
            s += matrix[i * m + j] * x[j];
        y[i] += s;
    }
}

static void transposed(int n, int m, const double *matrix, const double *x, double *y)
{
#pragma ctsar for hetero(1)
    for (int j = 0; j < m; ++j)
        for (int i = 0; i < n; ++i)
            y[j] += matrix[i * m + j] * x[i];
}

int main(void)
{
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < M; ++j)
            a[i][j] = (i * 7 + j * 3) % 11;
    stencil();
    by_row_and_by_column();
    gemv(N, M, &a[0][0], columns, rows);
    transposed(N, M, &b[0][0], rows, columns);
    double s = 0;
    for (int i = 0; i < N; ++i)
        s += rows[i] * (i % 7);
    for (int j = 0; j < M; ++j)
        s += columns[j] * (j % 5);
    printf("%.12g\n", s);
    return 0;
}
