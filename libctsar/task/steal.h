/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a unit takes next: its own, or, where it has nothing, what waits elsewhere. */
#ifndef CTSAR_TASK_STEAL_H
#define CTSAR_TASK_STEAL_H

#include "task/state.h"

/* For the worker; NULL: there is nothing for it.  Under the lock. */
ctsar__task *ctsar__task_take(ctsar__task_worker *w);

#endif
