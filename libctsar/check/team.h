/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The threads that a body has beside its own.  Nothing says whose OpenMP's are, but what a thread
 * sets as the schedule of `schedule(runtime)` its teams inherit, and their explicit tasks: a chunk
 * that nobody else would set marks them.  Loops with that schedule are divided otherwise meanwhile.
 * Others are known by their numbers: a body's are none of those that there were when it began. */
#ifndef CTSAR_CHECK_TEAM_H
#define CTSAR_CHECK_TEAM_H

#include <stdbool.h>

/* A thread's schedule as it was. */
typedef struct ctsar__team_mark {
    int kind, chunk;
} ctsar__team_mark;

/* The calling thread, and the teams that it begins until _unmark. */
void ctsar__team_mark_own(ctsar__team_mark *m);
void ctsar__team_unmark(const ctsar__team_mark *m);
bool ctsar__team_is_marked(void);

/* Notes which threads the process has, if the system says so. */
void ctsar__team_note_threads(void);
/* Has the calling thread begun since? */
bool ctsar__team_is_newer(void);

#endif
