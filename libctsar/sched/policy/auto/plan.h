/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The plan: each unit has a range of its own, by fill, most of which it gets at once; the rest
 * follows in halves, and who is done early takes over from who will be late. */
#ifndef CTSAR_AUTO_PLAN_H
#define CTSAR_AUTO_PLAN_H

#include "sched/policy/auto/queue.h"

/* Starts a planned pass; `error`: of predictions, relative.  From then on the split is not used. */
void ctsar__auto_begin_plan(ctsar__auto_queue *q, const ctsar__split *split, double error);

/* Hands out the next range of `unit` at `now`.  False: it leaves. */
bool ctsar__auto_plan(ctsar__auto_queue *q, int unit, double now, ctsar__range *range);

#endif
