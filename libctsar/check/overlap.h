/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Two registrations of the same memory. */
#ifndef CTSAR_CHECK_OVERLAP_H
#define CTSAR_CHECK_OVERLAP_H

#include "check/state.h"

/* The array's own items have been written: has anybody else written the same memory? */
void ctsar__check_overlap(ctsar__check *c, ctsar__tracked *a);
/* Is the array's memory also part of another one's in the turn, an output? */
bool ctsar__check_overlaps_output(const ctsar__check *c, const ctsar__tracked *a);
/* From byte `offset` of the host's array on, how many other iterations write as such an output, or
 * do not: *raced. */
size_t ctsar__check_raced(const ctsar__check *c, const ctsar__tracked *a, size_t offset,
                          size_t length, bool *raced);

#endif
