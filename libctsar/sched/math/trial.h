/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Are boundaries as good as they were predicted to be?  In short passes on cores caches decide what
 * an iteration takes.  A core that gets iterations of another one waits for their data, once, or in
 * each pass if another region over the same data gives them back; then it is taken to be slow and
 * boundaries move further, for ever.  So there new ones are on trial: unless passes get shorter,
 * the old ones come back and stay for a while.  The first ones are those of equal cores, which
 * other regions have, too. */
#ifndef CTSAR_TRIAL_H
#define CTSAR_TRIAL_H

#include "sched/sched.h"

typedef struct ctsar__trial {
    bool begun;          /* passes have been judged before */
    double usual;        /* seconds per work of passes with the boundaries in force; 0: not known */
    int wait, next_wait; /* passes until others may be tried, and after the next failure */
    /* While others are tried, or the old ones once more: */
    int left;     /* passes */
    double pace;  /* the best one so far */
    bool again;   /* the old ones are in force again ... */
    double tried; /* ... after the new ones had this pace */
} ctsar__trial;

typedef enum ctsar__ruling {
    CTSAR__FREE,   /* others may be tried */
    CTSAR__STAY,   /* not now */
    CTSAR__RETURN, /* those before come back into force */
} ctsar__ruling;

/* Before the first pass. */
void ctsar__trial_start(ctsar__trial *t);

/* A pass took so many seconds per work. */
ctsar__ruling ctsar__trial_judge(ctsar__trial *t, double pace);

/* There is nothing to try, for a while. */
void ctsar__trial_pause(ctsar__trial *t);

/* Other boundaries come into force. */
void ctsar__trial_begin(ctsar__trial *t);

#endif
