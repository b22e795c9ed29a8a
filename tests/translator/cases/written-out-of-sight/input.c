/* Writes that do not stand in the body: two calls deep, through a pointer that walks, through a copy of a pointer. */
#include <stdio.h>

enum { N = 60, M = 8 };
static double a[N], m[N][M], w[N][M], v[N][M], u[N][M];

static void put(double *p, int k, double value)
{
    p[k] = value;
}

static void row(double *p, double value)
{
    for (int k = 0; k < M; k++)
        put(p, k, value * k);
}

static void fill(double *p, double value)
{
    for (int k = 0; k < M; k++)
        *p++ = value;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++)
        row(m[i], a[i]);
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        double *p = w[i];
        for (int k = 0; k < M; k++)
            *p++ = a[i] + k;
    }
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        double *p, *q;
        p = v[i];
        q = p;
        *q = a[i];
        fill(m[i], a[i]);
        row(v[i], -a[i]);
    }
#pragma ctsar for hetero(1) part_copyout(u[1:N][0:M])
    for (int i = 0; i < N; i++)
        row(u[i], a[i]);
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < M; k++)
            printf(" %g,%g,%g,%g", m[i][k], w[i][k], v[i][k], u[i][k]);
        printf("\n");
    }
    return 0;
}
