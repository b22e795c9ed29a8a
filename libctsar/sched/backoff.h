/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which accelerators are left out of the next pass (paper 4.1), and how a unit without
 * iterations gets to show that it has become faster.
 *   fill   an accelerator is out after two passes (the env says how many) in which the pass
 *          would be as fast without it: T_with > 0.99 T_without.  Judged together,
 *          slowest first, so that many that help little each are not all dropped.  It is back
 *          when T_with < 0.98 T_without.
 *   paper  out after as many passes in which it was slower than the slowest core; where
 *          pieces are handed out: in which it completed fewer iterations than any core.  Back when
 *          a probe shows it to be faster than the slowest core.
 *   never  none is left out.
 * Under each rule any unit that had nothing to do is probed: after max(8, 100 excess / T) passes,
 * so that probes cost 1 % at most (8 where no unit of its kind was ever timed), it gets a range
 * that fits half a pass, and if that was twice as fast as before, one of eight times as many
 * iterations in the next. */
#ifndef CTSAR_BACKOFF_H
#define CTSAR_BACKOFF_H

#include "sched.h"

typedef struct ctsar__standing {
    bool out;      /* left out by the rule; accelerators only */
    int against;   /* passes in a row in which the rule was against it */
    bool idle;     /* it has nothing to do but probes ... */
    long wait;     /* ... passes until the next one ... */
    long probe;    /* ... its iterations, if it is in the next pass or the running one; else 0 */
    bool probed;   /* they have been handed out on demand */
    bool measured; /* was it ever timed? */
    double p;      /* seconds per work as last measured, or as of the last probe */
    /* In the running pass: */
    long done;            /* iterations timed, ... */
    double seconds, work; /* ... what they took, and their work */
} ctsar__standing;

typedef struct ctsar__backoff {
    const ctsar__sched_env *env;
    int room;              /* entries */
    ctsar__standing *unit; /* accelerators, then cores */
    bool *left_out;        /* per accelerator, in the next pass or the running one */
    double *o, *p;         /* scratch, one entry per unit: the view's */
    long *bound;           /* scratch, one more */
    int *order;            /* scratch */
} ctsar__backoff;

/* Nobody is left out.  Makes s->backed_off show what is decided; *s must outlive *b.  ENOMEM. */
int ctsar__backoff_init(ctsar__backoff *b, ctsar__sched *s) CTSAR__CHECKED;
void ctsar__backoff_free(ctsar__backoff *b);

/* Books what a unit did in the running pass.  `work` is that of the range. */
void ctsar__backoff_note(ctsar__backoff *b, const ctsar__sample *sample, double work);

/* How many iterations a unit may have in the next pass, or in the running one: LONG_MAX: any
 * number; fewer: a probe of exactly so many; 0: none.  Pure. */
long ctsar__backoff_allows(const ctsar__backoff *b, ctsar__team team, int unit);

/* Has every unit of the team any number?  False also when none has, of whom then no one
 * may be left out.  Pure. */
bool ctsar__backoff_free_for_all(const ctsar__backoff *b, ctsar__team team);

/* What is known at the end of a pass (of a sub-pass where each is split like a pass). */
typedef struct ctsar__backoff_view {
    ctsar__team team;
    ctsar__range part;       /* its iterations */
    const ctsar__cost *cost; /* NULL: uniform */
    const double *o, *p;     /* of each unit: seconds (NULL: none), seconds per work */
    double seconds;          /* what the pass takes at those rates, or more */
} ctsar__backoff_view;

/* Decides about the next pass.  Counted in s->stats.  True: what units may have changes. */
bool ctsar__backoff_end(ctsar__backoff *b, ctsar__sched *s, const ctsar__backoff_view *view);

/* For policies that hand out pieces.  At the start of a pass; ENOMEM. */
int ctsar__backoff_begin(ctsar__backoff *b, ctsar__team team) CTSAR__CHECKED;
/* The most iterations of the next piece of `unit`, LONG_MAX: any number, 0: it gets none. */
long ctsar__backoff_take(ctsar__backoff *b, ctsar__team team, int unit);
/* The end of a pass of n iterations. */
bool ctsar__backoff_end_queue(ctsar__backoff *b, ctsar__sched *s, long n, ctsar__team team,
                              const ctsar__cost *cost);

#endif
