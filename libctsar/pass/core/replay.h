/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a pass has executed, for recording its schedule, or to see that one was repeated. */
#ifndef CTSAR_PASS_REPLAY_H
#define CTSAR_PASS_REPLAY_H

#include "pass/core/state.h"

/* A unit has executed a range; `own` is the list of the core, or of the accelerator's slot. */
static inline void ctsar__record_range(const ctsar__pass *p, ctsar__ranges *own, ctsar__range range)
{
    if (p->watching && own->count >= 0 && ctsar__ranges_add(own, range))
        own->count = -1; /* all is lost */
}

/* The ranges of a core (acc < 0), or of an accelerator's slot, in the pass that is repeated. */
const ctsar__ranges *ctsar__replay_list(const ctsar__pass *p, int core, int acc, int slot);
/* Why the pass that runs on `team` with these bounds is not the one that comes next in the record;
 * NULL: it is, so far. */
const char *ctsar__replay_misfit(const ctsar__pass *p, ctsar__bounds b, ctsar__team team);
/* Says once that the pass is not as recorded: an error, or a warning where schedules that do not
 * fit are given up. */
int ctsar__replay_refuse(ctsar__pass *p, const char *why) CTSAR__MUST_CHECK;
/* The pass of `team` is over: it is recorded, or compared with what it was to repeat.  By the last
 * thread. ECONFIG, as refused. */
int ctsar__replay_end_pass(ctsar__pass *p, ctsar__team team, bool failed) CTSAR__MUST_CHECK;

#endif
