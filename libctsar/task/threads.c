/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "task/threads.h"

#include "base/barrier.h"
#include "threads/places.h"
#include "task/build.h"
#include "task/execute.h"
#include "task/finish.h"
#include "task/launch.h"
#include "task/lock.h"
#include "task/place.h"
#include "task/ready.h"
#include "task/redo.h"
#include "task/steal.h"
#include "task/trace.h"

enum {
    LOOKS = 16,  /* at once, between two glances at what there is */
    QUIET = 8,   /* glances in which nobody submitted or ended a task */
    LOOKING = 2, /* cores that look at a time; others sleep */
    BATCH = 32,  /* brief tasks that a core takes at a time, at most */
    SPARE = 2,   /* of these that are left, for each core and each one more */
    AHEAD = 128, /* tasks, not over, which are short: what was submitted leaves the caches then */
    QUEUED = 32, /* of these, ready for each core; ... */
    QUEUED_BESIDE = 4096 /* ... where accelerators take from them, too */
};

/* ---- A task ---------------------------------------------------------------------------------- */

static void note_move(ctsar_tasks *t)
{
    unsigned long moves = atomic_load_explicit(&t->moves, memory_order_relaxed);
    atomic_store_explicit(&t->moves, moves + 1, memory_order_relaxed);
}

/* The first one, and, where many are ready that are brief, more. */
static int gather(const ctsar__task_worker *w, ctsar__task *first, ctsar__task **task)
{
    const ctsar_tasks *t = w->all;
    ctsar__ready *r = &w->unit->ready;
    int n = 0, most = 1 + (int)(r->count / (size_t)(SPARE * w->unit->workers));
    const int brief_most = t->ns.brief;
    bool brief = r->taken < brief_most && t->units == 1 && !t->recording && !t->check;
    long left = t->ns.batch - r->taken;
    task[n++] = first;
    while (n < BATCH && n < most && brief && ctsar__ready_last_less(r, brief_most) &&
           r->place[0].lasts < brief_most && r->place[0].lasts <= left) {
        task[n++] = ctsar__ready_take(r);
        left -= r->taken;
    }
    return n;
}

/* Who submitted them wrote them, on another core, maybe: what executing them takes comes while
 * those before are executed. */
static void prefetch(ctsar__task *const *task, int n)
{
    for (int i = 0; i < n; ++i) {
        __builtin_prefetch(&task[i]->kernel);
        __builtin_prefetch(&task[i]->pointer);
        __builtin_prefetch(task[i], 1);
    }
}

/* Of all at once, so that they do not come one after the other under the lock. */
static void prefetch_followers(ctsar__task *const *task, int n)
{
    for (int i = 0; i < n; ++i)
        if (task[i]->after)
            __builtin_prefetch(task[i]->after, 1);
    for (int i = 0; i < n; ++i)
        if (task[i]->after)
            __builtin_prefetch(task[i]->after->to, 1);
}

/* Under the lock: the first `done` of n tasks have been executed, the next one had that status. */
static void end(ctsar__task_worker *w, ctsar__task **task, ctsar__task_time *time, int done, int n,
                int status)
{
    if (status)
        ctsar__task_failed(w, task[done], &w->traffic, status);
    for (int i = 0; i < done; ++i)
        ctsar__task_executed(w, task[i], &time[i]);
    for (int i = done + 1; i < n; ++i) {
        ctsar__task_displace(w->all, task[i]);
        ctsar__task_begin(w->all, task[i]);
    }
}

static void execute(ctsar__task_worker *w, ctsar__task *first)
{
    ctsar_tasks *t = w->all;
    ctsar__task *task[BATCH];
    ctsar__task_time time[BATCH];
    int n = gather(w, first, task), done = 0, status = CTSAR_OK;
    ctsar__redo_enter(t);
    ctsar__task_trace_begin(w);
    pthread_mutex_unlock(&t->lock);
    prefetch(task, n);
    while (done < n && !status) {
        if (done + 1 < n)
            __builtin_prefetch(task[done + 1]->pointer);
        w->traffic = (ctsar__traffic){0};
        status = t->execute(w, task[done], &time[done], &w->traffic);
        done += !status;
    }
    ctsar__tasks_lock(t);
    note_move(t);
    w->unit->taking++; /* it goes on with one of those that are ready then */
    prefetch_followers(task, n);
    end(w, task, time, done, n, status);
    w->unit->taking--;
    ctsar__redo_leave(t);
}

/* What is ready is so small that a core leaves it to those who submit and execute tasks just now.
 * If nobody does, it does not.  Also without the lock. */
static bool leaves(ctsar__task_worker *w)
{
    unsigned long moves = atomic_load_explicit(&w->all->moves, memory_order_relaxed);
    if (w->unit->device || !ctsar__ready_last_less(&w->unit->ready, w->all->ns.shared))
        return false;
    w->quiet = moves == w->seen ? w->quiet + 1 : 0;
    w->seen = moves;
    return w->quiet < QUIET;
}

/* Whatever is `small` it takes, too. */
static ctsar__task *take(ctsar__task_worker *w, bool small)
{
    return small || !leaves(w) ? ctsar__task_take(w) : NULL;
}

/* ---- Nothing to do --------------------------------------------------------------------------- */

