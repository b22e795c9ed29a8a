/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The unit that has the most of the task's data when it becomes ready; of several, the one that has
 * the least to do.  Others steal from it. */
#include "task/placement/placement.h"

static int choose(const ctsar__candidate *unit, int units)
{
    int best = -1;
    for (int u = 0; u < units; ++u) {
        if (!unit[u].able)
            continue;
        bool more = best < 0 || unit[u].there > unit[best].there;
        bool idler = best >= 0 && unit[u].there == unit[best].there &&
                     ctsar__placement_waiting(&unit[u]) < ctsar__placement_waiting(&unit[best]);
        best = more || idler ? u : best;
    }
    return best;
}

const ctsar__placement_ops ctsar__placement_affinity = {CTSAR_AFFINITY, "affinity", choose};
