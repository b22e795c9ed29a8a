/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Nodes: the library divides each pass over them, and each plays the policy on its part.
 *
 *     time of a pass = latest node + telling each other what they took + exchange of data
 *
 * A collective operation of N nodes takes ceil(log2 N) messages' latency, and what each receives
 * over the bandwidth.  Nothing is computed while data travel. */
#ifndef CTSAR_SIM_CLUSTER_H
#define CTSAR_SIM_CLUSTER_H

#include "play.h"

typedef struct cluster cluster;

/* Machine and workload must live as long. */
cluster *cluster_make(const machine *m, const workload *w);
void cluster_free(cluster *c);

/* As `play`; shares of units are not noted. */
void cluster_play(const player *p, cluster *c, uint64_t seed, play_run *r);

#endif
