/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Schedules that are recorded and repeated, as CTSAR_SCHEDULE says: which region has which. */
#ifndef CTSAR_REPLAY_H
#define CTSAR_REPLAY_H

#include "config/state.h"
#include "observe/replay_table.h"

/* A region opens: *record is where its passes are to be recorded, *replay what it is to repeat;
 * both NULL: neither is asked for.  What is recorded is written when the process ends.  Any
 * thread.  ECONFIG: the file is none; ENOMEM. */
int ctsar__replay_open(const ctsar__config *config, const char *name, ctsar__replay_region **record,
                       const ctsar__replay_region **replay) CTSAR__MUST_CHECK;
/* The region that is recorded has another name; NULL is fine. */
/* Adds a pass, with the units' lists (NULL: one is not whole), which it takes from `unit` where
 * they are new.  False: the process records no more. */
bool ctsar__replay_record(ctsar__replay_region *record, const ctsar__replay_shape *shape,
                          ctsar__ranges *unit) CTSAR__MUST_CHECK;
void ctsar__replay_rename(ctsar__replay_region *record, const char *name);

#endif
