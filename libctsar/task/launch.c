/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/launch.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "mem/holder.h"
#include "observe/history_versions.h"
#include "task/data.h"

/* A body may wait for another set, and execute a task of that one meanwhile. */
static _Thread_local const ctsar__task_body *innermost;

bool ctsar__task_inside(const ctsar_tasks *t)
{
    const ctsar__task_body *b = innermost;
    while (b && b->of != t)
        b = b->outer;
    return b;
}

unsigned ctsar__task_repeats(void)
{
    return innermost ? innermost->repeats : 0;
}

void ctsar__task_enter(ctsar__task_body *body, const ctsar_tasks *t, const ctsar__task *task)
{
    *body = (ctsar__task_body){innermost, t, t->repeats + task->executed};
    innermost = body;
}

void ctsar__task_leave(const ctsar__task_body *body, ctsar__task *task, bool executed)
{
    innermost = body->outer;
    task->executed = task->executed || executed;
}

/* ---- Arguments ---------------------------------------------------------------------------- */

int ctsar__task_reserve(ctsar__task_worker *w, const ctsar__task *task)
{
    size_t n = (size_t)task->n;
    if (n <= w->room)
        return CTSAR_OK;
    if (!ctsar__resize(&w->arg, n, sizeof *w->arg) ||
        !ctsar__resize(&w->pointer, n, sizeof *w->pointer) ||
        !ctsar__resize(&w->strides, n, sizeof *w->strides))
        return ctsar__error(CTSAR_ENOMEM, "no memory for %zu arguments", n);
    w->room = n;
    return CTSAR_OK;
}

void ctsar__task_unbind(ctsar__task_worker *w)
{
    free(w->arg);
    free(w->pointer);
    free(w->strides);
}

static void bind_part(ctsar__launch_arg *to, const ctsar__access *a, const ctsar__target *at)
{
    to->kind = CTSAR_ARG_IS_MEM;
    to->elem = to->size = a->size;
    to->nstrides = a->nstrides;
    to->strides = at->device ? a->unit_strides : a->host_strides;
    to->base = a->host;
    if (at->device) {
        const ctsar__part_data *d = a->part->data;
        const ctsar__holder *h = d->copy[at->acc].holder;
        to->base = ctsar__holder_place(h)->base;
        to->space = ctsar__holder_space(h);
    }
}

static void bind(ctsar__launch_arg *to, const ctsar__access *a, const ctsar__target *at)
{
    if (a->kind == CTSAR_ACCESS_VALUE)
        *to = (ctsar__launch_arg){.kind = CTSAR_ARG_IS_VALUE, .value = a->host, .size = a->size};
    else if (a->kind != CTSAR_ACCESS_REDUCTION)
        bind_part(to, a, at);
    else if (!at->device)
        *to = (ctsar__launch_arg){
            .kind = CTSAR_ARG_IS_REDUC, .base = a->copy, .elem = a->size, .size = a->size};
}

void ctsar__task_bind(ctsar__task_worker *w, const ctsar__task *task, const ctsar__target *at)
{
    for (int i = 0; i < task->n; ++i) {
        ctsar__launch_arg *to = &w->arg[i];
        const ctsar__access *a = &task->access[i];
        if (a->kind != CTSAR_ACCESS_REDUCTION || !at->device) /* those are bound already */
            *to = (ctsar__launch_arg){0};
        bind(to, a, at);
        w->pointer[i] = to->value ? (void *)to->value : to->base;
        w->strides[i] = to->nstrides ? to->strides : NULL;
    }
    w->call = (ctsar_call){.start = task->lo,
                           .end = task->hi,
                           .step = 1,
                           .count = task->hi - task->lo,
                           .groups = at->device ? at->device->groups : 1,
                           .arg = w->pointer,
                           .strides = w->strides};
    w->launch = (ctsar__launch){.call = &w->call, .arg = w->arg, .nargs = task->n};
}

/* ---- Versions ------------------------------------------------------------------------------ */

/* A task is not divided: as a range of one iteration, of as much work as it has bytes. */
static double work_of(const ctsar__task *task)
{
    return task->bytes ? (double)task->bytes : (double)(task->hi - task->lo);
}

static double core_seconds(const ctsar_tasks *t, const ctsar__task *task,
                           const ctsar__version_cost *cost)
{
    double plain = t->machine->config.virtual_iter * (double)(task->hi - task->lo);
    return cost ? cost->factor * plain + cost->seconds : plain;
}

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

