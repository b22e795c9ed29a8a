/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/users.h"

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
