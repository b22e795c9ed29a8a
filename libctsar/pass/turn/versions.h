/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A turn on a core that launches a family: the range in parts, each by the version that the core
 * chooses for it. */
#ifndef CTSAR_TURN_VERSIONS_H
#define CTSAR_TURN_VERSIONS_H

#include "pass/core/state.h"
#include "version/versions.h"

/* The kernel's family of the core whose turn it is; NULL: it has not executed it yet, or the turn
 * is not a core's. */
ctsar__family *ctsar__turn_family(const ctsar__pass *p, const ctsar__lane *l,
                                  const ctsar_kernel *kernel);

/* Executes the last of the turn's launches, of a family, which that is, or a new one, on all of the
 * turn's range.  ENODEV: no version may be used; as ctsar__pass_family. */
int ctsar__turn_versions(ctsar__pass *p, ctsar__lane *l, const ctsar__target *target,
                         ctsar__family *family) CTSAR__MUST_CHECK;

/* In check mode: executes the call by the version whose turn it is, of those with a host form that
 * it fits.  ENODEV: there is none. */
int ctsar__turn_checked(const ctsar_kernel *family, const ctsar_call *call,
                        long iteration) CTSAR__MUST_CHECK;

#endif
