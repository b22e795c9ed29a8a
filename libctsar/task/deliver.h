/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What an accelerator has computed: noted, and brought home. */
#ifndef CTSAR_TASK_DELIVER_H
#define CTSAR_TASK_DELIVER_H

#include "task/data.h"

/* The worker has executed the task there: its outputs are current there.  They are so on the host
 * as well where outputs are written through, and where no other task that is submitted accesses
 * them: then a wait will want them, and they come while others are computed.  All are delivered or
 * none. */
int ctsar__task_data_deliver(ctsar__task_worker *w, const ctsar__task *task,
                             const ctsar__target *from, ctsar__traffic *traffic) CTSAR__MUST_CHECK;

#endif
