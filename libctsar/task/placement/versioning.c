/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The versioning scheduler of OmpSs, for comparison: units have such tasks in turn until each has
 * had a few; then the one gets it that will have finished it first, wherever the data are. */
#include "task/placement/placement.h"

static double finish(const ctsar__candidate *c)
{
    return ctsar__placement_free(c) + c->learned.seconds;
}

static int choose(const ctsar__candidate *unit, int units)
{
    int fewest = -1;
    long least = CTSAR__TASK_TRIALS;
    for (int u = 0; u < units; ++u) {
        long tasks = unit[u].learned.count + unit[u].learned.trying;
        if (unit[u].able && tasks < least) {
            fewest = u;
            least = tasks;
        }
    }
    return fewest >= 0 ? fewest : ctsar__placement_least(unit, units, finish);
}

const ctsar__placement_ops ctsar__placement_versioning = {CTSAR_VERSIONING, "versioning", choose};
