/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A round of policy `auto` that hands out ranges: its units, and what both ways to do so use:
 * how much of a range to cut, what a range that is over tells, and what a pass looked like when it
 * was. */
#ifndef CTSAR_AUTO_QUEUE_H
#define CTSAR_AUTO_QUEUE_H

#include "sched/math/profile.h"

/* In a ramp: what bringing an accelerator its persisted data takes. */
typedef struct ctsar__auto_fetch {
    double each; /* seconds per work that it would get */
    double most; /* seconds in all for which its clock may stand still */
} ctsar__auto_fetch;

/* A unit in the round that runs. */
typedef struct ctsar__auto_unit {
    double o, p;  /* seconds a range, seconds per work; p 0: not known yet */
    double due;   /* when its ranges are predicted to be over; when they were, if it has none */
    double start; /* when its range begins: later than it got it, if behind another one */
    double moved; /* seconds that its ranges took besides what they will take again */
    ctsar__auto_fetch fetch;
    double coming;  /* seconds that moves take for ranges that it has, as is predicted */
    double expects; /* seconds predicted for its range */
    int ranges;     /* that it has: an accelerator may have several, executed one after the other */
    bool learns;    /* was not known when the round began */
    bool cold;      /* all that is known of it is a first range, which may have been a slow start */
    bool out;       /* takes no part */
    bool doubtful;  /* an accelerator of which nothing is known: it may not pay at all */
    bool late;      /* it may not ask in this round, because it was not ready when that began */
    bool left;      /* gets no more ranges */
    ctsar__sample first; /* its first range, where `cold` */
    int pieces;          /* ranges it got */
    long last;           /* iterations in the last one, ... */
    long iterations;     /* ... in all so far, ... */
    long most;           /* ... as back-off has it when the unit asks, LONG_MAX: any number, ... */
    long before;         /* ... and in all of the round before; LONG_MAX: not known */

    ctsar__range own; /* what is left of its own range, or, in a ramp, of its zone */
    double own_work;  /* plan: the work in that, ... */
    double whole;     /* ... and in all of the range, at first */

    double taken, work;  /* of its ranges, with weights that decay: seconds less overhead */
    double busy_seconds; /* sums over the round */
    /* Of its ranges but a first one that may have been a cold start: */
    double variable, overheads, done_work;
    long timed_iterations;
    int timed;         /* ranges in these sums */
    double pace;       /* seconds per iteration in the round before; 0: not known */
    double error;      /* |log(taken / predicted)| of its longest range; < 0: none */
    double error_work; /* the work in that */
} ctsar__auto_unit;

/* A ramp's (ramp.c). */
typedef struct ctsar__auto_ramp_state {
    ctsar__range left; /* not handed out yet, ... */
    double left_work;  /* ... and the work in it */
    double end;        /* when all is predicted to be over */
    bool zoned;        /* accelerators have their zones, or need none */
    int stale;         /* hand-outs since `end` was computed */
} ctsar__auto_ramp_state;

/* A planned pass's (plan.c). */
typedef struct ctsar__auto_plan_state {
    double tail; /* the part of a range that is not handed out at once */
    int drops;   /* passes in a row in which the slowest were left out */
} ctsar__auto_plan_state;

/* How far iterations' costs scatter, as the ranges of a ramp show. */
typedef struct ctsar__auto_scatters {
    double running, since; /* cores that have a range, and the sum of the times when they got it */
    double taken, work;    /* the cores' sums, with weights that decay */
    double last_pace, last_work; /* of the last range to end, of what was expected; 0: none */
    double squares, scale;       /* of differences between ranges, and what these are by chance */
} ctsar__auto_scatters;

typedef struct ctsar__auto_queue {
    long n;
    ctsar__team team;
    ctsar__auto_unit *unit;
    int room;
    const ctsar__costs *costs;
    const ctsar__move *move;       /* NULL: data move at no cost */
    const ctsar__cost *cost;       /* NULL: uniform */
    const ctsar__profile *profile; /* that the cost is of, or NULL */
    ctsar__auto_scatters cores;
    ctsar__auto_ramp_state ramp;
    ctsar__auto_plan_state plan;
    double over; /* when the last range was */
} ctsar__auto_queue;

