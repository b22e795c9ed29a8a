/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/home.h"

#include <limits.h>
#include <stdlib.h>

#include "base/grow.h"
#include "mem/bring.h"
#include "mem/holder.h"
#include "task/log.h"
#include "task/place.h"
#include "task/record.h"
#include "task/users.h"

/* ---- Lists of parts ------------------------------------------------------------------------- */

/* Parts with data stay while they are listed. */
static bool take_in(void *data, ctsar__part *p)
{
    const ctsar__part_data *d = p->data;
    return !d || !d->shared || ctsar__part_pin(data, p);
}

/* Of a part that was written, parts of which others may have been written later. */
static bool take_in_all_of(void *data, ctsar__part *p)
{
    bool written = p->writer.number || p->reducers.room, more = take_in(data, p);
    for (size_t i = 0; i < p->overlaps && written && more; ++i)
        more = take_in(data, p->overlap[i]);
    return more;
}

/* All that parts with a byte in common with these consist of, or all parts (NULL).  To be freed
 * also after an error. */
static int list_parts(ctsar_tasks *t, const ctsar__box *box, ctsar__pinned *l)
{
    *l = (ctsar__pinned){0};
    pthread_mutex_lock(&t->lock);
    if (box)
        ctsar__parts_visit(&t->parts, box, take_in_all_of, l);
    else
        ctsar__parts_visit_all(&t->parts, take_in, l);
    pthread_mutex_unlock(&t->lock);
    return ctsar__pinned_status(l);
}

static ctsar__part_data *data_of(const ctsar__pinned *l, size_t i)
{
    return l->at[i]->data;
}

/* ---- Room on an accelerator ----------------------------------------------------------------- */

typedef struct victim {
    ctsar__part_data *data;
    ctsar__part_copy *copy;
    unsigned long used; /* when it was looked at: other slots' tasks go on using it */
} victim;

/* Of many small parts, one in so many goes at once: all are looked at to find the oldest. */
enum { SHARE = 64 };

static int by_use(const void *a, const void *b)
{
    unsigned long x = ((const victim *)a)->used, y = ((const victim *)b)->used;
    return (x > y) - (x < y);
}

static size_t find_victims(const ctsar__pinned *l, int acc, victim *v)
{
    size_t count = 0;
    for (size_t i = 0; i < l->count; ++i) {
        ctsar__part_copy *c = &data_of(l, i)->copy[acc];
        if (c->holder && ctsar__holder_bytes(c->holder))
            v[count++] = (victim){data_of(l, i), c, c->used};
    }
    if (v)
        qsort(v, count, sizeof *v, by_use);
    return count;
}

static int evict(const victim *v, size_t count, const ctsar__target *at, size_t bytes,
                 size_t *gained, ctsar__traffic *traffic)
{
    int status = CTSAR_OK;
    size_t least = count / SHARE;
    for (size_t i = 0; i < count && (*gained < bytes || i < least) && !status; ++i) {
        size_t before = ctsar__holder_bytes(v[i].copy->holder);
        status = ctsar__shared_shrink(v[i].data->shared, v[i].copy->holder, at, traffic);
        *gained += before - ctsar__holder_bytes(v[i].copy->holder);
    }
    return status;
}

int ctsar__tasks_data_evict(ctsar_tasks *t, const ctsar__target *at, size_t bytes, bool *freed,
                            ctsar__traffic *traffic)
{
    ctsar__pinned l;
    victim *v = NULL;
    size_t gained = 0;
    int status = list_parts(t, NULL, &l);
    if (!status && l.count && !ctsar__resize(&v, l.count, sizeof *v))
        status = ctsar__error(CTSAR_ENOMEM, "no memory for a list of %zu parts", l.count);
    if (!status)
        status = evict(v, find_victims(&l, at->acc, v), at, bytes, &gained, traffic);
    ctsar__parts_let_go(t, &l);
    free(v);
    *freed = gained > 0;
    return status;
}

/* ---- Home ------------------------------------------------------------------------------------ */

/* Has a task been submitted meanwhile that accesses it?  Then it belongs to who waits for that. */
static bool is_others(ctsar_tasks *t, const ctsar__part *p, unsigned long until)
{
    pthread_mutex_lock(&t->lock);
    bool newer = p->newest > until;
    pthread_mutex_unlock(&t->lock);
    return newer;
}

/* `sync`: how it comes to the host, which a newer task may access by then after all. */
static int bring(ctsar_tasks *t, const ctsar__pinned *l, unsigned long until,
                 int (*sync)(ctsar__shared *s, ctsar__traffic *traffic))
{
    int status = CTSAR_OK;
    for (size_t i = 0; i < l->count; ++i) {
        if (is_others(t, l->at[i], until))
            continue;
        ctsar__traffic traffic = {0};
        ctsar__part_data_wanted(data_of(l, i));
        int failed = sync(data_of(l, i)->shared, &traffic);
        status = failed ? failed : status;
        pthread_mutex_lock(&t->lock);
        ctsar__tasks_record_home(t, ctsar__task_accelerator_of(t, data_of(l, i)->where), &traffic);
        pthread_mutex_unlock(&t->lock);
    }
    return status;
}

static int bring_or_recover(ctsar_tasks *t, const ctsar__pinned *l, unsigned long until,
                            int (*sync)(ctsar__shared *s, ctsar__traffic *traffic),
                            ctsar__tasks_recover *recover)
{
    int status;
    do
        status = bring(t, l, until, sync);
    while (status == CTSAR_EDEVICE && recover(t));
    return status;
}

/* All of them are on the host by then, or lost.  Others may submit tasks meanwhile: what those
 * access is theirs.  No data move, so the lock is held. */
static int leave_to_host(ctsar_tasks *t, const ctsar__pinned *l, unsigned long until)
{
    int status = CTSAR_OK;
    pthread_mutex_lock(&t->lock);
    for (size_t i = 0; i < l->count; ++i) {
        if (l->at[i]->newest > until)
            continue;
        int failed = ctsar__shared_host_modified(data_of(l, i)->shared);
        status = failed ? failed : status;
        data_of(l, i)->where = 0;
        ctsar__log_reset(t, l->at[i]);
    }
    pthread_mutex_unlock(&t->lock);
    return status;
}

int ctsar__tasks_data_home(ctsar_tasks *t, bool vacate, unsigned long until,
                           ctsar__tasks_recover *recover)
{
    ctsar__pinned l;
    if (!t->away)
        return CTSAR_OK;
    int status = list_parts(t, NULL, &l);
    if (!status) /* a newer task may be writing on an accelerator by then */
        status = bring_or_recover(t, &l, until, ctsar__shared_sync_idle, recover);
    int left = vacate ? leave_to_host(t, &l, until) : CTSAR_OK;
    ctsar__parts_let_go(t, &l);
    return status ? status : left;
}

int ctsar__tasks_data_home_at(ctsar_tasks *t, const void *host, ctsar__tasks_recover *recover)
{
    ctsar__pinned l;
    const ctsar__box byte = {.at = (char *)host, .run = 1};
    if (!t->away)
        return CTSAR_OK;
    int status = list_parts(t, &byte, &l);
    if (!status)
        status = bring_or_recover(t, &l, ULONG_MAX, ctsar__shared_sync, recover);
    ctsar__parts_let_go(t, &l);
    return status;
}
