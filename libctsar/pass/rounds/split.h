/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rounds in which each unit executes one range, which the published split says. */
#ifndef CTSAR_PASS_SPLIT_H
#define CTSAR_PASS_SPLIT_H

#include "pass/core/round.h"

extern const ctsar__round_ops ctsar__round_split;

#endif
