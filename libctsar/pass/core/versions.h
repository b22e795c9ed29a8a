/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A pass's units and the versions that they have learned of: where a unit's families are, what the
 * history knows of them, and what the report and the history are told. */
#ifndef CTSAR_PASS_VERSIONS_H
#define CTSAR_PASS_VERSIONS_H

#include "pass/core/state.h"

/* The kernel's family on a unit, accelerator acc or a core (< 0).  Under the lock of the unit's
 * versions.  As ctsar__versions_find. */
int ctsar__pass_family(ctsar__pass *p, ctsar__versions *all, int acc, const ctsar_kernel *kernel,
                       ctsar__family **family) CTSAR__MUST_CHECK;

/* The work that a range is, as policies count it. */
double ctsar__pass_work(const ctsar__pass *p, ctsar__range r);
/* What a core takes for the range by a version, under the virtual clock. */
double ctsar__version_seconds(const ctsar__pass *p, const ctsar__family *f, int version,
                              ctsar__range r);

/* Adds what versions did on the unit since the last call to its statistics.  ENOMEM. */
int ctsar__versions_report(ctsar__versions *all, ctsar__unit_stats *u) CTSAR__MUST_CHECK;
/* For the history: all rates with observations that it has not been told of. */
void ctsar__pass_say_versions(void *pass, ctsar__history_say *say, void *to);

#endif
