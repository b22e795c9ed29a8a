/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A region: what stands behind a `ctsar *`.  Its public calls are in region.c and, those that
 * say how it is scheduled, in settings.c; those about arrays in arrays.c. */
#ifndef CTSAR_REGION_H
#define CTSAR_REGION_H

#include "observe/history.h"
#include "pass.h"

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
    ctsar__sched *sched;        /* made from them */
    ctsar__history_region history;
    ctsar__arrays arrays;
    ctsar__reductions reductions;
    ctsar__region_stats stats;
    ctsar__check *check; /* NULL: not in check mode */
    bool promises;       /* that its body uses the pointers that it is given */
    ctsar__pass pass;
    pthread_mutex_t error_lock;
    char error[600];
};

/* ---- region.c ------------------------------------------------------------- */

/* Notes an error of `call` on region s (NULL: an error too); aborts if that is the mode.
 * Returns the status. */
int ctsar__region_report(ctsar *s, const char *call, int status);

/* The same for a call in a turn, which makes the rest of the pass empty. */
int ctsar__region_report_in_turn(ctsar *s, const char *call, int status);

/* The calling thread's turn, for `call`; errors are reported. */
int ctsar__region_turn(ctsar *s, const char *call, ctsar__lane **l);

/* ESTATE: a pass is running.  EINVAL: no region. */
int ctsar__region_idle(ctsar *s) CTSAR__CHECKED;

/* Whether its passes are checked, in check mode. */
void ctsar__region_decide_check(ctsar *s);

/* ---- kernels.c ------------------------------------------------------------ */

/* Which units can execute inline bodies. */
int ctsar__kernels_open(ctsar *s) CTSAR__CHECKED;

/* ---- settings.c ----------------------------------------------------------- */

/* Makes the scheduler of a new region, whose units are known, and its part in the history.
 * time_per_iter and div as in ctsar_init.  EINVAL, ENOMEM. */
int ctsar__schedule_open(ctsar *s, ctsar_policy policy, const double *time_per_iter,
                         const int *div) CTSAR__CHECKED;
void ctsar__schedule_close(ctsar *s);

/* Names the region, and begins anew with what the history has under that name.  ENOMEM: it is
 * called as before. */
int ctsar__schedule_rename(ctsar *s, const char *name) CTSAR__CHECKED;

/* Empty statistics of the region as it is.  ENOMEM. */
int ctsar__region_stats_open(const ctsar *s, ctsar__region_stats *stats) CTSAR__CHECKED;

#endif
