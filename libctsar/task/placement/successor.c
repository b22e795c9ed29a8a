/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The unit that ended the last of the tasks that this one follows, and so has what it wrote; where
 * it follows none, the one that has the fewest waiting.  Others steal from it. */
#include "task/placement/placement.h"

static int choose(const ctsar__candidate *unit, int units)
{
    for (int u = 0; u < units; ++u)
        if (unit[u].able && unit[u].came_from)
            return u;
    return ctsar__placement_least(unit, units, ctsar__placement_waiting);
}

const ctsar__placement_ops ctsar__placement_successor = {CTSAR_SUCCESSOR, "successor", choose};
