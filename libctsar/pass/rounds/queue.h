/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What rounds with ranges on demand have in common, whichever the clock. */
#ifndef CTSAR_PASS_QUEUE_H
#define CTSAR_PASS_QUEUE_H

#include "pass/core/state.h"

void ctsar__queue_init(ctsar__queue *q);
void ctsar__queue_free(ctsar__queue *q);

/* The first thread of a round clears what is left of the round before; true: the caller is it.
 * Under the lock. */
bool ctsar__queue_clear(ctsar__pass *p);
/* Gives the lane's turn, which may have no unit, its first range; false: there is none.  Called
 * under the lock, when the policy has been told of the round. */
typedef bool ctsar__first_range(ctsar__pass *p, ctsar__lane *l);

/* `next` of a kind of round.  The first thread that knows how many iterations there are tells the
 * policy.  ETEAM: another thread has said another number. */
int ctsar__queue_next(ctsar__pass *p, ctsar__lane *l,
                      ctsar__first_range *first_range) CTSAR__MUST_CHECK;

/* What the lane's turn took. */
ctsar__sample ctsar__queue_sample(const ctsar__pass *p, const ctsar__lane *l);

/* Has the policy been told of the round that ends? */
bool ctsar__queue_told(const ctsar__pass *p);

/* `leave` of a kind of round: what the policy still has for an accelerator that is out. */
void ctsar__queue_orphan(ctsar__pass *p, int acc);

#endif
