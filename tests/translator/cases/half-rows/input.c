/* Rows whose length is a quotient; a row by a pointer; a part of a matrix under another name in a function. */
#include <stdio.h>

enum { ROWS = 14, COLUMNS = 24 };
static double a[ROWS * COLUMNS / 2], b[ROWS], c[ROWS * COLUMNS / 2];

static double sum(const double *row, int n)
{
    double s = 0;
    for (int j = 0; j < n; ++j)
        s += row[j];
    return s;
}

static void halves(int n, int m, const double *from, double *to, double *sums)
{
#pragma ctsar for hetero(1) part_copyin(from[1:n][0:m / 2]) part_copyout(to[1:n][0:m / 2], sums[1:n])
    for (int i = 0; i < n; ++i) {
        const double *row = from + i * (m / 2);
        for (int j = 0; j < m / 2; ++j)
            to[i * (m / 2) + j] = 2 * from[i * (m / 2) + j] + row[m / 2 - 1 - j];
        sums[i] = sum(&from[i * (m / 2)], m / 2);
    }
}

int main(void)
{
    for (int k = 0; k < ROWS * COLUMNS / 2; ++k)
        a[k] = k % 7;
    halves(ROWS, COLUMNS, a, c, b);
    double s = 0;
    for (int k = 0; k < ROWS * COLUMNS / 2; ++k)
        s += c[k] * (k % 5);
    for (int i = 0; i < ROWS; ++i)
        s += b[i] * i;
    printf("%.12g\n", s);
    return 0;
}
