/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/log.h"

#include <stdlib.h>

#include "base/grow.h"
#include "mem/shared.h"
#include "task/memory.h"
#include "task/users.h"

static ctsar__redo *redo_of(const ctsar__access *a)
{
    ctsar__part_data *d = a->part ? a->part->data : NULL;
    return d ? &d->redo : NULL;
}

/* ---- Logs ------------------------------------------------------------------------------------ */

static void give_back(ctsar_tasks *t, ctsar__task *task)
{
    ctsar__parts_leave(t, task);
    ctsar__task_free(t, task);
}

static void let_go(ctsar_tasks *t, ctsar__logged *k)
{
    if (--k->logs > 0)
        return;
    t->redo.logged--;
    give_back(t, k->task);
    free(k);
}

void ctsar__log_over(ctsar_tasks *t, ctsar__task *task)
{
    if (task->logged)
        let_go(t, task->logged);
    else
        give_back(t, task);
}

static void clear_log(ctsar_tasks *t, ctsar__redo *r)
{
    size_t n = r->logged;
    r->logged = 0;
    for (size_t i = 0; i < n; ++i)
        let_go(t, r->log[i]);
}

static bool reads_part(const ctsar__task *task, const ctsar__part *p)
{
    for (int i = 0; i < task->n; ++i)
        if (task->access[i].part == p && ctsar__access_reads(&task->access[i]))
            return true;
    return false;
}

/* Is the part now on the accelerator alone? */
static bool is_away(const ctsar__access *a, int unit)
{
    const ctsar__part_data *d = a->part ? a->part->data : NULL;
    return unit != CTSAR__CORES && d && ctsar__access_writes(a) && d->shared && !d->comes;
}

/* What was kept for a part that the task has written is needed no more where the host has had it
 * since, and where nothing of what was before is left. */
static void drop_obsolete(ctsar_tasks *t, const ctsar__task *task, const ctsar__access *a, int unit)
{
    ctsar__redo *r = redo_of(a);
    bool home = !is_away(a, unit);
    if (home || r->was_home || !reads_part(task, a->part))
        clear_log(t, r);
    if (home)
        r->on_host = r->content;
}

/* Without memory what it has written cannot be computed again, as the contents' numbers say. */
static ctsar__logged *make_logged(ctsar_tasks *t, ctsar__task *task, int unit)
{
    bool away = false;
    for (int i = 0; i < task->n && !away; ++i)
        away = is_away(&task->access[i], unit);
    if (!away)
        return NULL;
    ctsar__logged *k = malloc(sizeof *k + (size_t)task->n * sizeof *k->of);
    if (!k)
        return NULL;
    *k = (ctsar__logged){.task = task, .number = task->vertex.number, .logs = 1};
    t->redo.logged++;
    return k;
}

static void add_to_log(ctsar__redo *r, ctsar__logged *k)
{
    bool is_there = r->logged && r->log[r->logged - 1] == k;
    ctsar__logged **grown =
        is_there ? NULL : ctsar__grow(r->log, &r->room, r->logged + 1, sizeof(ctsar__logged *));
    if (!grown)
        return;
    r->log = grown;
    r->log[r->logged++] = k;
    k->logs++;
}

/* The part has another content, and so have those that it overlaps. */
static void renew(ctsar_tasks *t, const ctsar__part *p)
{
    ctsar__part_data *d = p->data;
    d->redo.content = ++t->redo.contents;
    for (size_t i = 0; i < p->overlaps; ++i)
        if ((d = p->overlap[i]->data))
            d->redo.content = t->redo.contents;
}

void ctsar__log_end(ctsar_tasks *t, ctsar__part *p)
{
    ctsar__part_data *d = p->data;
    clear_log(t, &d->redo);
    d->redo.on_host = d->redo.content;
}

void ctsar__log_reset(ctsar_tasks *t, ctsar__part *p)
{
    if (!p->data)
        return;
    renew(t, p);
    ctsar__log_end(t, p);
}

static void note_before(ctsar__logged *k, const ctsar__task *task)
{
    for (int i = 0; i < task->n; ++i) {
        ctsar__redo *r = redo_of(&task->access[i]);
        k->of[i].before = r ? r->content : 0;
    }
}

static void note_after(ctsar_tasks *t, const ctsar__task *task, int unit)
{
    for (int i = 0; i < task->n; ++i) {
        const ctsar__access *a = &task->access[i];
        ctsar__redo *r = redo_of(a);
        if (!r || !ctsar__access_writes(a))
            continue;
        if (r->was_home)
            r->on_host = r->content;
        renew(t, a->part);
        drop_obsolete(t, task, a, unit);
        r->was_home = false;
    }
}

static void log_task(ctsar__logged *k, const ctsar__task *task, int unit)
{
    for (int i = 0; i < task->n; ++i) {
        ctsar__redo *r = redo_of(&task->access[i]);
        k->of[i].after = r ? r->content : 0;
        if (is_away(&task->access[i], unit))
            add_to_log(r, k);
    }
}

void ctsar__log_note(ctsar_tasks *t, ctsar__task *task, int unit)
{
    ctsar__logged *k = task->logged = make_logged(t, task, unit);
    if (k)
        note_before(k, task);
    note_after(t, task, unit);
    if (k)
        log_task(k, task, unit);
}
