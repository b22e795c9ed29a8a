/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Boundaries from speeds, with what moving persisted data costs.  Data that a boundary moves stay
 * moved, so a move is a price that some passes share.  Prices are asked in begin, assign and end
 * only (ctsar__move). */
#ifndef CTSAR_PLAN_FILL_H
#define CTSAR_PLAN_FILL_H

#include "sched/math/plan_speeds.h"

/* Passes that share the price of a move. */
#define CTSAR__MOVES_FREE 0.0 /* as if data were wherever they are needed */
#define CTSAR__MOVES_PAY 20.0 /* in which a move is to pay for itself */

/* Boundaries by fill (fill.h), or by the user's fractions; `pace`: where the search starts, seconds
 * per work.  Returns the predicted seconds, with moves' parts. */
double ctsar__plan_fill(const ctsar__plan *plan, const ctsar__speeds *v, ctsar__team team,
                        ctsar__range part, double pace, double passes, long *boundary);

/* The same where moves are to pay for themselves, but the pass to come is bounded: all that it
 * moves makes it at most a quarter and one range's overhead longer than that.  What is too dear for
 * it is left to passes after it, whose units hold more by then. */
double ctsar__plan_fill_bounded(const ctsar__plan *plan, const ctsar__speeds *v, ctsar__team team,
                                ctsar__range part, double pace, long *boundary);

/* What a pass takes by boundaries, with moves' parts. */
double ctsar__plan_takes(const ctsar__plan *plan, const ctsar__speeds *v, ctsar__team team,
                         double passes, const long *boundary);

#endif
