/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/execute.h"

#include <stdint.h>
#include <string.h>

#include "base/clock.h"
#include "pass/core/verify.h"
#include "task/checked.h"
#include "task/data.h"
#include "task/home.h"
#include "task/launch.h"
#include "task/outputs.h"

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

/* Executes the call, until `ended`; returns the seconds. */
static double call_host(ctsar__task_worker *w, ctsar__task *task, const ctsar_kernel *kernel,
                        double modelled, double *ended)
{
    ctsar_tasks *t = w->all;
    double began = task->timed ? now(t) : 0;
    ctsar__task_body body;
    ctsar__task_enter(&body, t, task);
    kernel->host(&w->call);
    ctsar__task_leave(&body, task, true);
    *ended = task->timed ? now(t) : 0;
    return t->virtual_clock ? modelled : *ended - began;
}

/* Both versions have executed the task. */
static void note_verified(ctsar__task_worker *w, ctsar__task_choice *c, bool agree, double by_first,
                          double by_other, ctsar__task_time *time)
{
    if (agree)
        ctsar__task_chosen(w, c, by_other);
    else
        ctsar__task_differs(w, c, by_first);
    time->body = agree ? by_other : by_first;
    time->verifying = agree ? by_first : by_other;
}

static int execute_verified(ctsar__task_worker *w, ctsar__task *task, ctsar__task_choice *c,
                            ctsar__task_time *time, ctsar__traffic *traffic)
{
    const ctsar__task_outputs outputs = ctsar__task_outputs_of(task, &ctsar__on_host, NULL);
    ctsar__verification v = {
        .writer = &outputs.writer, .first = c->first, .other = c->version.version};
    double began = now(w->all), by_first = 0, by_other = 0;
    bool agree = true;
    int status = ctsar__verify_begin(&v, traffic);
    if (!status) {
        by_first =
            call_host(w, task, task->kernel->versions[c->first], c->first_seconds, &time->ended);
        status = ctsar__verify_again(&v, traffic);
    }
    if (!status) {
        by_other = call_host(w, task, c->kernel, c->seconds, &time->ended);
        status = ctsar__verify_end(&v, task->kernel, &agree, traffic);
    }
    ctsar__verify_free(&v);
    if (status)
        return status;
    note_verified(w, c, agree, by_first, by_other, time);
    if (w->all->virtual_clock)
        return status;
    time->ended = now(w->all);
    time->verifying = time->ended - began - time->body;
    return status;
}

static int execute_body(ctsar__task_worker *w, ctsar__task *task, ctsar__task_time *time,
                        ctsar__traffic *traffic)
{
    ctsar__task_choice choice;
    int status = ctsar__task_choose(w, task, &choice);
    if (status)
        return status;
    if (choice.first >= 0) {
        status = execute_verified(w, task, &choice, time, traffic);
        ctsar__task_unchosen(w, &choice);
    } else {
        time->body = call_host(w, task, choice.kernel, choice.seconds, &time->ended);
        ctsar__task_chosen(w, &choice, time->body);
    }
    return status;
}

