/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/launch.h"

#include <stdlib.h>

#include "base/grow.h"
#include "check/team.h"
#include "mem/holder.h"
#include "task/data.h"

/* A body may wait for another set, and execute a task of that one meanwhile. */
static _Thread_local const ctsar__task_body *innermost;
static const ctsar__task_body *_Atomic checked; /* of who is alone */

const ctsar__task_body *ctsar__task_innermost(void)
{
    const ctsar__task_body *of_team = innermost ? NULL : checked;
    bool one = of_team && (ctsar__team_is_marked() || ctsar__team_is_newer());
    return one ? of_team : innermost;
}

bool ctsar__task_inside(const ctsar_tasks *t)
{
    const ctsar__task_body *b = ctsar__task_innermost();
    while (b && b->of != t)
        b = b->outer;
    return b;
}

unsigned ctsar__task_repeats(void)
{
    const ctsar__task_body *b = ctsar__task_innermost();
    return b ? b->repeats : 0;
}

struct ctsar__check *ctsar__task_notes(const ctsar_tasks *t)
{
    const ctsar__task_body *b = ctsar__task_innermost();
    return b && b->of == t ? b->check : NULL;
}

void ctsar__task_enter(ctsar__task_body *body, const ctsar_tasks *t, bool again)
{
    *body = (ctsar__task_body){.outer = innermost, .of = t, .repeats = t->repeats + again};
    innermost = body;
}

void ctsar__task_enter_checked(ctsar__task_body *body, const ctsar_tasks *t, bool again,
                               struct ctsar__check *check)
{
    ctsar__task_enter(body, t, again);
    body->check = check;
    if (!again)
        ctsar__team_note_threads();
    checked = body;
}

void ctsar__task_enter_there(ctsar__task_body *body, const ctsar__task_worker *w,
                             const ctsar__task *task)
{
    ctsar__task_enter(body, w->all, task->executed);
    body->task = task;
    body->pointer = w->pointer;
}

void ctsar__task_leave(const ctsar__task_body *body)
{
    innermost = body->outer;
}

/* The outer one, if there is one, is in check mode, too. */
void ctsar__task_leave_checked(const ctsar__task_body *body)
{
    checked = body->outer;
    ctsar__task_leave(body);
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
    free(w->undo.data);
}

static void bind_part(ctsar__launch_arg *to, const ctsar__access *a, const ctsar__target *at)
{
    to->kind = CTSAR_ARG_IS_MEM;
    to->elem = to->size = a->size;
    to->nstrides = a->nstrides;
    to->strides = a->unit_strides;
    const ctsar__part_data *d = a->part->data;
    const ctsar__holder *h = d->copy[at->acc].holder;
    to->base = ctsar__holder_place(h)->base;
    to->space = ctsar__holder_space(h);
}

/* Reductions are bound already. */
static void bind(ctsar__launch_arg *to, const ctsar__access *a, const ctsar__target *at)
{
    if (a->kind == CTSAR_ACCESS_REDUCTION)
        return;
    *to = (ctsar__launch_arg){0};
    if (a->kind == CTSAR_ACCESS_VALUE)
        *to = (ctsar__launch_arg){.kind = CTSAR_ARG_IS_VALUE, .value = a->host, .size = a->size};
    else
        bind_part(to, a, at);
}

static void bind_on_device(ctsar__task_worker *w, const ctsar__task *task, const ctsar__target *at)
{
    for (int i = 0; i < task->n; ++i) {
        ctsar__launch_arg *to = &w->arg[i];
        bind(to, &task->access[i], at);
        w->pointer[i] = to->value ? (void *)to->value : to->base;
        w->strides[i] = to->nstrides ? to->strides : NULL;
    }
    w->launch = (ctsar__launch){.call = &w->call, .arg = w->arg, .nargs = task->n};
}

/* Check mode has parts elsewhere. */
static void bind_to_check(ctsar__task_worker *w, const ctsar__task *task)
{
    for (int i = 0; i < task->n; ++i) {
        w->pointer[i] = task->pointer[i];
        w->strides[i] = task->strides[i];
    }
}

void ctsar__task_bind(ctsar__task_worker *w, const ctsar__task *task, const ctsar__target *at)
{
    bool as_they_lie = !at->device && !w->all->check;
    if (at->device)
        bind_on_device(w, task, at);
    else if (!as_they_lie)
        bind_to_check(w, task);
    w->call = ctsar__task_call(task->lo, task->hi, as_they_lie ? task->pointer : w->pointer,
                               as_they_lie ? task->strides : w->strides);
    if (at->device)
        w->call.groups = at->device->groups;
}
