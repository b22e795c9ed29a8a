/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rounds that execute what accelerators that are gone have left. */
#ifndef CTSAR_PASS_RESCUE_H
#define CTSAR_PASS_RESCUE_H

#include "pass/core/round.h"

extern const ctsar__round_ops ctsar__round_rescue;

#endif
