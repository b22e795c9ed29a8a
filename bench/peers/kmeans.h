/* SPDX-License-Identifier: BSD-3-Clause
 *
 * k-means' data, and its passes by the peers. */
#ifndef CTSAR_PEER_KMEANS_H
#define CTSAR_PEER_KMEANS_H

#include "peer.h"

typedef struct kmeans_data {
    long np, nf, k;
    float *x, *centres; /* np x nf, k x nf */
    int *member;
} kmeans_data;

/* One labelling in tasks of `block` points; returns how many labels changed.  What the first pass
 * registered stays until the close. */
PEER_OPTIONAL long kmeans_starpu(const kmeans_data *d, long block);
PEER_OPTIONAL void kmeans_starpu_close(void);

/* On the first OpenCL device. */
PEER_OPTIONAL long kmeans_opencl(const kmeans_data *d);
PEER_OPTIONAL void kmeans_opencl_close(void);

#endif
