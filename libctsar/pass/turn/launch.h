/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A turn whose body launches kernels. */
#ifndef CTSAR_TURN_LAUNCH_H
#define CTSAR_TURN_LAUNCH_H

#include "pass/core/state.h"

/* Executes the kernel on the turn's range: on a core at once, else from ctsar__turn_end on. ESTATE,
 * EINVAL, ENODEV: the unit has no form of it; what the kernel's versions fail with. */
int ctsar__turn_launch(ctsar__pass *p, ctsar__lane *l, const ctsar_kernel *kernel,
                       const ctsar_arg *args, int nargs) CTSAR__MUST_CHECK;

#endif
