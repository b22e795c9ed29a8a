/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Accelerators whose kernel is still being built.  That may take longer than a pass, so no pass
 * waits for it: a thread of the library builds, and until it has, the accelerator takes no part.
 * What is handed out on demand it may ask for in the middle of a round (s->admits).  Under the
 * virtual clock building takes what CTSAR_EMU says, in rounds of the region from the one that comes
 * next on.  It is waited for where the cores cannot do without the accelerator, and where the
 * user has stated how a pass is divided, or that no accelerator is left out (s->waits). */
#ifndef CTSAR_PASS_READY_H
#define CTSAR_PASS_READY_H

#include "pass/core/state.h"

/* Has p->kernel, if any, built for the accelerators that can execute it.  Between passes. */
void ctsar__ready_begin(ctsar__pass *p);
/* Waits for what is being built, where the region has to.  Between passes. */
void ctsar__ready_wait(ctsar__pass *p);
/* Waits until no thread of the library builds for the region any more. */
void ctsar__ready_settle(ctsar__pass *p);

/* Is the accelerator's kernel still being built?  It gets no ranges yet.  Between rounds and for
 * the policy a->late says so. */
static inline bool ctsar__acc_is_unready(const ctsar__acc *a)
{
    return atomic_load_explicit(&a->unready, memory_order_acquire);
}

/* A round is over: who has become ready in it is late no more.  By the last thread, before
 * it looks who takes part. */
void ctsar__ready_advance(ctsar__pass *p);

/* What comes next is decided: who is not ready may come in the middle of that, where the policy
 * admits it.  By one thread, between rounds. */
void ctsar__ready_admit(ctsar__pass *p);

#endif
