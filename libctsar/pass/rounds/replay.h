/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rounds that repeat a recorded pass. */
#ifndef CTSAR_PASS_ROUND_REPLAY_H
#define CTSAR_PASS_ROUND_REPLAY_H

#include "pass/core/round.h"

extern const ctsar__round_ops ctsar__round_replay;

#endif
