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
 * The versions of a family are units with keys of their own, UNIT as above:
 *
 *     "FAMILY/VERSION 2^K, UNIT": {...}
 *
 * with seconds by work in launches of 2^K to 2^(K+1) of it.
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

/* Says what was measured of something on a unit; `about`: ctsar__history_about. */
typedef void ctsar__history_say(void *to, int unit, const char *about, ctsar__measured m);

enum { CTSAR__HISTORY_ABOUT = 200 }; /* bytes */
/* What the times of a version in a class of size are called: "gemm/tiled 2^10". */
void ctsar__history_about(char about[static CTSAR__HISTORY_ABOUT], const char *family,
                          const char *version, int class);

/* How units' keys name the clock: their times are that clock's. */
enum { CTSAR__HISTORY_CLOCK = 60 };
void ctsar__history_clock(const ctsar__config *config, char text[static CTSAR__HISTORY_CLOCK]);

/* A region, as far as the history is concerned; part of it while it is open. */
typedef struct ctsar__history_region {
    const char *name;             /* changes between `note` and `recall` */
    int units;                    /* accelerators and one for a core, as in ctsar__sched_env.time */
    char (*key)[CTSAR__UNIT_KEY]; /* of each */
    const ctsar__sched *sched;    /* that measures; NULL: none yet */
    /* Says what was measured besides, of `versions_of`; NULL: nothing. */
    void (*versions)(void *versions_of, ctsar__history_say *say, void *to);
    void *versions_of;
    struct ctsar__history_region *next;
} ctsar__history_region;

/* Takes a new region in, if `config` names a history.  Any thread, as all of these. */
void ctsar__history_add(const ctsar__config *config, ctsar__history_region *r);

/* What is known of each unit; ranges 0: nothing. */
void ctsar__history_recall(const ctsar__history_region *r, ctsar__measured *unit);

/* What is known of a version on a unit in each class of size, in seconds by work; ranges 0:
 * nothing.
 */
void ctsar__history_recall_version(const ctsar__history_region *r, int unit, const char *family,
                                   const char *version, ctsar__measured *known, int classes);

/* What was said of something on a unit; ranges 0: nothing. */
ctsar__measured ctsar__history_recall_about(const ctsar__history_region *r, int unit,
                                            const char *about);

/* Adds what r->sched has measured, before it is replaced or the region gets another name. */
void ctsar__history_note(const ctsar__history_region *r);

/* The region ends: note, and forget it. */
void ctsar__history_end(ctsar__history_region *r);

#endif
