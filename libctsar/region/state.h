/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A region: what stands behind a `ctsar *`.  State only. */
#ifndef CTSAR_REGION_STATE_H
#define CTSAR_REGION_STATE_H

#include "base/report.h"
#include "observe/history.h"
#include "pass/core/nodes.h"
#include "pass/pass.h"

/* What the code says of scheduling.  Variables of the environment go before it. */
typedef struct ctsar__settings {
    ctsar_policy policy;
    double *time; /* given by the user, as in ctsar__sched_env; owned, or NULL */
    int div;
    long chunk;
    double ratio; /* -1: none */
    ctsar_backoff backoff;
    int backoff_passes;
    struct ctsar__stated_cost *cost; /* NULL: none; owned */
} ctsar__settings;

struct ctsar {
    char name[64];
    const ctsar__machine *machine;
    ctsar__device *const *device; /* the machine's, for a region that uses them */
    const char **acc_name;
    ctsar__absent absent;
    unsigned devices; /* as ctsar_init was told */
    long core_cap;    /* of them cores */
    int accs;
    size_t expected; /* iterations of a pass, as ctsar_init was told */
    ctsar__settings settings;
    const ctsar_kernel *kernel; /* that turns launch; NULL: the body stands inline */
    ctsar_kernel as_declared;   /* it may be another one by now, at the same address ... */
    unsigned declared_at;       /* absent.version, then */
    ctsar__sched *sched;        /* made from them */
    ctsar__costs costs;         /* that it goes by */
    ctsar__history_region history;
    ctsar__arrays arrays;
    ctsar__reductions reductions;
    ctsar__region_stats stats;
    ctsar__check *check;                /* NULL: not in check mode */
    ctsar__replay_region *record;       /* NULL: its schedule is not recorded */
    const ctsar__replay_region *replay; /* NULL: none is repeated */
    ctsar__traced_region *traced;       /* NULL: not traced */
    ctsar__nodes *nodes;                /* NULL: this process is alone */
    bool promises;                      /* that its body uses the pointers that it is given */
    ctsar__pass pass;
    pthread_mutex_t error_lock;
    char error[CTSAR__REPORTED];
};

#endif