/* Who waits for all tasks does not look for one when all are over.  Without the lock. */
static bool is_done(const ctsar__task_worker *w)
{
    const ctsar_tasks *t = w->all;
    return w == t->unit[CTSAR__CORES].worker && t->pending == 0;
}

static void look(ctsar__task_worker *w)
{
    const ctsar_tasks *t = w->all;
    long looks = (long)(t->costs.task_wait / (t->costs.look * LOOKS));
    for (; looks > 0 && (w->unit->ready.count == 0 || leaves(w)) && !t->ends && !is_done(w);
         --looks)
        ctsar__barrier_look(LOOKS);
}

/* Under the lock, which is given back meanwhile: looks the first time, sleeps the second.  Returns
 * when there may be something. */
static void idle(ctsar__task_worker *w, bool *looked)
{
    ctsar_tasks *t = w->all;
    ctsar__task_unit *u = w->unit;
    if (!*looked && !u->device && u->looking < LOOKING) {
        u->looking++;
        pthread_mutex_unlock(&t->lock);
        look(w);
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

/* What was left to others, who have not moved for a while, may be more than this thread does. */
static void wake_next(ctsar__task_worker *w, bool looked)
{
    if (looked && w->quiet >= QUIET && w->unit->ready.count > 0)
        pthread_cond_signal(&w->unit->wake);
}

/* What a slot's thread has done since its last task was not for another one. */
static void drop_driving(ctsar__task_worker *w)
{
    if (w->unit->device)
        (void)ctsar__task_driving(w);
}

static void work(ctsar__job *job)
{
    ctsar__task_worker *w = (ctsar__task_worker *)job;
    ctsar_tasks *t = w->all;
    bool looked = false, woken = false;
    pthread_mutex_lock(&t->lock);
    while (!t->ends) {
        bool built = ctsar__task_build_next(w);
        ctsar__task *task = built ? NULL : take(w, looked);
        if (built || (woken && !task))
            drop_driving(w);
        if (task) {
            wake_next(w, looked);
            execute(w, task);
            looked = false;
        } else if (!built)
            idle(w, &looked);
        woken = !task && !built;
    }
    pthread_mutex_unlock(&t->lock);
}

/* ---- Who waits ------------------------------------------------------------------------------- */

/* Whether the calling thread has the place that is kept for who waits now. */
static bool take_place(ctsar__task_worker *w)
{
    int before = CTSAR__FREE;
    return atomic_compare_exchange_strong(&w->taken, &before, CTSAR__AT_WORK);
}

/* As a core, in that place, which is free then. */
static void work_until(ctsar_tasks *t, ctsar__task_worker *w,
                       bool (*over)(const ctsar_tasks *t, const void *data), const void *data)
{
    bool looked = false;
    while (!over(t, data)) {
        ctsar__task *task = take(w, true);
        if (task) {
            execute(w, task);
            looked = false;
        } else
            idle(w, &looked);
    }
    w->taken = CTSAR__FREE;
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
        if (cores->workers > 0 && take_place(cores->worker))
            work_until(t, cores->worker, over, data);
        else {
            t->idle_waiters++; /* who gives the place back without the lock looks at it after */
            if (cores->workers == 0 || cores->worker->taken != CTSAR__FREE)
                pthread_cond_wait(&t->done, &t->lock);
            t->idle_waiters--;
        }
}

/* ---- Who submits ----------------------------------------------------------------------------- */

/* Is what the only core takes for such tasks not known, while many more have been submitted?  Only
 * the calling thread can find out, and accelerators get all of them before. */
static bool is_overdue(const ctsar_tasks *t)
{
    const ctsar__task_unit *cores = &t->unit[CTSAR__CORES];
    const ctsar__ready_place *first = cores->ready.place;
    return t->units > 1 && cores->workers == 1 && cores->ready.count > 0 &&
           first->number + AHEAD < t->submitted &&
           first->task->model->unit[CTSAR__CORES].count == 0;
}

/* Beside accelerators more are to be there when a unit has nothing to do. */
static bool is_ahead(const ctsar_tasks *t, long by)
{
    const ctsar__task_unit *cores = &t->unit[CTSAR__CORES];
    size_t queued = t->units == 1 ? QUEUED : QUEUED_BESIDE;
    if (t->direct)
        return t->pending > 0;
    if (is_overdue(t))
        return true;
    return t->pending >= by && (ctsar__ready_last_less(&cores->ready, t->ns.shared) ||
                                (cores->ready.count >= (size_t)cores->workers * queued &&
                                 ctsar__ready_last_less(&cores->ready, t->ns.little)));
}

static bool is_behind(const ctsar_tasks *t, const void *data)
{
    (void)data;
    return !is_ahead(t, AHEAD / 2);
}

void ctsar__task_threads_submitted(ctsar_tasks *t)
{
    ctsar__task_worker *w = t->unit[CTSAR__CORES].worker;
    note_move(t);
    if (is_ahead(t, AHEAD) && !ctsar__task_inside(t) && take_place(w))
        work_until(t, w, is_behind, NULL);
}

/* ---- Life ------------------------------------------------------------------------------------ */

static int start_unit(ctsar__task_unit *u)
{
    int status = CTSAR_OK;
    if (!u->workers)
        return status;
    status = ctsar__workers_create(u->workers, u->device, &u->threads);
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
    if (t->units > CTSAR__CORES + 1)
        ctsar__places_take(); /* who waits is a core, most often the calling thread */
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
