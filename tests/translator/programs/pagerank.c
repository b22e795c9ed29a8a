/* Page ranks: each page gathers from those that point to it. */
#include <stdio.h>
#include <stdlib.h>
#define PAGES 400
#define LINKS 1600
static int in_start[PAGES + 1], in_from[LINKS], out_degree[PAGES];
static double rank_[PAGES], next_[PAGES], share[PAGES];
int main(void)
{
    int p, k, round, n = 0;
    double delta, d, sum = 0;
    for (p = 0; p < PAGES; p++) {
        in_start[p] = n;
        for (k = 0; k < p % 8 && n < LINKS; k++) {
            in_from[n] = (p * 31 + k * 57) % PAGES;
            out_degree[in_from[n++]]++;
        }
        rank_[p] = 1.0 / PAGES;
    }
    in_start[PAGES] = n;
    for (round = 0; round < 8; round++) {
#pragma omp parallel for private(p) hetero(1)
        for (p = 0; p < PAGES; p++)
            share[p] = out_degree[p] ? rank_[p] / out_degree[p] : 0.0;
        delta = 0;
#pragma omp parallel for private(p, k, d) reduction(+ : delta) hetero(1)
        for (p = 0; p < PAGES; p++) {
            double s = 0;
            for (k = in_start[p]; k < in_start[p + 1]; k++)
                s += share[in_from[k]];
            next_[p] = 0.15 / PAGES + 0.85 * s;
            d = next_[p] - rank_[p];
            delta += d < 0 ? -d : d;
        }
#pragma omp parallel for private(p) hetero(1)
        for (p = 0; p < PAGES; p++)
            rank_[p] = next_[p];
    }
    for (p = 0; p < PAGES; p++)
        sum += rank_[p] * (p % 10);
    printf("%.7g %.6g\n", delta, sum);
    return 0;
}
