/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "pass/core/lanes.h"

#include <stdlib.h>
#include <string.h>

#include "threads/ending.h"
#include "threads/places.h"
#include "pass/core/view.h"

/* ---- Lanes ------------------------------------------------------------------ */

static ctsar__lane *lane_new(int thread)
{
    ctsar__lane *l = aligned_alloc(_Alignof(ctsar__lane), sizeof *l);
    if (!l)
        return NULL;
    memset(l, 0, sizeof *l);
    l->thread = thread;
    l->checked_at = -1;
    l->own.n = -1;
    return l;
}

static void lane_free(ctsar__lane *l)
{
    free(l->executed.range);
    ctsar__split_free(&l->own);
    ctsar__data_free(&l->data);
    ctsar__capture_free(&l->capture);
    ctsar__versions_free(&l->versions);
    ctsar__arguments_free(&l->arguments);
    free(l->undo.data);
    free(l);
}

/* A table of at least `count` lanes.  Under the lock. */
static int lanes_grow(ctsar__pass *p, int count)
{
    ctsar__lanes *old = p->lanes;
    if (old->count >= count)
        return CTSAR_OK;
    ctsar__lanes *t = malloc(sizeof *t + (size_t)count * sizeof *t->lane);
    if (!t)
        return ctsar__error(CTSAR_ENOMEM, "no memory for a team of %d threads", count);
    *t = (ctsar__lanes){.older = old, .count = old->count};
    memcpy(t->lane, old->lane, (size_t)old->count * sizeof *t->lane);
    for (; t->count < count; ++t->count)
        if (!(t->lane[t->count] = lane_new(t->count))) {
            while (t->count > old->count)
                lane_free(t->lane[--t->count]);
            free(t);
            return ctsar__error(CTSAR_ENOMEM, "no memory for a team of %d threads", count);
        }
    p->lanes = t;
    return CTSAR_OK;
}

void ctsar__lanes_free(ctsar__lanes *t)
{
    for (int i = 0; i < t->count; ++i)
        lane_free(t->lane[i]);
    while (t) {
        ctsar__lanes *older = t->older;
        free(t);
        t = older;
    }
}

int ctsar__lane_find(ctsar__pass *p, ctsar__member me, ctsar__lane **lane)
{
    ctsar__lanes *t = p->lanes;
    if (me.threads > t->count) { /* for all of the team: under the virtual clock one thread may book
                                  * another's core */
        pthread_mutex_lock(&p->lock);
        int status = lanes_grow(p, me.threads);
        t = p->lanes;
        pthread_mutex_unlock(&p->lock);
        if (status)
            return status;
    }
    *lane = t->lane[me.thread];
    return CTSAR_OK;
}

/* ---- The team ----------------------------------------------------------------- */

bool ctsar__lane_joined(const ctsar__pass *p, const ctsar__lane *l)
{
    return atomic_load(&l->joined) == ctsar__pass_number(p);
}

bool ctsar__pass_running(ctsar__pass *p)
{
    bool running = false;
    pthread_mutex_lock(&p->lock);
    for (int i = 0; i < p->lanes->count; ++i)
        running = running || ctsar__lane_joined(p, p->lanes->lane[i]);
    pthread_mutex_unlock(&p->lock);
    return running;
}

/* Makes the caller's team the region's, which it was not in the last pass; refused
 * while a thread of another team is in this one.  `l` is the caller's lane. */
static int adopt_team(ctsar__pass *p, ctsar__member me, const ctsar__lane *l)
{
    int status = CTSAR_OK;
    pthread_mutex_lock(&p->lock);
    for (int i = 0; i < p->lanes->count && !status; ++i) {
        const ctsar__lane *other = p->lanes->lane[i];
        if (other != l && ctsar__lane_joined(p, other) && atomic_load(&other->team) != me.team)
            status = ctsar__error(CTSAR_ETEAM,
                                  "a team of %d threads enters a pass that another team is in; "
                                  "open one region for each team",
                                  me.threads);
    }
    if (!status && p->team != me.team) {
        p->threads = me.threads;
        p->usual.untold = 0; /* what the last one knows of them is about another team */
        atomic_store(&p->team, me.team);
    }
    pthread_mutex_unlock(&p->lock);
    return status;
}

/* The calling thread's last team beside accelerators: OpenMP may bind it elsewhere in another. */
static _Thread_local uint64_t places_taken_in;

/* The mark comes before the look at the team, and adopt_team looks at the marks after it changed
 * the team: of two teams that enter at once, one notices. */
int ctsar__lane_enter(ctsar__pass *p, ctsar__member me, ctsar__lane *l)
{
    unsigned long before = atomic_load(&l->joined);
    bool taken = before == ctsar__pass_number(p);
    if (!taken) {
        if (atomic_load(&l->team) != me.team)
            atomic_store(&l->team, me.team); /* who looks at the mark looks at the team next */
        if (p->accs > 0 && places_taken_in != me.team) {
            places_taken_in = me.team;
            ctsar__places_take();
            ctsar__ending_watch();
        }
        taken = !atomic_compare_exchange_strong(&l->joined, &before, ctsar__pass_number(p));
    }
    if (taken)
        return ctsar__error(CTSAR_ETEAM,
                            "thread %d is in this pass already as another thread: one region is "
                            "used by two teams at once; open one for each team",
                            me.thread);
    if (atomic_load(&p->team) == me.team)
        return CTSAR_OK;
    int status = adopt_team(p, me, l);
    if (status)
        atomic_store(&l->joined, before);
    return status;
}
