/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rounds in which each unit executes one range, which the published split says. */
#ifndef CTSAR_PASS_SPLIT_H
#define CTSAR_PASS_SPLIT_H

#include "pass/core/round.h"

extern const ctsar__round_ops ctsar__round_split;

/* ---- What split_virtual.c shares ------------------------------------------------------------ */

/* May the accelerator have a turn in this round, with a range?  `split` NULL: it is not known. */
bool ctsar__split_takes(ctsar__pass *p, int acc, const ctsar__split *split);
/* The split that the round most likely follows, when it is opened; NULL: it is not known. */
const ctsar__split *ctsar__split_expected(ctsar__pass *p, const ctsar__lane *l);
/* Functions of the kind of round. */
int ctsar__split_open(ctsar__pass *p, ctsar__lane *l) CTSAR__MUST_CHECK;
/* Finds the split in force, l->split. */
int ctsar__split_find(ctsar__pass *p, ctsar__lane *l) CTSAR__MUST_CHECK;
int ctsar__split_next(ctsar__pass *p, ctsar__lane *l) CTSAR__MUST_CHECK;
bool ctsar__split_again(ctsar__pass *p, ctsar__lane *l);
void ctsar__split_leave(ctsar__pass *p, int acc);
void ctsar__split_complete(ctsar__pass *p, ctsar__team team);

#endif
