/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A pass, as a region executes it: turns, and the one barrier of each round.
 *
 * A thread enters a pass with its first call, which fixes its turn's unit: an accelerator that
 * nobody serves yet, else the thread's own core.  It leaves after the barrier.  The last thread to
 * arrive books times, combines reductions and publishes the split for what comes next; the others
 * wait. Between two barriers the only shared writes are claims of accelerators and registrations.
 */
#ifndef CTSAR_PASS_H
#define CTSAR_PASS_H

#include "pass/core/state.h"

/* The caller has set the first group and zeroed the rest. */
int ctsar__pass_init(ctsar__pass *p, ctsar__device *const *device) CTSAR__MUST_CHECK;
void ctsar__pass_free(ctsar__pass *p);

/* Later passes are split by `sched`; the old one is the caller's.  While no pass runs. */
void ctsar__pass_replace_sched(ctsar__pass *p, ctsar__sched *sched);
/* Later passes are checked (NULL: not, and `excuse`, unless NULL, is said once).  While no pass
 * runs. */
void ctsar__pass_replace_check(ctsar__pass *p, ctsar__check *check, const char *excuse);

/* The calling thread's turn; enters the pass with the first call.
 * ETEAM, ESTATE, ENOMEM. */
int ctsar__pass_turn(ctsar__pass *p, ctsar__lane **lane) CTSAR__MUST_CHECK;

/* Whether the calling thread is in a turn of any pass, or is the library's own and executes one. */
bool ctsar__pass_within(void);

/* Fixes the turn's range of the iterations below hi, and fetches its data. */
int ctsar__pass_next(ctsar__pass *p, ctsar__lane *l, ctsar__bounds b, long hi) CTSAR__MUST_CHECK;

/* Ends the turn; *again: the thread has another one. */
int ctsar__pass_loop(ctsar__pass *p, ctsar__lane *l, bool *again) CTSAR__MUST_CHECK;

#endif
