/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The ramp: nothing is taken for granted.  Pieces grow while speeds are being learned and shrink
 * towards the end.  Cores take from the front, accelerators from the back, so that most data stays
 * where a later plan wants it. */
#ifndef CTSAR_AUTO_RAMP_H
#define CTSAR_AUTO_RAMP_H

#include "sched/policy/auto/queue.h"

/* Starts a ramp. */
void ctsar__auto_begin_ramp(ctsar__auto_queue *q);

/* Hands out the next range of `unit` at `now`.  False: it leaves, or, where *later is set, may ask
 * again then.  A unit that is doubtful gets nothing before it is known that the pass lasts longer
 * on the cores than a few ranges cost on it, which ranges that still run may show. */
bool ctsar__auto_ramp(ctsar__auto_queue *q, int unit, double now, ctsar__range *range,
                      double *later);

#endif
