/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Passes in which an iteration reads others' items.  That is a mistake only if what is read is
 * written by another iteration, and nobody knows before all have been executed.  So such a pass
 * begins anew: in a first sweep each iteration tells what it writes, in a second one it is judged.
 */
#ifndef CTSAR_CHECK_SWEEP_H
#define CTSAR_CHECK_SWEEP_H

#include "check/state.h"

/* Before an iteration of the pass: keeps what the outputs are, if the pass may have to begin anew.
 * Without memory it cannot, and others' items count as written. */
void ctsar__check_keep_start(ctsar__check *c);
/* May it begin anew?  Then it does so behind the iteration. */
bool ctsar__check_suspect(ctsar__check *c);
/* Behind an iteration: does the pass begin anew, with its first one?  `last`: there is none after
 * this one. */
bool ctsar__check_begin_anew(ctsar__check *c, bool last);
/* From byte `offset` of the host's array on, how many have been written by the same other iteration
 * in the first sweep, or by none; which one (0: none), as number `*writer` - 1 of the pass, through
 * which array. */
size_t ctsar__check_written(const ctsar__check *c, const ctsar__tracked *a, size_t offset,
                            size_t length, uint32_t *writer, const ctsar__tracked **through);
/* The iteration as a number of the pass, from 1 on. */
uint32_t ctsar__check_number(const ctsar__check *c);

#endif
