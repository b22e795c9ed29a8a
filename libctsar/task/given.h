/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a body has been given on an accelerator lies elsewhere on the host.  A body that submits
 * tasks may find their parts by it, as on a core. */
#ifndef CTSAR_TASK_GIVEN_H
#define CTSAR_TASK_GIVEN_H

#include "task/make.h"

/* Where the calling thread's body is one of the set's on an accelerator and an access of what was
 * asked is found so: *own is the caller's, to be freed, and `asked` has these accesses, by the
 * host's addresses.  EINVAL: it is in a box whose rows lie elsewhere on the host; ENOMEM. */
int ctsar__given_find(const ctsar_tasks *t, ctsar__asked *asked,
                      ctsar_access **own) CTSAR__MUST_CHECK;

#endif
