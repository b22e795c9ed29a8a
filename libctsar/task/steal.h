/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a unit takes next: its own, or, where it has nothing, what waits elsewhere. */
#ifndef CTSAR_TASK_STEAL_H
#define CTSAR_TASK_STEAL_H

#include "task/state.h"

/* NULL: there is nothing for it.  Under the lock. */
ctsar__task *ctsar__task_take(ctsar_tasks *t, ctsar__task_unit *u);

#endif
