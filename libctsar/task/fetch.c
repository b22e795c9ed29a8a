/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/fetch.h"

#include <stdint.h>

#include "task/data.h"
#include "task/home.h"

/* Tasks that may overtake one that waits for memory, since their data are there: each of them keeps
 * its data there meanwhile, so one that needs nearly all memory would wait until there are no more.
 */
enum { OVERTAKEN = 16 };

/* ---- In flight ------------------------------------------------------------------------------ */

static void take_off(ctsar__task_unit *u)
{
    pthread_mutex_lock(&u->flight);
    u->in_flight++;
    pthread_mutex_unlock(&u->flight);
}

void ctsar__task_fetched_is_over(ctsar__task_unit *u)
{
    pthread_mutex_lock(&u->flight);
    u->in_flight--;
    u->over++;
    if (u->overtakers > 0 && --u->overtakers == 0)
        atomic_store_explicit(&u->collects, true, memory_order_relaxed);
    pthread_cond_broadcast(&u->drained);
    pthread_mutex_unlock(&u->flight);
}

static unsigned long over_by_now(ctsar__task_unit *u)
{
    pthread_mutex_lock(&u->flight);
    unsigned long over = u->over;
    pthread_mutex_unlock(&u->flight);
    return over;
}

/* Waits until one more is over than were.  False: none is, besides the caller's. */
static bool wait_for_one(ctsar__task_unit *u, unsigned long over)
{
    pthread_mutex_lock(&u->flight);
    if (!u->overtakers && !u->collects)
        u->overtakers = OVERTAKEN;
    while (u->over == over && u->in_flight > 1)
        pthread_cond_wait(&u->drained, &u->flight);
    bool any = u->over != over;
    pthread_mutex_unlock(&u->flight);
    return any;
}

static void end_collecting(ctsar__task_unit *u)
{
    pthread_mutex_lock(&u->flight);
    u->overtakers = 0;
    atomic_store_explicit(&u->collects, false, memory_order_relaxed);
    pthread_mutex_unlock(&u->flight);
}

/* ---- Reductions ----------------------------------------------------------------------------- */

/* A private copy on the accelerator, the slot's k-th one. */
static int open_reduction(ctsar__task_worker *w, ctsar__task *task, int i, int k,
                          const ctsar__target *to, ctsar__reduction **r, ctsar__traffic *traffic)
{
    ctsar_tasks *t = w->all;
    const ctsar__access *a = &task->access[i];
    int copies = (t->units - 1) * w->unit->workers;
    int status = ctsar__reductions_register(&t->reductions, &w->reduced[k], a->identity, a->size,
                                            a->combine, task->vertex.number, copies, r);
    void *copy;
    if (!status)
        status = ctsar__reduction_open(*r, to, task->vertex.number, &copy, traffic);
    if (!status)
        status = ctsar__reduction_start(*r, to, traffic);
    if (status)
        return status;
    ctsar__view v;
    ctsar__reduction_view(*r, to, &v);
    w->arg[i] = (ctsar__launch_arg){.kind = CTSAR_ARG_IS_REDUC,
                                    .space = v.space,
                                    .base = v.base,
                                    .elem = a->size,
                                    .size = a->size};
    return CTSAR_OK;
}

static int open_reductions(ctsar__task_worker *w, ctsar__task *task, const ctsar__target *to,
                           ctsar__reduction **r, ctsar__traffic *traffic)
{
    int status = CTSAR_OK;
    for (int i = 0, k = 0; i < task->n && !status; ++i)
        if (task->access[i].kind == CTSAR_ACCESS_REDUCTION) {
            status = open_reduction(w, task, i, k, to, &r[k], traffic);
            k++;
        }
    return status;
}

/* ---- Data ------------------------------------------------------------------------------------ */

static bool may_go_first(const ctsar__task_worker *w)
{
    return !w->all->virtual_clock &&
           !atomic_load_explicit(&w->unit->collects, memory_order_relaxed);
}

/* Where there is no room so much of what is kept goes as the task has, then all of it, which may
 * have been the task's own; then tasks in flight have to. */
static int fetch(ctsar__task_worker *w, ctsar__task *task, const ctsar__target *to,
                 ctsar__reduction **r, ctsar__traffic *traffic)
{
    for (int tries = 0;; ++tries) {
        bool freed = false;
        unsigned long over = over_by_now(w->unit);
        int status = ctsar__task_data_fetch(w->all, task, to, traffic);
        if (!status)
            status = open_reductions(w, task, to, r, traffic);
        if (status != CTSAR_ENOMEM)
            return status;
        ctsar__task_data_release(task, to); /* others may go first meanwhile */
        ctsar__device *full = traffic->failed;
        int evicted =
            ctsar__tasks_data_evict(w->all, to, tries ? SIZE_MAX : task->bytes, &freed, traffic);
        if (evicted)
            return evicted;
        freed = freed && tries < 2;
        if (!freed && !wait_for_one(w->unit, over)) {
            traffic->failed = full;
            return status;
        }
        traffic->failed = NULL;
        if (!freed)
            tries = -1;
    }
}

/* Private copies stay there once they have memory, so who waits for some of it does not wait for
 * them. */
static int open_where_it_is(ctsar__task_worker *w, ctsar__task *task, const ctsar__target *to,
                            ctsar__reduction **r, bool *there, ctsar__traffic *traffic)
{
    int status = open_reductions(w, task, to, r, traffic);
    if (status != CTSAR_ENOMEM)
        return status;
    *there = false;
    traffic->failed = NULL;
    return CTSAR_OK;
}

/* Whether it is, with a status, or an error.  Else it is not in flight. */
static bool is_there(ctsar__task_worker *w, ctsar__task *task, const ctsar__target *to,
                     ctsar__reduction **r, ctsar__traffic *traffic, int *status)
{
    bool there;
    take_off(w->unit);
    *status = ctsar__task_data_is_there(w->all, task, to, &there, traffic);
    if (!*status && there && task->reductions)
        *status = open_where_it_is(w, task, to, r, &there, traffic);
    if (*status || there)
        return true;
    ctsar__task_data_release(task, to);
    ctsar__task_fetched_is_over(w->unit);
    return false;
}

/* Under the virtual clock nobody else fetches meanwhile. */
int ctsar__task_fetch(ctsar__task_worker *w, ctsar__task *task, const ctsar__target *to,
                      ctsar__reduction **r, ctsar__traffic *traffic)
{
    int status;
    if (may_go_first(w) && is_there(w, task, to, r, traffic, &status))
        return status;
    pthread_mutex_lock(&w->unit->fetching);
    take_off(w->unit);
    status = fetch(w, task, to, r, traffic);
    end_collecting(w->unit);
    pthread_mutex_unlock(&w->unit->fetching);
    return status;
}
