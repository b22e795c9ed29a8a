/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Check mode: how tasks have declared their parts, for messages. */
#ifndef CTSAR_TASK_DECLARED_H
#define CTSAR_TASK_DECLARED_H

#include "check/check.h"
#include "task/state.h"

/* Of a part. */
struct ctsar__declared {
    ctsar_access access; /* the last one that writes, or the last one */
    int index;           /* of the task's */
    char name[48];
    unsigned long given; /* tasks up to this one wrote what the program may read (others.c) */
};

/* As check mode knows an access; `access` and `name` stay the caller's. */
ctsar__checked_part ctsar__declared_part(const ctsar_access *access, int index, const char *name,
                                         unsigned flags);

/* Remembers how the task declares its parts, which have data.  Under the set's lock.  ENOMEM. */
int ctsar__task_declare(const ctsar__task *task) CTSAR__MUST_CHECK;
/* "g[1]", of a byte of the part. */
void ctsar__declared_element(const struct ctsar__declared *d, const char *byte, char *out,
                             size_t room);

#endif
