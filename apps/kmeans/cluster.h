/* SPDX-License-Identifier: BSD-3-Clause
 *
 * k-means over the colours of an image: Lloyd's iteration.
 *
 * Colours are summed as integers, so a sum does not depend on the order or on how
 * the pixels are shared out: every run, on any units, gives the same centres. */
#ifndef CTSAR_CLUSTER_H
#define CTSAR_CLUSTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "image.h"

enum { CLUSTER_MAX = 256 };

/* A cluster's mean colour, 0..255 a channel. */
typedef struct centre {
    float channel[3];
} centre;

typedef struct clustering {
    int k;
    centre *centres; /* k, owned */
    uint16_t *label; /* the cluster of each pixel, owned */
    size_t n;        /* pixels */
    int iterations;  /* done; `converged` says why they ended */
    bool converged;
} clustering;

/* What one iteration finds out about all pixels. */
typedef struct tally {
    uint64_t sum[CLUSTER_MAX][3], count[CLUSTER_MAX];
    uint64_t changed; /* pixels whose label changed */
} tally;

/* One iteration's pass over the pixels: labels them by the nearest centre and adds up *total. */
typedef void (*cluster_pass)(const pixel *pixels, clustering *c, tally *total);

/* The body of that pass, for pixels [lo, hi). */
void cluster_assign(const pixel *pixels, const centre *centres, int k, uint16_t *label, tally *t,
                    long lo, long hi);
/* Folds the tally *from into *into. */
void cluster_combine(void *into, void *from);

/* The simplest pass: one thread, no ctsar. */
void cluster_pass_serial(const pixel *pixels, clustering *c, tally *total);

/* Clusters n pixels into k <= CLUSTER_MAX colours; ends when no label changes or
 * after max_iterations.  The caller frees the result. */
clustering cluster(const pixel *pixels, size_t n, int k, int max_iterations, cluster_pass pass);
void cluster_free(clustering *c);

#endif
