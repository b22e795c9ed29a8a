/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The speeds that a plan lays boundaries from, and what units may have.
 *
 * Threads call these while a pass runs, so they take their working space from the stack, or from
 * the heap for teams larger than any of today. */
#ifndef CTSAR_PLAN_SPEEDS_H
#define CTSAR_PLAN_SPEEDS_H

#include "sched/math/plan_state.h"

enum { CTSAR__SMALL_TEAM = 64 };

typedef struct ctsar__speeds {
    int units;
    const ctsar__cost *cost;
    double *o, *p, *scratch; /* seconds a range, seconds per work; scratch: two per unit */
    long *cap;               /* NULL: nobody is left out or probed */
    long *boundary;          /* scratch: units + 1 */
    void *heap;
    double small[4 * CTSAR__SMALL_TEAM];
    long small_boundary[2 * CTSAR__SMALL_TEAM + 1];
} ctsar__speeds;

/* Is there a solution for this team? */
bool ctsar__plan_solved(const ctsar__plan *plan, ctsar__team team);

/* As the rates are now.  False: no memory. */
bool ctsar__speeds_now(ctsar__speeds *v, const ctsar__plan *plan, long n, ctsar__team team);

/* As they are for the solution in force, if there is one for this team, else as they are now.
 * False: no memory. */
bool ctsar__speeds_solved(ctsar__speeds *v, const ctsar__plan *plan, long n, ctsar__team team);

void ctsar__speeds_drop(ctsar__speeds *v);

/* Restricts units to what back-off allows them, of a part of n iterations, and to what they can
 * keep, as long as that is enough (else data stream).  A probe of so many iterations is given
 * whatever it takes, so it is made to look as if it took nothing. */
void ctsar__speeds_limit(ctsar__speeds *v, const ctsar__plan *plan, long n, ctsar__team team);

/* Does the unit get what its speed says? */
bool ctsar__speeds_works(const ctsar__speeds *v, int unit);

/* Seconds per unit of work when no unit has overhead or waits for another: 1 / sum(1/p),
 * the optimum of the LP in closed form. */
double ctsar__speeds_pace(const ctsar__speeds *v);

/* What iterations cost in passes of n; NULL: all alike. */
const ctsar__cost *ctsar__plan_cost(const ctsar__plan *plan, long n);

#endif
