/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Waiting for the others of the team, and saying after a time, once a round, for whom. */
#ifndef CTSAR_PASS_WAIT_H
#define CTSAR_PASS_WAIT_H

#include "pass/core/state.h"

/* At the barrier, until `round` is over. */
void ctsar__wait_for_others(ctsar__pass *p, ctsar__lane *l, uint32_t round);
/* Until all others have arrived at the barrier in `round`. */
void ctsar__wait_to_be_last(ctsar__pass *p, ctsar__lane *l, uint32_t round);
/* In `round`, as long as `must` says so, on q->released, which the caller's lock q->lock guards. */
void ctsar__wait_for_turns(ctsar__pass *p, ctsar__lane *l, uint32_t round,
                           bool (*must)(ctsar__pass *p, const ctsar__lane *l));

#endif
