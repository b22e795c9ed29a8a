/* Page ranks: each page gathers from those that point to it, until little changes; hubs and
   authorities by the same links; the pages with the highest ranks. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAGES 400
#define LINKS 1600

typedef struct {
    int pages, links;
    int *start, *from;   /* who points to a page */
    int *out_start, *to; /* where a page points */
    int *out_degree;
} web;

typedef struct {
    double damping, tolerance;
    int rounds;
} options;

static double rank_[PAGES], next_[PAGES], share[PAGES];

static int *ints(int n)
{
    int *p = calloc(n, sizeof(int));
    if (!p)
        exit(2);
    return p;
}

static void crawl(web *w)
{
    int p, k, n = 0;
    w->pages = PAGES;
    w->start = ints(PAGES + 1);
    w->from = ints(LINKS);
    w->out_start = ints(PAGES + 1);
    w->to = ints(LINKS);
    w->out_degree = ints(PAGES);
    for (p = 0; p < PAGES; p++) {
        w->start[p] = n;
        for (k = 0; k < p % 8 && n < LINKS; k++) {
            w->from[n] = (p * 31 + k * 57) % PAGES / (1 + k % 2);
            w->out_degree[w->from[n++]]++;
        }
    }
    w->start[PAGES] = w->links = n;
}

/* The same links from the other side: counted, summed up, put in their places. */
static void turn(web *w)
{
    int p, k, *at = ints(w->pages);
    for (p = 0; p < w->pages; p++)
        w->out_start[p + 1] = w->out_start[p] + w->out_degree[p];
    memcpy(at, w->out_start, w->pages * sizeof(int));
    for (p = 0; p < w->pages; p++)
        for (k = w->start[p]; k < w->start[p + 1]; k++)
            w->to[at[w->from[k]]++] = p;
    free(at);
}

static int ranks(const web *w, const options *o, double *last)
{
    int p, k, round, pages = w->pages;
    double delta = 1, d;
    const int *in_start = w->start, *in_from = w->from, *out_degree = w->out_degree;
#pragma omp parallel for hetero(1)
    for (p = 0; p < pages; p++)
        rank_[p] = 1.0 / pages;
    for (round = 0; round < o->rounds && delta > o->tolerance; round++) {
        double lost = 0, base;
#pragma omp parallel for private(p) reduction(+ : lost) hetero(1)
        for (p = 0; p < pages; p++) {
            share[p] = out_degree[p] ? rank_[p] / out_degree[p] : 0.0;
            if (!out_degree[p])
                lost += rank_[p];
        }
        base = (1 - o->damping + o->damping * lost) / pages;
        delta = 0;
#pragma omp parallel for private(p, k, d) reduction(+ : delta) hetero(1)
        for (p = 0; p < pages; p++) {
            double s = 0;
            for (k = in_start[p]; k < in_start[p + 1]; k++)
                s += share[in_from[k]];
            next_[p] = base + o->damping * s;
            d = next_[p] - rank_[p];
            delta += d < 0 ? -d : d;
        }
#pragma omp parallel for private(p) hetero(1)
        for (p = 0; p < pages; p++)
            rank_[p] = next_[p];
    }
    *last = delta;
    return round;
}

static void normalise(double *v, int n)
{
    double square = 0, by;
    int i;
#pragma omp parallel for reduction(+ : square) hetero(1)
    for (i = 0; i < n; i++)
        square += v[i] * v[i];
    by = square > 0 ? 1 / sqrt(square) : 0;
#pragma omp parallel for firstprivate(by) hetero(1)
    for (i = 0; i < n; i++)
        v[i] *= by;
}

/* A good hub points to good authorities, and these are whom good hubs point to. */
static void hubs(const web *w, double *hub, double *authority, int rounds)
{
    for (int p = 0; p < w->pages; p++)
        hub[p] = 1;
    while (rounds--) {
#pragma omp parallel for schedule(dynamic, 32) hetero(1)
        for (int p = 0; p < w->pages; p++) {
            authority[p] = 0;
            for (int k = w->start[p]; k < w->start[p + 1]; k++)
                authority[p] += hub[w->from[k]];
        }
        normalise(authority, w->pages);
#pragma omp parallel for schedule(dynamic, 32) hetero(1)
        for (int p = 0; p < w->pages; p++) {
            const int *link = w->to + w->out_start[p], *end = w->to + w->out_start[p + 1];
            double s = 0;
            while (link < end)
                s += authority[*link++];
            hub[p] = s;
        }
        normalise(hub, w->pages);
    }
}

/* How many pages have a higher rank; equal ones stand in order. */
static void places(const double *r, int *place, int n)
{
    int i, j;
#pragma omp parallel for private(j) hetero(1)
    for (i = 0; i < n; i++) {
        int above = 0;
        for (j = 0; j < n; j++) {
            long long mine = (long long)(r[i] * 1e9 + 0.5) / 10, its = (long long)(r[j] * 1e9 + 0.5) / 10;
            above += its > mine || (its == mine && j < i);
        }
        place[i] = above;
    }
}

int main(int argc, char **argv)
{
    options o = {0.85, 1e-6, 60};
    web w;
    static double hub[PAGES], authority[PAGES];
    int place[PAGES], p, rounds;
    double delta, sum = 0, hs = 0;
    if (argc > 1)
        o.damping = atof(argv[1]);
    crawl(&w);
    turn(&w);
    rounds = ranks(&w, &o, &delta);
    hubs(&w, hub, authority, 6);
    places(rank_, place, PAGES);
    for (p = 0; p < PAGES; p++) {
        sum += rank_[p] * (p % 10);
        hs += hub[p] * (p % 7) + authority[p];
    }
    printf("%d links, %d rounds, last %.3g, %.6g %.6g\n", w.links, rounds, delta, sum, hs);
    for (p = 0; p < PAGES; p++)
        if (place[p] < 3)
            printf("page %d: %.5f\n", p, rank_[p]);
    return 0;
}
