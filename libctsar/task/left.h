/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Sets that are open when the program ends.  Tasks that are not over then never are, and nothing
 * else would say so. */
#ifndef CTSAR_TASK_LEFT_H
#define CTSAR_TASK_LEFT_H

#include "task/state.h"

void ctsar__left_add(ctsar_tasks *t);
void ctsar__left_remove(const ctsar_tasks *t); /* nothing if it was not added */

#endif
