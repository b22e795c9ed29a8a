/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Fill: the last step of every split.  Finds the smallest pass time T for which
 * the units, in order, each taking the longest range with
 *     o_j + p_j * work(range) <= T   and   length <= cap_j,
 * cover all iterations, and returns their integer boundaries.  Where several
 * units' ranges end exactly at T and only some of those iterations are needed,
 * the first units get them, so that all that work end within one iteration of each
 * other.  A unit whose overhead alone exceeds T gets nothing. */
#ifndef CTSAR_FILL_H
#define CTSAR_FILL_H

#include "sched/sched.h"

typedef struct ctsar__fill_input {
    ctsar__range part; /* the iterations to share out */
    int units;
    const double *o, *p;     /* seconds; seconds per unit of work, positive and finite */
    const long *cap;         /* iterations, or NULL */
    const ctsar__cost *cost; /* NULL: uniform */
    const ctsar__move *move; /* of data to `team`'s units, added to a range's time; NULL: none */
    ctsar__team team;        /* with `move` only */
    double guess;            /* where the search starts: the LP's T, or 0 */
} ctsar__fill_input;

/* Fills boundary[0..units].  Returns the predicted T.  Where the caps cannot cover
 * the part they are ignored. */
double ctsar__fill(const ctsar__fill_input *in, long *boundary);

#endif
