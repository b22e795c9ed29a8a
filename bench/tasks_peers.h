/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Tasks by StarPU, where the build has it. */
#ifndef CTSAR_BENCH_TASKS_PEERS_H
#define CTSAR_BENCH_TASKS_PEERS_H

#include <stdbool.h>
#include <stdlib.h>

#include "../apps/tasks/tiles.h"

/* Whether an OpenCL device takes part beside the cores. */
static inline bool tasks_with_device(void)
{
    return getenv("STARPU_NOPENCL");
}

/* `tasks` empty tasks, each of which writes one of the `places` in turn. */
void starpu_peer_empty(long tasks, long places);
/* Factorises the n by n matrix at z, with a device beside the cores where one takes part. */
void starpu_peer_cholesky(double *z, long n, long size);
/* c += a * b, n by n; likewise. */
void starpu_peer_matmul(double *a, double *b, double *c, long n, long size);

#endif
