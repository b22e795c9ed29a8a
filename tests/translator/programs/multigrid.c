/* One V-cycle in one dimension: smoothing, restriction, prolongation, levels in one block of memory. */
#include <stdio.h>
#include <stdlib.h>
#define LEVELS 5
static int size[LEVELS], offset[LEVELS];
static void smooth(double *u, const double *f, double *tmp, int n)
{
    int i;
#pragma omp parallel for private(i) hetero(1)
    for (i = 1; i < n - 1; i++)
        tmp[i] = u[i] + 0.6 * (0.5 * (u[i - 1] + u[i + 1] + f[i]) - u[i]);
#pragma omp parallel for private(i) hetero(1)
    for (i = 1; i < n - 1; i++)
        u[i] = tmp[i];
}
static void restriction(const double *u, const double *f, double *coarse, int n)
{
    int i;
#pragma omp parallel for private(i) hetero(1)
    for (i = 1; i < n - 1; i++) {
        double l = f[2 * i - 1] - 2 * u[2 * i - 1] + u[2 * i - 2] + u[2 * i];
        double m = f[2 * i] - 2 * u[2 * i] + u[2 * i - 1] + u[2 * i + 1];
        double r = f[2 * i + 1] - 2 * u[2 * i + 1] + u[2 * i] + u[2 * i + 2];
        coarse[i] = l + 2 * m + r;
    }
}
static void prolong(double *u, const double *coarse, int n)
{
    int i;
#pragma omp parallel for private(i) hetero(1)
    for (i = 0; i < n - 1; i++) {
        u[2 * i] += coarse[i];
        u[2 * i + 1] += 0.5 * (coarse[i] + coarse[i + 1]);
    }
}
int main(void)
{
    int l, i, total = 0, cycle;
    double *u, *f, *tmp, sum = 0;
    for (l = 0; l < LEVELS; l++) {
        size[l] = (256 >> l) + 1;
        offset[l] = total;
        total += size[l];
    }
    u = calloc(total, sizeof *u);
    f = calloc(total, sizeof *f);
    tmp = calloc(total, sizeof *tmp);
    for (i = 0; i < size[0]; i++)
        f[i] = (i % 16 - 7.5) / 64;
    for (cycle = 0; cycle < 2; cycle++) {
        for (l = 0; l < LEVELS - 1; l++) {
            smooth(u + offset[l], f + offset[l], tmp, size[l]);
            restriction(u + offset[l], f + offset[l], f + offset[l + 1], size[l + 1]);
            for (i = 0; i < size[l + 1]; i++)
                u[offset[l + 1] + i] = 0;
        }
        for (l = LEVELS - 1; l > 0; l--) {
            smooth(u + offset[l], f + offset[l], tmp, size[l]);
            prolong(u + offset[l - 1], u + offset[l], size[l]);
        }
    }
    for (i = 0; i < size[0]; i++)
        sum += u[i] * (i % 9 + 1);
    printf("%.9g\n", sum);
    return 0;
}
