/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Launches of families on an accelerator: how far the next piece of a slot's range reaches, and
 * which version executes it. */
#ifndef CTSAR_FLIGHT_VERSIONS_H
#define CTSAR_FLIGHT_VERSIONS_H

#include "pass/core/state.h"

/* The slot has another range: nothing is known of it yet. */
void ctsar__slot_forget_range(ctsar__slot *s);
/* How many of the range's next iterations one version is to execute. */
int ctsar__slot_reach(ctsar__pass *p, ctsar__acc *a, ctsar__slot *s, ctsar__range range,
                      long *n) CTSAR__MUST_CHECK;
/* Executes launch number i, which is bound to `target`, by a version that may be used for the
 * piece: one after the other until one can be launched.  Where the version is to be verified, the
 * one that verifies it is executed before.  EDEVICE: none can. */
int ctsar__slot_launch(ctsar__pass *p, ctsar__acc *a, ctsar__slot *s, ctsar__range piece, int i,
                       const ctsar__target *target) CTSAR__MUST_CHECK;

#endif
