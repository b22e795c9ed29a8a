/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Data of many parts at once: room on an accelerator, and the way home. */
#ifndef CTSAR_TASK_HOME_H
#define CTSAR_TASK_HOME_H

#include "task/data.h"

/* The accelerator keeps less, the longest unused first, so that there may be room for `bytes`.
 * *freed: it does keep less than before. */
int ctsar__tasks_data_evict(ctsar_tasks *t, const ctsar__target *at, size_t bytes, bool *freed,
                            ctsar__traffic *traffic) CTSAR__MUST_CHECK;
/* Some was lost: has it been computed again (redo.h)? */
typedef bool ctsar__tasks_recover(ctsar_tasks *t);

/* All parts that no task after number `until` accesses are current on the host; `vacate`: and units
 * have nothing current of these.  Up to that one all are over. */
int ctsar__tasks_data_home(ctsar_tasks *t, bool vacate, unsigned long until,
                           ctsar__tasks_recover *recover) CTSAR__MUST_CHECK;
/* Parts with the byte at `host` are, and what was written into them by way of others, while tasks
 * may be under way that do not write them. */
int ctsar__tasks_data_home_at(ctsar_tasks *t, const void *host,
                              ctsar__tasks_recover *recover) CTSAR__MUST_CHECK;

#endif
