/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A set of tasks comes into being, on a machine that is the caller's, and ends. */
#ifndef CTSAR_TASK_SET_H
#define CTSAR_TASK_SET_H

#include "task/state.h"

/* On so many cores, at least one where there is no accelerator, and the machine's first `accs`
 * accelerators.  The machine stays the caller's and outlives the set.  ENODEV, ENOMEM, EDEVICE. */
int ctsar__tasks_open(const ctsar__machine *machine, int cores, int accs, ctsar_placement how,
                      ctsar_tasks **out) CTSAR__MUST_CHECK;
/* What tasks go by from now on; before the first one comes. */
void ctsar__tasks_go_by(ctsar_tasks *t, const ctsar__costs *costs);
/* No task is left. */
void ctsar__tasks_close(ctsar_tasks *t);

#endif
