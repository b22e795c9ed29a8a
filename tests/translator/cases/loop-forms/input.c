/* Loops in all usual forms, with all integer types. */
#include <stdint.h>
#include <stdio.h>

enum { N = 120 };
static int v[N];

static void check(const char *what)
{
    long sum = 0;
    for (int i = 0; i < N; ++i)
        sum += (long)v[i] * (i + 1);
    printf("%s %ld\n", what, sum);
}

int main(void)
{
    int j = 0;
    unsigned u;
    int lo = 3, hi = 100, by = 7;
#pragma ctsar for hetero(1)
    for (int i = 0; i <= N - 1; i++)
        v[i] = i;
    check("<=");
#pragma ctsar for hetero(1)
    for (j = lo; hi > j; j += by)
        v[j] += 5;
    check("mirrored, with a step");
#pragma ctsar for hetero(1)
    for (u = 1; u != N; u = u + 1)
        v[u] ^= (int)u;
    check("!=");
#pragma ctsar for hetero(1)
    for (long i = N - 1; i >= lo; --i)
        v[i] += (int)i;
    check("downward");
#pragma ctsar for hetero(1)
    for (short i = N - 1; i > lo; i -= 1)
        v[i] += i;
    check("downward, exclusive");
#pragma ctsar for hetero(1)
    for (size_t i = 0; i < sizeof v / sizeof v[0]; i = 2 + i)
        v[i] += (int)i;
    check("size_t");
#pragma ctsar for hetero(1) part_copy(v[1:N])
    for (uint8_t i = 0; i < N; i += 3) {
        if (i % 2)
            continue;
        v[i] -= i;
    }
    check("continue");
    if (lo == 3)
#pragma ctsar for hetero(1)
        for (int64_t i = lo - 1; i < hi; ++i) v[i] *= 2;
    else
        v[0] = 7;
    check("after if");
    for (int k = 0; k < 3; ++k)
#pragma ctsar for hetero(1)
        for (int i = k; i < N; ++i)
            v[i] += k;
    check("in a loop without braces");
    return 0;
}
