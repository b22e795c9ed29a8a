/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What passes take on all units, on the cores alone, and on the accelerators alone, as measured.
 * Rates predict that a pass without a unit is longer, but they are those of units beside which it
 * works.  Units take each other's time: an accelerator that of memory, or a processor; cores that
 * of the thread that serves an accelerator, or of its copies.  So where little seems to be gained,
 * one pass is given to units of one kind alone, from a budget: of 1 % of the time for cores, which
 * are also tried early if that costs no more than a quarter of a pass, of 0.5 % for accelerators.
 * If passes on all units are not shorter, the others are left out.
 *   accelerators   come back by probes (backoff.h), and what they disturb counts when they ask to,
 *                  until passes without them have become longer than those on all ever were when
 *                  they were left out, or until another try costs 0.25 % of the time since; each
 *                  time that takes twice as long.
 *   cores          come back when a pass on all units has been shorter, which is tried from the
 *                  same budget, or when passes without them have become longer than those were.
 * Passes whose lengths differ by a fifth are compared apart, up to 17 lengths, as they may come in
 * turn; then a pass of each length goes by what was found for it.  Accelerators that do harm in one
 * length and pay in another sit out as cores do; the time that pays for comparisons, and what else
 * is held against accelerators, is of all.
 * Where times are a model's nothing disturbs. */
#ifndef CTSAR_COMPARE_H
#define CTSAR_COMPARE_H

#include "sched/math/standing.h"

/* At the end of a pass, before the rules: books what it took, and leaves accelerators out (true),
 * which is counted in s->stats, or cores, or has the next pass executed by some units alone. */
bool ctsar__compare(ctsar__backoff *b, ctsar__sched *s, const ctsar__backoff_view *v);

/* After the rules: without an accelerator that takes part cores are neither left out, nor is a pass
 * the accelerators' alone. */
void ctsar__compare_settle(ctsar__backoff *b, ctsar__team team);

/* By what a predicted time is to be multiplied with accelerators that were left out: 1 or more. */
double ctsar__compare_factor(const ctsar__backoff *b);

#endif
