/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A call is noted as its numbers, its accesses, and the values among them; nothing between these is
 * left to chance, since two notes are compared byte by byte.  One that is refused is noted as the
 * message, which has the numbers. */
#include "task/offspring.h"

#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/align.h"
#include "check/effects.h"
#include "task/launch.h"
#include "task/lock.h"
#include "task/memory.h"

typedef struct note {
    const ctsar_kernel *kernel;
    long lo, hi;
    size_t n, bytes;      /* accesses; of all that belongs to it */
    int priority, status; /* not CTSAR_OK: it has been refused, and a message follows */
} note;

static size_t bytes_of(const ctsar__asked *a)
{
    size_t bytes = sizeof(note) + (size_t)a->n * sizeof *a->access;
    for (int i = 0; i < a->n; ++i)
        if (a->access[i].kind == CTSAR_ACCESS_VALUE)
            bytes += ctsar__aligned(a->access[i].size);
    return ctsar__aligned(bytes);
}

/* Where a value lies when the task is submitted says nothing of the task.  A part may have been
 * found by the pointer that the body was given. */
static void write_access(const ctsar__check *c, ctsar_access *to, const ctsar_access *a)
{
    to->kind = a->kind;
    to->sides = a->sides;
    to->host = a->kind == CTSAR_ACCESS_VALUE ? NULL : ctsar__check_host(c, a->host);
    to->size = a->size;
    memcpy(to->side, a->side, sizeof to->side);
    to->identity = a->identity;
    to->combine = a->combine;
    to->name = a->name;
}

static void write_note(const ctsar__check *c, char *at, const ctsar__asked *a, size_t bytes)
{
    note *to = (note *)(void *)at;
    ctsar_access *access = (ctsar_access *)(void *)(to + 1);
    char *value = (char *)(access + a->n);
    *to = (note){a->kernel, a->lo, a->hi, (size_t)a->n, bytes, a->priority, CTSAR_OK};
    for (int i = 0; i < a->n; ++i) {
        write_access(c, &access[i], &a->access[i]);
        if (access[i].kind == CTSAR_ACCESS_VALUE) {
            memcpy(value, a->access[i].host, access[i].size);
            value += ctsar__aligned(access[i].size);
        }
    }
}

static int check(ctsar_tasks *t, const ctsar__asked *asked)
{
    ctsar__task *task;
    int status = ctsar__task_make(t, asked, &task);
    if (status)
        return status;
    ctsar__task_drop(t, task);
    for (int i = 0; i < asked->n; ++i)
        if (asked->access[i].kind != CTSAR_ACCESS_VALUE &&
            !ctsar__check_host(ctsar__task_notes(t), asked->access[i].host))
            return ctsar__error(CTSAR_EINVAL,
                                "access %d of a task of kernel %s is found by the pointer that a "
                                "task's body was given to a box, whose rows lie elsewhere in check "
                                "mode; submit it with the host's address",
                                i, asked->kernel->name);
    return CTSAR_OK;
}

static int note_refusal(ctsar__check *c, int refusal)
{
    struct {
        note is;
        char why[512];
    } at;
    static_assert(sizeof at % _Alignof(max_align_t) == 0, "the next one is not aligned");
    memset(&at, 0, sizeof at);
    at.is.status = refusal;
    at.is.bytes = sizeof at;
    snprintf(at.why, sizeof at.why, "%s", ctsar__error_detail());
    return ctsar__check_effect(c, &at, sizeof at);
}

int ctsar__offspring_note(ctsar_tasks *t, const ctsar__asked *asked)
{
    int status = check(t, asked);
    if (status)
        return status == CTSAR_ENOMEM ? status : note_refusal(ctsar__task_notes(t), status);
    size_t bytes = bytes_of(asked);
    char *at = calloc(1, bytes);
    if (!at)
        return ctsar__error(CTSAR_ENOMEM, "no memory for a task of %zu bytes", bytes);
    write_note(ctsar__task_notes(t), at, asked, bytes);
    status = ctsar__check_effect(ctsar__task_notes(t), at, bytes);
    free(at);
    return status;
}

static int submit(ctsar_tasks *t, const ctsar__asked *asked)
{
    ctsar__task *task;
    int status = ctsar__task_make(t, asked, &task);
    if (status)
        return status;
    ctsar__tasks_lock_after_others(t);
    status = t->submit(t, task);
    pthread_mutex_unlock(&t->lock);
    return status;
}

static int submit_noted(ctsar_tasks *t, char *at)
{
    const note *n = (const note *)(const void *)at;
    ctsar_access *access = (ctsar_access *)(void *)(at + sizeof *n);
    char *value = (char *)(access + n->n);
    for (size_t i = 0; i < n->n; ++i)
        if (access[i].kind == CTSAR_ACCESS_VALUE) {
            access[i].host = value;
            value += ctsar__aligned(access[i].size);
        }
    const ctsar__asked asked = {n->kernel, n->lo, n->hi, access, (int)n->n, n->priority};
    return submit(t, &asked);
}

int ctsar__offspring_submit(ctsar_tasks *t, const ctsar__task *task, const ctsar__check *check)
{
    size_t bytes;
    char *at = ctsar__check_effects(check, &bytes);
    const char *end = at + bytes;
    int status = CTSAR_OK;
    while (at < end && !status) {
        const note *n = (const note *)(const void *)at;
        status =
            n->status ? ctsar__error(n->status, "%s", (const char *)(n + 1)) : submit_noted(t, at);
        at += n->bytes;
    }
    if (!status)
        return CTSAR_OK;
    return ctsar__error(status, "task %lu of kernel %s submits a task that is refused: %s",
                        task->vertex.number, task->kernel->name, ctsar__error_detail());
}
