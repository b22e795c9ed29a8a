/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Each task that is submitted makes the ways longer of all that it follows, and of what those
 * follow.  To go all that way each time would take time that grows with the graph.  So what changes
 * a way by little is not handed on, nor what is shorter than handing it on takes. */
#include "task/urgency.h"

#include "task/edges.h"
#include "task/model.h"
#include "task/ready.h"

static const double noticed = 1.01; /* times the way so far */
enum { MOST = 64 };                 /* tasks that one makes more urgent */

static bool raise(ctsar_tasks *t, ctsar__task *task, const ctsar__task *later)
{
    double path = later->path >= t->costs.task_way
                      ? ctsar__model_least(task->model, t->units) + later->path
                      : 0;
    bool more = later->priority > task->priority, longer = path > noticed * task->path;
    if (more)
        task->priority = later->priority;
    if (longer)
        task->path = path;
    if ((more || longer) && task->unit >= 0)
        ctsar__ready_raise(&t->unit[task->unit].ready, task);
    return more || longer;
}

/* Tasks that are raised, to go on from. */
typedef struct raised {
    ctsar__task *task[MOST];
    int count;
} raised;

static void raise_by(ctsar_tasks *t, const ctsar__edge *e, const ctsar__task *later, raised *r)
{
    if (e->from && raise(t, e->from, later) && r->count < MOST)
        r->task[r->count++] = e->from;
}

/* Those that it follows, the last ones first. */
static void raise_before(ctsar_tasks *t, ctsar__task *task, raised *r)
{
    const ctsar__edge *own = ctsar__edges_of(task);
    for (const ctsar__edge *e = task->more; e; e = e->more)
        raise_by(t, e, task, r);
    for (int i = task->edges; i-- > 0;)
        raise_by(t, &own[i], task, r);
}

/* It can raise none: all have its priority at least, and its way is not looked at. */
static bool raises_none(ctsar_tasks *t, const ctsar__task *task)
{
    if (task->priority < t->lowest)
        t->lowest = task->priority;
    return task->priority == t->lowest && task->path < t->costs.task_way;
}

/* What is raised is gone on from, the nearest first. */
void ctsar__task_hand_on(ctsar_tasks *t, ctsar__task *task)
{
    raised r; /* of which `count` are set */
    task->path = ctsar__model_least(task->model, t->units);
    if (raises_none(t, task))
        return;
    r.task[0] = task;
    r.count = 1;
    for (int i = 0; i < r.count; ++i)
        raise_before(t, r.task[i], &r);
}
