/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The OpenMP team that the calling thread belongs to.  The library is built
 * without OpenMP and asks whichever runtime the program uses; where there is
 * none, every thread is a team of one. */
#ifndef CTSAR_TEAM_H
#define CTSAR_TEAM_H

#include <stdint.h>

typedef struct ctsar__member {
    int thread;    /* 0 to threads-1 */
    int threads;   /* the team's size */
    uint64_t team; /* tells this team from others that run at the same time, as far as OpenMP lets
                      one know: its size and its place in the nest; never 0 */
} ctsar__member;

/* Who the calling thread is.  A few nanoseconds, more when nested. */
ctsar__member ctsar__team_member(void);

/* Warns, once a process, when two OpenMP runtimes are loaded: thread numbers of
 * the one mean nothing to the other. */
void ctsar__team_warn_of_two_runtimes(void);

/* The calling thread's teams have so many threads, where nothing else is said of them. */
void ctsar__team_limit(int threads);

#endif
