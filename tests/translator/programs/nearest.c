/* The nearest points of each query: by looking at all of them, with a bin for each part of the plane,
   votes of neighbours, and the nearest pair. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#define QUERIES 80
#define POINTS 300
#define K 5
#define SIDE 16 /* of a bin */
#define BINS 14 /* a row of bins */

typedef struct {
    int x, y;
    unsigned char class;
} point;

static int px[POINTS], py[POINTS], qx[QUERIES], qy[QUERIES], nearest[QUERIES][K];
static point cloud[POINTS], sorted[POINTS];
static int first[BINS * BINS + 1];

static void all_points(void)
{
    int q, p, k;
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
}

/* What most of the nearest say; the nearest decides where as many say this and that. */
static void vote(int *said)
{
    int q;
#pragma omp parallel for hetero(1)
    for (q = 0; q < QUERIES; q++) {
        int votes[4] = {0}, best = cloud[nearest[q][0]].class;
        for (int k = 0; k < K; k++) {
            int c = cloud[nearest[q][k]].class;
            if (++votes[c] > votes[best])
                best = c;
        }
        said[q] = best;
    }
}

static inline int bin(int x, int y) { return y / SIDE * BINS + x / SIDE; }

/* Points in the order of their bins. */
static void into_bins(void)
{
    int p, k, next[BINS * BINS];
#pragma omp parallel for hetero(1)
    for (p = 0; p < POINTS; p++) {
#pragma omp atomic
        first[bin(cloud[p].x, cloud[p].y) + 1]++;
    }
    for (k = 0; k < BINS * BINS; k++) {
        first[k + 1] += first[k];
        next[k] = first[k];
    }
    for (p = 0; p < POINTS; p++)
        sorted[next[bin(cloud[p].x, cloud[p].y)]++] = cloud[p];
}

/* Rings of bins around the query's own, until no nearer point can come. */
static void by_bins(int *distance)
{
#pragma omp parallel for schedule(dynamic, 8) hetero(1)
    for (int q = 0; q < QUERIES; q++) {
        int bx = qx[q] / SIDE, by = qy[q] / SIDE, best = INT_MAX, ring = 0;
        do {
            for (int y = by - ring; y <= by + ring; y++) {
                if (y < 0 || y >= BINS)
                    continue;
                for (int x = bx - ring; x <= bx + ring; x++) {
                    if (x < 0 || x >= BINS)
                        continue;
                    if (y != by - ring && y != by + ring && x != bx - ring && x != bx + ring)
                        continue;
                    for (int p = first[y * BINS + x]; p < first[y * BINS + x + 1]; p++) {
                        int dx = sorted[p].x - qx[q], dy = sorted[p].y - qy[q];
                        if (dx * dx + dy * dy < best)
                            best = dx * dx + dy * dy;
                    }
                }
            }
            ring++;
        } while (ring <= BINS && (best == INT_MAX || best > (ring - 1) * SIDE * (ring - 1) * SIDE));
        distance[q] = best;
    }
}

/* Each point's nearest to its right in the list; the least of all. */
static int nearest_pair(void)
{
    int least = INT_MAX, i, j;
#pragma omp parallel for private(j) reduction(min : least) hetero(1)
    for (i = 0; i < POINTS - 1; i++)
        for (j = i + 1; j < POINTS; j++) {
            int dx = cloud[i].x - cloud[j].x, dy = cloud[i].y - cloud[j].y;
            least = dx * dx + dy * dy < least ? dx * dx + dy * dy : least;
        }
    return least;
}

/* How far the farthest of all points is from the nearest query. */
static long farthest(void)
{
    long worst = 0;
#pragma omp parallel for reduction(max : worst) hetero(1)
    for (size_t p = 0; p < POINTS; p++) {
        long own = LONG_MAX;
        for (size_t q = 0; q < QUERIES; ++q) {
            long dx = cloud[p].x - qx[q], dy = cloud[p].y - qy[q], d = dx * dx + dy * dy;
            if (d < own)
                own = d;
        }
        if (own > worst)
            worst = own;
    }
    return worst;
}

int main(void)
{
    int q, p, k, said[QUERIES], distance[QUERIES], differ = 0;
    unsigned long sum = 0, said_sum = 0;
    for (p = 0; p < POINTS; p++) {
        px[p] = cloud[p].x = (p * 37 + p * p) % 211;
        py[p] = cloud[p].y = (p * 59 + p / 64) % 193;
        cloud[p].class = (unsigned char)((px[p] / 50 + py[p] / 60) % 4);
    }
    for (q = 0; q < QUERIES; q++) {
        qx[q] = q * 11 % 200;
        qy[q] = q * 7 % 190;
    }
    all_points();
    vote(said);
    into_bins();
    by_bins(distance);
    for (q = 0; q < QUERIES; q++) {
        int dx = px[nearest[q][0]] - qx[q], dy = py[nearest[q][0]] - qy[q];
        differ += dx * dx + dy * dy != distance[q];
        said_sum = said_sum * 5 + (unsigned)said[q];
        for (k = 0; k < K; k++)
            sum = sum * 31 + nearest[q][k];
    }
    printf("%lx %lx, %d differ\n", sum, said_sum, differ);
    printf("%d %ld\n", nearest_pair(), farthest());
    return 0;
}
