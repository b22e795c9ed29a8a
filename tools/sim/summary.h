/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is said of a policy: medians and tenth percentiles over runs with different seeds. */
#ifndef CTSAR_SIM_SUMMARY_H
#define CTSAR_SIM_SUMMARY_H

#include "play.h"

typedef struct quantiles {
    double p10, median, p90;
} quantiles;

typedef struct summary_pass {
    quantiles time, efficiency;
} summary_pass;

typedef struct summary {
    quantiles time, efficiency;   /* of the whole run: sums over its passes */
    double best, busy, imbalance; /* medians; the last two are means over the passes */
    double solves, fills, chunks, backoffs, probes, returns; /* medians of the whole run's */
    double exchange;                                         /* median of the whole run's */
    double share_variation; /* median of the largest, over accelerators, deviation of its share in
                             * the passes from the fifth on, in parts of its mean there; NAN:
                             * fewer than seven passes, or no accelerator */
    long passes;
    summary_pass *pass;
} summary;

/* Of the n values at x, which are sorted. */
quantiles quantiles_of(double *x, int n);

/* Of `runs` runs of equal length.  The caller frees it with summary_free. */
summary summary_make(const play_run *run, int runs, int accs);
void summary_free(summary *s);

#endif
