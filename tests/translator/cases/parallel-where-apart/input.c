/* Loops of which the iterations are independent where pointers lead to places apart, and that cannot be divided: an element
 * that is written lies in no part of the iteration's own. They are parallel on the cores where that holds, else serial. */
#include <stdio.h>

enum { N = 60 };

static double x[4 * N], y[4 * N];

static void two_places(int n, double *to, const double *from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        to[i] = from[i + 1] + 1;
        to[i + 2 * N] = from[i] * 2;
    }
}

static void rows(int n, int m, double *to, const double *from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            to[i * m + j] = from[i % 3] + j;
            to[(i + n) * m + j] += from[(n - 1 - i) * m + j];
        }
}

static void masked(double *to, const double *from)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < N; i++) {
        to[i] = from[i & 7] + from[i >> 1];
        to[i + 100] = from[i / 3];
    }
}

static void show(const char *name)
{
    double sum = 0;
    for (int i = 0; i < 4 * N; i++)
        sum = sum * 0.75 + x[i] + 3 * y[i];
    printf("%s %.17g\n", name, sum);
    for (int i = 0; i < 4 * N; i++) {
        x[i] = i % 7;
        y[i] = i % 5;
    }
}

int main(void)
{
    show("before");
    two_places(N, x, y);
    show("apart");
    two_places(N, x + 1, x); /* every iteration needs what the one before has written */
    show("overlapping");
    two_places(0, x, x);
    show("empty");
    rows(9, 4, x, y);
    show("rows apart");
    rows(9, 4, x + 2, x);
    show("rows overlapping");
    masked(x, y);
    show("masked");
    masked(x, x + 1);
    show("masked, overlapping");
    return 0;
}
