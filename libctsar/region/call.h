/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What public calls have in common: who calls, and what becomes of errors. */
#ifndef CTSAR_REGION_CALL_H
#define CTSAR_REGION_CALL_H

#include "region/state.h"

/* Notes an error of `call` on region s (NULL: an error too); aborts if that is the mode.
 * Returns the status. */
int ctsar__region_report(ctsar *s, const char *call, int status);

/* The same for a call in a turn, which makes the rest of the pass empty. */
int ctsar__region_report_in_turn(ctsar *s, const char *call, int status);

/* The same where the region has no name of its own yet. */
int ctsar__region_report_as(ctsar *s, const char *name, const char *call, int status);

/* The calling thread's turn, for `call`; errors are reported. */
int ctsar__region_turn(ctsar *s, const char *call, ctsar__lane **l);

/* ESTATE: a pass is running.  EINVAL: no region. */
int ctsar__region_idle(ctsar *s) CTSAR__MUST_CHECK;

#endif
