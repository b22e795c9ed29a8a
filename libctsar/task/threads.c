/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/threads.h"

#include "base/barrier.h"
#include "task/finish.h"
#include "task/steal.h"
#include "task/trace.h"

/* Somewhat longer than waking a thread takes: what comes sooner is not worth a sleep. */
static const double patience = 50e-6; /* seconds */
enum {
    LOOKS = 16,  /* at once, between two glances at what there is */
    TRIES = 64,  /* to get the lock, before who wants it sleeps */
    LOOKING = 2, /* cores that look at a time; others sleep */
};

/* The lock is held for less than a microsecond: who sleeps for it makes whoever gives it back wake
 * somebody, which takes several. */
void ctsar__tasks_lock(ctsar_tasks *t)
{
    for (int i = 0; i < TRIES; ++i) {
        if (!pthread_mutex_trylock(&t->lock))
            return;
        ctsar__barrier_look(LOOKS);
    }
    pthread_mutex_lock(&t->lock);
}

static void execute(ctsar__task_worker *w, ctsar__task *task)
{
    ctsar_tasks *t = w->all;
    ctsar__task_time time;
    w->traffic = (ctsar__traffic){0};
    ctsar__task_trace_begin(w);
    pthread_mutex_unlock(&t->lock);
    int status = t->execute(w, task, &time, &w->traffic);
    ctsar__tasks_lock(t);
    if (status)
        ctsar__task_failed(w, task, &w->traffic, status);
    else
        ctsar__task_executed(w, task, &time);
}

/* ---- Nothing to do --------------------------------------------------------------------------- */

static void look(const ctsar_tasks *t, const ctsar__task_unit *u)
{
    long looks = (long)(patience / (t->machine->look * LOOKS));
    for (; looks > 0 && u->ready.count == 0 && !t->ends; --looks)
        ctsar__barrier_look(LOOKS);
}

/* Under the lock, which is given back meanwhile: looks the first time, sleeps the second.  Returns
 * when there may be something. */
static void idle(ctsar_tasks *t, ctsar__task_unit *u, bool *looked)
{
    if (!*looked && !u->device && u->looking < LOOKING) {
        u->looking++;
        pthread_mutex_unlock(&t->lock);
        look(t, u);
        ctsar__tasks_lock(t);
        u->looking--;
        *looked = true;
        return;
    }
    u->asleep++;
    pthread_cond_wait(&u->wake, &t->lock);
    u->asleep--;
    *looked = false;
}

static void work(ctsar__job *job)
{
    ctsar__task_worker *w = (ctsar__task_worker *)job;
    ctsar_tasks *t = w->all;
    bool looked = false;
    pthread_mutex_lock(&t->lock);
    while (!t->ends) {
        ctsar__task *task = ctsar__task_take(w);
        if (task) {
            execute(w, task);
            looked = false;
        } else
            idle(t, w->unit, &looked);
    }
    pthread_mutex_unlock(&t->lock);
}

/* ---- Who waits ------------------------------------------------------------------------------- */

/* As a core, in the place that is kept for who waits. */
static void work_until(ctsar_tasks *t, ctsar__task_worker *w,
                       bool (*over)(const ctsar_tasks *t, const void *data), const void *data)
{
    bool looked = false;
    w->taken = true;
    while (!over(t, data)) {
        ctsar__task *task = ctsar__task_take(w);
        if (task) {
            execute(w, task);
            looked = false;
        } else
            idle(t, w->unit, &looked);
    }
    w->taken = false;
    if (w->unit->ready.count > 0) /* what it was woken for, others have to do */
        pthread_cond_signal(&w->unit->wake);
    if (t->idle_waiters) /* one of them takes the place */
        pthread_cond_broadcast(&t->done);
}

void ctsar__task_threads_help(ctsar_tasks *t, bool (*over)(const ctsar_tasks *t, const void *data),
                              const void *data)
{
    ctsar__task_unit *cores = &t->unit[CTSAR__CORES];
    while (!over(t, data))
        if (cores->workers > 0 && !cores->worker->taken)
            work_until(t, cores->worker, over, data);
        else {
            t->idle_waiters++;
            pthread_cond_wait(&t->done, &t->lock);
            t->idle_waiters--;
        }
}

/* ---- Life ------------------------------------------------------------------------------------ */

static int start_unit(ctsar__task_unit *u)
{
    int status = CTSAR_OK;
    if (!u->workers)
        return status;
    status = ctsar__workers_create(u->workers, &u->threads);
    for (int i = u->device ? 0 : 1; i < u->workers && !status; ++i) { /* 0: who waits */
        ctsar__task_worker *w = &u->worker[i];
        w->job.run = work;
        status = ctsar__workers_submit(u->threads, &w->job);
    }
    return status;
}

int ctsar__task_threads_start(ctsar_tasks *t)
{
    int status = CTSAR_OK;
    for (int u = 0; u < t->units && !status; ++u)
        status = start_unit(&t->unit[u]);
    return status;
}

void ctsar__task_threads_stop(ctsar_tasks *t)
{
    pthread_mutex_lock(&t->lock);
    t->ends = true;
    for (int u = 0; u < t->units; ++u)
        pthread_cond_broadcast(&t->unit[u].wake);
    pthread_mutex_unlock(&t->lock);
    for (int u = 0; u < t->units; ++u)
        ctsar__workers_destroy(t->unit[u].threads);
}
