/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What pieces took, for the policies that need no such knowledge themselves: sums for each
 * accelerator and for all cores, in which passes long ago count little. */
#ifndef CTSAR_TALLY_H
#define CTSAR_TALLY_H

#include "sched/sched.h"

typedef struct ctsar__tallied {
    double work, seconds;    /* of its pieces; besides the overhead */
    double pieces, overhead; /* their number, and the sum of their overheads */
    long passes;             /* in which it had any */
    bool worked;             /* in the running one */
} ctsar__tallied;

typedef struct ctsar__tally {
    int accs;
    ctsar__tallied *unit; /* accelerators, then one for all cores */
} ctsar__tally;

/* ENOMEM. */
int ctsar__tally_init(ctsar__tally *t, int accs) CTSAR__MUST_CHECK;
void ctsar__tally_free(ctsar__tally *t);

/* Books a piece.  Ignored unless times and work are finite and >= 0. */
void ctsar__tally_add(ctsar__tally *t, const ctsar__sample *sample, double work);

/* The end of a pass. */
void ctsar__tally_end(ctsar__tally *t);

/* What ctsar__sched_times says (sched.h); a pass counts as one range. */
void ctsar__tally_times(const ctsar__tally *t, ctsar__measured *unit);

#endif
