/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/place.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "device/pace.h"
#include "task/bit.h"
#include "task/build.h"
#include "task/data.h"
#include "task/model.h"
#include "task/ready.h"
#include "version/family.h"

/* Tasks that wait on an accelerator, at most: what little kernels take says little of what driving
 * it takes, and each task's parts take its memory. */
static const size_t longest_queue = 1024;
static const int unknown = 1000000; /* nanoseconds of a task: it may be long */

void ctsar__tasks_fail(ctsar_tasks *t, int status)
{
    if (t->status || !status)
        return;
    t->status = status;
    snprintf(t->why, sizeof t->why, "%s", ctsar__error_detail());
}

/* ---- What a unit would be for a task --------------------------------------------------------- */

static bool is_able(const ctsar__task_unit *u, const ctsar__task *task)
{
    return u->workers > 0 && !u->gone && !(u->device && u->device->failed) &&
           !(task->refused & ctsar__task_bit(u->number)) &&
           task->serves & ctsar__task_bit(u->number);
}

int ctsar__task_accelerator_of(const ctsar_tasks *t, uint64_t where)
{
    int u = 1;
    while (u < t->units && !(where & ctsar__task_bit(u)))
        u++;
    return u < t->units ? u : CTSAR__CORES;
}

/* A unit that has the part, where the host has not; or NULL. */
static const ctsar__device *holder_of(const ctsar_tasks *t, uint64_t where)
{
    return where & ctsar__task_bit(CTSAR__CORES)
               ? NULL
               : t->unit[ctsar__task_accelerator_of(t, where)].device;
}

static double copy_seconds(const ctsar__device *d, ctsar__way way, size_t bytes)
{
    return d ? d->copy_overhead + (double)bytes * ctsar__pace_per_byte(d, way) : 0;
}

static void add_part(const ctsar_tasks *t, const ctsar__access *a, ctsar__candidate *c,
                     const ctsar__task_unit *u)
{
    const ctsar__part_data *d = a->part->data;
    uint64_t where = d && d->where ? d->where : ctsar__task_bit(CTSAR__CORES);
    size_t bytes = ctsar__box_bytes(&a->part->box);
    if (where & ctsar__task_bit(u->number))
        c->there += bytes;
    else if (ctsar__access_reads(a))
        c->move += copy_seconds(holder_of(t, where), CTSAR__WAY_OUT, bytes) +
                   copy_seconds(u->device, CTSAR__WAY_IN, bytes);
}

ctsar__candidate ctsar__task_candidate(const ctsar_tasks *t, const ctsar__task *task,
                                       const ctsar__task_unit *u)
{
    bool full = u->device && u->ready.count >= longest_queue;
    ctsar__candidate c = {.able = is_able(u, task) && !full &&
                                  !ctsar__task_is_unready(task->model, u->number),
                          .workers = u->device ? ctsar__device_kernels(u->device) : u->workers,
                          .slots = u->device,
                          .load = u->load > 0 ? u->load : 0,
                          .waiting = u->ready.count,
                          .learned = task->model->unit[u->number],
                          .came_from = task->came_from == u->number};
    for (int i = 0; i < task->n && c.able; ++i)
        if (task->access[i].part)
            add_part(t, &task->access[i], &c, u);
    return c;
}

static int none_able(const ctsar_tasks *t, const ctsar__task *task)
{
    char why[2 * CTSAR__WHY] = "", guarded[400] = "";
    for (int u = 0; u < t->units; ++u) {
        const ctsar__task_unit *unit = &t->unit[u];
        size_t used = strlen(why);
        if (unit->gone)
            snprintf(why + used, sizeof why - used, "; %s takes no part any more: %s", unit->name,
                     unit->device->why);
        else if (!(task->serves & ctsar__task_bit(u)))
            ctsar__kernel_tell_guarded(task->kernel, unit->device ? unit->device->backend : NULL,
                                       unit->name, guarded, sizeof guarded);
    }
    return ctsar__error(CTSAR_ENODEV, "no unit of the tasks can execute kernel %s%s%s%s%s",
                        task->kernel->name, task->refusals ? task->refusals : "", why, guarded,
                        *guarded ? "; give it a version without a guard (fits)" : "");
}

/* Another kernel may have come to the address of one that is known. */
static uint64_t serves(const ctsar_tasks *t, const ctsar_kernel *kernel)
{
    uint64_t units = 0;
    for (int u = 0; u < t->units; ++u) {
        const ctsar__device *d = t->unit[u].device;
        bool alone = !d && !kernel->versions; /* as most are */
        if (alone ? kernel->host != NULL : ctsar__kernel_serves(kernel, d ? d->backend : NULL))
            units |= ctsar__task_bit(u);
    }
    return units;
}

/* Whether its kernel is built there or not; -1: none can. */
static int first_able(const ctsar_tasks *t, const ctsar__task *task)
{
    for (int u = 0; u < t->units; ++u)
        if (is_able(&t->unit[u], task))
            return u;
    return -1;
}

