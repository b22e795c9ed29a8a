/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How a unit without iterations gets to show that it has become faster (backoff.h). */
#ifndef CTSAR_PROBE_H
#define CTSAR_PROBE_H

#include "sched/math/standing.h"

/* At the end of a pass, after the rules: who has nothing to do gets a probe in the next pass, if it
 * is time.  With b->o and b->p as the view's.  Counted in s->stats. */
void ctsar__probe_the_idle(ctsar__backoff *b, ctsar__sched *s, const ctsar__backoff_view *v);

/* Is there a probe in the next pass, or in the running one? */
bool ctsar__probe_any(const ctsar__backoff *b, ctsar__team team);

#endif
