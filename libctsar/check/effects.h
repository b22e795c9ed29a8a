/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a body does besides its outputs and must not do for each execution: the caller notes it, as
 * bytes, compares as outputs are, and does it when the executions are over. */
#ifndef CTSAR_CHECK_EFFECTS_H
#define CTSAR_CHECK_EFFECTS_H

#include "check/state.h"

/* By the body that is executed, or a thread of its team.  Aligned bytes; alike in two executions
 * where they do the same. ENOMEM. */
int ctsar__check_effect(ctsar__check *c, const void *bytes, size_t n) CTSAR__MUST_CHECK;
/* Is there memory that the body which is executed may read and that has other contents than the
 * program's? */
bool ctsar__check_poisons(const ctsar__check *c);
/* Behind the last execution: all of them, in their order; the caller may write there. */
char *ctsar__check_effects(const ctsar__check *c, size_t *n);

/* Before an execution. */
void ctsar__effects_begin(ctsar__check *c);
/* Behind the first one of a phase, with which others are compared. */
void ctsar__effects_save(ctsar__check *c);
bool ctsar__effects_differ(const ctsar__check *c);
/* Behind an execution.  True: it is the first one of the kernel with an effect. */
bool ctsar__effects_are_new(ctsar__check *c);
void ctsar__effects_free(ctsar__check *c);

#endif
