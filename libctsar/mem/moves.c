/* SPDX-License-Identifier: BSD-3-Clause */
#include "mem/moves.h"

#include <math.h>
#include <stdlib.h>

#include "base/grow.h"
#include "device/pace.h"
#include "mem/current.h"
#include "mem/holder.h"

/* ---- Taking stock ---------------------------------------------------------------- */

static void add_copy(ctsar__lacking *l, const ctsar__device *d, ctsar__way way, size_t blocks)
{
    l->once += d->copy_overhead;
    l->each += ctsar__pace_per_byte(d, way) * (double)blocks;
}

/* Prices positions of `blocks` blocks that `from` has. */
static void price(ctsar__lacking *l, const ctsar__place *to, const ctsar__place *from,
                  size_t blocks)
{
    bool direct = ctsar__transfer_direct(to, from);
    if (to->device && from->device && direct) {
        add_copy(l, to->device, CTSAR__WAY_BETWEEN, blocks);
        return;
    }
    if (from->device)
        add_copy(l, from->device, CTSAR__WAY_OUT, blocks);
    if (to->device)
        add_copy(l, to->device, CTSAR__WAY_IN, blocks);
}

static int add(ctsar__lack *lack, ctsar__lacking l)
{
    ctsar__lacking *grown = ctsar__grow(lack->piece, &lack->room, lack->count + 1, sizeof *grown);
    if (!grown)
        return ctsar__error(CTSAR_ENOMEM, "no memory for the price of moving %zu pieces",
                            lack->count + 1);
    lack->piece = grown;
    l.upto = lack->count ? lack->piece[lack->count - 1].upto : 0;
    l.upto += l.once + l.each * (double)(l.at.hi - l.at.lo);
    lack->piece[lack->count++] = l;
    return CTSAR_OK;
}

/* What `to` has not.  Under the array's mutex. */
static int take_holder(ctsar__shared *s, const ctsar__holder *to, ctsar__lack *lack)
{
    ctsar__items at = ctsar__shared_all(s), piece;
    ctsar__holder *from;
    int status = CTSAR_OK;
    for (; !status && ctsar__shared_missing(s, to, at.lo, at.hi, &piece, &from); at.lo = piece.hi) {
        ctsar__lacking l = {.at = piece};
        if (!from) /* lost, at no price */
            continue;
        price(&l, &to->place, &from->place, s->outer);
        status = add(lack, l);
    }
    return status;
}

/* The array has another association in the directory: accelerators begin anew. */
static int take_all(const ctsar__shape *shape, ctsar__device *d, ctsar__lack *lack)
{
    ctsar__lacking l = {.at = {0, shape->assoc * shape->inner}};
    price(&l, &(ctsar__place){.device = d}, &(ctsar__place){0}, shape->outer);
    return add(lack, l);
}

static int take_accelerator(ctsar__shared *s, const ctsar__shape *shape, ctsar__device *d,
                            ctsar__lack *lack)
{
    const ctsar__holder *h = ctsar__shared_holder(s, d), none = {.place.device = d};
    lack->count = 0;
    return ctsar__shared_is_same(s, shape) ? take_holder(s, h ? h : &none, lack)
                                           : take_all(shape, d, lack);
}

static int take_array(const ctsar__arrays *all, const ctsar__array *a, ctsar__movable *m)
{
    ctsar__shared *s = a->shared;
    int status = CTSAR_OK;
    m->shape = a->shape;
    m->lack[0].count = 0;
    pthread_mutex_lock(&s->mutex);
    if (ctsar__shared_is_same(s, &a->shape))
        status = take_holder(s, &s->host, &m->lack[0]);
    for (int i = 0; i < all->devices && !status; ++i)
        status = take_accelerator(s, &a->shape, all->device[i], &m->lack[i + 1]);
    pthread_mutex_unlock(&s->mutex);
    return status;
}

/* Room for one array more. */
static int reserve(ctsar__moves *m, int accs)
{
    if (m->count < m->made)
        return CTSAR_OK;
    size_t count = (size_t)m->made + 1;
    ctsar__movable *grown = ctsar__grow(m->array, &m->room, count, sizeof *grown);
    ctsar__lack *lack = grown ? calloc((size_t)accs + 1, sizeof *lack) : NULL;
    m->array = grown ? grown : m->array;
    if (!lack)
        return ctsar__error(CTSAR_ENOMEM, "no memory for the price of moving %zu arrays", count);
    m->array[m->made++] = (ctsar__movable){.lack = lack};
    return CTSAR_OK;
}

int ctsar__moves_take(ctsar__moves *m, const ctsar__arrays *a, unsigned long pass)
{
    int status = CTSAR_OK;
    m->accs = a->devices;
    m->count = 0;
    for (const ctsar__entry *e = a->list.first; e && !status; e = e->next) {
        const ctsar__array *array = (const ctsar__array *)e;
        if (!array->persists || e->seen != pass)
            continue;
        status = reserve(m, a->devices);
        if (!status)
            status = take_array(a, array, &m->array[m->count]);
        m->count++;
    }
    if (status)
        m->count = 0;
    return status;
}

void ctsar__moves_free(ctsar__moves *m)
{
    for (int i = 0; i < m->made; ++i) {
        for (int k = 0; k <= m->accs; ++k)
            free(m->array[i].lack[k].piece);
        free(m->array[i].lack);
    }
    free(m->array);
    *m = (ctsar__moves){0};
}

/* ---- Prices ---------------------------------------------------------------------- */

/* The first piece that ends behind `position`. */
static size_t first_behind(const ctsar__lack *l, size_t position)
{
    size_t lo = 0, hi = l->count;
    while (lo < hi) {
        size_t middle = lo + (hi - lo) / 2;
        if (l->piece[middle].at.hi > position)
            hi = middle;
        else
            lo = middle + 1;
    }
    return lo;
}

/* Of pieces before piece `i`, and of that what lies before `position`; a copy that is begun counts
 * in full. */
static double seconds_before(const ctsar__lack *l, size_t i, size_t position)
{
    double before = i > 0 ? l->piece[i - 1].upto : 0;
    if (i == l->count || l->piece[i].at.lo >= position)
        return before;
    return before + l->piece[i].once + l->piece[i].each * (double)(position - l->piece[i].at.lo);
}

static double lacking(const ctsar__lack *l, ctsar__items at)
{
    size_t first = first_behind(l, at.lo);
    if (at.lo >= at.hi || first == l->count || l->piece[first].at.lo >= at.hi)
        return 0;
    double from = seconds_before(l, first, at.lo);
    if (l->piece[first].at.lo < at.lo) /* what remains of it is a copy of its own */
        from -= l->piece[first].once;
    return fmax(seconds_before(l, first_behind(l, at.hi), at.hi) - from, 0);
}

double ctsar__moves_seconds(const ctsar__moves *m, int acc, ctsar__values v, bool whole)
{
    double sum = 0;
    for (int i = 0; i < m->count; ++i) {
        const ctsar__shape *s = &m->array[i].shape;
        if (!ctsar__shape_reads(s, v) || (!whole && ctsar__shape_whole(s)))
            continue;
        ctsar__items needs = ctsar__shape_needs(s, v);
        sum += lacking(&m->array[i].lack[acc + 1],
                       (ctsar__items){needs.lo * s->inner, needs.hi * s->inner});
    }
    return sum;
}
