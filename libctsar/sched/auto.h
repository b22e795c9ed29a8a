/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Private to policy `auto`: its state, and its two ways to hand out a pass.
 *   ramp  nothing is taken for granted: pieces that grow while speeds are being learned and
 *         shrink towards the end.  Cores take from the front, accelerators from the back, so
 *         that most data stays where a later plan wants it.
 *   plan  each unit has a range of its own, by fill, most of which it gets at once; the rest
 *         follows in halves, and who is done early takes over from who will be late. */
#ifndef CTSAR_AUTO_H
#define CTSAR_AUTO_H

#include "rate.h"

/* A unit in the sub-pass that runs. */
typedef struct ctsar__auto_unit {
    double o, p;     /* seconds a range, seconds per work; p 0: not known yet */
    double due;      /* when its range is predicted to be over; when it was, if not busy */
    double start;    /* when it got its range */
    double moved;    /* seconds that its ranges took besides what they will take again */
    double expects;  /* seconds predicted for its range */
    bool busy;       /* has a range */
    bool learns;     /* was not known when the sub-pass began */
    bool out;        /* takes no part */
    bool left;       /* gets no more ranges */
    int pieces;      /* ranges it got */
    long last;       /* iterations in the last one, ... */
    long iterations; /* ... in all so far, ... */
    long most;       /* ... as back-off has it, LONG_MAX: any number, ... */
    long before;     /* ... and in all of the sub-pass before; LONG_MAX: not known */

    ctsar__range own; /* plan: what is left of its own range, ... */
    double own_work;  /* ... the work in that, ... */
    double whole;     /* ... and in all of the range, at first */

    double taken, work;  /* of its ranges, with weights that decay: seconds less overhead */
    double busy_seconds; /* sums over the sub-pass */
    /* Of its ranges but a first one that may have been a cold start: */
    double variable, overheads, done_work;
    long timed_iterations;
    int timed;         /* ranges in these sums */
    double pace;       /* seconds per iteration in the sub-pass before; 0: not known */
    double error;      /* |log(taken / predicted)| of its longest range; < 0: none */
    double error_work; /* the work in that */
} ctsar__auto_unit;

typedef struct ctsar__auto_queue {
    long n;
    ctsar__team team;
    ctsar__auto_unit *unit;
    int room;
    const ctsar__cost *cost; /* NULL: uniform */
    ctsar__range left;       /* ramp: not handed out yet, ... */
    double left_work;        /* ... and the work in it */
    double end;              /* ramp: when all is predicted to be over; plan: the fill's */
    int stale;               /* ramp: hand-outs since that was computed */
    double tail;             /* plan: the part of a range that is not handed out at once */
} ctsar__auto_queue;

/* Hands out the next range of `unit` at `now`.  False: it leaves. */
bool ctsar__auto_ramp(ctsar__auto_queue *q, int unit, double now, ctsar__range *range);
bool ctsar__auto_plan(ctsar__auto_queue *q, int unit, double now, ctsar__range *range);

/* A hand-out costs about so much even where launching is free, in seconds. */
#define CTSAR__AUTO_HAND_OUT 1e-6

static inline double ctsar__auto_overhead(const ctsar__auto_unit *u)
{
    return u->o > CTSAR__AUTO_HAND_OUT ? u->o : CTSAR__AUTO_HAND_OUT;
}

/* The work in [lo, hi). */
static inline double ctsar__auto_work(const ctsar__auto_queue *q, long lo, long hi)
{
    return q->cost ? q->cost->work(q->cost->data, lo, hi) : (double)(hi - lo);
}

/* Cuts the iterations with at most `work`, and at most `most` of them, but one at least, from
 * the front or the back of the range, which must not be empty. */
ctsar__range ctsar__auto_cut(const ctsar__auto_queue *q, ctsar__range *from, double work, long most,
                             bool back);

/* Does any unit but this one have a range?  It will ask again, so this one may leave. */
bool ctsar__auto_others_busy(const ctsar__auto_queue *q, int unit);

/* Iterations that its next range may have, however much is promised of it: a wrong guess must
 * not cost more than a few times what is known. */
long ctsar__auto_most(const ctsar__auto_unit *u);

#endif
