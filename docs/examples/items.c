/* Items that are not item i: iteration i writes item i + 1, and reads item 2 * i + 1 and the one before. */
#include <stdio.h>

enum { N = 200 };
static float a[2 * N], b[N + 1];

static void odd_ones(void)
{
#pragma ctsar for hetero(1) part_copyin(a[1:2 * N:1/0@2 * i + 1]) part_copyout(b[1:N + 1@i + 1])
    for (int i = 0; i < N; i++)
        b[i + 1] = a[2 * i] + a[2 * i + 1];
}

int main(void)
{
    double sum = 0;
    for (int i = 0; i < 2 * N; i++)
        a[i] = (float)(i % 6);
    odd_ones();
    for (int i = 0; i <= N; i++)
        sum += i * b[i];
    printf("%g\n", sum);
    return 0;
}
