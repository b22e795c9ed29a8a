/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Parcels that are under way while the pass that needs them goes on.  At most one pass of the
 * process has some at a time: whoever sends other parcels waits for them first.  Under the
 * node's lock but for what says otherwise. */
#ifndef CTSAR_PASS_TRAVEL_H
#define CTSAR_PASS_TRAVEL_H

#include <stdatomic.h>

#include "pass/core/apart.h"

/* A region's.  Zeroed: nothing was under way in its pass. */
typedef struct ctsar__travel {
    ctsar__parcels parcels; /* of the pass, and after it until the next one */
    void *_Atomic messages; /* the transport's; NULL: all are over */
    _Atomic bool under_way; /* what comes here has not been seen to be here */
    double began, wanted;   /* real clock: when they began, and somebody began to wait for them */
    double took, waited;    /* real clock: seconds until all was seen to be here; of these, that
                             * somebody waited for it */
    _Atomic long idle;      /* nanoseconds that units have waited, added up ... */
    double settling;        /* ... and seconds that all have, at the end */
} ctsar__travel;

/* Does all of it, and takes the parcels over.  `aside`: what comes may come later, and what goes
 * stays as it is until _end. */
void ctsar__travel_begin(ctsar__travel *t, ctsar__parcels *parcels, bool aside);
/* Has all come?  Without the lock; looks, and moves on what goes, if nobody else does. */
bool ctsar__travel_looked(ctsar__travel *t);
/* Waits until all has come, and returns how many seconds that was.  Without the lock. */
double ctsar__travel_wait(ctsar__travel *t);
/* Ends what is under way in the process, whosever it is. */
void ctsar__travel_settle(void);
/* The pass is over, and so is what was under way for it. */
void ctsar__travel_end(ctsar__travel *t);
/* How long so many units have waited after the pass had begun, on average. */
double ctsar__travel_meanwhile(const ctsar__travel *t, int units);
/* Another pass may begin. */
void ctsar__travel_forget(ctsar__travel *t);
void ctsar__travel_free(ctsar__travel *t);

#endif
