/* SPDX-License-Identifier: BSD-3-Clause
 *
 * System calls on files that fail: those of this process, and of libraries on its behalf, on files
 * below one folder.  A filter of the kernel's (seccomp) hands them to a signal handler, so that
 * what the C library does within fclose, fprintf or rename fails, too. */
#ifndef CTSAR_ATTACK_CALLS_H
#define CTSAR_ATTACK_CALLS_H

#include <stdbool.h>

typedef enum call_fault {
    CALL_FAILS, /* with `error` */
    CALL_SHORT, /* a read or write of half as much; any other call goes through */
    CALL_KILLS, /* the process is killed in the place of the call */
} call_fault;

typedef struct call_plan {
    long at;      /* which call, counted from 1; 0: none */
    bool lasting; /* and all after it */
    call_fault fault;
    int error;
} call_plan;

/* What became of it; shared with the parent, if the memory is. */
typedef struct call_tally {
    long calls, faults;
    bool removals; /* a call that removes or renames was among those that failed */
} call_tally;

/* From now on, in this process and threads that it makes.  False: the system has no such filter. */
bool calls_fail(const char *folder, const call_plan *plan, call_tally *tally);

#endif
