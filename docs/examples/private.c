/* private, firstprivate: scratch variables of every iteration; those of firstprivate begin with the value before the loop. */
#include <stdio.h>

enum { N = 100 };
static double x[N], y[N];

int main(void)
{
    double t, window[3] = {0.25, 0.5, 0.25}, sum = 0;
    for (int i = 0; i < N; i++)
        x[i] = i % 9;
#pragma ctsar for hetero(1) part_copyin(x[1:N:1]) part_copy(y[1:N]) private(t) firstprivate(window)
    for (int i = 1; i < N - 1; i++) {
        t = window[0] * x[i - 1] + window[1] * x[i] + window[2] * x[i + 1];
        y[i] = t * t;
    }
    for (int i = 0; i < N; i++)
        sum += i * y[i];
    printf("%g\n", sum);
    return 0;
}
