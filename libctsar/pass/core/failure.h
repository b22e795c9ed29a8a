/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Errors of a pass.  The first one makes the rest of the pass empty. */
#ifndef CTSAR_PASS_FAILURE_H
#define CTSAR_PASS_FAILURE_H

#include "pass/core/state.h"

/* Makes the rest of the pass empty.  The first status stays; true: it is this one. */
static inline bool ctsar__pass_fail(ctsar__pass *p, int status)
{
    int none = CTSAR_OK;
    return status && atomic_compare_exchange_strong(&p->status, &none, status);
}

/* An error on a thread of the library: fails the pass, and a thread of the team reports it. */
void ctsar__pass_fail_late(ctsar__pass *p, int status);

/* Keeps an error on a thread of the library for one of the team. */
void ctsar__failure_keep(ctsar__pass *p, int status);
/* The error that was kept, as if the calling thread had met it. */
int ctsar__failure_take(ctsar__pass *p);

#endif
