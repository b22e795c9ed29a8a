/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What keeps a region from the sum of its units' speeds.  A unit that is needed computes w
 * iterations a second when it does nothing else, all of them together W.  In each second of a pass
 * W iterations could have been computed, so
 *     seconds of a pass = its iterations / W + sum over the units of (w / W) * what kept them
 * and what kept a unit is measured: copies, launches, waiting.  The first term is the bound; the
 * sum closes whatever the passes were like. */
#ifndef CTSAR_SHORTFALL_H
#define CTSAR_SHORTFALL_H

#include "observe/stats.h"

/* Each is a cause, and what the table says of it.  What passes of the first two kinds waited, and
 * took longer to compute, counts for them; their copies and launches count as those of others. */
#define CTSAR__LOSSES(X)                                                                           \
    X(first_passes, "learning in first passes")                                                    \
    X(trials, "trials")                                                                            \
    X(imbalance, "waiting for the unit that ends last")                                            \
    X(copies, "copies that no kernel hides")                                                       \
    X(fetches, "copies that come once")                                                            \
    X(left_out, "units without a part")                                                            \
    X(waiting, "waiting before and between ranges")                                                \
    X(overhead, "launches")                                                                        \
    X(slower, "units that are slower beside each other")                                           \
    X(scheduler, "the scheduler's decisions")

#define CTSAR__LOST(name, what) CTSAR__LOST_##name,
typedef enum ctsar__loss { CTSAR__LOSSES(CTSAR__LOST) CTSAR__LOST_KINDS } ctsar__loss;
#undef CTSAR__LOST

/* Of the passes whose units' times are kept, without those up to the last one in which a unit
 * worked that is gone. */
typedef struct ctsar__shortfall {
    long from;       /* of the recorded passes the first one that counts */
    long passes;     /* that count: all with work from there on ... */
    long first;      /* ... of which so many begin a region and take over 2 % longer than usual, or
                      * follow on such */
    bool *early;     /* by recorded pass: is it one of them?  Owned */
    double measured; /* seconds of them, those of deciding included */
    double bound;    /* what the units that are needed could do it in */
    double lost[CTSAR__LOST_KINDS]; /* with the bound they come to what was measured */
    int left_out; /* the unit whose passes without a part lost most; -1: none did */
} ctsar__shortfall;

/* Pure.  False: nothing is known, or there is no memory.  *s is to be freed in any case. */
bool ctsar__shortfall_of(const ctsar__region_stats *r, ctsar__shortfall *s);
void ctsar__shortfall_free(ctsar__shortfall *s);

#endif
