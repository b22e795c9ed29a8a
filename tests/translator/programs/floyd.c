/* A network of roads: all shortest paths with what comes next on them, centrality, the diameter and
 * the best places for depots. The k-th row is copied first, so that rows are independent. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INF 1000000
#define NOWHERE (-1)

typedef struct {
    int v;
    int *dist, *next; /* v * v */
} roads;

#define D(i, j) dist[(i) * v + (j)]
#define NEXT(i, j) next[(i) * v + (j)]

static roads build(int v)
{
    roads r = {v, malloc(sizeof(int) * v * v), malloc(sizeof(int) * v * v)};
    int *dist = r.dist, *next = r.next, i, j;
    for (i = 0; i < v; i++)
        for (j = 0; j < v; j++) {
            bool road = (i * 13 + j * 7) % 11 < 3 && abs(i - j) < 14;
            D(i, j) = i == j ? 0 : road ? 1 + (i * j) % 17 : INF;
            NEXT(i, j) = i == j || road ? j : NOWHERE;
        }
    return r;
}

static void all_paths(roads *r)
{
    int i, j, k, v = r->v;
    int *dist = r->dist, *next = r->next, *row_k = malloc(v * sizeof(int));
    for (k = 0; k < v; k++) {
        memcpy(row_k, dist + k * v, v * sizeof(int));
#pragma omp parallel for private(i, j) hetero(1)
        for (i = 0; i < v; i++) {
            int via = D(i, k), step = NEXT(i, k);
            if (via >= INF)
                continue;
            for (j = 0; j < v; j++)
                if (via + row_k[j] < D(i, j)) {
                    D(i, j) = via + row_k[j];
                    NEXT(i, j) = step;
                }
        }
    }
    free(row_k);
}

/* How many towns a path has; 0 if there is none. */
static int walk(const roads *r, int from, int to, int *visits)
{
    int n = 1, v = r->v;
    const int *next = r->next;
    if (NEXT(from, to) == NOWHERE)
        return 0;
    for (; from != to; n++) {
        from = NEXT(from, to);
        if (from != to)
            visits[from]++;
    }
    return n;
}

static void closeness(const int *dist, int v, double *close, int *reach)
{
    int i, j;
#pragma omp parallel for private(i, j) hetero(1)
    for (i = 0; i < v; i++) {
        long total = 0;
        int count = 0;
        for (j = 0; j < v; j++) {
            if (D(i, j) >= INF || i == j)
                continue;
            total += D(i, j);
            count++;
        }
        close[i] = count ? (double)count / total : 0;
        reach[i] = count;
    }
}

/* The two towns from which the farthest is least far, tried in all pairs. */
static int depots(const int *dist, int v, int *first, int *second)
{
    int best = INF, a, b, j, *worst = malloc(v * v * sizeof(int));
#pragma omp parallel for private(b, j) schedule(dynamic, 4) reduction(min : best) hetero(1)
    for (a = 0; a < v; a++)
        for (b = 0; b < v; b++) {
            int far = 0;
            for (j = 0; j < v; j++) {
                int d = D(a, j) < D(b, j) ? D(a, j) : D(b, j);
                if (d > far)
                    far = d;
            }
            worst[a * v + b] = far;
            best = far < best ? far : best;
        }
    for (a = v * v - 1; a >= 0; a--)
        if (worst[a] == best) {
            *first = a / v;
            *second = a % v;
        }
    free(worst);
    return best;
}

int main(int argc, char **argv)
{
    int v = argc > 1 ? atoi(argv[1]) : 60, i, j, diameter = 0, apart = 0, a = -1, b = -1, longest = 0;
    roads r = build(v);
    const int *dist = r.dist;
    double *close = malloc(v * sizeof(double)), central = 0;
    int *reach = malloc(v * sizeof(int)), *visits = calloc(v, sizeof(int)), far;
    long sum = 0;
    all_paths(&r);
    closeness(r.dist, v, close, reach);
#pragma omp parallel for collapse(2) reduction(max : diameter) reduction(+ : apart) hetero(1)
    for (i = 0; i < v; i++)
        for (j = 0; j < v; j++) {
            if (D(i, j) >= INF)
                apart++;
            else if (D(i, j) > diameter)
                diameter = D(i, j);
        }
    far = depots(r.dist, v, &a, &b);
    for (i = 0; i < v; i++)
        for (j = 0; j < v; j++) {
            int n = walk(&r, i, j, visits);
            if (n > longest)
                longest = n;
            sum += D(i, j) % INF * (i + 2 * j) + n;
        }
    for (i = 0; i < v; i++)
        central += close[i] * (i % 4) + reach[i] + visits[i] * 0.01;
    printf("diameter %d, %d pairs apart, depots %d and %d within %d\n", diameter, apart, a, b, far);
    printf("longest %d, sums %ld %.8g\n", longest, sum, central);
    free(r.dist), free(r.next), free(close), free(reach), free(visits);
    return 0;
}
