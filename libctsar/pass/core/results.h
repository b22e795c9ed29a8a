/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The host's memory that a pass's reductions add to, which a persisted array may have elsewhere. */
#ifndef CTSAR_PASS_RESULTS_H
#define CTSAR_PASS_RESULTS_H

#include "pass/core/state.h"

/* All of it is current on the host, and only there.  By one thread, before private copies are
 * folded.  EDEVICE, ENOMEM; ESTATE where nodes have some of it in parts: ranks would add to values
 * that not all have. */
int ctsar__results_bring(ctsar__pass *p) CTSAR__MUST_CHECK;

#endif
