/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "threads/worker.h"

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "threads/places.h"

enum {
    SLICE = 100000, /* ns: the least that the system knows */
    RESET_ON_FORK = 1
};

struct ctsar__workers {
    pthread_mutex_t lock; /* of all below */
    pthread_cond_t work;  /* there is a job, or the end */
    pthread_cond_t done;  /* a job is not busy any more */
    ctsar__job *first, **last;
    int most, threads, idle;
    bool ends, serve;
    unsigned forks; /* in which it was made, or has lost its threads */
    pthread_t thread[];
};

/* ---- Forks ------------------------------------------------------------------------ */

static unsigned forks; /* that led to this process; only children of one thread write it */

static void note_fork(void)
{
    forks++;
}

static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, note_fork);
}

unsigned ctsar__forks(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch_forks);
    return forks;
}

static void reset(ctsar__workers *w)
{
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->work, NULL);
    pthread_cond_init(&w->done, NULL);
    w->first = NULL;
    w->last = &w->first;
    w->threads = w->idle = 0;
    w->ends = false;
    w->forks = forks;
}

/* In a child only the thread that forked goes on. */
static void recover_from_fork(ctsar__workers *w)
{
    if (w->forks != forks)
        reset(w);
}

/* ---- Threads ---------------------------------------------------------------------- */

static void execute(ctsar__workers *w, ctsar__job *job)
{
    w->first = job->next;
    if (!w->first)
        w->last = &w->first;
    pthread_mutex_unlock(&w->lock);
    job->run(job);
    pthread_mutex_lock(&w->lock);
    job->busy = false;
    pthread_cond_broadcast(&w->done);
}

static _Thread_local bool here;

bool ctsar__worker_here(void)
{
    return here;
}

/* As sched_setattr(2) has it; C libraries have it since lately, or not with <sched.h>. */
typedef struct attributes {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period; /* ns */
} attributes;

/* Who serves an accelerator has little to do at a time, and an accelerator that waits for it.  The
 * system lets a thread that wakes go before others that compute if its slice is shorter than
 * theirs, which is some 3 ms (Linux 6.12 and later; earlier ones have one slice for all). */
static void ask_for_short_slices(void)
{
    attributes a = {0};
    if (syscall(SYS_sched_getattr, 0, &a, sizeof a, 0) || a.policy != SCHED_OTHER)
        return;
    a.runtime = SLICE;
    a.flags |= RESET_ON_FORK;             /* threads that a body makes have the usual slice */
    syscall(SYS_sched_setattr, 0, &a, 0); /* where it cannot be had all goes on as it is */
}

static void *work(void *data)
{
    ctsar__workers *w = data;
    cpu_set_t all;
    unsigned seen = 0;
    if (w->serve)
        ask_for_short_slices();
    bool moves = w->serve && !pthread_getaffinity_np(pthread_self(), sizeof all, &all);
    here = true;
    pthread_mutex_lock(&w->lock);
    while (w->first || !w->ends) {
        if (w->first) {
            if (moves)
                ctsar__places_leave_taken(&all, &seen);
            execute(w, w->first);
            continue;
        }
        w->idle++;
        pthread_cond_wait(&w->work, &w->lock);
        w->idle--;
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

/* Signals are for the program's threads, and so are the places that OpenMP binds them to. */
static int start_thread(ctsar__workers *w)
{
    sigset_t all, before;
    cpu_set_t place;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    ctsar__places_widen(&place);
    int error = pthread_create(&w->thread[w->threads], NULL, work, w);
    ctsar__places_restore(&place);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    w->threads += !error;
    return error;
}

/* ---- Life ------------------------------------------------------------------------- */

int ctsar__workers_create(int most, bool serve, ctsar__workers **out)
{
    ctsar__forks(); /* from now on they are counted */
    ctsar__workers *w = calloc(1, sizeof *w + (size_t)most * sizeof *w->thread);
    if (!w)
        return ctsar__error(CTSAR_ENOMEM, "no memory for %d threads", most);
    w->most = most;
    w->serve = serve;
    reset(w);
    *out = w;
    return CTSAR_OK;
}

void ctsar__workers_dismiss(ctsar__workers *w)
{
    recover_from_fork(w);
    pthread_mutex_lock(&w->lock);
    w->ends = true;
    pthread_cond_broadcast(&w->work);
    pthread_mutex_unlock(&w->lock);
    for (int i = 0; i < w->threads; ++i)
        pthread_join(w->thread[i], NULL);
    w->threads = 0;
    w->ends = false;
}

void ctsar__workers_destroy(ctsar__workers *w)
{
    if (!w)
        return;
    ctsar__workers_dismiss(w);
    pthread_mutex_destroy(&w->lock);
    pthread_cond_destroy(&w->work);
    pthread_cond_destroy(&w->done);
    free(w);
}

/* ---- Jobs ------------------------------------------------------------------------- */

/* Threads for all jobs that wait, if there may be so many.  Under the lock. */
static int provide(ctsar__workers *w, int waiting)
{
    int error = 0;
    while (w->idle < waiting && w->threads < w->most && !error) {
        error = start_thread(w);
        waiting--; /* it will take one */
    }
    return w->threads ? 0 : error;
}

static int waiting(const ctsar__workers *w)
{
    int count = 0;
    for (const ctsar__job *j = w->first; j; j = j->next)
        count++;
    return count;
}

/* What was busy in the parent is not so in a child. */
static bool is_busy(const ctsar__job *job)
{
    return job->busy && job->forks == forks;
}

int ctsar__workers_submit(ctsar__workers *w, ctsar__job *job)
{
    recover_from_fork(w);
    pthread_mutex_lock(&w->lock);
    while (is_busy(job))
        pthread_cond_wait(&w->done, &w->lock);
    int error = provide(w, waiting(w) + 1);
    if (!error) {
        job->busy = true;
        job->forks = forks;
        job->next = NULL;
        *w->last = job;
        w->last = &job->next;
        pthread_cond_signal(&w->work);
    }
    pthread_mutex_unlock(&w->lock);
    if (!error)
        return CTSAR_OK;
    return ctsar__error(CTSAR_EDEVICE, "no thread to serve an accelerator: %s", strerror(error));
}

void ctsar__workers_settle(ctsar__workers *w, ctsar__job *job)
{
    recover_from_fork(w);
    pthread_mutex_lock(&w->lock);
    while (is_busy(job))
        pthread_cond_wait(&w->done, &w->lock);
    pthread_mutex_unlock(&w->lock);
}
