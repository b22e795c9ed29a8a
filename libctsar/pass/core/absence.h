/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Accelerators that are gone: they have failed, cannot hold what they need, or have no version that
 * may be used for a range, and take no part in the rest of the pass nor in any later one. */
#ifndef CTSAR_PASS_ABSENCE_H
#define CTSAR_PASS_ABSENCE_H

#include "pass/core/state.h"

typedef enum ctsar__verdict {
    CTSAR__FATAL, /* an error of the pass */
    CTSAR__GONE,  /* the accelerator is gone; its range is to be orphaned */
    CTSAR__AGAIN  /* another one is gone: what was tried may be tried again */
} ctsar__verdict;

/* What follows from an error in executing a range on accelerator acc (< 0: a core). */
ctsar__verdict ctsar__judge(ctsar__pass *p, int acc, ctsar__traffic *t, int status);

/* Does the accelerator take no part any more?  A region finds out here what has failed in another
 * one, or between passes. */
bool ctsar__acc_is_gone(ctsar__pass *p, ctsar__acc *a);
/* Does it get no more ranges, whatever the policy has for it? */
bool ctsar__acc_is_out(ctsar__pass *p, ctsar__acc *a);
/* Is there nobody left but threads that are no units? */
bool ctsar__absence_total(ctsar__pass *p);
/* Says to the policy how much of the pass that ends accelerators could keep. */
void ctsar__absence_keepable(ctsar__pass *p);
/* Says to the policy what is absent now.  By one thread, between rounds. */
void ctsar__absence_tell(ctsar__pass *p);
/* "; NAME takes no part any more: WHY" of an accelerator that is gone and could execute the kernel,
 * else ""; the calling thread's, until its next call. */
const char *ctsar__absence_reason(const ctsar__pass *p, const ctsar_kernel *kernel);

#endif
