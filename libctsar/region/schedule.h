/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The scheduler of a region, made from its settings and what is known of its units. */
#ifndef CTSAR_REGION_SCHEDULE_H
#define CTSAR_REGION_SCHEDULE_H

#include "region/state.h"

/* Makes the scheduler of a new region, whose units are known, and its part in the history.
 * time_per_iter and div as in ctsar_init.  EINVAL, ENOMEM. */
int ctsar__schedule_open(ctsar *s, ctsar_policy policy, const double *time_per_iter,
                         const int *div) CTSAR__MUST_CHECK;
void ctsar__schedule_close(ctsar *s);

/* Makes the scheduler anew; the caller has noted what the old one measured.  ENOMEM: it is the
 * old one. */
int ctsar__reschedule(ctsar *s) CTSAR__MUST_CHECK;

/* Names the region, and begins anew with what the history has under that name.  ENOMEM: it is
 * called as before. */
int ctsar__schedule_rename(ctsar *s, const char *name) CTSAR__MUST_CHECK;

/* Empty statistics of the region as it is.  ENOMEM. */
int ctsar__region_stats_open(const ctsar *s, ctsar__region_stats *stats) CTSAR__MUST_CHECK;

#endif