static int none_fits(const ctsar__task_worker *w, const ctsar__family *f)
{
    int status = ctsar__versions_left(f);
    return status ? status
                  : ctsar__error(CTSAR_ENODEV,
                                 "no version of kernel %s may be used on %s for a task; give it "
                                 "one without a guard",
                                 f->kernel->name, w->unit->name);
}

/* By whom the version is to be verified; -1: by nobody.  A task without results says nothing of it.
 */
static int verifier(const ctsar__task_worker *w, const ctsar__task *task, const ctsar__family *f,
                    int v)
{
    for (int i = 0; i < task->n; ++i)
        if (task->access[i].kind == CTSAR_ACCESS_REDUCTION ||
            ctsar__access_writes(&task->access[i]))
            return ctsar__versions_verifier(f, v, &w->call);
    return -1;
}

/* Under the lock of the model's versions. */
static int choose_version(ctsar__task_worker *w, const ctsar__task *task, ctsar__task_choice *c)
{
    ctsar__family *f = c->family;
    bool unfit[CTSAR__VERSIONS_MOST];
    memcpy(unfit, f->out, sizeof unfit);
    for (;;) {
        c->version = ctsar__learner_choose(f->learner, &c->range, 1, unfit);
        int v = c->version.version;
        if (v < 0)
            return none_fits(w, f);
        c->kernel = f->kernel->versions[v];
        if (!c->kernel->fits || c->kernel->fits(&w->call)) {
            ctsar__learner_begin(f->learner, &c->version);
            c->first = verifier(w, task, f, v);
            c->open = true;
            return CTSAR_OK;
        }
        unfit[v] = true;
        ctsar__learner_refuse(f->learner, &c->range, &c->version);
    }
}

int ctsar__task_choose(ctsar__task_worker *w, const ctsar__task *task, ctsar__task_choice *c)
{
    *c = (ctsar__task_choice){.kernel = task->kernel, .first = -1};
    w->trial = false;
    w->version = task->kernel;
    if (!task->kernel->versions) {
        c->seconds = core_seconds(w->all, task, NULL);
        return CTSAR_OK;
    }
    c->range = (ctsar__version_range){.work = work_of(task), .n = 1};
    pthread_mutex_lock(choosing(w));
    int status = find_family(w, task->kernel, &c->family);
    if (!status)
        status = choose_version(w, task, c);
    if (!status) {
        const ctsar__version_cost *cost = c->family->cost;
        c->seconds = core_seconds(w->all, task, &cost[c->version.version]);
        c->first_seconds = c->first < 0 ? 0 : core_seconds(w->all, task, &cost[c->first]);
        w->trial = c->version.trial;
    }
    w->version = c->kernel;
    pthread_mutex_unlock(choosing(w));
    return status;
}

void ctsar__task_chosen(ctsar__task_worker *w, ctsar__task_choice *c, double seconds)
{
    if (!c->family)
        return;
    pthread_mutex_lock(choosing(w));
    c->open = false;
    if (c->first >= 0)
        c->family->verified[c->version.version] = true;
    ctsar__versions_book(c->family, &c->range, &c->version, c->range.work, seconds);
    (void)ctsar__learner_excess(c->family->learner, &c->range);
    pthread_mutex_unlock(choosing(w));
}

/* The task is that version's, which was not on trial. */
static ctsar__version_choice by_first(const ctsar__task_choice *c)
{
    return (ctsar__version_choice){.version = c->first, .n = 1};
}

void ctsar__task_differs(ctsar__task_worker *w, ctsar__task_choice *c, double seconds)
{
    const ctsar__version_choice first = by_first(c);
    pthread_mutex_lock(choosing(w));
    c->open = false;
    (void)!ctsar__versions_drop(c->family, &c->version); /* the first one has not failed */
    ctsar__versions_book(c->family, &c->range, &first, c->range.work, seconds);
    pthread_mutex_unlock(choosing(w));
    w->version = c->family->kernel->versions[c->first];
    w->trial = false;
}

int ctsar__task_miss(ctsar__task_worker *w, ctsar__task_choice *c, int version)
{
    const ctsar__version_choice first = by_first(c);
    bool chosen = version == c->version.version;
    if (!chosen)
        ctsar__task_unchosen(w, c);
    pthread_mutex_lock(choosing(w));
    c->open = false;
    int status = ctsar__versions_drop(c->family, chosen ? &c->version : &first);
    pthread_mutex_unlock(choosing(w));
    return status;
}

void ctsar__task_unchosen(ctsar__task_worker *w, ctsar__task_choice *c)
{
    if (!c->open)
        return;
    pthread_mutex_lock(choosing(w));
    c->open = false;
    ctsar__learner_cancel(c->family->learner, &c->version);
    pthread_mutex_unlock(choosing(w));
}
