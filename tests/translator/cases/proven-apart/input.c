/* Iterations that only sets of integers show to be independent: by parity, by quotients, by a condition that skips. */
#include <stdio.h>

enum { N = 60 };
static double a[N], b[N][4];

static void relax(int n, int colour)
{
#pragma ctsar for hetero(1) part_copy(a[1:n:1])
    for (int i = 1; i < n - 1; i++)
        if (i % 2 == colour)
            a[i] = 0.5 * (a[i - 1] + a[i + 1]);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i % 7;
    for (int t = 0; t < 4; t++)
        relax(N, t % 2);
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        if (i % 3 != 0)
            continue;
        for (int j = 0; j < 8; j += 2)
            b[i][j / 2] = i + j;
    }
    for (int i = 0; i < N; i++)
        printf("%g %g %g\n", a[i], b[i][0], b[i][3]);
    return 0;
}
