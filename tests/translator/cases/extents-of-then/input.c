/* Arrays of variable size keep the extents that they were declared with, whatever happens to the variables. */
#include <stdio.h>
#include <string.h>

static int columns = 24;

static void halve(int n, int m, double a[n][m], double b[restrict n][m])
{
    m /= 2;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[i][j] = 2 * a[i][j] + 1;
}

static void shrink(int n, double a[n], double b[n])
{
    while (n > 1) {
        n /= 2;
#pragma ctsar for hetero(1)
        for (int i = 0; i < n; i++)
            b[i] = a[2 * i] + a[2 * i + 1];
#pragma ctsar for hetero(1)
        for (int i = 0; i < n; i++)
            a[i] = b[i];
    }
}

static void narrow(void)
{
    columns = 12;
}

static void global(int changes, double a[][columns], double b[][columns])
{
    if (changes)
        narrow();
#pragma ctsar for hetero(1)
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < columns; j++)
            b[i][j] += a[i][j] * 3;
}

static void extents(const int *d, double a[d[0]][d[1]], double b[static d[0]][d[1]])
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < d[0]; i++)
        for (int j = 0; j < d[1]; j++)
            b[i][j] += a[i][j] * 5;
}

static double local(void)
{
    int n = 30, m = 20;
    double a[n], b[n][m], c[n][m++];
    double(*d)[m - 1] = b;
    memset(a, 0, sizeof a);
    memset(b, 0, sizeof b);
    n = 10;
    m = 7;
#pragma ctsar for hetero(1)
    for (int i = 0; i < 30; i++)
        a[i] += i * n;
#pragma ctsar for hetero(1)
    for (int i = 0; i < 30; i++)
        for (int j = 0; j < 20; j++) {
            d[i][j] += i - j * n;
            c[i][j] = i + j + m;
        }
    double sum = 0;
    {
        int n = 12;
        double e[m];
#pragma ctsar for hetero(1)
        for (int i = 0; i < n; i++)
            b[i][n] = i * n + a[i];
        for (int i = 0; i < m; i++)
            e[i] = b[i][12];
        for (int i = 0; i < m; i++)
            sum += e[i];
    }
    for (int i = 0; i < 30; i++)
        for (int j = 0; j < 20; j++)
            sum = sum / 2 + b[i][j] + c[i][j] + a[i];
    return sum;
}

int main(void)
{
    static double a[600], b[600];
    const int d[] = {20, 30};
    for (int i = 0; i < 600; i++)
        a[i] = i % 13;
    halve(30, 20, (void *)a, (void *)b);
    shrink(64, a, b + 100);
    global(0, (void *)a, (void *)b);
    global(1, (void *)a, (void *)b);
    extents(d, (void *)a, (void *)b);
    for (int i = 0; i < 600; i++)
        printf("%g %g\n", a[i], b[i]);
    printf("%.12g\n", local());
    return 0;
}
