/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A turn on a core that launches a family: the range in parts, each by the version that the core
 * chooses for it. */
#ifndef CTSAR_TURN_VERSIONS_H
#define CTSAR_TURN_VERSIONS_H

#include "pass/core/state.h"

/* Executes the last of the turn's launches, of a family, on all of the turn's range.  ENODEV: no
 * version may be used; as ctsar__pass_family. */
int ctsar__turn_versions(ctsar__pass *p, ctsar__lane *l,
                         const ctsar__target *target) CTSAR__MUST_CHECK;

/* In check mode: executes the call by the version whose turn it is, of those with a host form that
 * it fits.  ENODEV: there is none. */
int ctsar__turn_checked(const ctsar_kernel *family, const ctsar_call *call,
                        long iteration) CTSAR__MUST_CHECK;

#endif
