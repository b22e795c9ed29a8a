/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Sets of units, a bit each. */
#ifndef CTSAR_TASK_BIT_H
#define CTSAR_TASK_BIT_H

#include <stdint.h>

static inline uint64_t ctsar__task_bit(int unit)
{
    return (uint64_t)1 << unit;
}

#endif
