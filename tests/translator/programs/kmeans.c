/* Clustering: first centres far from one another, the nearest centre of each point, new centres from
 * sums of all points, and how good it is; for several numbers of clusters. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POINTS 600
#define DIMS 3
#define MOST 7

typedef struct {
    float at[DIMS];
    int label;
    float distance; /* squared, to the centre */
} sample;

static sample point[POINTS];
static float centre[MOST][DIMS];
static float low[DIMS], high[DIMS];

static float squared(const float *a, const float *b)
{
    float s = 0;
    int d;
    for (d = 0; d < DIMS; d++) {
        float diff = a[d] - b[d];
        s += diff * diff;
    }
    return s;
}

static void generate(void)
{
    unsigned r = 2463534242u;
    int i, d;
    for (i = 0; i < POINTS; i++)
        for (d = 0; d < DIMS; d++) {
            r ^= r << 13;
            r ^= r >> 17;
            r ^= r << 5;
            point[i].at[d] = (float)((i % 5) * (d + 1) * 9 % 31) + (float)(r % 1024) / 128;
        }
}

/* Every dimension to [0, 1]. */
static void normalise(void)
{
    int i, d;
    for (d = 0; d < DIMS; d++) {
        float least = FLT_MAX, most = -FLT_MAX;
#pragma omp parallel for private(i) reduction(min : least) reduction(max : most) hetero(1)
        for (i = 0; i < POINTS; i++) {
            least = fminf(least, point[i].at[d]);
            most = fmaxf(most, point[i].at[d]);
        }
        low[d] = least;
        high[d] = most;
    }
#pragma omp parallel for private(i, d) hetero(1)
    for (i = 0; i < POINTS; i++)
        for (d = 0; d < DIMS; d++)
            point[i].at[d] = (point[i].at[d] - low[d]) / (high[d] - low[d]);
}

/* The farthest point from all centres so far becomes the next. */
static void first_centres(int k)
{
    int i, c;
    memcpy(centre[0], point[0].at, sizeof centre[0]);
#pragma omp parallel for hetero(1)
    for (i = 0; i < POINTS; i++) {
        point[i].distance = FLT_MAX;
        point[i].label = -1;
    }
    for (c = 1; c < k; c++) {
        float far = -1;
        int at = 0;
#pragma omp parallel for firstprivate(c) hetero(1)
        for (i = 0; i < POINTS; i++) {
            float d = squared(point[i].at, centre[c - 1]);
            if (d < point[i].distance)
                point[i].distance = d;
        }
        for (i = 0; i < POINTS; i++)
            if (point[i].distance > far) {
                far = point[i].distance;
                at = i;
            }
        memcpy(centre[c], point[at].at, sizeof centre[c]);
    }
}

static int assign(int k)
{
    int i, c, changed = 0;
#pragma omp parallel for private(i, c) reduction(+ : changed) hetero(1)
    for (i = 0; i < POINTS; i++) {
        float best = FLT_MAX;
        int at = -1;
        for (c = 0; c < k; c++) {
            float dist = squared(point[i].at, centre[c]);
            if (dist < best) {
                best = dist;
                at = c;
            }
        }
        point[i].distance = best;
        if (point[i].label != at) {
            point[i].label = at;
            changed++;
        }
    }
    return changed;
}

/* Each centre looks for its points. */
static void move(int k)
{
    int c, i, d;
#pragma omp parallel for private(c, i, d) hetero(1)
    for (c = 0; c < k; c++) {
        float sum[DIMS] = {0};
        int n = 0;
        for (i = 0; i < POINTS; i++) {
            if (point[i].label != c)
                continue;
            for (d = 0; d < DIMS; d++)
                sum[d] += point[i].at[d];
            n++;
        }
        if (n)
            for (d = 0; d < DIMS; d++)
                centre[c][d] = sum[d] / n;
    }
}

/* Nearest against second nearest centre, between 0 and 1. */
static double silhouette(int k)
{
    double total = 0;
    int i, c;
#pragma omp parallel for private(c) reduction(+ : total) hetero(1)
    for (i = 0; i < POINTS; i++) {
        float second = FLT_MAX;
        for (c = 0; c < k; c++)
            if (c != point[i].label)
                second = fminf(second, squared(point[i].at, centre[c]));
        total += 1 - sqrtf(point[i].distance / second);
    }
    return total / POINTS;
}

int main(void)
{
    int i, c, k, round, changed;
    generate();
    normalise();
    for (k = 2; k <= MOST; k += 1 + (k == 2) + (k == 5)) {
        int count[MOST] = {0};
        double inertia = 0;
        first_centres(k);
        round = 0;
        do {
            changed = assign(k);
            move(k);
        } while (changed > 0 && ++round < 20);
#pragma omp parallel for reduction(+ : inertia, count) hetero(1)
        for (i = 0; i < POINTS; i++) {
            inertia += point[i].distance;
            count[point[i].label]++;
        }
        printf("%d clusters: inertia %.5g, quality %.4f, sizes", k, inertia, silhouette(k));
        for (c = 0; c < k; c++)
            printf(" %d(%.4g)", count[c], centre[c][0] + 2 * centre[c][1] + 3 * centre[c][2]);
        putchar('\n');
    }
    return 0;
}
