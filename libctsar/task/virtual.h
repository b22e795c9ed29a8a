/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Executing tasks under the virtual clock. */
#ifndef CTSAR_TASK_VIRTUAL_H
#define CTSAR_TASK_VIRTUAL_H

#include "task/state.h"

/* Until `over`, or nothing is left.  Under the lock. */
void ctsar__task_virtual(ctsar_tasks *t, bool (*over)(const ctsar_tasks *t, const void *data),
                         const void *data);

#endif
