/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The library's own threads.  A device has a group of them, which execute jobs; each job may
 * block.  They are made when there are jobs, and sleep otherwise. */
#ifndef CTSAR_WORKER_H
#define CTSAR_WORKER_H

#include <stdbool.h>

#include "base/status.h"

typedef struct ctsar__workers ctsar__workers;

/* Something to be executed; the caller's.  Zeroed but for `run`. */
typedef struct ctsar__job {
    void (*run)(struct ctsar__job *job);
    struct ctsar__job *next; /* the workers', as the rest */
    bool busy;
    unsigned forks; /* that led to the process where it is busy */
} ctsar__job;

/* At most `most` threads, none yet; `serve`: they serve a device, and leave to cores the processors
 * that these are bound to (places.h).  ENOMEM. */
int ctsar__workers_create(int most, bool serve, ctsar__workers **out) CTSAR__MUST_CHECK;
/* Ends the threads once they have no job; others are made when there are jobs again. */
void ctsar__workers_dismiss(ctsar__workers *w);
/* The same for ever; NULL is fine. */
void ctsar__workers_destroy(ctsar__workers *w);

/* Has the job executed once, by any of the threads; waits while it is busy with an earlier time.
 * Threads lost in a fork are made again.  EDEVICE: the system gives no thread. */
int ctsar__workers_submit(ctsar__workers *w, ctsar__job *job) CTSAR__MUST_CHECK;
/* Returns when no worker touches the job any more, which may be later than what it does last. */
void ctsar__workers_settle(ctsar__workers *w, ctsar__job *job);

/* Whether the calling thread is one of these, of any device. */
bool ctsar__worker_here(void);

/* How many forks lie between this process and the one that asked first. */
unsigned ctsar__forks(void);

#endif
