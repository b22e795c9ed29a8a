/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The end of a round: what the last one to arrive at the barrier does, while all others wait. */
#ifndef CTSAR_PASS_ROUND_END_H
#define CTSAR_PASS_ROUND_END_H

#include "pass/core/state.h"

/* By the last one to arrive at the barrier.  Books the round and decides about the next one;
 * *again: it is of the same pass.  An error ends the pass; returns the one met here.  Without news
 * the pass was as the one before, and the policy need not know. */
int ctsar__round_end(ctsar__pass *p, bool news, bool *again) CTSAR__MUST_CHECK;

/* An accelerator arrives at the barrier for which ctsar__barrier_hold was called. */
void ctsar__round_arrive(ctsar__pass *p);

#endif
