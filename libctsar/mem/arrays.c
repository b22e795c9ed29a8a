/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The arrays of a region: entries whose specification is the shape.  A persisted one has its
 * memory in the directory, and wishes there for what its ranges needed last. */
#include "mem/arrays.h"

#include <limits.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#include "mem/bring.h"
#include "mem/directory.h"
#include "mem/holder.h"
#include "mem/shared.h"
#include "mem/window.h"

static bool array_same(const ctsar__entry *e, const void *spec)
{
    return ctsar__shape_equal(&((const ctsar__array *)e)->shape, spec);
}

static int array_make(void *owner, void *key, const void *spec, ctsar__entry **out)
{
    const ctsar__arrays *arrays = owner;
    size_t windows = (size_t)arrays->devices * (size_t)arrays->slots * sizeof(ctsar__window);
    ctsar__array *a = calloc(1, sizeof *a + windows);
    if (!a)
        return ctsar__error(CTSAR_ENOMEM, "no memory for a registration");
    a->slots = arrays->slots;
    a->host = key;
    a->shape = *(const ctsar__shape *)spec;
    a->persists = a->shape.flags & CTSAR_MEM_PERSIST && arrays->cache != CTSAR__CACHE_NONE;
    a->through = arrays->cache == CTSAR__CACHE_WRITETHROUGH;
    if (a->persists) {
        ctsar__shared *shared;
        int status = ctsar__directory_acquire(key, &a->shape, &shared);
        if (status) {
            free(a);
            return status;
        }
        a->shared = shared;
    }
    *out = &a->entry;
    return CTSAR_OK;
}

/* Takes the array out of the directory. */
static void detach(ctsar__arrays *arrays, ctsar__array *a, bool forget)
{
    for (int i = 0; i < arrays->devices; ++i) {
        ctsar__window *w = &a->window[i * a->slots];
        if (w->holder)
            ctsar__shared_let_go(a->shared, w->holder, &w->wish);
        w->holder = NULL;
    }
    if (a->shared)
        ctsar__directory_release(a->shared, forget);
    a->shared = NULL;
    ctsar__directory_drop(a->beneath);
    a->beneath = NULL;
}

static void array_destroy(void *owner, ctsar__entry *e)
{
    ctsar__arrays *arrays = owner;
    ctsar__array *a = (ctsar__array *)e;
    for (int i = 0; i < arrays->devices * a->slots; ++i) {
        ctsar__device *d = arrays->device[i / a->slots];
        d->backend->release(d, &a->window[i].space);
    }
    detach(arrays, a, false);
    free(a);
}

static int array_conflict(const ctsar__entry *e, const void *spec)
{
    const ctsar__shape *was = &((const ctsar__array *)e)->shape, *is = spec;
    return ctsar__error(CTSAR_ECONFLICT,
                        "the array at %p is registered with %zu items of %zu bytes, halo %zu, "
                        "flags %#x, offset %ld, and in the same pass with %zu of %zu, halo %zu, "
                        "flags %#x, offset %ld; all turns must register it alike",
                        e->key, was->assoc, was->inner, was->halo_below, was->flags, was->offset,
                        is->assoc, is->inner, is->halo_below, is->flags, is->offset);
}

/* Arrays that swap their roles are registered with other flags or halos in turn; another size is
 * another array. */
static bool array_keeps(void *owner, const ctsar__entry *e, unsigned long pass)
{
    const ctsar__arrays *arrays = owner;
    const ctsar__array *a = (const ctsar__array *)e;
    for (const ctsar__entry *o = arrays->list.first; o && a->persists; o = o->next) {
        const ctsar__shape *s = &((const ctsar__array *)o)->shape;
        if (o->key == e->key && o->seen == pass &&
            (s->outer != a->shape.outer || s->assoc != a->shape.assoc ||
             s->inner != a->shape.inner))
            return false;
    }
    return a->persists;
}

static const ctsar__entry_kind array_kind = {array_same, array_make, array_destroy, array_conflict,
                                             array_keeps};

void ctsar__arrays_init(ctsar__arrays *a, ctsar__device *const *device, int devices,
                        ctsar__cache cache)
{
    a->device = device;
    a->devices = devices;
    a->slots = 1;
    a->cache = cache;
    ctsar__list_init(&a->list, &array_kind, a);
    ctsar__directory_open();
}

int ctsar__arrays_flush(ctsar__arrays *a)
{
    int status = CTSAR_OK;
    for (ctsar__entry *e = a->list.first; e; e = e->next) {
        ctsar__array *array = (ctsar__array *)e;
        int failed =
            array->persists ? ctsar__shared_sync(array->shared, &(ctsar__traffic){0}) : CTSAR_OK;
        status = failed ? failed : status;
    }
    return status;
}

int ctsar__arrays_free(ctsar__arrays *a)
{
    ctsar__list_free(&a->list);
    return ctsar__directory_close();
}

