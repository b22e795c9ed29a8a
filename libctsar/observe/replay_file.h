/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The file of recorded schedules:
 *
 *     {"ctsar_schedule": 1,
 *      "regions": [{"name": NAME,
 *                   "passes": [{"times": K, "lo": LO, "step": STEP, "n": N,
 *                               "cores": C, "accelerators": A, "slots": S,
 *                               "arrays": R, "reductions": D, "registered": "HEX",
 *                               "units": [[LO, HI, LO, HI, ...], ...]}, ...]}, ...]}
 *
 * with iterations counted from 0. */
#ifndef CTSAR_REPLAY_FILE_H
#define CTSAR_REPLAY_FILE_H

#include <stdio.h>

#include "observe/replay_table.h"

enum { CTSAR__REPLAY_WHY = 160 }; /* bytes of a reason */

/* The regions of a file, whose every pass is whole; false: *why says why not. */
bool ctsar__replay_parse(FILE *in, ctsar__replay_region **first, char why[CTSAR__REPLAY_WHY]);
bool ctsar__replay_read(const char *file, ctsar__replay_region **first,
                        char why[CTSAR__REPLAY_WHY]);
/* In one step.  0 or an errno value. */
int ctsar__replay_write(const char *file, const ctsar__replay_region *first);

#endif
