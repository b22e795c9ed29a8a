/* SPDX-License-Identifier: BSD-3-Clause
 *
 * k-means over the colours of an image: Lloyd's iteration from k-means++'s
 * starting centres, drawn by a generator with a fixed seed. */
#include "cluster.h"

#include <stdlib.h>

#include "../common/app.h"

static const uint16_t unlabelled = UINT16_MAX;

/* ---- Starting centres ---------------------------------------------------- */

/* SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static uint32_t colour_distance(pixel a, pixel b)
{
    uint32_t sum = 0;

    for (int j = 0; j < 3; ++j) {
        int d = (int)a.channel[j] - (int)b.channel[j];
        sum += (uint32_t)(d * d);
    }
    return sum;
}

/* A pixel drawn with probability weight/total; pixel 0 when all weights are 0. */
static size_t draw(const uint32_t *weight, size_t n, uint64_t *state)
{
    uint64_t total = 0, before = 0;

    for (size_t i = 0; i < n; ++i)
        total += weight[i];
    if (total == 0)
        return 0;
    uint64_t target = next_random(state) % total;
    for (size_t i = 0; i < n; ++i) {
        before += weight[i];
        if (target < before)
            return i;
    }
    return n - 1;
}

/* k-means++ (Arthur, Vassilvitskii 2007): each further centre is a pixel, drawn by
 * its squared distance from the nearest centre so far. */
static void seed(const pixel *pixels, clustering *c)
{
    uint32_t *distance = app_alloc(c->n * sizeof *distance);
    uint64_t state = 0;

    for (size_t i = 0; i < c->n; ++i)
        distance[i] = UINT32_MAX;
    size_t pick = draw(distance, c->n, &state);
    for (int k = 0; k < c->k; ++k) {
        for (int j = 0; j < 3; ++j)
            c->centres[k].channel[j] = pixels[pick].channel[j];
        for (size_t i = 0; i < c->n; ++i) {
            uint32_t d = colour_distance(pixels[i], pixels[pick]);
            distance[i] = d < distance[i] ? d : distance[i];
        }
        pick = draw(distance, c->n, &state);
    }
    free(distance);
}

/* ---- One iteration --------------------------------------------------------- */

static uint16_t nearest(pixel p, const centre *centres, int k)
{
    int best = 0;
    float least = 1e30f;

    for (int c = 0; c < k; ++c) {
        float distance = 0;
        for (int j = 0; j < 3; ++j) {
            float d = (float)p.channel[j] - centres[c].channel[j];
            distance += d * d;
        }
        if (distance < least) {
            least = distance;
            best = c;
        }
    }
    return (uint16_t)best;
}

void cluster_assign(const pixel *pixels, const centre *centres, int k, uint16_t *label, tally *t,
                    long lo, long hi)
{
    for (long i = lo; i < hi; ++i) {
        uint16_t c = nearest(pixels[i], centres, k);
        for (int j = 0; j < 3; ++j)
            t->sum[c][j] += pixels[i].channel[j];
        ++t->count[c];
        t->changed += label[i] != c;
        label[i] = c;
    }
}

void cluster_combine(void *into, void *from)
{
    tally *a = into;
    const tally *b = from;

    for (int c = 0; c < CLUSTER_MAX; ++c) {
        for (int j = 0; j < 3; ++j)
            a->sum[c][j] += b->sum[c][j];
        a->count[c] += b->count[c];
    }
    a->changed += b->changed;
}

void cluster_pass_serial(const pixel *pixels, clustering *c, tally *total)
{
    cluster_assign(pixels, c->centres, c->k, c->label, total, 0, (long)c->n);
}

/* Moves each centre to the mean of its pixels; one without pixels stays. */
static void move_centres(clustering *c, const tally *t)
{
    for (int k = 0; k < c->k; ++k)
        for (int j = 0; t->count[k] && j < 3; ++j)
            c->centres[k].channel[j] = (float)((double)t->sum[k][j] / (double)t->count[k]);
}

clustering cluster(const pixel *pixels, size_t n, int k, int max_iterations, cluster_pass pass)
{
    clustering c = {.k = k, .n = n};

    c.centres = app_alloc((size_t)k * sizeof *c.centres);
    c.label = app_alloc(n * sizeof *c.label);
    for (size_t i = 0; i < n; ++i)
        c.label[i] = unlabelled;
    seed(pixels, &c);
    while (!c.converged && c.iterations < max_iterations) {
        tally total = {.changed = 0};
        pass(pixels, &c, &total);
        move_centres(&c, &total);
        c.converged = total.changed == 0;
        ++c.iterations;
    }
    return c;
}

void cluster_free(clustering *c)
{
    free(c->centres);
    free(c->label);
}
