/* One region across many executions: in a serial loop, with buffers that swap, bounds that change, an empty pass. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

typedef double real;

static real sweep(int n, real *from, real *to)
{
    real err = 0;
#pragma ctsar for hetero(1, all, adaptive) part_copyin(from[1:n:1]) part_copy(to[1:n]) reduction(+: err)
    for (int i = 1; i < n - 1; ++i) {
        to[i] = 0.5 * from[i] + 0.25 * (from[i - 1] + from[i + 1]);
        err += fabs(to[i] - from[i]);
    }
    return err;
}

int main(void)
{
    enum { N = 500 };
    real *u = calloc(N, sizeof *u), *v = calloc(N, sizeof *v), err = 0;
    u[0] = v[0] = 1;
    for (int step = 0; step < 40; ++step) {
        err = sweep(N - step, u, v);
        real *swap = u;
        u = v, v = swap;
    }
    sweep(2, u, v);
    sweep(-5, u, v);
    for (int k = 1; k < 20; ++k) {
#pragma ctsar for hetero(1) part_copy(u[1:N])
        for (long i = k; i <= N - k; i += 3)
            u[i] += k;
    }
    real sum = 0;
    for (int i = 0; i < N; ++i)
        sum += u[i] * (i % 5);
    printf("%.9g %.9g\n", err, sum);
    free(u), free(v);
    return 0;
}
