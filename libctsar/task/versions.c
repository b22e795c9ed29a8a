/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/versions.h"

#include "base/clock.h"
#include "observe/history_versions.h"
#include "task/data.h"
#include "version/launch/launch.h"

/* ---- Families ------------------------------------------------------------------------------ */

static ctsar__version_unit version_unit(const ctsar__task_unit *u, const ctsar_tasks *t)
{
    return (ctsar__version_unit){.exact = t->virtual_clock,
                                 .name = u->device ? u->device->name : "cpu",
                                 .model = u->device ? u->device->model : NULL,
                                 .backend = u->device ? u->device->backend : NULL,
                                 .settings = &t->machine->config.versions};
}

void ctsar__task_find_models(ctsar_tasks *t)
{
    for (int u = 0; u < t->units; ++u) {
        const ctsar__version_unit unit = version_unit(&t->unit[u], t);
        int first = 0;
        for (; first < u; ++first) {
            const ctsar__version_unit other = version_unit(&t->unit[first], t);
            if (ctsar__versions_alike(&unit, &other))
                break;
        }
        t->unit[u].model = &t->unit[first];
        t->unit[first].alike++;
    }
}

static pthread_mutex_t *choosing(const ctsar__task_worker *w)
{
    return &w->unit->model->choosing;
}

/* Hints of all units like it; its first one's count most. */
static void recall(const ctsar_tasks *t, const ctsar__task_unit *model, ctsar__family *f)
{
    for (int u = t->units - 1; u >= 0 && t->history.key; --u)
        if (t->unit[u].model == model)
            ctsar__history_recall_family(&t->history, u, f);
}

static int find_family(ctsar__task_worker *w, const ctsar_kernel *kernel, ctsar__family **f)
{
    ctsar__task_unit *model = w->unit->model;
    const ctsar__version_unit unit = version_unit(w->unit, w->all);
    ctsar__family *learned = NULL;
    bool fresh, first = false;
    int status = CTSAR_OK;
    if (model->alike > 1)
        status = ctsar__versions_find(&model->learned, kernel, &unit, &learned, &first);
    if (!status)
        status = ctsar__versions_find(&w->unit->versions, kernel, &unit, f, &fresh);
    if (first)
        recall(w->all, model, learned);
    if (status || !fresh)
        return status;
    if (learned)
        ctsar__versions_learn_with(*f, learned, model->alike);
    else
        recall(w->all, model, *f);
    return status;
}

/* ---- Launching ----------------------------------------------------------------------------- */

typedef struct launch {
    ctsar__version_launch base;
    ctsar__task_worker *w;
    ctsar__task *task;
    const ctsar__writer *writer;
    ctsar__task_kernel *by;
    ctsar__task_time *time;
    double began; /* real clock: to be verified */
} launch;

static void hold(ctsar__version_launch *base, bool hold)
{
    pthread_mutex_t *lock = choosing(((launch *)base)->w);
    if (hold)
        pthread_mutex_lock(lock);
    else
        pthread_mutex_unlock(lock);
}

/* A task is not divided: as a range of one iteration. */
static const ctsar_call *call_of(ctsar__version_launch *base, long n)
{
    (void)n;
    return &((launch *)base)->w->call;
}

static const ctsar__writer *writer_of(ctsar__version_launch *base)
{
    launch *x = (launch *)base;
    x->began = ctsar__now();
    return x->writer;
}

static int execute(ctsar__version_launch *base, int version, double *seconds, bool *refused)
{
    launch *x = (launch *)base;
    const ctsar__family *f = base->family;
    int status = x->w->unit->device ? ctsar__versions_launchable(f, version) : CTSAR_OK;
    *refused = status;
    return status ? status
                  : x->by(x->w, x->task, f->kernel->versions[version], &f->cost[version], x->time,
                          seconds, refused);
}

/* If they differ the task is the first one's, which was not on trial. */
static void noted(ctsar__version_launch *base)
{
    launch *x = (launch *)base;
    ctsar__family *f = base->family;
    const ctsar__version_choice first = {.version = base->first, .n = 1};
    if (base->agree)
        (void)ctsar__learner_excess(f->learner, base->range);
    else
        ctsar__versions_book(f, base->range, &first, base->range->work, base->first_seconds);
    x->w->trial = base->agree && base->choice.trial;
    x->w->version = f->kernel->versions[base->agree ? base->choice.version : base->first];
}

static const ctsar__launcher unit = {
    .hold = hold, .call = call_of, .writer = writer_of, .execute = execute, .noted = noted};

/* A task without results says nothing of a version. */
static bool writes(const ctsar__task *task)
{
    for (int i = 0; i < task->n; ++i)
        if (task->access[i].kind == CTSAR_ACCESS_REDUCTION ||
            ctsar__access_writes(&task->access[i]))
            return true;
    return false;
}

/* Both versions have executed the task; on a core all that this took is the core's. */
static void add_verifying(const launch *x, ctsar__task_time *time)
{
    const ctsar__version_launch *b = &x->base;
    time->verifying = b->agree ? b->first_seconds : b->seconds;
    if (x->w->unit->device || x->w->all->virtual_clock)
        return;
    time->ended = ctsar__now();
    time->verifying = time->ended - x->began - time->body;
}

int ctsar__task_launch_family(ctsar__task_worker *w, ctsar__task *task, const ctsar__writer *writer,
                              ctsar__task_kernel *by, ctsar__task_time *time,
                              ctsar__traffic *traffic)
{
    double work = task->bytes ? (double)task->bytes : (double)(task->hi - task->lo);
    ctsar__version_range range = {.work = work, .n = 1};
    launch x = {.base = {.unit = &unit,
                         .range = &range,
                         .traffic = traffic,
                         .left = 1,
                         .whole = true,
                         .writes = writes(task)},
                .w = w,
                .task = task,
                .writer = writer,
                .by = by,
                .time = time};
    hold(&x.base, true);
    int status = find_family(w, task->kernel, &x.base.family);
    hold(&x.base, false);
    if (!status)
        status = ctsar__version_launch_next(&x.base);
    if (status)
        return status;
    time->body = x.base.agree ? x.base.seconds : x.base.first_seconds;
    if (x.base.first >= 0)
        add_verifying(&x, time);
    return status;
}
