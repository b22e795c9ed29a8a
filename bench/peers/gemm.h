/* SPDX-License-Identifier: BSD-3-Clause
 *
 * GEMM's data, and its passes by the peers. */
#ifndef CTSAR_PEER_GEMM_H
#define CTSAR_PEER_GEMM_H

#include "peer.h"

typedef struct gemm_data {
    long ni, nj, nk;
    float alpha, beta, *a, *b, *c;
} gemm_data;

/* In tasks of `block` rows. */
PEER_OPTIONAL void gemm_starpu(const gemm_data *g, long block);
/* On the first OpenCL device. */
PEER_OPTIONAL void gemm_opencl(const gemm_data *g);

#endif
