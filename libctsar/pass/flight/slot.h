/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A range in flight on an accelerator. */
#ifndef CTSAR_PASS_SLOT_H
#define CTSAR_PASS_SLOT_H

#include "pass/core/state.h"

/* Gives the slot another range. */
void ctsar__slot_assign(ctsar__slot *s, ctsar__range r);
/* Its range is in flight.  Under `fetching`. */
void ctsar__slot_enter(const ctsar__pass *p, ctsar__acc *a, ctsar__slot *s);
/* Executes what it has been assigned; an error that others cannot make good is the pass's. */
void ctsar__slot_execute(ctsar__pass *p, ctsar__acc *a, ctsar__slot *s);

#endif