int ctsar__arrays_register(ctsar__arrays *a, void *host, const ctsar__shape *shape,
                           unsigned long pass, ctsar__array **out)
{
    ctsar__entry *e;
    int status = ctsar__list_register(&a->list, host, shape, pass, &e);
    *out = (ctsar__array *)e;
    if (status || !(*out)->persists)
        return status;
    return ctsar__directory_renew((*out)->shared, shape);
}

static int not_registered(const void *host)
{
    return ctsar__error(CTSAR_ENOTREG, "the array at %p is not registered in this region", host);
}

/* How often `host` is registered, and how often persisted. */
static int count(const ctsar__arrays *a, const void *host, int *persisted)
{
    int n = *persisted = 0;
    for (const ctsar__entry *e = a->list.first; e; e = e->next)
        if (e->key == host) {
            n++;
            *persisted += ((const ctsar__array *)e)->persists;
        }
    return n;
}

size_t ctsar__arrays_bytes(const ctsar__arrays *a, const void *host)
{
    size_t most = 0;
    for (const ctsar__entry *e = a->list.first; e; e = e->next) {
        size_t bytes = ctsar__shape_bytes(&((const ctsar__array *)e)->shape);
        most = e->key == host && bytes > most ? bytes : most;
    }
    return most;
}

bool ctsar__arrays_persists(const ctsar__arrays *a, const void *host)
{
    int persisted;
    return count(a, host, &persisted) && persisted;
}

int ctsar__arrays_unregister(ctsar__arrays *a, void *host)
{
    int persisted;
    if (!count(a, host, &persisted))
        return not_registered(host);
    int status = ctsar__directory_sync(host, &(ctsar__traffic){0});
    for (ctsar__entry *e = a->list.first; e && !status; e = e->next)
        if (e->key == host)
            detach(a, (ctsar__array *)e, true);
    if (!status)
        ctsar__list_remove(&a->list, host);
    return status;
}

/* A registration takes the other place in the directory. */
static int attach(ctsar__arrays *arrays, ctsar__array *a, void *host)
{
    ctsar__shared *shared;
    int status = ctsar__directory_acquire(host, &a->shape, &shared);
    if (status)
        return status;
    detach(arrays, a, true);
    a->shared = shared;
    return CTSAR_OK;
}

static int retarget_one(ctsar__arrays *arrays, ctsar__array *a, bool renamed, void *host)
{
    int status = CTSAR_OK;
    if (a->persists && !renamed)
        status = attach(arrays, a, host);
    else if (!a->persists)
        detach(arrays, a, false);
    if (status)
        return status;
    a->generation = 0;
    a->entry.key = a->host = host;
    for (int i = 0; i < arrays->devices * a->slots; ++i)
        a->window[i].pass = 0;
    return CTSAR_OK;
}

int ctsar__arrays_retarget(ctsar__arrays *a, void *old, void *host)
{
    int persisted, others;
    bool renamed = false;
    if (!count(a, old, &persisted))
        return not_registered(old);
    if (count(a, host, &others))
        return CTSAR_OK;
    int status = CTSAR_OK;
    for (ctsar__entry *e = a->list.first; e && persisted && !renamed && !status; e = e->next)
        if (e->key == old && ((ctsar__array *)e)->persists) {
            ctsar__shared *s = ((ctsar__array *)e)->shared;
            ctsar__traffic t = {0};
            status = ctsar__shared_sync(s, &t);
            if (!status)
                status = ctsar__directory_retarget(s, persisted, host, &renamed, &t);
            break;
        }
    for (ctsar__entry *e = a->list.first; e && !status; e = e->next)
        if (e->key == old)
            status = retarget_one(a, (ctsar__array *)e, renamed, host);
    return status;
}

/* Does the region let go of the persisted array with this registration? */
static bool lets_go(const ctsar__arrays *a, const ctsar__array *array, unsigned long pass)
{
    if (!array->persists || !ctsar__list_ends(&a->list, &array->entry, pass))
        return false;
    for (const ctsar__entry *e = a->list.first; e; e = e->next) {
        const ctsar__array *other = (const ctsar__array *)e;
        if (other->persists && other->shared == array->shared &&
            !ctsar__list_ends(&a->list, e, pass))
            return false;
    }
    return true;
}

/* Of what the region lets go of: what only accelerators have comes to the host. */
static int bring_ending(ctsar__arrays *a, unsigned long pass, ctsar__traffic *t)
{
    int status = CTSAR_OK;
    for (ctsar__entry *e = a->list.first; e; e = e->next) {
        ctsar__array *array = (ctsar__array *)e;
        int failed = lets_go(a, array, pass) ? ctsar__shared_sync(array->shared, t) : CTSAR_OK;
        status = failed ? failed : status;
    }
    return status;
}

