/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The first pass of policies that split, where default times are guesses: SIMD widths say that an
 * accelerator is eight times a core, whatever it is.  A pass split so takes sixteen times as long
 * beside one that is a tenth of a core.  So the first pass begins with two rounds of 1/100 of it.
 *   ALONE  the cores, which shows how long the pass takes on them
 *   TRIAL  all units, split by the guesses; but accelerators whose overheads the pass is too short
 *          to pay for are left out (backoff.h)
 * The rest goes by what was measured.  Where all of them are late the cores go on alone, in rounds
 * twice as long each, up to half of the pass: whoever is ready by then joins.  Where one comes
 * later of whom nothing is known, another TRIAL follows. */
#ifndef CTSAR_FIRST_H
#define CTSAR_FIRST_H

#include "sched/math/plan.h"

typedef enum ctsar__first_stage {
    CTSAR__FIRST_OVER,
    CTSAR__FIRST_ALONE,
    CTSAR__FIRST_TRIAL
} ctsar__first_stage;

typedef struct ctsar__first {
    ctsar__first_stage stage; /* of the round that comes next, or is running */
    long done;                /* iterations of the pass that these rounds have executed */
    bool on;                  /* times are guesses, which cores could make good */
} ctsar__first;

/* On where the env's times are guesses that cores could make good. */
void ctsar__first_start(ctsar__first *f, ctsar__plan *plan);

/* What the next round executes: its own part, or what is left of `part`, as the policy has it.
 * Pure. */
ctsar__range ctsar__first_part(const ctsar__first *f, long n, ctsar__range part);

/* At the end of a round that executed `done`: true if it was one of these, after which the next one
 * is prepared, which is of `part` as the policy has it. */
bool ctsar__first_end(ctsar__first *f, ctsar__plan *plan, ctsar__sched *s, long n,
                      ctsar__range part, ctsar__team team);

/* At the end of any other round: does a trial follow?  `done` iterations of the pass are; 0: it is
 * over. */
bool ctsar__first_again(ctsar__first *f, ctsar__plan *plan, ctsar__sched *s, long n, long done,
                        ctsar__team team);

/* The pass that runs has failed, or is over. */
void ctsar__first_leave(ctsar__first *f, ctsar__plan *plan);

#endif
