/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/given.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "task/launch.h"

/* The part of the body's task, found by where it lies on the unit; NULL: none. */
static const ctsar__access *part_at(const ctsar__task_body *b, const char *address, size_t *offset)
{
    for (int i = 0; i < b->task->n; ++i) {
        const ctsar__access *a = &b->task->access[i];
        *offset = (uintptr_t)address - (uintptr_t)b->pointer[i];
        if (a->part && a->kind != CTSAR_ACCESS_REDUCTION &&
            *offset < ctsar__box_bytes(&a->part->box))
            return a;
    }
    return NULL;
}

/* Moves an access's address; one that is in no part stays as it is. */
static int move(const ctsar__task_body *b, const ctsar__asked *asked, int i, ctsar_access *to)
{
    size_t offset;
    const ctsar__access *a = part_at(b, to->host, &offset);
    if (!a || to->kind == CTSAR_ACCESS_VALUE)
        return CTSAR_OK;
    if (a->part->box.levels > 0)
        return ctsar__error(CTSAR_EINVAL,
                            "access %d of a task of kernel %s is found by the pointer that a "
                            "task's body was given to a box, whose rows lie elsewhere on the host; "
                            "submit it with the host's address",
                            i, asked->kernel->name);
    to->host = a->part->box.at + offset;
    return CTSAR_OK;
}

static int move_all(const ctsar__task_body *b, ctsar__asked *asked, ctsar_access **own)
{
    size_t bytes = (size_t)asked->n * sizeof **own;
    int status = CTSAR_OK;
    if (!*own && !(*own = malloc(bytes)))
        return ctsar__error(CTSAR_ENOMEM, "no memory for a task of %d accesses", asked->n);
    memmove(*own, asked->access, bytes);
    asked->access = *own;
    for (int i = 0; i < asked->n && !status; ++i)
        status = move(b, asked, i, &(*own)[i]);
    return status;
}

int ctsar__given_find(const ctsar_tasks *t, ctsar__asked *asked, ctsar_access **own)
{
    int status = CTSAR_OK;
    for (const ctsar__task_body *b = ctsar__task_innermost(); b && !status; b = b->outer)
        if (b->of == t && b->task && asked->kernel && asked->access && asked->n > 0)
            status = move_all(b, asked, own);
    return status;
}
