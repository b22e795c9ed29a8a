/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Virtual time: a round in QUEUE mode, played in the order in which its hand-outs
 * would happen.  Each unit has a time line, one for each range that it may have in flight; the next
 * hand-out goes to the line that is earliest (ties by number), after all completions up to that
 * moment.  Pure, as policies are; used under the virtual clock and by the simulator. */
#ifndef CTSAR_TIMELINE_H
#define CTSAR_TIMELINE_H

#include "sched/sched.h"

typedef struct ctsar__timeline_line {
    int unit, slot;
    double at;    /* when its range is over, or it became free */
    double over;  /* when its last range is; 0: it has had none */
    bool left;    /* it gets no more ranges */
    bool pending; /* `sample` is to be delivered at `at` */
    ctsar__sample sample;
} ctsar__timeline_line;

typedef struct ctsar__timeline {
    ctsar__team team;
    ctsar__timeline_line *line; /* unit u's slot 0 is line u */
    int lines;
    size_t room;
} ctsar__timeline;

/* A line per unit, all at time 0, all in.  ENOMEM. */
int ctsar__timeline_begin(ctsar__timeline *t, ctsar__team team) CTSAR__MUST_CHECK;
/* Unit u's line, which has had nothing, begins at `at`. */
void ctsar__timeline_delay(ctsar__timeline *t, int u, double at);
/* Another line for the unit, free from `at` on.  ENOMEM. */
int ctsar__timeline_add(ctsar__timeline *t, int unit, int slot, double at) CTSAR__MUST_CHECK;

/* The line whose hand-out comes next, -1: all have left. */
int ctsar__timeline_first(const ctsar__timeline *t);

/* Tells the policy of what is over by the time of `line`, which is the first. */
void ctsar__timeline_tell(ctsar__timeline *t, ctsar__sched *s, int line);
/* The same, and asks the policy for the next range of the unit of `line`, which is the first.
 * False: none, the line leaves, or is to ask again later. */
bool ctsar__timeline_assign(ctsar__timeline *t, ctsar__sched *s, int line, ctsar__range *range);
/* The line leaves. */
void ctsar__timeline_leave(ctsar__timeline *t, int line);

/* The range just assigned to `line` took so many seconds, without one-off moves, and is over at
 * `end`.  An empty one is a piece of a range that is not over yet: the line is busy until then, and
 * the policy is not told. */
void ctsar__timeline_took_until(ctsar__timeline *t, int line, ctsar__range range, double end,
                                double seconds, double fixed);

/* When the last range is over. */
double ctsar__timeline_length(const ctsar__timeline *t);
/* Delivers what is still pending, and returns that. */
double ctsar__timeline_end(ctsar__timeline *t, ctsar__sched *s);

void ctsar__timeline_free(ctsar__timeline *t);

#endif
