/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A turn while parcels are under way, on several nodes. */
#ifndef CTSAR_PASS_RIMS_H
#define CTSAR_PASS_RIMS_H

#include "pass/core/state.h"

/* The turn's range is fixed: a core's becomes its interior, and what follows and what precedes that
 * are for later turns.  Waits for what the turn's thread needs for it, which is no part of what a
 * unit takes; an accelerator that goes on by itself waits by itself. */
void ctsar__turn_rims(ctsar__pass *p, ctsar__lane *l);

#endif
