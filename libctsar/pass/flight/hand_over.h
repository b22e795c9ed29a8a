/* SPDX-License-Identifier: BSD-3-Clause
 *
 * An accelerator whose turn has launched kernels goes on by itself, with ranges in its slots. */
#ifndef CTSAR_PASS_HAND_OVER_H
#define CTSAR_PASS_HAND_OVER_H

#include "pass/core/state.h"

int ctsar__flight_init(ctsar__pass *p) CTSAR__MUST_CHECK;
void ctsar__flight_free(ctsar__pass *p);

/* Takes over the lane's turn, which launched; the round says how it goes on. */
int ctsar__hand_over(ctsar__pass *p, ctsar__lane *l) CTSAR__MUST_CHECK;

/* ---- For the kinds of round: how it goes on --------------------------------------- */

/* On the accelerator's workers, who arrive at the barrier for it. */
void ctsar__flight_dispatch(ctsar__pass *p, ctsar__acc *a);
/* On the calling thread, which deals the pieces of its range to its slots. */
void ctsar__flight_deal_here(ctsar__pass *p, ctsar__acc *a);
/* On the calling thread, its first range alone. */
void ctsar__flight_first(ctsar__pass *p, ctsar__acc *a);
/* Executes what the slot has taken (deal.h), on the calling thread; `placed`: when the slot was
 * free on the time line.  False: the pass has failed. */
bool ctsar__flight_range(ctsar__pass *p, int acc, int slot, double placed);
/* QUEUE: are the accelerator's other slots to have something in flight from now on, pieces of the
 * first one's range or ranges of their own?  Where there is nothing to hide, ranges would wait for
 * each other on the device, and none would tell what it takes.  Once a round. */
bool ctsar__flight_spreads(const ctsar__pass *p, ctsar__acc *a);

#endif
