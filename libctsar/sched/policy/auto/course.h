/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How `auto` hands out the next pass.
 *   The first pass is a ramp, which times ranges all over the iteration space: enough for a cost
 *   profile.  Where overhead is a large part of a pass, a second ramp follows, which starts from
 *   known speeds.
 *   Then passes follow a plan.  How much of it is held back depends on how well times were
 *   predicted.  Where that is less than hand-outs cost, the plan is a plain split.
 *   If units wait for each other in two passes running, iterations do not cost what they did, or a
 *   unit is not as fast as it was: two ramps show what they cost now, and a plan is made anew.
 *   Only if that is slower than the ramps were do more of them follow, since costs change all the
 *   time.
 *   In short passes on cores caches are why units wait, unless passes are so much longer than
 *   the ramp was that it must be the iterations. */
#ifndef CTSAR_AUTO_COURSE_H
#define CTSAR_AUTO_COURSE_H

#include "sched/policy/auto/queue.h"

typedef struct ctsar__auto_course {
    bool ramping;      /* the round that runs is a ramp, or the next one is */
    int ramps;         /* still to come, that one included */
    long n;            /* iterations of the last pass that was not empty; 0: none yet */
    double error;      /* of predictions, relative */
    int idle_passes;   /* in a row */
    int wait;          /* passes until ramps may be tried ... */
    int next_wait;     /* ... after they have failed */
    double ramp_idle;  /* part of the units' speed in the last ramp */
    double ramp_pace;  /* seconds per iteration of the last ramp; 0: none yet */
    double least_pace; /* the same of the fastest short pass on cores since; 0: none yet */
    bool uneven;       /* it is iterations that decide what short passes take, not caches */
    bool anew;         /* the plan that follows the ramps is new: are they faster than it? */
} ctsar__auto_course;

/* Before the first pass. */
void ctsar__auto_start(ctsar__auto_course *c);

/* The next pass is a ramp: somebody has come of whom nothing is known. */
void ctsar__auto_ramp_once(ctsar__auto_course *c);

/* Is a pass of n iterations a ramp?  One that is not like the last one is. */
bool ctsar__auto_ramps(const ctsar__auto_course *c, long n);

/* After a pass of n iterations.  `caches`: as far as is known they decide what it took.  `scratch`:
 * one number for each unit.  True: what profiles were learned from is in doubt. */
bool ctsar__auto_proceed(ctsar__auto_course *c, const ctsar__auto_queue *q, long n, bool caches,
                         double *scratch);

/* Do hand-outs pay?  Where predictions are wrong by more than they cost. */
bool ctsar__auto_hands_out(const ctsar__auto_course *c, const ctsar__auto_queue *q);

#endif
