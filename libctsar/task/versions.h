/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Tasks whose kernel is a family: units of one model learn together, and each task is executed by
 * the version chosen, all of it. */
#ifndef CTSAR_TASK_VERSIONS_H
#define CTSAR_TASK_VERSIONS_H

#include "mem/outputs.h"
#include "task/state.h"

/* Finds which units are of one model. */
void ctsar__task_find_models(ctsar_tasks *t);

/* Executes w->call by a form, until it is over; `cost`: of the version, NULL: it is none.
 * *refused: it could not be launched (EDEVICE). */
typedef int ctsar__task_kernel(ctsar__task_worker *w, ctsar__task *task, const ctsar_kernel *form,
                               const ctsar__version_cost *cost, ctsar__task_time *time,
                               double *seconds, bool *refused);

/* Executes the task, which is bound, by a version of its kernel, and sets all of *time but what
 * moving took.  ENODEV: no version may be used for it; EDEVICE: none is left; as
 * ctsar__versions_find. */
int ctsar__task_launch_family(ctsar__task_worker *w, ctsar__task *task, const ctsar__writer *writer,
                              ctsar__task_kernel *by, ctsar__task_time *time,
                              ctsar__traffic *traffic) CTSAR__MUST_CHECK;

#endif
