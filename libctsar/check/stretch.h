/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Memory of the host beside what a task has declared: types only. */
#ifndef CTSAR_CHECK_STRETCH_H
#define CTSAR_CHECK_STRETCH_H

#include <stdbool.h>
#include <stddef.h>

/* Some of the host's memory, none of it the task's. */
typedef struct ctsar__stretch {
    char *at;
    size_t length;
    bool shown; /* it may be read meanwhile by others than the body, so it is only watched */
} ctsar__stretch;

/* What a task has not declared and others of its set have: the body must not find it. */
typedef struct ctsar__elsewhere {
    const ctsar__stretch *stretch; /* no two have a byte in common */
    size_t count;
    /* Into `out`: "g[1], which it has not declared and task 1 writes". */
    void (*describe)(void *data, const char *byte, char *out, size_t room);
    void *data;
} ctsar__elsewhere;

#endif
