/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A limit of files' sizes (`ulimit -f`) ends a process by a signal where it writes beyond.  While
 * the library writes files of its own the calling thread does not get it: the write fails with
 * EFBIG. */
#ifndef CTSAR_FILE_LIMIT_H
#define CTSAR_FILE_LIMIT_H

#include <signal.h>
#include <stdbool.h>

typedef struct ctsar__file_limit {
    sigset_t before;
    bool pending; /* one that is the program's */
} ctsar__file_limit;

void ctsar__file_limit_hold(ctsar__file_limit *l);
void ctsar__file_limit_release(const ctsar__file_limit *l);

#endif
