/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The split that all threads see. */
#ifndef CTSAR_PASS_PUBLISH_H
#define CTSAR_PASS_PUBLISH_H

#include "pass/core/state.h"

/* The split that is published, if it is for n iterations on this team, or NULL. */
const ctsar__split *ctsar__published(const ctsar__pass *p, long n, ctsar__team team);

/* Publishes the policy's split of n iterations, where it is new: what nobody writes stays in all
 * caches.  `scratch` is nobody's at this time.  By the last thread of a barrier.  ENOMEM. */
int ctsar__publish(ctsar__pass *p, long n, ctsar__split *scratch) CTSAR__MUST_CHECK;

#endif
