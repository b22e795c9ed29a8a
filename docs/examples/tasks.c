/* task: a matrix that is changed in tiles, and summed up in rows. */
#include <stdio.h>

enum { N = 96, TILE = 24 };
static double m[N][N], sums[N];

#pragma ctsar task inout(a[row:size][column:size]) priority(row)
static void smooth(int n, double a[n][n], int row, int column, int size)
{
    for (int i = row; i < row + size; i++)
        for (int j = column + 1; j < column + size; j++)
            a[i][j] = (a[i][j - 1] + a[i][j]) / 2;
}

#pragma ctsar task in(a[row:rows][0:n]) out(sum[row:rows])
static void add_up(int n, const double a[n][n], int row, int rows, double *sum)
{
    for (int i = row; i < row + rows; i++) {
        sum[i] = 0;
        for (int j = 0; j < n; j++)
            sum[i] += a[i][j];
    }
}

int main(void)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            m[i][j] = (i * j) % 13;
    for (int times = 0; times < 3; times++)
        for (int i = 0; i < N; i += TILE)
            for (int j = 0; j < N; j += TILE)
                smooth(N, m, i, j, TILE);
    for (int i = 0; i < N; i += 8)
        add_up(N, m, i, 8, sums);
#pragma ctsar taskwait
    for (int i = 0; i < N; i++)
        sum += i * sums[i];
    printf("%.10g\n", sum);
    return 0;
}
