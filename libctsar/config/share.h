/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What of the environment's settings one of several processes has. */
#ifndef CTSAR_CONFIG_SHARE_H
#define CTSAR_CONFIG_SHARE_H

#include "base/status.h"
#include "config/state.h"

/* One of the processes of a job, by its rank, and among those of its machine. */
typedef struct ctsar__share {
    int rank, local_rank, local_size;
} ctsar__share;

/* Devices that nobody has named are divided among the processes of the machine.  Reports, traces
 * and histories are those of rank 0, but for files with %r in their names, of which each rank has
 * one, with its number there.  ENOMEM. */
int ctsar__config_share(ctsar__config *c, ctsar__share s) CTSAR__MUST_CHECK;

#endif
