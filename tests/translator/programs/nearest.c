/* The five nearest points of each query, kept sorted in a small local array, then written out. */
#include <stdio.h>
#define QUERIES 80
#define POINTS 300
#define K 5
static int px[POINTS], py[POINTS], qx[QUERIES], qy[QUERIES], nearest[QUERIES][K];
int main(void)
{
    int q, p, k;
    unsigned long sum = 0;
    for (p = 0; p < POINTS; p++) {
        px[p] = p * 37 % 211;
        py[p] = p * 59 % 193;
    }
    for (q = 0; q < QUERIES; q++) {
        qx[q] = q * 11 % 200;
        qy[q] = q * 7 % 190;
    }
#pragma omp parallel for private(q, p, k) hetero(1)
    for (q = 0; q < QUERIES; q++) {
        int dist[K], at[K], n = 0;
        for (p = 0; p < POINTS; p++) {
            int dx = px[p] - qx[q], dy = py[p] - qy[q], d = dx * dx + dy * dy;
            if (n == K && d >= dist[K - 1])
                continue;
            k = n < K ? n++ : K - 1;
            while (k > 0 && dist[k - 1] > d) {
                dist[k] = dist[k - 1];
                at[k] = at[k - 1];
                k--;
            }
            dist[k] = d;
            at[k] = p;
        }
        for (k = 0; k < K; k++)
            nearest[q][k] = at[k];
    }
    for (q = 0; q < QUERIES; q++)
        for (k = 0; k < K; k++)
            sum = sum * 31 + nearest[q][k];
    printf("%lx\n", sum);
    return 0;
}
