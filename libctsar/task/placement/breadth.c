/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Whoever has the least waiting, whatever it is: tasks go round the units, breadth first. */
#include "task/placement/placement.h"

static int choose(const ctsar__candidate *unit, int units)
{
    return ctsar__placement_least(unit, units, ctsar__placement_waiting);
}

const ctsar__placement_ops ctsar__placement_breadth = {CTSAR_BREADTH, "breadth", choose};
