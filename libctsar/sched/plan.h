/* SPDX-License-Identifier: BSD-3-Clause
 *
 * From rates to boundaries, for every policy that splits: deviation minimisation gives
 * the pass time from which fill starts, and fill gives the boundaries, which are kept
 * until the policy has others made.  Which boundaries result depends on the rates alone,
 * not on the LP's rounding (fill.h), so any thread derives those of another n or team
 * without it. */
#ifndef CTSAR_PLAN_H
#define CTSAR_PLAN_H

#include "rate.h"

typedef struct ctsar__plan {
    ctsar__rates rates;
    ctsar__split kept;  /* the last boundaries made; n == -1: none */
    ctsar__team solved; /* the team of the LP's last solution ... */
    double pace;        /* ... and its pass time per iteration, in seconds; 0: none yet */
} ctsar__plan;

/* Rates at their defaults, nothing kept.  *s must outlive *plan.  ENOMEM. */
int ctsar__plan_init(ctsar__plan *plan, const ctsar__sched *s) CTSAR__CHECKED;
void ctsar__plan_free(ctsar__plan *plan);

/* The boundaries of n iterations over the units of out->team: the kept ones where
 * they are for these, else by fill from the rates.  Pure.  ENOMEM. */
int ctsar__plan_split(const ctsar__plan *plan, long n, ctsar__team team,
                      ctsar__split *out) CTSAR__CHECKED;

/* Are the kept boundaries for these? */
bool ctsar__plan_keeps(const ctsar__plan *plan, long n, ctsar__team team);

/* Would new boundaries save at least `seconds`, and at least `fraction` of the
 * time that the pass is predicted to take with the kept ones?  True when there are none; false for
 * an empty pass. */
bool ctsar__plan_gains(const ctsar__plan *plan, long n, ctsar__team team, double seconds,
                       double fraction);

/* Solves the LP for the rates as they are.  Counted in s->stats. */
void ctsar__plan_solve(ctsar__plan *plan, ctsar__sched *s, ctsar__team team);

/* Makes the kept boundaries, from the LP's last solution on.  Counted in s->stats.
 * Without memory none are kept, and split derives them. */
void ctsar__plan_fill(ctsar__plan *plan, ctsar__sched *s, long n, ctsar__team team);

#endif
