/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Executions of an iteration.  By the thread that has entered the pass (check.h). */
#ifndef CTSAR_CHECK_EXECUTE_H
#define CTSAR_CHECK_EXECUTE_H

#include "mem/shape.h"

typedef struct ctsar__check ctsar__check;

/* The iteration `value`, one of `all`, is executed between these.  *again: it is to be executed
 * once more, in a turn of its own. */
int ctsar__check_begin(ctsar__check *c, long value, ctsar__values all) CTSAR__MUST_CHECK;
int ctsar__check_end(ctsar__check *c, bool *again) CTSAR__MUST_CHECK;

#endif
