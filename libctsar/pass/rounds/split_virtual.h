/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The same as split.h under the virtual clock, beside accelerators: units get their data in order.
 */
#ifndef CTSAR_PASS_SPLIT_VIRTUAL_H
#define CTSAR_PASS_SPLIT_VIRTUAL_H

#include "pass/core/round.h"

extern const ctsar__round_ops ctsar__round_split_virtual;

#endif
