/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rounds with ranges on demand, under the real clock. */
#ifndef CTSAR_PASS_QUEUE_REAL_H
#define CTSAR_PASS_QUEUE_REAL_H

#include "pass/core/round.h"

extern const ctsar__round_ops ctsar__round_queue_real;

#endif