/* A hand-out costs something even where launching is free. */
static inline double ctsar__auto_overhead(const ctsar__auto_queue *q, const ctsar__auto_unit *u)
{
    return u->o > q->costs->hand_out ? u->o : q->costs->hand_out;
}

/* What it takes to bring the unit the data of a range. */
double ctsar__auto_moves(const ctsar__auto_queue *q, int unit, ctsar__range range);

/* The work in [lo, hi). */
static inline double ctsar__auto_work(const ctsar__auto_queue *q, long lo, long hi)
{
    return q->cost ? q->cost->work(q->cost->data, lo, hi) : (double)(hi - lo);
}

/* How much work to cut from a range. */
typedef struct ctsar__auto_piece {
    double work;  /* at most, as it is predicted ... */
    double sure;  /* ... and as it almost surely is; ... */
    double least; /* ... so much is fine in any case */
    long most;    /* iterations */
    bool back;    /* from the end of the range */
} ctsar__auto_piece;

/* The variance of an iteration's cost over its mean, as far as it is not known. */
double ctsar__auto_scatter(const ctsar__auto_queue *q);

/* The work that [lo, hi) almost surely does not exceed. */
double ctsar__auto_surely(const ctsar__auto_queue *q, long lo, long hi);

/* Cuts a piece, but one iteration at least, from a range, which must not be empty. */
ctsar__range ctsar__auto_cut(const ctsar__auto_queue *q, ctsar__range *from,
                             const ctsar__auto_piece *piece);

/* Does one iteration fit into the piece? */
bool ctsar__auto_fits(const ctsar__auto_queue *q, ctsar__range from,
                      const ctsar__auto_piece *piece);

/* When what the unit has will be over, as it is predicted; `now`, if it has nothing. */
static inline double ctsar__auto_free(const ctsar__auto_unit *u, double now)
{
    return u->ranges > 0 && u->due > now ? u->due : now;
}

/* Will the unit ask for a range again, as far as is known?  It has one, or the round has just
 * begun.  Another one may leave then. */
bool ctsar__auto_will_ask(const ctsar__auto_queue *q, const ctsar__auto_unit *u, double now);

/* Will any unit but this one? */
bool ctsar__auto_others_ask(const ctsar__auto_queue *q, int unit, double now);

/* Counts a core's range that begins at `start` (sign 1), or is over (-1). */
void ctsar__auto_count_running(ctsar__auto_queue *q, const ctsar__auto_unit *u, double start,
                               int sign);

/* What the rest of the round is to go by: a range of so much work took `variable` seconds
 * besides the overhead. */
void ctsar__auto_learn(ctsar__auto_queue *q, ctsar__auto_unit *u, bool ramp, double variable,
                       double work);

/* How well a range was predicted; the longest one counts. */
void ctsar__auto_note_error(ctsar__auto_unit *u, double seconds, double work);

/* Of the units' errors the one that most stay below, < 0: none is known.  `scratch`: one number for
 * each unit. */
double ctsar__auto_error(const ctsar__auto_queue *q, double *scratch);

/* The part of the units' joint speed that waited. */
double ctsar__auto_idle(const ctsar__auto_queue *q);

/* The largest part of the round for which one of them moved data. */
double ctsar__auto_moved(const ctsar__auto_queue *q);

double ctsar__auto_largest_overhead(const ctsar__auto_queue *q);

/* What the units took per iteration, or, with a stated cost, per work, for a ramp to come. */
void ctsar__auto_note_paces(ctsar__auto_queue *q, bool stated);

/* Iterations that its next range may have, however much is promised of it: a wrong guess must
 * not cost more than a few times what is known. */
long ctsar__auto_most(const ctsar__auto_unit *u);

/* One of its ranges is over. */
void ctsar__auto_set_free(ctsar__auto_queue *q, ctsar__auto_unit *u);

/* The iterations by which a unit is known in the next round: those of this one, or, if it was left
 * out, or never asked, of the one before.  Pure. */
long ctsar__auto_before(const ctsar__auto_unit *u);

#endif
