/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rounds in check mode. */
#ifndef CTSAR_PASS_CHECKED_H
#define CTSAR_PASS_CHECKED_H

#include "pass/core/round.h"

extern const ctsar__round_ops ctsar__round_checked;

#endif
