/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Tasks by StarPU, where the build has it. */
#ifndef CTSAR_BENCH_TASKS_PEERS_H
#define CTSAR_BENCH_TASKS_PEERS_H

#include "../apps/tasks/tiles.h"

/* `tasks` empty tasks, each of which writes one of the `places` in turn. */
void starpu_peer_empty(long tasks, long places);
/* Factorises the n by n matrix at z. */
void starpu_peer_cholesky(double *z, long n, long size);
/* c += a * b, n by n; with an OpenCL device beside the cores where STARPU_NOPENCL says so. */
void starpu_peer_matmul(double *a, double *b, double *c, long n, long size);

#endif
