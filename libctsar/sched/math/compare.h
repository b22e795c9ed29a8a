/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What passes take with accelerators, and on the cores alone, both as measured.  Rates predict that
 * a pass without an accelerator is longer, but they are those of cores beside which it works: where
 * it takes memory's or a processor's time from them, they are faster without it.  So where little
 * seems to be gained, one pass is given to the cores alone, early if that costs no more than a
 * quarter of a pass, and again from a budget of 1 % of the time.  If passes with accelerators are
 * not shorter, accelerators are left out, and what they disturb counts when they ask to come back.
 * Where times are a model's nothing disturbs. */
#ifndef CTSAR_COMPARE_H
#define CTSAR_COMPARE_H

#include "sched/math/standing.h"

/* At the end of a pass, before the rules: books what it took, and leaves accelerators out (true),
 * which is counted in s->stats, or has the next pass executed by the cores alone. */
bool ctsar__compare(ctsar__backoff *b, ctsar__sched *s, const ctsar__backoff_view *v);

/* By what a predicted time is to be multiplied with accelerators that were left out: 1 or more. */
double ctsar__compare_factor(const ctsar__backoff *b);

#endif
