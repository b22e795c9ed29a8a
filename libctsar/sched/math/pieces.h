/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The queue of the policies that hand out pieces on demand.  Pieces are contiguous and are
 * cut from both ends: cores take from the front and accelerators from the back, so that
 * persisted data stay near the units that a split gives them to. */
#ifndef CTSAR_PIECES_H
#define CTSAR_PIECES_H

#include "sched/sched.h"

enum { CTSAR__PIECES = 400 }; /* of a pass, by default */

typedef struct ctsar__pieces {
    long lo, hi;             /* iterations that nobody has yet, but for what was set aside */
    const ctsar__cost *cost; /* NULL: all alike */
    double work;             /* of all iterations of the pass */
    double least;            /* work of a piece, where there is as much */
} ctsar__pieces;

/* All of a pass of n iterations; `cost` may be NULL or of no use. */
void ctsar__pieces_fill(ctsar__pieces *p, const ctsar__cost *cost, long n);

double ctsar__pieces_left(const ctsar__pieces *p); /* as work */

/* The longest range with no more work than `work`, but `least` and one iteration at least.  False:
 * nothing is left. */
bool ctsar__pieces_front(ctsar__pieces *p, double work, ctsar__range *range);
bool ctsar__pieces_back(ctsar__pieces *p, double work, ctsar__range *range);

/* `work`, or that of so many iterations at the front or the back if these have less. */
double ctsar__pieces_work(const ctsar__pieces *p, bool front, long iterations, double work);

/* So many iterations, or all that are left.  False: `iterations` is 0, or nothing is left. */
bool ctsar__pieces_exactly(ctsar__pieces *p, bool front, long iterations, ctsar__range *range);

/* The work of a piece of each unit for which all pieces last equally long by the default
 * times, and about env.div of them make a pass, or env.chunk iterations are a piece on average
 * (paper 3.2.2), of the units that take part: one that has gone may have been so fast that nothing
 * would be left for the others' pieces.  From then on no piece is dust, whatever is thought of its
 * unit: a million of them make a pass, or env.chunk is less. */
void ctsar__pieces_even(ctsar__pieces *p, const ctsar__sched_env *env, long n, ctsar__team team,
                        double *size);

#endif
