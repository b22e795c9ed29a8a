/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/declared.h"

#include <stdio.h>
#include <stdlib.h>

#include "mem/box.h"
#include "task/data.h"

ctsar__checked_part ctsar__declared_part(const ctsar_access *a, int index, const char *name,
                                         unsigned flags)
{
    return (ctsar__checked_part){.index = index,
                                 .host = a->host,
                                 .elem = a->size,
                                 .ndim = a->sides,
                                 .side = a->side,
                                 .flags = flags,
                                 .name = name};
}

static bool writes(const ctsar_access *a)
{
    return a->kind != CTSAR_ACCESS_IN;
}

/* Names may be gone when the task is over. */
static int declare(ctsar__part_data *d, const ctsar_access *a, int index)
{
    struct ctsar__declared *to = d->declared;
    if (to && writes(&to->access) && !writes(a))
        return CTSAR_OK;
    if (!to && !(to = d->declared = calloc(1, sizeof *to)))
        return ctsar__error(CTSAR_ENOMEM, "no memory for a part of an array");
    to->access = *a;
    to->index = index;
    if (a->name)
        snprintf(to->name, sizeof to->name, "%s", a->name);
    else
        snprintf(to->name, sizeof to->name, "access%d", index);
    return CTSAR_OK;
}

int ctsar__task_declare(const ctsar__task *task)
{
    int status = CTSAR_OK;
    for (int i = 0; i < task->n && !status; ++i)
        if (task->access[i].part)
            status = declare(task->access[i].part->data, &task->asked[i], i);
    return status;
}

void ctsar__declared_element(const struct ctsar__declared *d, const char *byte, char *out,
                             size_t room)
{
    const ctsar__checked_part spec =
        ctsar__declared_part(&d->access, d->index, d->name, CTSAR_MEM_INOUT);
    ctsar__check_part_element(&spec, byte - (const char *)d->access.host, out, room);
}
