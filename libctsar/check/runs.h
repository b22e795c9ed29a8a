/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The runs that an array's open pages are cut into. */
#ifndef CTSAR_CHECK_RUNS_H
#define CTSAR_CHECK_RUNS_H

#include "check/state.h"

/* Finds the array's runs for the iteration, and opens their pages.  ENOMEM. */
int ctsar__check_prepare(ctsar__check *c, ctsar__tracked *a) CTSAR__MUST_CHECK;
/* Is the run hidden on the host while the body is executed? */
bool ctsar__check_is_hidden(const ctsar__tracked *a, const ctsar__run *r);

#endif
