/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The placements of this build, and what they share. */
#include "task/placement/placement.h"

#include <stdio.h>
#include <string.h>

/* So many times what a core takes.  What such an accelerator adds is less than a tenth of a core;
 * where other programs want the processors, or there is none besides the cores, it takes away. */
static const double wasteful = 10;
static const double affordable = 0.01; /* of what the cores have worked, to find out again */

#define ENTRY(name, constant, number, what) &ctsar__placement_##name,
static const ctsar__placement_ops *const placements[] = {CTSAR_PLACEMENT_LIST(ENTRY) NULL};
#undef ENTRY

const ctsar__placement_ops *ctsar__placement(int placement)
{
    const ctsar__placement_ops *const *ops = placements;
    while (*ops && placement != CTSAR_PLACEMENT_DEFAULT && (int)(*ops)->placement != placement)
        ops++;
    return *ops;
}

const char *ctsar__placement_names(void)
{
    static _Thread_local char names[128];
    size_t used = 0;
    for (const ctsar__placement_ops *const *ops = placements; *ops && used < sizeof names; ops++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "",
                                 (*ops)->name);
    return names;
}

/* May one more be tried here, in case it has become better? */
static bool is_due(const ctsar__candidate *here, const ctsar__candidate *core)
{
    double spent = (double)here->learned.count * here->learned.driving;
    return here->waiting == 0 &&
           spent <= affordable * (double)core->learned.count * core->learned.seconds;
}

/* A core is busy with bringing what the task needs, too. */
bool ctsar__placement_wastes(const ctsar__candidate *here, const ctsar__candidate *core)
{
    return here->learned.count > CTSAR__TASK_TRIALS && core->learned.count > 0 &&
           here->learned.driving > wasteful * (core->learned.seconds + core->move) &&
           !is_due(here, core);
}

void ctsar__placement_spare_processors(ctsar__candidate *unit, int units)
{
    for (int u = 1; u < units && unit->able; ++u)
        unit[u].able = unit[u].able && !ctsar__placement_wastes(&unit[u], unit);
}

int ctsar__placement_least(const ctsar__candidate *unit, int units,
                           double (*value)(const ctsar__candidate *))
{
    int best = -1;
    double least = 0;
    for (int u = 0; u < units; ++u) {
        double v = unit[u].able ? value(&unit[u]) : 0;
        if (unit[u].able && (best < 0 || v < least)) {
            best = u;
            least = v;
        }
    }
    return best;
}

double ctsar__placement_free(const ctsar__candidate *c)
{
    return c->load / c->workers;
}

double ctsar__placement_waiting(const ctsar__candidate *c)
{
    return (double)c->waiting / c->workers;
}

/* When it would begin the task: on cores one has nothing to do, of an accelerator a slot, whose
 * kernel comes behind those of others. */
static double begins(const ctsar__candidate *here)
{
    return here->workers > 1 && !here->slots ? 0 : ctsar__placement_free(here);
}

/* Where nothing is known of such tasks there, one of its own must be to follow first. */
bool ctsar__placement_steals(const ctsar__candidate *here, const ctsar__candidate *there)
{
    if (!here->able || ctsar__placement_wastes(here, there))
        return false;
    if (here->learned.count && there->learned.count)
        return begins(here) + here->move + here->learned.seconds < ctsar__placement_free(there);
    return here->learned.trying == 0 && there->waiting > (size_t)there->workers;
}
