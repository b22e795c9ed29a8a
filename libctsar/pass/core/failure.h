/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Errors of a pass.  The first one makes the rest of the pass empty. */
#ifndef CTSAR_PASS_FAILURE_H
#define CTSAR_PASS_FAILURE_H

#include "pass/core/state.h"

bool ctsar__failure_note(ctsar__pass *p, int status);

/* Makes the rest of the pass empty.  The first status stays, with the calling thread's particulars;
 * true: it is this one. */
static inline bool ctsar__pass_fail(ctsar__pass *p, int status)
{
    return status && ctsar__failure_note(p, status);
}

int ctsar__failure_met(ctsar__pass *p);

/* The first error, as if the calling thread had met it: it may be the one that reports it. */
static inline int ctsar__pass_failure(ctsar__pass *p)
{
    return atomic_load_explicit(&p->status, memory_order_relaxed) ? ctsar__failure_met(p)
                                                                  : CTSAR_OK;
}

/* An error on a thread of the library: fails the pass, and a thread of the team reports it. */
void ctsar__pass_fail_late(ctsar__pass *p, int status);

/* Keeps an error on a thread of the library for one of the team. */
void ctsar__failure_keep(ctsar__pass *p, int status);
/* The error that was kept, as if the calling thread had met it. */
int ctsar__failure_take(ctsar__pass *p);

#endif
