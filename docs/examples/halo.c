/* A halo: iteration i reads two elements below its own and one above it. Borders are not written, hence part_copy. */
#include <stdio.h>

enum { N = 200 };
static float from[N], to[N];

static void shift(void)
{
#pragma ctsar for hetero(1) part_copyin(from[1:N:2/1]) part_copy(to[1:N])
    for (int i = 2; i < N - 1; i++)
        to[i] = from[i - 2] + from[i] - from[i + 1];
}

int main(void)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        from[i] = (float)(i % 6), to[i] = 1;
    shift();
    for (int i = 0; i < N; i++)
        sum += i * to[i];
    printf("%g\n", sum);
    return 0;
}
