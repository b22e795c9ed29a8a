/* SPDX-License-Identifier: BSD-3-Clause
 *
 * An accelerator that fails, or cannot hold what it needs, is gone: it takes no part in the rest of
 * the pass nor in any later one.  What it had not delivered is orphaned, and executed by the
 * others in a further round of the pass, which no policy hears of: each of them takes its part of
 * every orphan.  */
#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "pass.h"

/* ---- Who is gone --------------------------------------------------------------------- */

static void retire(ctsar__pass *p, ctsar__acc *a)
{
    if (atomic_exchange(&a->gone, true))
        return;
    snprintf(a->reason, sizeof a->reason, "%.*s", (int)sizeof a->reason - 1, ctsar__error_detail());
    ctsar__warn("%s: %s takes no part any more: %s", p->name, a->device->name, a->reason);
}

/* For the process: regions that are opened later want to know why. */
static void fail(ctsar__device *d)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    if (!d->failed) {
        snprintf(d->why, sizeof d->why, "%.*s", (int)sizeof d->why - 1, ctsar__error_detail());
        d->failed = true;
    }
    pthread_mutex_unlock(&lock);
}

static int acc_of(const ctsar__pass *p, const ctsar__device *d)
{
    for (int a = 0; a < p->accs; ++a)
        if (p->acc[a].device == d)
            return a;
    return -1;
}

ctsar__verdict ctsar__judge(ctsar__pass *p, int acc, ctsar__traffic *t, int status)
{
    ctsar__device *d = t->failed;
    t->failed = NULL;
    if (!d || (status != CTSAR_EDEVICE && status != CTSAR_ENOMEM))
        return CTSAR__FATAL;
    bool own = acc >= 0 && p->acc[acc].device == d;
    if (status == CTSAR_EDEVICE)
        fail(d);
    else if (!own)
        return CTSAR__FATAL;
    int failed = acc_of(p, d);
    if (failed >= 0)
        retire(p, &p->acc[failed]);
    return own ? CTSAR__GONE : CTSAR__AGAIN;
}

static bool is_absent(const ctsar__acc *a)
{
    return a->gone || a->formless;
}

const char *ctsar__recover_reason(const ctsar__pass *p, const ctsar_kernel *kernel)
{
    static _Thread_local char text[CTSAR__WHY + 64];
    *text = '\0';
    for (int a = 0; a < p->accs && !*text; ++a) {
        const ctsar__device *d = p->acc[a].device;
        if (p->acc[a].gone && kernel && d->backend->executes(kernel, CTSAR_DEV_ALL))
            snprintf(text, sizeof text, "; %s takes no part any more: %s", d->name,
                     p->acc[a].reason);
    }
    return text;
}

/* Is there nobody left but threads that are no units? */
static bool nobody_is_left(const ctsar__pass *p)
{
    for (int a = 0; a < p->accs; ++a)
        if (!is_absent(&p->acc[a]))
            return false;
    return ctsar__pass_team(p).cores == 0;
}

void ctsar__recover_absent(ctsar__pass *p)
{
    bool others = false;
    for (int a = 0; a < p->accs; ++a) {
        others = others || p->absent->acc[a] != is_absent(&p->acc[a]);
        p->absent->acc[a] = is_absent(&p->acc[a]);
    }
    p->absent->version += others;
}

void ctsar__recover_keepable(ctsar__pass *p)
{
    ctsar__bounds b = p->lanes->lane[0]->book.bounds;
    bool others = false;
    for (int a = 0; a < p->accs; ++a) {
        long most =
            ctsar__arrays_keepable(p->arrays, a, (ctsar__values){b.lo, b.step, b.n},
                                   ctsar__reductions_bytes(p->reductions, a, ctsar__pass_number(p)),
                                   ctsar__pass_number(p));
        others = others || p->absent->most[a] != most;
        p->absent->most[a] = most;
    }
    p->absent->version += others;
}

/* ---- Orphans ------------------------------------------------------------------------- */

static bool append(ctsar__orphans *o, ctsar__range r)
{
    if (o->count == o->room) {
        int room = o->room ? 2 * o->room : 16;
        ctsar__range *grown = realloc(o->range, (size_t)room * sizeof *grown);
        if (!grown)
            return false;
        o->range = grown;
        o->room = room;
    }
    o->range[o->count++] = r;
    return true;
}

void ctsar__orphan(ctsar__pass *p, ctsar__range r)
{
    if (ctsar__range_len(r) == 0)
        return;
    pthread_mutex_lock(&p->lock);
    bool noted = append(&p->rescue.left, r);
    pthread_mutex_unlock(&p->lock);
    if (!noted)
        ctsar__pass_fail_late(p, ctsar__error(CTSAR_ENOMEM,
                                              "no memory to note iterations %ld to %ld, which an "
                                              "accelerator has not delivered",
                                              r.lo, r.hi - 1));
}

static int by_lo(const void *a, const void *b)
{
    const ctsar__range *x = a, *y = b;
    return (x->lo > y->lo) - (x->lo < y->lo);
}

/* Part k of n of an orphan. */
static ctsar__range part(ctsar__range r, int k, int n)
{
    assert(n > 0);
    long len = r.hi - r.lo, each = len / n, more = len % n;
    long lo = r.lo + each * k + (k < more ? k : more);
    return (ctsar__range){lo, lo + each + (k < more)};
}

