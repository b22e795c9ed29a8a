/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A region: what stands behind a `ctsar *`. */
#ifndef CTSAR_REGION_H
#define CTSAR_REGION_H

#include "pass.h"

struct ctsar {
    char name[64];
    const ctsar__machine *machine;
    ctsar__device *const *device; /* the machine's, for a region that uses them */
    const char **acc_name;
    int accs;
    ctsar__sched *sched;
    ctsar__arrays arrays;
    ctsar__reductions reductions;
    ctsar__region_stats stats;
    ctsar__pass pass;
    pthread_mutex_t error_lock;
    char error[600];
};

#endif
