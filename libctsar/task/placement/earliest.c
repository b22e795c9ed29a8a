/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The unit that will finish the task first: what it has to do before, moving the data, the task.
 * A unit of which nothing is known for such tasks gets one first, and some more in turn. */
#include <math.h>

#include "task/placement/placement.h"

/* What is moved keeps others from moving, and is missing where it was. */
static const double worth_of_moving = 2;

static double finish(const ctsar__candidate *c)
{
    if (c->learned.count == 0 && c->learned.trying >= CTSAR__TASK_TRIALS)
        return INFINITY;
    double seconds = c->learned.count ? c->learned.seconds : 0;
    return ctsar__placement_free(c) + worth_of_moving * c->move + seconds;
}

static int choose(const ctsar__candidate *unit, int units)
{
    for (int u = 0; u < units; ++u)
        if (unit[u].able && unit[u].learned.count + unit[u].learned.trying == 0)
            return u;
    return ctsar__placement_least(unit, units, finish);
}

const ctsar__placement_ops ctsar__placement_earliest = {CTSAR_EARLIEST, "earliest", choose};
