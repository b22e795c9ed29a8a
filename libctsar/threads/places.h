/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The processors that a program may use.  An OpenMP runtime that binds threads (OMP_PROC_BIND)
 * binds the initial thread too, to one place.  What that thread makes inherits the place: the
 * library's threads and those of drivers would all have to share it with the core that is a unit
 * there. */
#ifndef CTSAR_PLACES_H
#define CTSAR_PLACES_H

#ifndef _GNU_SOURCE
#error "define _GNU_SOURCE before the first header"
#endif
#include <sched.h>

/* All processors that the calling thread's team may use: those of all of OpenMP's places where it
 * binds threads, else those of the calling thread. */
void ctsar__places_all(cpu_set_t *set);
int ctsar__places_count(void); /* of them; at least 1 */

/* Lets the calling thread use all of them, so that the threads that it makes may; `before` is for
 * _restore. */
void ctsar__places_widen(cpu_set_t *before);
void ctsar__places_restore(const cpu_set_t *before);

/* The calling thread computes where it is bound to: what serves an accelerator there is late by a
 * time slice, some milliseconds, since the system does not move it to a processor that is idle.
 * From then on others serve elsewhere, until the thread ends, or takes where it is bound to by
 * then: OpenMP may bind it elsewhere in another team. */
void ctsar__places_take(void);
/* Moves the calling thread to those of `all` on which nobody computes, if there are any.  `seen` is
 * this thread's, 0 at first: costs nothing while nothing has changed. */
void ctsar__places_leave_taken(const cpu_set_t *all, unsigned *seen);

#endif
