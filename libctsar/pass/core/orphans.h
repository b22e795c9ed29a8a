/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Ranges that an accelerator did not deliver before it was gone are orphaned, and executed by the
 * others in a further round of the pass, which no policy hears of: each of them takes its part of
 * every orphan. */
#ifndef CTSAR_PASS_ORPHANS_H
#define CTSAR_PASS_ORPHANS_H

#include "pass/core/state.h"

/* The range is left to others. */
void ctsar__orphan(ctsar__pass *p, ctsar__range range);
/* By the last thread, at the end of a round: who is gone takes no part from now on.  True: there
 * are orphans, for another round.  EDEVICE: and nobody for them. */
int ctsar__orphans_adopt(ctsar__pass *p, bool *needed) CTSAR__MUST_CHECK;
/* The pass is over. */
void ctsar__orphans_end(ctsar__pass *p);
void ctsar__orphans_free(ctsar__rescue *r);
/* The part of orphan `r` that is a unit's; `acc` < 0: core number `unit`. */
ctsar__range ctsar__orphan_part(const ctsar__pass *p, ctsar__range r, int acc, int unit);

#endif
