/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Whole inputs that need not be whole. */
#ifndef CTSAR_CHECK_WATCH_H
#define CTSAR_CHECK_WATCH_H

#include "check/state.h"

/* The array has been filled: closes its pages, if that is to be seen. */
int ctsar__check_shut(const ctsar__check *c, ctsar__tracked *a) CTSAR__MUST_CHECK;
void ctsar__check_unshut(ctsar__tracked *a);
/* A page of it, bytes from the base, is read. */
void ctsar__check_touch(const ctsar__check *c, ctsar__tracked *a, size_t page);
/* The pass has been executed. */
void ctsar__check_tell_sole(ctsar__check *c, ctsar__tracked *a);

#endif
