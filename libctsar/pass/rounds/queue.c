/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/rounds/queue.h"

#include "pass/core/orphans.h"
#include "pass/core/price.h"
#include "pass/core/view.h"
#include "pass/turn/turn.h"

void ctsar__queue_init(ctsar__queue *q)
{
    pthread_mutex_init(&q->lock, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&q->released, &attributes);
    pthread_condattr_destroy(&attributes);
}

void ctsar__queue_free(ctsar__queue *q)
{
    ctsar__timeline_free(&q->timeline);
    pthread_cond_destroy(&q->released);
    pthread_mutex_destroy(&q->lock);
}

bool ctsar__queue_clear(ctsar__pass *p)
{
    ctsar__queue *q = &p->queue;
    uint32_t round = ctsar__barrier_now(&p->barrier).round;
    if (q->round == round)
        return false;
    q->round = round;
    q->begun = q->taken = false;
    q->piece = q->pieces = 0;
    q->cursor = 0;
    return true;
}

static int begin(ctsar__pass *p, const ctsar__lane *l)
{
    ctsar__queue *q = &p->queue;
    long n = l->book.bounds.n;
    if (q->begun && q->n != n)
        return ctsar__error(CTSAR_ETEAM,
                            "thread %d says %ld iterations, another thread said %ld; they must be "
                            "the same in all threads",
                            l->thread, n, q->n);
    if (q->begun)
        return CTSAR_OK;
    ctsar__price_open(p, l->book.bounds);
    int status = ctsar__sched_begin(p->sched, n, ctsar__pass_team(p));
    q->begun = !status;
    q->n = n;
    return status;
}

int ctsar__queue_next(ctsar__pass *p, ctsar__lane *l, ctsar__first_range *first_range)
{
    pthread_mutex_lock(&p->queue.lock);
    int status = begin(p, l);
    if (status || !first_range(p, l))
        l->range = (ctsar__range){0, 0};
    pthread_mutex_unlock(&p->queue.lock);
    return status ? status : ctsar__turn_begin(p, l);
}

ctsar__sample ctsar__queue_sample(const ctsar__pass *p, const ctsar__lane *l)
{
    return (ctsar__sample){.unit = l->unit,
                           .team = ctsar__pass_team(p),
                           .range = l->whole,
                           .seconds = l->seconds,
                           .fixed = l->fixed,
                           .home = l->home};
}

bool ctsar__queue_told(const ctsar__pass *p)
{
    return p->queue.begun && p->queue.round == ctsar__barrier_now(&p->barrier).round;
}

void ctsar__queue_orphan(ctsar__pass *p, int acc)
{
    ctsar__range r;
    int unit = ctsar__pass_team(p).cores + acc;
    p->sched->alone = true;
    while (ctsar__queue_told(p) && ctsar__sched_assign(p->sched, unit, 0, &r))
        ctsar__orphan(p, r);
    p->sched->alone = false;
}
