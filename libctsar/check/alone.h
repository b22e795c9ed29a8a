/* SPDX-License-Identifier: BSD-3-Clause
 *
 * One checked pass at a time in the process, and nobody at what is known of persisted arrays
 * meanwhile. */
#ifndef CTSAR_CHECK_ALONE_H
#define CTSAR_CHECK_ALONE_H

#include "check/state.h"

/* Waits until the calling thread is alone; it may be so already: a turn may sync other arrays, and
 * so may the threads of a team that its body has begun, one at a time.  Who
 * waits for a checked pass for too long says so, once. `c`: for a pass of it, which _pass_ends
 * ends, or NULL. */
void ctsar__check_alone(ctsar__check *c);
void ctsar__check_not_alone(void);
void ctsar__check_pass_ends(const ctsar__check *c);
/* By who is alone: a body is executed from here on.  The threads of the teams that it begins are
 * let in until _ends, which does nothing where none is. */
void ctsar__check_body_begins(ctsar__check *c);
void ctsar__check_body_ends(ctsar__check *c);
/* By who is alone: what is to be called when it is to be so once more, or NULL. */
void ctsar__check_alone_again(void (*call)(void));

#endif