/* Who executes orphans: how many, and which of them a unit is. */
static int rescuers(const ctsar__pass *p)
{
    int count = 0;
    if (p->rescue.by_cores)
        return ctsar__pass_team(p).cores;
    for (int a = 0; a < p->accs; ++a)
        count += !p->absent->acc[a];
    return count;
}

static int rescuer(const ctsar__pass *p, int acc, int unit)
{
    int number = 0;
    for (int a = 0; a < acc; ++a)
        number += !p->absent->acc[a];
    return acc < 0 ? unit : number;
}

/* What was for an accelerator that went before anybody served it. */
static void orphan_unserved(ctsar__pass *p, const ctsar__split *split)
{
    uint32_t round = ctsar__barrier_now(&p->barrier).round;
    ctsar__range r;
    for (int a = 0; a < p->accs; ++a) {
        if (!is_absent(&p->acc[a]))
            continue;
        if (p->rescuing && !p->rescue.by_cores && p->acc[a].claimed != round && !p->absent->acc[a])
            for (int i = 0; i < p->rescue.orphans.count; ++i)
                ctsar__orphan(p, part(p->rescue.orphans.range[i], rescuer(p, a, 0), rescuers(p)));
        if (p->rescuing)
            continue;
        if (split && p->acc[a].claimed != round)
            ctsar__orphan(p, ctsar__split_range(split, split->team.cores + a));
        while (!split && ctsar__queue_drain(p, a, &r))
            ctsar__orphan(p, r);
    }
}

/* ---- A round for them ------------------------------------------------------------------ */

int ctsar__rescue_begin(ctsar__pass *p, const ctsar__split *split, bool *needed)
{
    ctsar__rescue *r = &p->rescue;
    orphan_unserved(p, split);
    ctsar__recover_absent(p);
    *needed = r->left.count > 0;
    bool host = !p->kernel || p->kernel->host;
    if (nobody_is_left(p) && host && p->core_cap == 0) {
        ctsar__warn("%s: no accelerator is left; the region runs on the cores", p->name);
        p->core_cap = LONG_MAX;
    }
    if (*needed && nobody_is_left(p)) {
        assert(p->kernel); /* inline bodies run on the cores */
        return ctsar__error(CTSAR_EDEVICE,
                            "no unit is left that can execute kernel %s, which has no host form%s",
                            p->kernel->name, ctsar__recover_reason(p, p->kernel));
    }
    ctsar__orphans empty = r->orphans;
    empty.count = 0;
    if (p->rescuing != *needed) /* all threads read it in every turn */
        p->rescuing = *needed;
    r->by_cores = ctsar__pass_team(p).cores > 0;
    r->orphans = r->left;
    r->left = empty;
    if (r->orphans.count)
        qsort(r->orphans.range, (size_t)r->orphans.count, sizeof *r->orphans.range, by_lo);
    return CTSAR_OK;
}

void ctsar__rescue_end(ctsar__pass *p)
{
    if (p->rescuing)
        p->rescuing = false;
    p->rescue.left.count = p->rescue.orphans.count = 0;
}

void ctsar__rescue_free(ctsar__rescue *r)
{
    free(r->left.range);
    free(r->orphans.range);
}

/* Gives the turn its unit's next part; false: it has had all. */
static bool take_part(ctsar__pass *p, ctsar__lane *l)
{
    const ctsar__orphans *o = &p->rescue.orphans;
    int unit = l->unit, acc = l->acc;
    while (l->rescued < o->count) {
        ctsar__range r = part(o->range[l->rescued++], rescuer(p, acc, unit), rescuers(p));
        if (ctsar__range_len(r) == 0)
            continue;
        if (acc >= 0 && p->acc[acc].gone) {
            ctsar__orphan(p, r);
            continue;
        }
        ctsar__turn_open(p, l, unit);
        l->range = r;
        l->ahead = true;
        return true;
    }
    return false;
}

/* An accelerator that nobody has claimed in this round, or -1. */
static int claim(ctsar__pass *p)
{
    uint32_t round = ctsar__barrier_now(&p->barrier).round;
    for (int a = 0; a < p->accs; ++a) {
        uint32_t claimed = p->acc[a].claimed;
        if (!p->absent->acc[a] && claimed != round &&
            atomic_compare_exchange_strong(&p->acc[a].claimed, &claimed, round))
            return a;
    }
    return -1;
}

bool ctsar__rescue_again(ctsar__pass *p, ctsar__lane *l)
{
    while (l->unit >= 0) {
        if (take_part(p, l))
            return true;
        int acc = p->rescue.by_cores ? -1 : claim(p);
        l->rescued = 0;
        l->acc = acc;
        l->unit = acc < 0 ? -1 : ctsar__pass_team(p).cores + acc;
    }
    return false;
}

void ctsar__rescue_open(ctsar__pass *p, ctsar__lane *l)
{
    int cores = ctsar__pass_team(p).cores;
    l->rescued = 0;
    l->acc = p->rescue.by_cores ? -1 : claim(p);
    l->unit = !p->rescue.by_cores ? (l->acc < 0 ? -1 : cores + l->acc)
              : l->thread < cores ? l->thread
                                  : -1;
    if (ctsar__rescue_again(p, l))
        return;
    ctsar__turn_open(p, l, -1);
    l->ahead = true;
}
