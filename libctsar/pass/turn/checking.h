/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What turns register and launch in check mode. */
#ifndef CTSAR_PASS_CHECKING_H
#define CTSAR_PASS_CHECKING_H

#include "pass/core/state.h"

/* Registers in the executing lane, or in any where the region is not checked but others are. */
int ctsar__checking_array(ctsar__pass *p, ctsar__lane *l, ctsar__array *a, const char *name,
                          size_t *strides, void **pointer) CTSAR__MUST_CHECK;
/* Gives a launch in the executing lane the arrays of its turn. */
void ctsar__checking_bind(ctsar__pass *p, const ctsar_arg *args, int nargs, ctsar__arguments *b);
/* Says once why the region is not checked. */
void ctsar__checking_excuse(ctsar__pass *p);

#endif
