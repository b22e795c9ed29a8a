/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Pages that must not be touched. */
#ifndef CTSAR_CHECK_FAULT_H
#define CTSAR_CHECK_FAULT_H

#include "check/state.h"

/* Faults are looked at from here on, those of `c` taken for mistakes; until _unwatch.  Another one
 * in whose body that is stays watched. */
void ctsar__check_watch(ctsar__check *c);
void ctsar__check_unwatch(ctsar__check *c);
/* Closes the pages that were opened to let the execution go on. */
int ctsar__check_close_touched(ctsar__check *c) CTSAR__MUST_CHECK;

#endif
