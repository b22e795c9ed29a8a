// Macros of system headers, around which the preprocessor writes markers, and builtin functions behind such macros.
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

enum { N = 1000 };
static double x[N], y[N], z[N];
static int kind[N], most[N];
static bool seen[N];

#define SCALED(value, by) ((value) * M_PI + \
                           (by))

int main(void)
{
    for (int i = 0; i < N; i++)
        x[i] = i % 7 == 0 ? NAN : i % 11 == 0 ? -INFINITY : i % 13 == 0 ? HUGE_VAL : i - 500;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        y[i] = M_PI;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        y[i] += x[i] * M_PI;
        seen[i] = true;
    }
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        kind[i] = isnan(x[i]) ? 1 : isinf(
            x[i]) ? 2 + !!signbit(x[i])
            : isfinite(x[i]) ? SCALED(x[i],
                                      2) > 0 ? 4 : 5 : 6;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        z[i] = __builtin_expect(kind[i] == 2, false) ? INFINITY : seen[i] == true ? DBL_EPSILON : NAN;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        most[i] = INT_MAX - i;
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum += (long)(i + 1) * kind[i] + seen[i] + most[i] % 10 + (z[i] > 1) + (y[i] > 0);
    printf("%ld %g %d %d\n", sum, y[3], kind[11], kind[7]);
    return 0;
}
