/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rounds with ranges on demand, in the order of the units' time lines. */
#ifndef CTSAR_PASS_QUEUE_VIRTUAL_H
#define CTSAR_PASS_QUEUE_VIRTUAL_H

#include "pass/core/round.h"

extern const ctsar__round_ops ctsar__round_queue_virtual;

#endif
