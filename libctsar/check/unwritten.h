/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Outputs that an iteration has not written, as its first two executions show. */
#ifndef CTSAR_CHECK_UNWRITTEN_H
#define CTSAR_CHECK_UNWRITTEN_H

#include "check/state.h"

/* Is a byte of an owned run as it was put there in both executions? */
bool ctsar__check_untouched(const ctsar__check *c, const ctsar__tracked *a, const ctsar__run *r,
                            char first, char second);
/* True: a registration has been mended. */
bool ctsar__check_look_for_unwritten(ctsar__check *c);

#endif
