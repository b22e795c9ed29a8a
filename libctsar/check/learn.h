/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What an iteration writes. */
#ifndef CTSAR_CHECK_LEARN_H
#define CTSAR_CHECK_LEARN_H

#include "check/state.h"

/* The iteration has been executed twice, the second time on items of its own that differ in single
 * bits: notes what it has written.  ENOMEM. */
int ctsar__check_learn(ctsar__check *c) CTSAR__MUST_CHECK;

#endif
