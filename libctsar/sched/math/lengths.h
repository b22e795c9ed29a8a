/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is known of passes by their length.  A region may execute passes of several lengths in turn,
 * and what comparisons (compare.h) and probes have shown of one says little of the others. */
#ifndef CTSAR_LENGTHS_H
#define CTSAR_LENGTHS_H

#include "sched/math/standing.h"

/* Makes b->compared what is known of passes like the one that is over: nothing, where there was
 * none of its length and team before.  The time that has gone by, which comparisons are paid from,
 * is that of all; so is what is held against accelerators, where the length is known.  Returns what
 * the pass was to compare, which is so no longer. */
ctsar__only ctsar__lengths_look_up(ctsar__backoff *b, const ctsar__backoff_view *v);

/* Are accelerators worth their while in passes of another length that may come next?  `unknown`:
 * the cores' seconds per work, where those were not compared.  Pure. */
bool ctsar__lengths_pay(const ctsar__backoff *b, double unknown);

/* Is there a comparison to come, in a pass of a length that comes again? */
bool ctsar__lengths_compare(const ctsar__backoff *b);

#endif
