/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Pages between a part's rows, which lie at least as far apart as the host's.  To fill and to
 * compare them would cost each task as much as the whole array does, so where there are many they
 * are closed.  A body that touches one is let go on, and executed again with all of them open. */
#ifndef CTSAR_CHECK_HOLES_H
#define CTSAR_CHECK_HOLES_H

#include "check/state.h"

/* Before the array is opened: it is open as it is to be, or not at all. */
void ctsar__check_refit(const ctsar__check *c, ctsar__tracked *a);
/* The pages of [lo, hi), bytes from the array's base without a row, that are a hole; empty: none.
 */
ctsar__items ctsar__check_hole(const ctsar__check *c, const ctsar__tracked *a, size_t lo,
                               size_t hi);
/* When the array is cut into runs: closes what none of them has.  ENOMEM. */
int ctsar__check_close_holes(ctsar__tracked *a) CTSAR__MUST_CHECK;
/* An open part's page must not be touched.  True: it was in a hole, and all of them are open. */
bool ctsar__check_touch_holes(ctsar__tracked *a);
/* Has the execution touched any?  Then it says nothing, and is to be done again. */
bool ctsar__check_touched_holes(const ctsar__check *c);

#endif
