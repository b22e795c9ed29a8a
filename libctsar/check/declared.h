/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a read or a write of a task's body is, by what the task has declared.  As judge.h. */
#ifndef CTSAR_CHECK_DECLARED_H
#define CTSAR_CHECK_DECLARED_H

#include "check/state.h"

bool ctsar__check_declared_read(ctsar__check *c, ctsar__tracked *a, ptrdiff_t at);
bool ctsar__check_declared_write(ctsar__check *c, ctsar__tracked *a, ptrdiff_t at);

#endif
