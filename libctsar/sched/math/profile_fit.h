/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Learning a profile of costs from timings. */
#ifndef CTSAR_PROFILE_FIT_H
#define CTSAR_PROFILE_FIT_H

#include "sched/math/profile.h"

/* Learns from all timings: anew, or from what it learned before on, units' speeds then being
 * known.  False, and as it was: there are none, or no memory. */
bool ctsar__profile_fit(ctsar__profile *f);

#endif
