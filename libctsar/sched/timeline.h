/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Virtual time: a sub-pass in QUEUE mode, played in the order in which its hand-outs
 * would happen.  Each unit has a time line; the next hand-out goes to the unit that is earliest
 * on its own (ties by number), after all completions up to that moment.  Pure, as policies are;
 * used under the virtual clock and by the simulator. */
#ifndef CTSAR_TIMELINE_H
#define CTSAR_TIMELINE_H

#include "sched.h"

typedef struct ctsar__timeline_unit {
    double at;    /* when its range is over, or it became free */
    bool left;    /* it gets no more ranges */
    bool pending; /* `sample` is to be delivered at `at` */
    ctsar__sample sample;
} ctsar__timeline_unit;

typedef struct ctsar__timeline {
    ctsar__team team;
    ctsar__timeline_unit *unit;
    int room;
} ctsar__timeline;

/* All units at time 0, all in.  ENOMEM. */
int ctsar__timeline_begin(ctsar__timeline *t, ctsar__team team) CTSAR__CHECKED;

/* The unit whose hand-out comes next, -1: all have left. */
int ctsar__timeline_first(const ctsar__timeline *t);

/* Asks the policy for the next range of `unit`, which is the first.  False: none, the unit leaves.
 */
bool ctsar__timeline_assign(ctsar__timeline *t, ctsar__sched *s, int unit, ctsar__range *range);

/* Says what the range just assigned to `unit` takes. */
void ctsar__timeline_took(ctsar__timeline *t, int unit, ctsar__range range, double seconds,
                          double fixed);

/* Delivers what is still pending, and returns when the last range is over. */
double ctsar__timeline_end(ctsar__timeline *t, ctsar__sched *s);

void ctsar__timeline_free(ctsar__timeline *t);

#endif
