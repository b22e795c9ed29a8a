/* hetero's five arguments; the condition is asked whenever the loop is reached. */
#include <stdio.h>

enum { N = 1000 };
static double x[N];

static void twice(int n)
{
#pragma ctsar for hetero(n > 100, all, chunk, 0.25, 20) part_copy(x[1:N])
    for (int i = 0; i < n; i++)
        x[i] = 2 * x[i] + i;
}

int main(void)
{
    double sum = 0;
    twice(10);
    twice(N);
    twice(N);
    for (int i = 0; i < N; i++)
        sum += x[i];
    printf("%g\n", sum);
    return 0;
}
