/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The state of a plan (plan.h). */
#ifndef CTSAR_PLAN_STATE_H
#define CTSAR_PLAN_STATE_H

#include "sched/math/backoff.h"
#include "sched/math/rate.h"
#include "sched/math/trial.h"

/* What is in force: the rates that boundaries are laid from, and the last ones laid. */
typedef struct ctsar__solution {
    ctsar__team team;      /* no unit: there is none */
    double *o, *p;         /* the rates it was made from */
    int room;              /* entries of each */
    double pace;           /* the LP's pass time per unit of work, in seconds */
    ctsar__split kept;     /* n == -1: none */
    unsigned kept_version; /* of env->absent, when they were laid */
} ctsar__solution;

typedef struct ctsar__plan {
    const ctsar__sched_env *env;
    ctsar__rates rates;
    ctsar__backoff backoff;
    const ctsar__cost *cost; /* of iterations; the env's at first, NULL: all alike ... */
    long cost_n;             /* ... in passes of so many; 0: in all */
    bool stated;             /* nothing is planned yet by measured times: the env's ratio counts */
    bool leveling;           /* a solution is made as if cores were alike */
    ctsar__solution now, before;
    double missed;  /* seconds that boundaries other than now's would have saved, at most */
    double seconds; /* that the round took in which now's were in force; 0: it is not known */
    ctsar__trial trial;
    bool uneven;  /* it is iterations that decide what short passes take, not caches */
    bool leveled; /* it was of level boundaries, the last time */
} ctsar__plan;

#endif
