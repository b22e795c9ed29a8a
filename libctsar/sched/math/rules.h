/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The rules by which an accelerator is left out, and comes back (backoff.h). */
#ifndef CTSAR_RULES_H
#define CTSAR_RULES_H

#include "sched/math/standing.h"

/* With b->o and b->p as the view's: judges the pass by the env's rule.  `queue`: pieces are handed
 * out.  Counted in s->stats. */
void ctsar__rules_judge(ctsar__backoff *b, ctsar__sched *s, const ctsar__backoff_view *v,
                        bool queue);

/* A time that the pass cannot be shorter than, units whose o is CTSAR__AWAY left out. */
double ctsar__rules_bound(const ctsar__backoff *b, const ctsar__backoff_view *v);

#endif
