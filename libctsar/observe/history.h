/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Times of each region's units, per iteration and per range, kept between runs in a file
 * (CTSAR_HISTORY): with them the first pass of a run is split as the last one of the run
 * before.  A unit is known by a key that says all its time depends on but the
 * region; the policy is not part of it.
 *
 *     {"ctsar_history": 1,
 *      "regions": {REGION: {UNIT: {"time_per_iteration_s": P, "overhead_s": O,
 *                                   "observations": K}}}}
 *
 * What several runs measured is merged: times per iteration as the geometric mean, since it is
 * the units' ratio that matters, overheads as the arithmetic one, both weighted with the
 * observations; what was kept weighs no more than 10 of them, so that a change of machine or
 * program is followed.
 *
 * The file is read with the process's first region and brought up to date when the process
 * ends, under a lock (FILE.lock) and in one step, so that processes may share it.  A file that
 * cannot be used is reported once and ignored: one that was ours but is damaged is moved to
 * FILE.damaged when a new one is written; any other (something else's, a newer version's)
 * is left alone, and nothing is kept. */
#ifndef CTSAR_HISTORY_H
#define CTSAR_HISTORY_H

#include "config/state.h"
#include "sched/sched.h"

enum { CTSAR__UNIT_KEY = 200 }; /* bytes */

/* A region, as far as the history is concerned; part of it while it is open. */
typedef struct ctsar__history_region {
    const char *name;             /* changes between `note` and `recall` */
    int units;                    /* accelerators and one for a core, as in ctsar__sched_env.time */
    char (*key)[CTSAR__UNIT_KEY]; /* of each */
    const ctsar__sched *sched;    /* that measures; NULL: none yet */
    struct ctsar__history_region *next;
} ctsar__history_region;

/* Takes a new region in, if `config` names a history.  Any thread, as all of these. */
void ctsar__history_add(const ctsar__config *config, ctsar__history_region *r);

/* What is known of each unit; ranges 0: nothing. */
void ctsar__history_recall(const ctsar__history_region *r, ctsar__measured *unit);

/* Adds what r->sched has measured, before it is replaced or the region gets another name. */
void ctsar__history_note(const ctsar__history_region *r);

/* The region ends: note, and forget it. */
void ctsar__history_end(ctsar__history_region *r);

#endif
