/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What iterations cost, as `auto` learns it from the timings of its ramps. */
#ifndef CTSAR_AUTO_LEARNED_H
#define CTSAR_AUTO_LEARNED_H

#include "sched/math/plan.h"
#include "sched/math/profile.h"
#include "sched/policy/auto/queue.h"

typedef struct ctsar__auto_learned {
    ctsar__profile profile;
    ctsar__cost cost; /* the profile's */
    int fits;         /* of the profile since the last ramp */
    int taught;       /* ramps that its timings are of */
    bool profiling;   /* the round that runs teaches it */
    bool trial;       /* what it was learned from is in doubt */
} ctsar__auto_learned;

/* Before a round: may it teach something? */
void ctsar__auto_teach(ctsar__auto_learned *l, ctsar__plan *plan, bool ramp, long n,
                       ctsar__team team);

/* After a round, a ramp or not, in which caches decided or not: learns the cost profile, and the
 * units' speeds with it.  False: there is none. */
bool ctsar__auto_learn_profile(ctsar__auto_learned *l, ctsar__plan *plan,
                               const ctsar__auto_queue *q, bool ramp, bool caches);

#endif
