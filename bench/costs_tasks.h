/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A set of tasks that goes by other costs than found.  A file of its own: parts are something else
 * where nodes are. */
#ifndef CTSAR_COSTS_TASKS_H
#define CTSAR_COSTS_TASKS_H

#include <stdbool.h>

#include <ctsar.h>

/* On the cores, or on the accelerators of CTSAR_DEVICES as well; the named cost is `times` what it
 * is.  The caller's, to be freed. */
void costs_open_tasks(ctsar_tasks **t, bool accelerators, const char *cost, double times);

#endif
