/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The kinds of round that there are. */
#ifndef CTSAR_PASS_ROUNDS_H
#define CTSAR_PASS_ROUNDS_H

#include "pass/core/round.h"

/* Gives the pass its kinds of round and what they need, and finds the first one's. */
void ctsar__rounds_init(ctsar__pass *p);
void ctsar__rounds_free(ctsar__pass *p);

#endif