static int execute_on_core(ctsar__task_worker *w, ctsar__task *task, ctsar__task_time *time,
                           ctsar__traffic *traffic)
{
    ctsar_tasks *t = w->all;
    int status = ctsar__task_data_host(t, task, traffic);
    if (!status)
        status = ctsar__task_reserve(w, task);
    if (status)
        return status;
    ctsar__task_bind(w, task, &ctsar__on_host);
    start_reductions(task);
    time->moving = traffic->seconds;
    return t->check ? ctsar__task_check(w, task) : execute_body(w, task, time, traffic);
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

/* Private copies on the accelerator. */
static int open_reduction(ctsar__task_worker *w, ctsar__task *task, int i, const ctsar__target *to,
                          ctsar__reduction **r, ctsar__traffic *traffic)
{
    ctsar_tasks *t = w->all;
    const ctsar__access *a = &task->access[i];
    int copies = (t->units - 1) * w->unit->workers;
    int status = ctsar__reductions_register(&t->reductions, a->host, a->identity, a->size,
                                            a->combine, task->vertex.number, copies, r);
    void *copy;
    if (!status)
        status = ctsar__reduction_open(*r, to, task->vertex.number, &copy, traffic);
    if (!status)
        status = ctsar__reduction_start(*r, to, traffic);
    if (status)
        return status;
    ctsar__view v;
    ctsar__reduction_view(*r, to, &v);
    w->arg[i] = (ctsar__launch_arg){.kind = CTSAR_ARG_IS_REDUC,
                                    .space = v.space,
                                    .base = v.base,
                                    .elem = a->size,
                                    .size = a->size};
    return CTSAR_OK;
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

enum { OPEN, BRING };

static int reduce(ctsar__task_worker *w, ctsar__task *task, int what, ctsar__reduction **r,
                  const ctsar__target *at, ctsar__traffic *traffic)
{
    int status = CTSAR_OK;
    for (int i = 0, k = 0; i < task->n && !status; ++i)
        if (task->access[i].kind == CTSAR_ACCESS_REDUCTION) {
            status = what == OPEN ? open_reduction(w, task, i, at, &r[k], traffic)
                                  : bring_reduction(task, i, r[k], at, traffic);
            k++;
        }
    return status;
}

/* Memory and data; where there is no room so much of what is kept goes as the task has, then all of
 * it, which may have been the task's own; then tasks in flight have to. */
static int fetch(ctsar__task_worker *w, ctsar__task *task, const ctsar__target *to,
                 ctsar__reduction **r, ctsar__traffic *traffic)
{
    ctsar__task_unit *u = w->unit;
    for (int tries = 0;; ++tries) {
        bool freed = false;
        int status = ctsar__task_data_fetch(w->all, task, to, traffic);
        if (!status)
            status = reduce(w, task, OPEN, r, to, traffic);
        if (status != CTSAR_ENOMEM)
            return status;
        ctsar__task_data_release(task, to); /* others may go first meanwhile */
        ctsar__device *full = traffic->failed;
        int evicted =
            ctsar__tasks_data_evict(w->all, to, tries ? SIZE_MAX : task->bytes, &freed, traffic);
        if (evicted)
            return evicted;
        freed = freed && tries < 2;
        if (!freed && u->in_flight == 0) {
            traffic->failed = full;
            return status;
        }
        traffic->failed = NULL;
        if (!freed) {
            pthread_cond_wait(&u->drained, &u->fetching);
            tries = -1;
        }
    }
}

static int fetch_in_turn(ctsar__task_worker *w, ctsar__task *task, const ctsar__target *to,
                         ctsar__reduction **r, ctsar__traffic *traffic)
{
    pthread_mutex_lock(&w->unit->fetching);
    int status = fetch(w, task, to, r, traffic);
    w->unit->in_flight += !status;
    pthread_mutex_unlock(&w->unit->fetching);
    return status;
}

static void drain(ctsar__task_unit *u)
{
    pthread_mutex_lock(&u->fetching);
    u->in_flight--;
    pthread_cond_broadcast(&u->drained);
    pthread_mutex_unlock(&u->fetching);
}

/* A launch of a task. */
typedef struct flight {
    ctsar__task *task;
    ctsar__task_choice choice;
    ctsar__task_outputs outputs;
    ctsar__verification verification;
    double by_first;
    int refused; /* the version that could not be launched; -1: none */
    ctsar__event event;
} flight;

/* Version v, or the kernel itself. */
static int enqueue(ctsar__task_worker *w, flight *x, int v, double seconds)
{
    ctsar__device *d = w->unit->device;
    const ctsar__family *f = x->choice.family;
    int status = f ? ctsar__versions_launchable(f, v) : CTSAR_OK;
    if (!status) {
        ctsar__task_body body;
        w->launch.kernel = f ? f->kernel->versions[v] : x->choice.kernel;
        w->launch.seconds = seconds;
        ctsar__task_enter(&body, w->all, x->task);
        status = d->backend->launch(d, w->index, &w->launch, &x->event);
        ctsar__task_leave(&body, x->task, !status);
    }
    x->refused = status == CTSAR_EDEVICE && f ? v : -1;
    return status;
}

static int await(ctsar__task_worker *w, flight *x)
{
    ctsar__device *d = w->unit->device;
    const ctsar__traced kernel = {
        .kind = CTSAR__TRACE_KERNEL, .lo = x->task->lo, .hi = x->task->hi};
    int status = d->backend->wait(d, &x->event);
    if (!status)
        ctsar__engines_book(&w->unit->engines, w->index, CTSAR__COMPUTE, x->event.seconds, kernel);
    return status;
}

static int execute_first(ctsar__task_worker *w, flight *x, ctsar__traffic *traffic)
{
    int first = x->choice.first;
    x->verification = (ctsar__verification){
        .writer = &x->outputs.writer, .first = first, .other = x->choice.version.version};
    int status = ctsar__verify_begin(&x->verification, traffic);
    if (!status)
        status = enqueue(w, x, first, x->choice.first_seconds);
    if (!status)
        status = await(w, x);
    x->by_first = x->event.seconds;
    return status ? status : ctsar__verify_again(&x->verification, traffic);
}

/* By the first version chosen that can be launched there. */
static int launch_one(ctsar__task_worker *w, flight *x, ctsar__traffic *traffic)
{
    int status;
    do {
        status = ctsar__task_choose(w, x->task, &x->choice);
        x->refused = -1;
        if (!status && x->choice.first >= 0)
            status = execute_first(w, x, traffic);
        if (!status)
            status = enqueue(w, x, x->choice.version.version, x->choice.seconds);
        if (x->refused >= 0) {
            status = ctsar__task_miss(w, &x->choice, x->refused);
            ctsar__verify_free(&x->verification);
        }
    } while (x->refused >= 0 && !status);
    return status;
}

static int launch(ctsar__task_worker *w, flight *x, ctsar__task_time *time, ctsar__traffic *traffic)
{
    bool agree = true;
    int status = launch_one(w, x, traffic);
    if (!status)
        status = await(w, x);
    if (!status && x->choice.first >= 0)
        status = ctsar__verify_end(&x->verification, x->task->kernel, &agree, traffic);
    ctsar__verify_free(&x->verification);
    if (status)
        ctsar__task_unchosen(w, &x->choice);
    else if (x->choice.first >= 0)
        note_verified(w, &x->choice, agree, x->by_first, x->event.seconds, time);
    else {
        ctsar__task_chosen(w, &x->choice, x->event.seconds);
        time->body = x->event.seconds;
    }
    return ctsar__on(w->unit->device, status, traffic);
}

static int compute(ctsar__task_worker *w, ctsar__task *task, const ctsar__target *at,
                   ctsar__reduction **r, ctsar__task_time *time, ctsar__traffic *traffic)
{
    flight x = {.task = task, .outputs = ctsar__task_outputs_of(task, at, r)};
    ctsar__task_bind(w, task, at);
    int status = launch(w, &x, time, traffic);
    if (!status)
        status = reduce(w, task, BRING, r, at, traffic);
    return status ? status : ctsar__task_data_deliver(w->all, task, at, traffic);
}

static int execute_on_accelerator(ctsar__task_worker *w, ctsar__task *task, ctsar__task_time *time,
                                  ctsar__traffic *traffic)
{
    const ctsar__target at = target_of(w);
    ctsar__reduction *r[CTSAR__TASK_REDUCTIONS];
    int status = ctsar__task_reserve(w, task);
    if (status)
        return status;
    status = fetch_in_turn(w, task, &at, r, traffic);
    if (!status) {
        status = compute(w, task, &at, r, time, traffic);
        ctsar__task_data_release(task, &at);
        drain(w->unit);
    } else
        ctsar__task_data_release(task, &at);
    return status;
}

int ctsar__task_execute(ctsar__task_worker *w, ctsar__task *task, ctsar__task_time *time,
                        ctsar__traffic *traffic)
{
    *time = (ctsar__task_time){0};
    return (w->unit->device ? execute_on_accelerator : execute_on_core)(w, task, time, traffic);
}
