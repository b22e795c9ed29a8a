/* SPDX-License-Identifier: BSD-3-Clause
 *
 * When a ramp would end if what is left were shared out ideally from now on, and what each unit
 * could do until then.
 *
 * An accelerator's clock stands still while persisted data move to it: that happens once, so shares
 * are made for the passes to come.  Where the pass would take more than twice what it takes on the
 * cores alone, the clock stands still for a quarter of that only; from there on moves cost what
 * they cost, and the cores do what the accelerator cannot fetch any more.  Later passes bring it
 * the rest. */
#ifndef CTSAR_AUTO_RAMP_END_H
#define CTSAR_AUTO_RAMP_END_H

#include "sched/policy/auto/queue.h"

/* Does it get a part of what is left, as far as is known? */
bool ctsar__auto_takes_part(const ctsar__auto_unit *u);

/* From where a unit takes its next range: its zone, then what has no zone, then the largest zone;
 * `back`: from its end.  NULL: nothing is left. */
ctsar__range *ctsar__auto_source(ctsar__auto_queue *q, int unit, bool *back);

/* When unit `u` could start another range, by its clock. */
double ctsar__auto_ready(const ctsar__auto_unit *u, double now);

/* Seconds that cores' ranges must have lasted before they tell anything. */
double ctsar__auto_trusted(const ctsar__auto_queue *q);

/* Seconds for so much work on the cores alone, as those show that have ended a range; INFINITY:
 * none has. */
double ctsar__auto_on_cores(const ctsar__auto_queue *q, double work);

/* Sets q->ramp.end. */
void ctsar__auto_water_fill(ctsar__auto_queue *q, double now);

/* The work that unit `u` can do until q->ramp.end. */
double ctsar__auto_room(const ctsar__auto_queue *q, const ctsar__auto_unit *u, double now);

#endif
