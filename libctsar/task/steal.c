/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/steal.h"

#include "task/place.h"
#include "task/ready.h"
#include "task/trace.h"

enum {
    LOOKED_AT = 8
}; /* of those that wait on a unit, the last ones: they would begin there last */

/* The task of which the least has to be moved. */
typedef struct loot {
    ctsar__task *task;
    double move;
} loot;

static void look(const ctsar_tasks *t, const ctsar__task_unit *u, const ctsar__task_unit *other,
                 loot *best)
{
    size_t count = other->ready.count, last = count > LOOKED_AT ? count - LOOKED_AT : 0;
    for (size_t i = count; i-- > last;) {
        ctsar__task *task = other->ready.place[i].task;
        const ctsar__candidate here = ctsar__task_candidate(t, task, u),
                               there = ctsar__task_candidate(t, task, other);
        if (!ctsar__placement_steals(&here, &there) || (best->task && here.move >= best->move))
            continue;
        *best = (loot){task, here.move};
    }
}

ctsar__task *ctsar__task_take(ctsar__task_worker *w)
{
    ctsar_tasks *t = w->all;
    ctsar__task_unit *u = w->unit;
    ctsar__task *task = t->redo.wanted ? NULL : ctsar__ready_take(&u->ready);
    loot best = {0};
    if (task || u->gone || t->redo.wanted)
        return task;
    for (int o = 0; o < t->units; ++o)
        if (&t->unit[o] != u)
            look(t, u, &t->unit[o], &best);
    if (!best.task)
        return NULL;
    ctsar__task_trace_steal(w, best.task, best.task->unit);
    ctsar__ready_remove(&t->unit[best.task->unit].ready, best.task);
    ctsar__task_displace(t, best.task);
    ctsar__task_put(t, best.task, u);
    return ctsar__ready_take(&u->ready);
}
