/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Helmholtz' data, and its passes by the peers. */
#ifndef CTSAR_PEER_HELMHOLTZ_H
#define CTSAR_PEER_HELMHOLTZ_H

#include "peer.h"

typedef struct helmholtz_data {
    long n, m;
    double ax, ay, b;
    double *f, *u, *uo; /* n x m; u and uo swap after every sweep */
} helmholtz_data;

/* One sweep in tasks of `block` rows; returns the sum of the squared residuals.  What the first
 * sweep registered stays until the close. */
PEER_OPTIONAL double helmholtz_starpu(const helmholtz_data *d, long block);
PEER_OPTIONAL void helmholtz_starpu_close(void);

/* On the first OpenCL device. */
PEER_OPTIONAL double helmholtz_opencl(const helmholtz_data *d);
PEER_OPTIONAL void helmholtz_opencl_close(void);

#endif
