/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is learned of tasks, between runs (CTSAR_HISTORY): what tasks of a kernel, on so many
 * iterations and bytes, take on each unit, and which versions are the fastest. */
#ifndef CTSAR_TASK_KEEP_H
#define CTSAR_TASK_KEEP_H

#include "task/state.h"

/* ENOMEM.  Without a history it does nothing, nor do the others. */
int ctsar__tasks_keep_open(ctsar_tasks *t) CTSAR__MUST_CHECK;
void ctsar__tasks_keep_close(ctsar_tasks *t);

/* What is known of a new model. */
void ctsar__tasks_recall_model(const ctsar_tasks *t, ctsar__model *m);

#endif
