/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What moving persisted data costs, as policies ask it. */
#ifndef CTSAR_PASS_PRICE_H
#define CTSAR_PASS_PRICE_H

#include "pass/core/state.h"

/* Lets the policy ask for prices, of a pass with these bounds, where arrays persist that this pass
 * has registered so far; else it has none.  Before it is told that a round begins or ends, by the
 * thread that tells it. */
void ctsar__price_open(ctsar__pass *p, ctsar__bounds b);
/* The unit has been given a range: it gets all that is whole with that.  Under the queue's lock. */
void ctsar__price_note(ctsar__pass *p, int unit);
void ctsar__price_free(ctsar__pass *p);

#endif
