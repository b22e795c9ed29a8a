/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Addresses and pages of a checked array. */
#ifndef CTSAR_CHECK_SPACE_H
#define CTSAR_CHECK_SPACE_H

#include "check/state.h"

size_t ctsar__check_page(void);
/* Lays the array out and reserves addresses.  ENOMEM. */
int ctsar__check_reserve(ctsar__tracked *a) CTSAR__MUST_CHECK;
void ctsar__check_release(ctsar__tracked *a);
/* None of its pages may be touched any more. */
void ctsar__check_close(ctsar__tracked *a);
/* Opens the pages of bytes [lo, hi) from the base, and no others.  ENOMEM. */
int ctsar__check_open(ctsar__tracked *a, size_t lo, size_t hi, bool readonly) CTSAR__MUST_CHECK;
/* May the open pages be written? */
int ctsar__check_protect(ctsar__tracked *a, size_t lo, size_t hi, bool readonly) CTSAR__MUST_CHECK;

/* Do bytes lie in the array's space as they do on the host? */
bool ctsar__check_is_linear(const ctsar__tracked *a);
/* Where a byte of the space belongs on the host, counted from the host's array: outside of
 * [0, size) where it is beside the array.  *padding: it is between rows or windows. */
ptrdiff_t ctsar__check_host_offset(const ctsar__tracked *a, ptrdiff_t at, bool *padding);
/* Does another iteration of the pass select the item?  Then which. */
bool ctsar__check_is_others(const ctsar__check *c, const ctsar__shape *s, size_t item, long *value);
/* The items that the iteration selects itself. */
ctsar__items ctsar__check_own(const ctsar__check *c, const ctsar__shape *s);
/* Which item of the associated dimension a byte of the host's array is in. */
size_t ctsar__check_item(const ctsar__shape *s, size_t offset);

#endif
