/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Who is in a pass: lanes, and the one team that they are of. */
#ifndef CTSAR_PASS_LANES_H
#define CTSAR_PASS_LANES_H

#include "pass/core/state.h"
#include "pass/core/team.h"

/* The lane of a thread of the team, made with all of the team's.  ENOMEM. */
int ctsar__lane_find(ctsar__pass *p, ctsar__member me, ctsar__lane **lane) CTSAR__MUST_CHECK;
/* Marks the lane as in this pass.  ETEAM. */
int ctsar__lane_enter(ctsar__pass *p, ctsar__member me, ctsar__lane *l) CTSAR__MUST_CHECK;
/* Is a thread in this pass with it? */
bool ctsar__lane_joined(const ctsar__pass *p, const ctsar__lane *l);
/* Has a thread entered a pass that is not over? */
bool ctsar__pass_running(ctsar__pass *p);
void ctsar__lanes_free(ctsar__lanes *newest);

#endif