int ctsar__task_servable(const ctsar_tasks *t, ctsar__task *task)
{
    task->serves = serves(t, task->kernel);
    return first_able(t, task) < 0 ? none_able(t, task) : CTSAR_OK;
}

/* ---- Placing --------------------------------------------------------------------------------- */

/* Where only units can execute it for which the kernel is being built, or at which very many wait,
 * it waits at one of them. */
static int choose(ctsar_tasks *t, const ctsar__task *task)
{
    if (t->units == 1)
        return first_able(t, task);
    bool any = false;
    for (int u = 0; u < t->units; ++u) {
        t->candidate[u] = ctsar__task_candidate(t, task, &t->unit[u]);
        any = any || t->candidate[u].able;
    }
    ctsar__placement_spare_processors(t->candidate, t->units);
    return any ? t->placement->choose(t->candidate, t->units) : first_able(t, task);
}

/* Those that look for work find it, and who ends a task takes the next; of those that sleep one is
 * woken. */
static bool wake(ctsar__task_unit *u)
{
    bool sleeps = u->asleep > 0;
    if (sleeps && u->ready.count > (size_t)u->looking + (size_t)u->taking)
        pthread_cond_signal(&u->wake);
    return sleeps || u->looking > 0;
}

/* Waking costs more than many a task: is it in vain, as the unit may not have this one? */
static bool is_spared(const ctsar_tasks *t, const ctsar__task *task, const ctsar__task_unit *busy,
                      const ctsar__task_unit *other)
{
    const ctsar__candidate here = ctsar__task_candidate(t, task, other),
                           there = ctsar__task_candidate(t, task, busy);
    return ctsar__placement_wastes(&here, &there);
}

/* Where all that could are at work, somebody else may steal it. */
static void wake_another(ctsar_tasks *t, const ctsar__task *task, const ctsar__task_unit *busy)
{
    if (ctsar__placement_free(&(ctsar__candidate){.load = busy->load, .workers = busy->workers}) <
        t->costs.task_wake)
        return;
    for (int u = 0; u < t->units; ++u)
        if (&t->unit[u] != busy && t->unit[u].asleep > 0 &&
            !is_spared(t, task, busy, &t->unit[u])) {
            pthread_cond_signal(&t->unit[u].wake);
            return;
        }
}

/* Times of tasks decide little where there is one unit and one way. */
static bool wants_time(const ctsar_tasks *t, const ctsar__task *task, int unit)
{
    return t->virtual_clock || t->recording || t->units > 1 || task->kernel->versions ||
           ctsar__model_wants_time(task->model, unit, task->vertex.number);
}

static int lasts_of(const ctsar__learned *l)
{
    return l->count ? (int)(fmin(l->seconds, 1) * 1e9) : unknown;
}

/* An accelerator computes while it copies for what comes next, a core does not. */
static double expected_of(const ctsar_tasks *t, const ctsar__task *task,
                          const ctsar__task_unit *unit)
{
    double seconds = task->model->unit[unit->number].seconds;
    bool waits = t->units > 1 && !unit->device;
    return waits ? seconds + ctsar__task_candidate(t, task, unit).move : seconds;
}

void ctsar__task_put(ctsar_tasks *t, ctsar__task *task, ctsar__task_unit *unit)
{
    ctsar__learned *l = &task->model->unit[unit->number];
    task->unit = unit->number;
    task->timed = wants_time(t, task, unit->number);
    task->tried = t->units > 1 && l->count == 0;
    l->trying += task->tried;
    task->expected = expected_of(t, task, unit);
    unit->load += task->expected;
    task->lasts = lasts_of(l);
    ctsar__ready_add(&unit->ready, task);
    if (!wake(unit) && t->units > 1)
        wake_another(t, task, unit);
}

void ctsar__task_learned(const ctsar_tasks *t, const ctsar__model *m, ctsar__task_unit *unit)
{
    for (size_t i = 0; i < unit->ready.count; ++i) {
        ctsar__task *task = unit->ready.place[i].task;
        if (task->model != m)
            continue;
        unit->load -= task->expected;
        task->expected = expected_of(t, task, unit);
        unit->load += task->expected;
        ctsar__ready_lasts(&unit->ready, task, lasts_of(&m->unit[unit->number]));
    }
}

bool ctsar__task_place(ctsar_tasks *t, ctsar__task *task)
{
    int u = choose(t, task);
    if (u < 0)
        ctsar__tasks_fail(t, ctsar__task_servable(t, task));
    else
        ctsar__task_put(t, task, &t->unit[u]);
    return u >= 0;
}

void ctsar__task_displace(ctsar_tasks *t, ctsar__task *task)
{
    t->unit[task->unit].load -= task->expected;
    task->model->unit[task->unit].trying -= task->tried;
    task->tried = false;
    task->expected = 0;
}
