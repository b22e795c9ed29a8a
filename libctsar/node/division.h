/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How a pass is divided over nodes: rank r executes the iterations from boundary[r] to
 * boundary[r + 1].  Pure functions, so that all ranks find the same. */
#ifndef CTSAR_NODE_DIVISION_H
#define CTSAR_NODE_DIVISION_H

#include "sched/sched.h"

/* By what a unit of work takes on each rank, in seconds; 0: not known, as long as on the slowest of
 * the others.  `cost` of the iterations, or NULL: they are alike. */
void ctsar__divide(const double *pace, int ranks, long n, const ctsar__cost *cost, long *boundary);
/* Rank r took seconds[r] for its part. */
void ctsar__divided(double *pace, int ranks, const double *seconds, const ctsar__cost *cost,
                    const long *boundary);
/* Does `better` save enough, so that data and policies may be led elsewhere? */
bool ctsar__divide_anew(const double *pace, int ranks, const ctsar__cost *cost,
                        const long *boundary, const long *better);
/* All of that at the end of a pass of n iterations: `boundary` is the next pass's.  `room` for as
 * many. */
void ctsar__divide_next(double *pace, int ranks, const double *seconds, long n,
                        const ctsar__cost *cost, long *boundary, long *room);

#endif
