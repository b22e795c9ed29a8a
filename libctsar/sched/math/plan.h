/* SPDX-License-Identifier: BSD-3-Clause
 *
 * From rates to boundaries, for every policy that splits.  A solution is what is in
 * force: the rates it was made from, and the pass time that deviation minimisation
 * finds for them, from which fill starts.  Boundaries of any part of a pass are laid from
 * it, until the policy has another made.  They depend on the rates alone, not on the
 * LP's rounding (fill.h), so any thread derives those of another n or team. */
#ifndef CTSAR_PLAN_H
#define CTSAR_PLAN_H

#include "sched/math/plan_speeds.h"

/* Rates at their defaults, nothing kept, nobody left out.  *s must outlive *plan.  ENOMEM. */
int ctsar__plan_init(ctsar__plan *plan, ctsar__sched *s) CTSAR__MUST_CHECK;
void ctsar__plan_free(ctsar__plan *plan);

/* The boundaries of `part` of a pass of n iterations over the units of out->team: the
 * kept ones where they are for these, else by fill.  Pure.  ENOMEM. */
int ctsar__plan_split(const ctsar__plan *plan, long n, ctsar__range part, ctsar__team team,
                      ctsar__split *out) CTSAR__MUST_CHECK;

/* Do caches decide what passes like this one of `part` take, of so many seconds (trial.h)?  It is
 * on cores alone that they do. */
bool ctsar__plan_is_short(const ctsar__plan *plan, long n, ctsar__range part, ctsar__team team,
                          double seconds);

/* Makes a solution for the rates as they are.  Counted in s->stats. */
void ctsar__plan_solve(ctsar__plan *plan, ctsar__sched *s, long n, ctsar__team team);

/* Lays the boundaries of `part` from the solution, unless they are kept.  Counted in
 * s->stats.  Without memory none are kept, and split derives them. */
void ctsar__plan_lay(ctsar__plan *plan, ctsar__sched *s, long n, ctsar__range part,
                     ctsar__team team);

/* Drops the solution: rates or cost have become others by more than new samples. */
void ctsar__plan_forget(ctsar__plan *plan);

/* Books a range of the running round. */
void ctsar__plan_observe(ctsar__plan *plan, const ctsar__sample *sample);

/* At the end of a round that executed `done`, not empty, and was split by this plan: decides
 * who is left out of the next one, and adapts to it as below. */
void ctsar__plan_end(ctsar__plan *plan, ctsar__sched *s, long n, ctsar__range done,
                     ctsar__range next, ctsar__team team);

/* After that, where passes are one round: what s->told_every is to be. */
double ctsar__plan_told_every(const ctsar__plan *plan, ctsar__team team);

#endif
