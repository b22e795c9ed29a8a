/* SPDX-License-Identifier: BSD-3-Clause
 *
 * From the books of a round to the statistics that a report prints. */
#ifndef CTSAR_PASS_STATISTICS_H
#define CTSAR_PASS_STATISTICS_H

#include "pass/core/state.h"

/* Adds the round, which ended at `ended` on the real clock, to the statistics; the pass of n
 * iterations as well when it does not go on with `again`.  By the last thread of a barrier, and
 * only where there is a report.  ENOMEM. */
int ctsar__statistics_round(ctsar__pass *p, ctsar__team team, long n, double ended,
                            bool again) CTSAR__MUST_CHECK;

#endif
