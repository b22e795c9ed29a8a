/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Memory and data of a task on an accelerator.  One slot at a time gets them, in the order in which
 * tasks are taken: several would have room for none of their tasks.  A task whose data are there
 * already does not wait for that, and so goes before those whose data are on their way. */
#ifndef CTSAR_TASK_FETCH_H
#define CTSAR_TASK_FETCH_H

#include "task/state.h"

/* Backs the task's parts in the worker's slot, brings what it reads, and makes private copies for
 * its reductions, in r.  The task is in flight from then on, also after an error, until
 * _fetched_is_over; what it needs stays until it is released (data.h).  ENOMEM: there is no room,
 * with no other task in flight. */
int ctsar__task_fetch(ctsar__task_worker *w, ctsar__task *task, const ctsar__target *to,
                      ctsar__reduction **r, ctsar__traffic *traffic) CTSAR__MUST_CHECK;
void ctsar__task_fetched_is_over(ctsar__task_unit *u);

#endif
