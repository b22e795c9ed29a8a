/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Threads that help one to do something in parts: one thread copies memory more slowly than a bus
 * takes it.  They sleep in between, and are made when they are first needed. */
#ifndef CTSAR_CREW_H
#define CTSAR_CREW_H

#include "base/status.h"

typedef struct ctsar__crew ctsar__crew;

enum { CTSAR__CREW_MOST = 8 }; /* members, the calling thread among them */

/* `members`: 2 to CTSAR__CREW_MOST.  ENOMEM. */
int ctsar__crew_open(int members, ctsar__crew **out) CTSAR__MUST_CHECK;
/* Nobody works.  NULL is fine. */
void ctsar__crew_close(ctsar__crew *c);
/* The same, but others are made when they are needed again. */
void ctsar__crew_dismiss(ctsar__crew *c);

/* Calls work(data, member) in up to `members` of them at once, and returns when all are over:
 * member 0 is the calling thread.  Fewer come where another thread has the crew, which never waits
 * for it, or the system gives no threads; so the work is divided among those that come, as they
 * come.  Any thread; NULL is the calling one alone. */
void ctsar__crew_work(ctsar__crew *c, int members, void (*work)(void *data, int member),
                      void *data);

#endif
