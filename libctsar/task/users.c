/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/users.h"

#include <stdlib.h>

#include "base/grow.h"

enum { LOOKS = 3 }; /* at listed parts for each one more */

/* ---- The list ------------------------------------------------------------------------------- */

static void append(ctsar_tasks *t, ctsar__part *p)
{
    p->listed = true;
    p->after = NULL;
    *t->youngest = p;
    t->youngest = &p->after;
    t->listed++;
}

ctsar__part *ctsar__part_take(ctsar_tasks *t)
{
    ctsar__part *p = t->oldest;
    t->oldest = p->after;
    if (!t->oldest)
        t->youngest = &t->oldest;
    t->listed--;
    return p;
}

void ctsar__part_list(ctsar_tasks *t, ctsar__part *p)
{
    append(t, p);
    t->looks += LOOKS;
}

/* ---- Who uses it ---------------------------------------------------------------------------- */

static bool tasks_count(const ctsar_tasks *t)
{
    return t->units > 1;
}

void ctsar__part_leave(ctsar_tasks *t, ctsar__part *p)
{
    if (--p->users == 0 && !p->listed)
        ctsar__part_list(t, p);
}

bool ctsar__part_pin(ctsar__pinned *l, ctsar__part *p)
{
    ctsar__part **grown = ctsar__grow(l->at, &l->room, l->count + 1, sizeof(ctsar__part *));
    l->failed = l->failed || !grown;
    if (!grown)
        return false;
    l->at = grown;
    l->at[l->count++] = p;
    p->users++;
    return true;
}

int ctsar__pinned_status(const ctsar__pinned *l)
{
    return l->failed ? ctsar__error(CTSAR_ENOMEM, "no memory for a list of %zu parts", l->count + 1)
                     : CTSAR_OK;
}

void ctsar__parts_unpin(ctsar_tasks *t, ctsar__pinned *l)
{
    for (size_t i = 0; i < l->count; ++i)
        ctsar__part_leave(t, l->at[i]);
    free(l->at);
}

void ctsar__parts_let_go(ctsar_tasks *t, ctsar__pinned *l)
{
    if (l->count == 0) /* mostly */
        return;
    pthread_mutex_lock(&t->lock);
    ctsar__parts_unpin(t, l);
    pthread_mutex_unlock(&t->lock);
}

void ctsar__parts_enter(const ctsar_tasks *t, const ctsar__task *task)
{
    for (int i = 0; i < task->n && tasks_count(t); ++i)
        if (task->access[i].part)
            task->access[i].part->users++;
}

void ctsar__parts_leave(ctsar_tasks *t, const ctsar__task *task)
{
    for (int i = 0; i < task->n && tasks_count(t); ++i)
        if (task->access[i].part)
            ctsar__part_leave(t, task->access[i].part);
}

void ctsar__part_keep(ctsar_tasks *t, ctsar__part *p)
{
    p->listed = false;
    if (p->users == 0 || !tasks_count(t))
        append(t, p);
}
