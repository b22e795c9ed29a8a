/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A thread that sleeps until a driver calls back.  Drivers' own waits may use a core meanwhile, and
 * have no time limit. */
#ifndef CTSAR_COMPLETION_H
#define CTSAR_COMPLETION_H

#include "base/status.h"

typedef struct ctsar__completion ctsar__completion;

/* For one callback and one thread that waits; NULL: no memory. */
ctsar__completion *ctsar__completion_new(void);
/* By the callback, or in its place where it will not come: it is over.  Never blocks. */
void ctsar__completion_signal(ctsar__completion *c);
/* Waits for at most so many seconds, INFINITY for ever.  False: it is not over. */
bool ctsar__completion_wait(ctsar__completion *c, double seconds);
/* By who waited.  The last of the two to come frees it. */
void ctsar__completion_leave(ctsar__completion *c);

#endif
