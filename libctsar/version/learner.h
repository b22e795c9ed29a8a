/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What one unit has learned of a family's versions, and which of them it is to execute next.  Pure:
 * no clock, no device, no lock; a test can drive it by itself.
 *
 * Sizes are amounts of work, as policies count them, in classes: powers of two.  Of each version
 * and class there is a rate, the seconds that a unit of work takes in launches of that size.
 *
 * Choice.  The version of the shortest predicted time executes a range.  Before that, versions that
 * are not known well enough for the class execute small parts of it, on trial:
 *   - what was never executed, at once, 1/400 of the range, and once more, since the first launch
 *     may have been cold;
 *   - then what may still be the best, 1/100 and 1/25 of it, one after the other, while all such
 *     trials together have cost no more than 1 % of the time spent so far, and 50 grains of the
 *     clock;
 *   - no less than takes the grain of the clock, be it all of a range;
 *   - where others are asked again, four times as much of a range as the version had so far, if
 * that is within the 1 %: parts of short ranges say little of what takes long to begin;
 *   - else no more than 5 % of a range, but for single iterations: of what was never executed all
 * in one range, of others one in a range.  A version whose guard refuses all of these has the rest
 * of a range, once.  A version whose time is a multiple of the best one's has no further trials in
 * the class.  One trial each follows where the best one's rate drifts, and after 64, 128, 256, ...
 * launches.
 *   A version that is known by parts of a range alone gets a whole one if it would also be worth
 * its cost where whole ranges take longer than their parts, as those of the version in use do. */
#ifndef CTSAR_LEARNER_H
#define CTSAR_LEARNER_H

#include "version/rates.h"

enum {
    CTSAR__VERSIONS_MOST = 16, /* of a family */
    CTSAR__TRIALS = 3,         /* of a version in a class */
    CTSAR__TRIALS_NOTED = 24   /* launches of one range */
};

/* A learner; zeroed but for `versions` and `v`. */
typedef struct ctsar__learner {
    int versions;
    double grain; /* seconds: shorter times say little; 0: times are exact */
    int forced;   /* the version that is always used where it can be, counted from 1; 0: none */
    ctsar__version_state *v; /* zeroed ones */
    double spent, excess;    /* seconds of all launches; of trials but the first, over the best's */
    signed char best[CTSAR__CLASSES];    /* the version in use for a class, counted from 1 */
    signed char drift[CTSAR__CLASSES];   /* how often in a row its rate was another: up, down */
    long runs[CTSAR__CLASSES];           /* launches of whole ranges */
    long ask[CTSAR__CLASSES];            /* so many bring the next trial of the others; 0: 64 */
    unsigned char quiet[CTSAR__CLASSES]; /* so many launches are made without a look for trials */
} ctsar__learner;

/* A range of a unit, while it executes it. */
typedef struct ctsar__version_range {
    double work; /* of the whole range */
    long n;      /* its iterations */
    long tried;  /* of them, on trial */
    int launches;
    struct {
        int version;
        bool first; /* of the version, ever */
        double work, seconds;
    } launch[CTSAR__TRIALS_NOTED];
    double forgiven; /* seconds that ctsar__learner_excess has said so far, ... */
    double counted;  /* ... of them those that trials are to be paid for */
} ctsar__version_range;

typedef struct ctsar__version_choice {
    int version; /* -1: none may be used */
    long n;      /* how many iterations it is to execute, from the front */
    bool trial;
} ctsar__version_choice;

/* What is to execute the next iterations of `range`, of which `left` > 0 are left; unfit[v]: not
 * that one.  Changes nothing. */
ctsar__version_choice ctsar__learner_choose(const ctsar__learner *l,
                                            const ctsar__version_range *range, long left,
                                            const bool *unfit);
/* The version that is to execute a whole range of that work, where nothing is to be learned from
 * it: no other call about it has to follow; -1: ask.  So of eight launches one is timed, of short
 * ones, whose times are near the grain, one of up to 256. */
int ctsar__learner_settled(ctsar__learner *l, double work);
/* The choice is executed: a trial of it that is under way is no reason for another one. */
void ctsar__learner_begin(ctsar__learner *l, const ctsar__version_choice *choice);
/* It was executed; n iterations, `work` of the range's, took so many seconds. */
void ctsar__learner_end(ctsar__learner *l, ctsar__version_range *range,
                        const ctsar__version_choice *choice, double work, double seconds);
/* It is begun, and nothing came of it: as if it had not been chosen. */
void ctsar__learner_cancel(ctsar__learner *l, const ctsar__version_choice *choice);
/* Its guard refuses it, before it is begun. */
void ctsar__learner_refuse(ctsar__learner *l, const ctsar__version_range *range,
                           const ctsar__version_choice *choice);
/* Seconds that the range's launches have taken longer than the best version would have, beyond what
 * earlier calls have said: they say nothing of the unit's speed.  May be negative, when what was
 * taken for the best is not. */
double ctsar__learner_excess(ctsar__learner *l, ctsar__version_range *range);
/* A rate from an earlier run, of a class; ends trials of the version near it. */
void ctsar__learner_hint(ctsar__learner *l, int v, int class, double rate, int observations);

#endif
