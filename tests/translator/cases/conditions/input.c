/* hetero's condition at run time: the loop then runs as if hetero were absent. */
#include <stdio.h>

enum { N = 64 };
static double x[N], y[N];

static void add(int n, double a)
{
#pragma ctsar for hetero(n > 20 && a != 0, all, adaptive, 0.5, n / 8) part_copyin(x[1:N]) part_copy(y[1:N]) persist(x, y)
    for (int i = 0; i < n; ++i)
        y[i] += a * x[i];
}

int main(void)
{
    double sum = 0;
    for (int i = 0; i < N; ++i)
        x[i] = i, y[i] = 1;
    for (int n = 5; n <= N; n += 7)
        add(n, 0.5);
    add(N, 0);
    add(N, 2);
    add(10, 3);
    add(N, 1);
#pragma acc region for hetero(FALSE) part_copy(y[1:N])
    for (int i = 0; i < N; ++i)
        y[i] += 1;
#pragma ctsar depersist(x, y)
    for (int i = 0; i < N; ++i)
        sum += y[i] * (i + 1);
    printf("%.10g\n", sum);
    return 0;
}
