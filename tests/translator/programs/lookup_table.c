/* Values between the points of a table, by bisection and a straight line. */
#include <stdio.h>
#define POINTS 50
#define QUERIES 900
static double xs[POINTS], ys[POINTS], q[QUERIES], r[QUERIES];
static int locate(const double *table, int n, double x)
{
    int lo = 0, hi = n - 1;
    while (hi - lo > 1) {
        int mid = (lo + hi) >> 1;
        if (table[mid] > x)
            hi = mid;
        else
            lo = mid;
    }
    return lo;
}
int main(void)
{
    int i, k;
    double sum = 0, f;
    for (i = 0; i < POINTS; i++) {
        xs[i] = i * i / 10.0;
        ys[i] = (i * 7 % 13) - 5;
    }
    for (i = 0; i < QUERIES; i++)
        q[i] = (i * 37 % 2400) / 10.0;
#pragma omp parallel for private(i, k, f) hetero(1)
    for (i = 0; i < QUERIES; i++) {
        k = locate(xs, POINTS, q[i]);
        f = (q[i] - xs[k]) / (xs[k + 1] - xs[k]);
        r[i] = (1 - f) * ys[k] + f * ys[k + 1];
    }
    for (i = 0; i < QUERIES; i++)
        sum += r[i] * (i % 4 + 1);
    printf("%.9g\n", sum);
    return 0;
}
