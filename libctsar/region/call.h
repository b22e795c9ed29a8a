/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What public calls have in common: who calls, and what becomes of errors. */
#ifndef CTSAR_REGION_CALL_H
#define CTSAR_REGION_CALL_H

#include "region/state.h"

/* Notes an error of `call` on region s (NULL: none yet), called `name`; aborts if that is the mode.
 */
void ctsar__region_error(ctsar *s, const char *name, const char *call, int status);
/* The same for a call in a turn, which makes the rest of the pass empty. */
void ctsar__region_error_in_turn(ctsar *s, const char *call, int status);

/* Every call ends with one of these three, mostly with nothing to report: that is inline, since a
 * turn may be shorter than a call.  They return the status. */
static inline int ctsar__region_report_as(ctsar *s, const char *name, const char *call, int status)
{
    if (status)
        ctsar__region_error(s, name, call, status);
    return status;
}

static inline int ctsar__region_report(ctsar *s, const char *call, int status)
{
    return ctsar__region_report_as(s, s ? s->name : "no region", call, status);
}

static inline int ctsar__region_report_in_turn(ctsar *s, const char *call, int status)
{
    if (status)
        ctsar__region_error_in_turn(s, call, status);
    return status;
}

/* EINVAL: the region is NULL. */
int ctsar__region_null(void);

/* The calling thread's turn, for `call`; errors are reported.  A thread that cannot enter has no
 * say in the pass: it does not fail it. */
static inline int ctsar__region_turn(ctsar *s, const char *call, ctsar__lane **l)
{
    if (s)
        return ctsar__region_report(s, call, ctsar__pass_turn(&s->pass, l));
    ctsar__region_report(NULL, call, ctsar__region_null());
    return CTSAR_EINVAL;
}

/* ESTATE: a pass is running.  EINVAL: no region. */
int ctsar__region_idle(ctsar *s) CTSAR__MUST_CHECK;

#endif
