/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the host has read too early. */
#ifndef CTSAR_CHECK_STALE_H
#define CTSAR_CHECK_STALE_H

#include "check/state.h"

/* Has the array what the host should not have read? */
void ctsar__check_look_for_stale(ctsar__check *c, ctsar__tracked *a);

#endif
