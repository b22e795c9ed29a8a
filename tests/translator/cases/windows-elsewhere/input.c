/* Iterations that have other items than item i: shifted, reversed, several, and inputs of which it is known only how far they
 * are reached. */
#include <stdio.h>

enum { N = 240 };

static double a[N], b[N + 16], c[4 * N], x[N + 2], y[N + 2], square[20][20];

static void shifted(int n)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        x[i + 1] = 2 * y[i] + y[i % 7];
}

static void reversed(int n, double *to, const double *from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[n - 1 - i] += from[i / 2];
}

static void every_second(void)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N / 2; i++) {
        a[2 * i + 1] = b[i];
        c[3 * i] += a[2 * i];
    }
}

static void unrolled(void)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i += 4) {
        a[i] += b[i];
        a[i + 1] = b[i + 1] - a[i];
        a[i + 3] = b[i + 3];
    }
}

static void columns_reversed(void)
{
#pragma ctsar for hetero(1)
    for (int j = 0; j < 20; j++)
        for (int i = 0; i < 20; i++)
            square[i][19 - j] = square[i][19 - j] * 2 + i * j;
}

/* The greatest subscript is n - 1 or 9. */
static void clamped(int n, double *to, const double *from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        to[i + 1] = from[i < 0 ? 0 : i > 9 ? 9 : i] + i;
}

static void show(const char *name)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum = sum * 0.75 + x[i] + 3 * a[i] + 7 * c[i] + 11 * c[i + N] + square[i % 20][i / 20];
    printf("%s %.17g\n", name, sum);
    for (int i = 0; i < N; i++) {
        a[i] = i % 5;
        b[i] = i % 9;
        c[i] = i % 4;
        x[i] = i % 7;
        y[i] = i % 11;
        square[i % 20][i / 20] = i % 13;
    }
}

int main(void)
{
    show("before");
    shifted(N);
    show("shifted");
    reversed(N, x, y);
    show("reversed");
    reversed(N - 8, x, x + 4); /* serial: what is read is written */
    show("reversed in place");
    every_second();
    show("every second");
    unrolled();
    show("unrolled");
    columns_reversed();
    show("columns reversed");
    for (int n = 1; n < 24; n += 5)
        clamped(n, x, y);
    show("clamped");
    return 0;
}
