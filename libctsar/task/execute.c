/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/execute.h"

#include <stdint.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "task/checked.h"
#include "task/data.h"
#include "task/deliver.h"
#include "task/fetch.h"
#include "task/home.h"
#include "task/launch.h"
#include "task/outputs.h"
#include "task/versions.h"

/* ---- On a core ---------------------------------------------------------------------------- */

static double now(const ctsar_tasks *t)
{
    return t->virtual_clock ? 0 : ctsar__now();
}

static void start_reductions(ctsar__task *task)
{
    for (int i = 0; i < task->n; ++i)
        if (task->access[i].kind == CTSAR_ACCESS_REDUCTION)
            memcpy(task->access[i].copy, task->access[i].identity, task->access[i].size);
}

static double core_seconds(const ctsar_tasks *t, const ctsar__task *task,
                           const ctsar__version_cost *cost)
{
    double plain = t->machine->config.virtual_iter * (double)(task->hi - task->lo);
    return cost ? cost->factor * plain + cost->seconds : plain;
}

static int call_host(ctsar__task_worker *w, ctsar__task *task, const ctsar_kernel *form,
                     const ctsar__version_cost *cost, ctsar__task_time *time, double *seconds,
                     bool *refused)
{
    ctsar_tasks *t = w->all;
    double began = task->timed ? now(t) : 0;
    ctsar__task_body body;
    *refused = false;
    ctsar__task_enter(&body, t, task->executed);
    form->host(&w->call);
    ctsar__task_leave(&body);
    task->executed = true;
    time->ended = task->timed ? now(t) : 0;
    *seconds = t->virtual_clock ? core_seconds(t, task, cost) : time->ended - began;
    return CTSAR_OK;
}

/* By the kernel, or by one of its versions. */
static int execute_body(ctsar__task_worker *w, ctsar__task *task, const ctsar__target *at,
                        ctsar__reduction **r, ctsar__task_kernel *by, ctsar__task_time *time,
                        ctsar__traffic *traffic)
{
    bool refused;
    w->trial = false;
    w->version = task->kernel;
    if (!task->kernel->versions)
        return by(w, task, task->kernel, NULL, time, &time->body, &refused);
    const ctsar__task_outputs outputs = ctsar__task_outputs_of(task, at, r);
    return ctsar__task_launch_family(w, task, &outputs.writer, by, time, traffic);
}

static int execute_on_core(ctsar__task_worker *w, ctsar__task *task, ctsar__task_time *time,
                           ctsar__traffic *traffic)
{
    ctsar_tasks *t = w->all;
    int status = ctsar__task_data_host(t, task, traffic);
    if (!status && t->check)
        status = ctsar__task_reserve(w, task);
    if (status)
        return status;
    ctsar__task_bind(w, task, &ctsar__on_host);
    if (task->reductions)
        start_reductions(task);
    time->moving = traffic->seconds;
    return t->check ? ctsar__task_check(w, task)
                    : execute_body(w, task, &ctsar__on_host, NULL, call_host, time, traffic);
}

/* ---- On an accelerator --------------------------------------------------------------------- */

static ctsar__target target_of(ctsar__task_worker *w)
{
    int acc = w->unit->number - 1;
    return (ctsar__target){.number = acc * w->unit->workers + w->index,
                           .acc = acc,
                           .device = w->unit->device,
                           .slot = w->index,
                           .engines = &w->unit->engines};
}

static int bring_reduction(ctsar__task *task, int i, ctsar__reduction *r, const ctsar__target *from,
                           ctsar__traffic *traffic)
{
    const ctsar__target host = {.number = from->number, .acc = -1};
    ctsar__view v;
    int status = ctsar__reduction_bring(r, from, traffic);
    if (status)
        return status;
    ctsar__reduction_note(r, from, true);
    ctsar__reduction_view(r, &host, &v);
    memcpy(task->access[i].copy, v.base, task->access[i].size);
    return CTSAR_OK;
}

static int bring_reductions(ctsar__task *task, ctsar__reduction **r, const ctsar__target *at,
                            ctsar__traffic *traffic)
{
    int status = CTSAR_OK;
    for (int i = 0, k = 0; i < task->n && !status; ++i)
        if (task->access[i].kind == CTSAR_ACCESS_REDUCTION)
            status = bring_reduction(task, i, r[k++], at, traffic);
    return status;
}

static int launch(ctsar__task_worker *w, ctsar__task *task, const ctsar_kernel *form,
                  const ctsar__version_cost *cost, ctsar__task_time *time, double *seconds,
                  bool *refused)
{
    (void)time;
    ctsar__device *d = w->unit->device;
    ctsar__event event;
    ctsar__task_body body;
    w->launch.kernel = form;
    w->launch.seconds = core_seconds(w->all, task, cost);
    d->patience = 0; /* a region may have left some; here other tasks have work for a processor */
    ctsar__task_enter_there(&body, w, task);
    int status = d->backend->launch(d, w->index, &w->launch, &event);
    ctsar__task_leave(&body);
    task->executed = task->executed || !status;
    *refused = status == CTSAR_EDEVICE;
    if (!status)
        status = d->backend->wait(d, &event);
    if (status)
        return status;
    const ctsar__traced kernel = {.kind = CTSAR__TRACE_KERNEL, .lo = task->lo, .hi = task->hi};
    ctsar__engines_book(&w->unit->engines, w->index, CTSAR__COMPUTE, event.seconds, kernel);
    *seconds = event.seconds;
    return CTSAR_OK;
}

static int compute(ctsar__task_worker *w, ctsar__task *task, const ctsar__target *at,
                   ctsar__reduction **r, ctsar__task_time *time, ctsar__traffic *traffic)
{
    ctsar__task_bind(w, task, at);
    int status = execute_body(w, task, at, r, launch, time, traffic);
    if (ctsar__on(w->unit->device, status, traffic))
        return status;
    status = bring_reductions(task, r, at, traffic);
    return status ? status : ctsar__task_data_deliver(w, task, at, traffic);
}

static int execute_on_accelerator(ctsar__task_worker *w, ctsar__task *task, ctsar__task_time *time,
                                  ctsar__traffic *traffic)
{
    const ctsar__target at = target_of(w);
    ctsar__reduction *r[CTSAR__TASK_REDUCTIONS] = {0};
    int status = ctsar__task_reserve(w, task);
    if (status)
        return status;
    status = ctsar__task_fetch(w, task, &at, r, traffic);
    if (!status)
        status = compute(w, task, &at, r, time, traffic);
    ctsar__task_data_release(task, &at);
    ctsar__task_fetched_is_over(w->unit);
    return status;
}

double ctsar__task_driving(ctsar__task_worker *w)
{
    struct timespec used = {0, 0};
    double before = w->driven;
    if (!w->all->virtual_clock)
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    w->driven = (double)used.tv_sec + 1e-9 * (double)used.tv_nsec;
    return w->driven - before;
}

static int drive(ctsar__task_worker *w, ctsar__task *task, ctsar__task_time *time,
                 ctsar__traffic *traffic)
{
    int status = execute_on_accelerator(w, task, time, traffic);
    time->driving = ctsar__task_driving(w) / w->unit->workers;
    return status;
}

int ctsar__task_execute(ctsar__task_worker *w, ctsar__task *task, ctsar__task_time *time,
                        ctsar__traffic *traffic)
{
    *time = (ctsar__task_time){0};
    return (w->unit->device ? drive : execute_on_core)(w, task, time, traffic);
}