/* Gives back what no registration wishes any more. */
static int trim(ctsar__arrays *a, ctsar__traffic *t)
{
    int status = CTSAR_OK;
    for (ctsar__entry *e = a->list.first; e && !status; e = e->next) {
        ctsar__array *array = (ctsar__array *)e;
        if (!array->persists || !array->moved)
            continue;
        for (int i = 0; i < a->devices && !status; ++i) {
            ctsar__holder *h = array->window[i * array->slots].holder;
            if (h)
                status = ctsar__shared_trim(array->shared, h, t);
        }
        if (!status)
            array->moved = false;
    }
    return status;
}

/* No thread looks at what was found before the last time. */
static void drop_older(ctsar__arrays *a)
{
    for (ctsar__entry *e = a->list.first; e; e = e->next) {
        ctsar__beneath *b = ((ctsar__array *)e)->beneath;
        if (b && b->older) {
            ctsar__directory_drop(b->older);
            b->older = NULL;
        }
    }
}

int ctsar__arrays_end_pass(ctsar__arrays *a, unsigned long pass, ctsar__traffic *t)
{
    int status = bring_ending(a, pass, t);
    ctsar__list_end_pass(&a->list, pass); /* the directory has the note of what is lost */
    drop_older(a);
    return status ? status : trim(a, t);
}

void ctsar__arrays_release(const ctsar__arrays *a)
{
    for (ctsar__entry *e = a->list.first; e; e = e->next)
        for (int i = 0; i < a->devices * a->slots; ++i) {
            const ctsar__target at = {.acc = i / a->slots, .slot = i % a->slots};
            ctsar__window_release((ctsar__array *)e, &at);
        }
}

/* Ranges of no slot hold anything on the accelerator. */
static int vacate(ctsar__array *a, int acc, ctsar__device *d, ctsar__traffic *t)
{
    int status = CTSAR_OK;
    for (int i = 0; i < a->slots && !status; ++i) {
        const ctsar__target target = {.acc = acc, .device = d, .slot = i};
        status = ctsar__window_back(a, &target, (ctsar__values){0}, 0, t);
    }
    return status;
}

int ctsar__arrays_shrink(ctsar__arrays *a, const ctsar__target *target, unsigned long pass,
                         ctsar__traffic *t)
{
    int status = CTSAR_OK;
    for (ctsar__entry *e = a->list.first; e && !status; e = e->next) {
        ctsar__array *array = (ctsar__array *)e;
        ctsar__holder *h = array->window[target->acc * array->slots].holder;
        bool needed = ctsar__shape_whole(&array->shape) && e->seen == pass;
        if (!array->persists && !needed)
            status = vacate(array, target->acc, target->device, t);
        else if (h)
            status = ctsar__shared_shrink(array->shared, h, target, t);
    }
    return status;
}

/* Bytes that an accelerator holds with the persisted data of `count` iterations. */
static size_t kept_bytes(const ctsar__arrays *a, const ctsar__device *d, ctsar__values all,
                         long count, unsigned long pass)
{
    size_t sum = 0;
    for (const ctsar__entry *e = a->list.first; e; e = e->next) {
        const ctsar__array *array = (const ctsar__array *)e;
        ctsar__values v = {all.lo, all.step, array->persists ? count : 1};
        size_t slots = ctsar__window_is_shared(array) ? 1 : (size_t)array->slots;
        /* A window that does not begin where these do may touch one piece of memory more. */
        size_t elsewhere = ctsar__shape_whole(&array->shape) ? 0 : d->granularity;
        if (e->seen == pass && ctsar__shape_covers(&array->shape, all))
            sum += slots * (ctsar__window_bytes(array, d, v) + elsewhere);
    }
    return sum;
}

bool ctsar__arrays_persist(const ctsar__arrays *a, unsigned long pass)
{
    for (const ctsar__entry *e = a->list.first; e; e = e->next)
        if (((const ctsar__array *)e)->persists && e->seen == pass)
            return true;
    return false;
}

long ctsar__arrays_keepable(const ctsar__arrays *a, int acc, ctsar__values all, size_t besides,
                            unsigned long pass)
{
    const ctsar__device *d = a->device[acc];
    if (d->memory == SIZE_MAX || all.count == 0 || !ctsar__arrays_persist(a, pass) ||
        kept_bytes(a, d, all, all.count, pass) + besides <= d->memory)
        return LONG_MAX;
    long lo = 1, hi = all.count;
    while (lo + 1 < hi) {
        long mid = lo + (hi - lo) / 2;
        *(kept_bytes(a, d, all, mid, pass) + besides <= d->memory ? &lo : &hi) = mid;
    }
    return lo;
}

int ctsar__arrays_vacate(ctsar__arrays *a, int acc, ctsar__traffic *t)
{
    int status = CTSAR_OK;
    for (ctsar__entry *e = a->list.first; e && !status; e = e->next) {
        ctsar__array *array = (ctsar__array *)e;
        ctsar__wish *wish = &array->window[acc * array->slots].wish;
        if (!array->persists)
            status = vacate(array, acc, a->device[acc], t);
        else if (ctsar__shared_wish_nothing(array->shared, wish))
            array->moved = true;
    }
    return status;
}
