/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What passes take as a rule, of many that differ: seconds per work. */
#ifndef CTSAR_SCHED_PACE_H
#define CTSAR_SCHED_PACE_H

#include "sched/math/standing.h"

#define CTSAR__PACE_OUTLIER 1.5  /* times the usual: it says little */
enum { CTSAR__PACE_ENOUGH = 3 }; /* passes that tell what they take, where they are not suspect */

/* With a newer pass of this weight; an outlier counts as no more than one. */
double ctsar__pace_usual(double before, double now, double weight);

/* Books a pass on all units: the best of the first ones counts, in which memory is touched and
 * shares are not settled; then the newer ones count as much as all, and as one in ten once there
 * are many.  Where cores had waited far longer for accelerators than they worked, as beside copies
 * that stall, of two such passes within ten the second one is no outlier: the shorter one is what
 * passes take now and then. */
void ctsar__pace_book(ctsar__compared *c, double now, bool waited);

#endif
