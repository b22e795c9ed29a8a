/* SPDX-License-Identifier: BSD-3-Clause
 *
 * One thread executes all tasks, in the order in which they begin on the units' time lines.  What a
 * task does is done at its beginning; that it is over, and what follows from that, at its end. */
#include "task/virtual.h"

#include <math.h>

#include "task/build.h"
#include "task/finish.h"
#include "task/redo.h"
#include "task/steal.h"
#include "task/trace.h"

/* What a task of a slot takes follows from its engines, which operations are booked on; the slot
 * is free from now on.  Its data come at once, and its kernel waits for them. */
static double execute(ctsar__task_worker *w, ctsar__task *task, ctsar__task_time *time)
{
    ctsar_tasks *t = w->all;
    ctsar__task_unit *u = w->unit;
    w->traffic = (ctsar__traffic){0};
    ctsar__redo_enter(t);
    ctsar__task_trace_begin(w);
    if (u->device) {
        u->engines.slot[w->index] = fmax(t->now, ctsar__task_built_at(task->model, u));
        ctsar__engines_hold(&u->engines, w->index);
    }
    pthread_mutex_unlock(&t->lock);
    int status = t->execute(w, task, time, &w->traffic);
    pthread_mutex_lock(&t->lock);
    while (status && u->device && ctsar__engines_next(&u->engines, w->index))
        continue; /* what it has done until then has taken its time */
    if (status) {
        ctsar__task_failed(w, task, &w->traffic, status);
        ctsar__redo_leave(t);
    } else
        w->running = task;
    return u->device ? u->engines.slot[w->index]
                     : t->now + time->moving + time->verifying + time->body;
}

/* Begins what can begin now on the unit. */
static void begin(ctsar__task_unit *u)
{
    for (int i = 0; i < u->workers; ++i) {
        ctsar__task_worker *w = &u->worker[i];
        ctsar__task *task = w->running ? NULL : ctsar__task_take(w);
        if (task)
            w->until = execute(w, task, &w->time);
    }
}

/* The worker who is first done with a task, or with what it does of it now; NULL: nobody has one.
 */
static ctsar__task_worker *first_to_end(ctsar_tasks *t)
{
    ctsar__task_worker *first = NULL;
    for (int u = 0; u < t->units; ++u)
        for (int i = 0; i < t->unit[u].workers; ++i) {
            ctsar__task_worker *w = &t->unit[u].worker[i];
            if (w->running && (!first || w->until < first->until))
                first = w;
        }
    return first;
}

/* There is more to do for its task: its kernel when its data have come, its outputs after that. */
static bool goes_on(ctsar__task_worker *w)
{
    ctsar__task_unit *u = w->unit;
    if (!u->device || !ctsar__engines_next(&u->engines, w->index))
        return false;
    w->until = u->engines.slot[w->index];
    return true;
}

void ctsar__task_virtual(ctsar_tasks *t, bool (*over)(const ctsar_tasks *t, const void *data),
                         const void *data)
{
    while (!over(t, data)) {
        double built = ctsar__task_builds_pass(t);
        for (int u = 0; u < t->units; ++u)
            begin(&t->unit[u]);
        ctsar__task_worker *w = first_to_end(t);
        if (built < (w ? w->until : INFINITY)) { /* another unit may begin then */
            t->now = built;
            continue;
        }
        if (!w)
            continue; /* what failed has been placed elsewhere, or everything is over */
        ctsar__task *task = w->running;
        t->now = w->until > t->now ? w->until : t->now;
        if (goes_on(w))
            continue;
        w->running = NULL;
        ctsar__task_executed(w, task, &w->time);
        ctsar__redo_leave(t);
    }
}
