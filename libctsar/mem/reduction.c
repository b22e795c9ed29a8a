/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Reductions: entries that own the private copies.  On the host each has a line of whole cache
 * lines: the copy, and behind it the last pass that opened it.  What a line holds is written by one
 * thread at a time: the one whose range it is, then the one that ends the pass.  What an
 * accelerator's own copy had at the end of a range is brought to a staging area first, and
 * goes on to the line when all of the range's outputs have come. */
#include "mem/reduction.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 64 }; /* bytes of a cache line */

/* A copy on an accelerator. */
typedef struct remote {
    ctsar__space space;
    char *staging; /* on the host */
    int items;     /* of each: as many as the device's launches have groups */
    bool fresh;    /* all items are the identity */
} remote;

struct ctsar__reduction {
    ctsar__entry entry;
    size_t size;
    size_t opened_at, stride; /* of a line: where the pass stands; its bytes */
    ctsar_combine combine;
    int copies, slots;
    char *identity; /* our copy of it */
    char *lines;
    pthread_mutex_t mutex; /* one thread at a time combines */
    remote remote[];       /* per accelerator of the region, `slots` each */
};

typedef struct reduction_spec {
    const void *identity;
    size_t size;
    ctsar_combine combine;
    int copies;
} reduction_spec;

/* An entry for more copies serves fewer as well. */
static bool reduction_same(const ctsar__entry *e, const void *data)
{
    const ctsar__reduction *r = (const ctsar__reduction *)e;
    const reduction_spec *s = data;
    return r->size == s->size && r->combine == s->combine && r->copies >= s->copies &&
           !memcmp(r->identity, s->identity, s->size);
}

static void reduction_destroy(void *owner, ctsar__entry *e)
{
    ctsar__reductions *all = owner;
    ctsar__reduction *r = (ctsar__reduction *)e;
    for (int i = 0; i < all->devices * r->slots; ++i) {
        ctsar__device *d = all->device[i / r->slots];
        d->backend->release(d, &r->remote[i].space);
        free(r->remote[i].staging);
    }
    pthread_mutex_destroy(&r->mutex);
    free(r->identity);
    free(r->lines);
    free(r);
}

/* The pass's number stands in the first place behind the copy where it is aligned. */
static size_t opened_at(size_t size)
{
    size_t align = _Alignof(unsigned long);
    return (size + align - 1) / align * align;
}

static size_t line_bytes(size_t size)
{
    return (opened_at(size) + sizeof(unsigned long) + LINE - 1) / LINE * LINE;
}

static int make_lines(ctsar__reduction *r, const reduction_spec *s, size_t bytes)
{
    r->identity = malloc(s->size);
    r->lines = aligned_alloc(LINE, bytes);
    if (!r->identity || !r->lines)
        return ctsar__error(CTSAR_ENOMEM, "no memory for %d private copies of %zu bytes", s->copies,
                            s->size);
    memcpy(r->identity, s->identity, s->size);
    memset(r->lines, 0, bytes); /* opened in no pass yet */
    return CTSAR_OK;
}

static int reduction_make(void *owner, void *key, const void *data, ctsar__entry **out)
{
    const ctsar__reductions *all = owner;
    const reduction_spec *s = data;
    (void)key;
    size_t bytes;
    if (s->size > SIZE_MAX - 2 * LINE ||
        __builtin_mul_overflow(line_bytes(s->size), (size_t)s->copies, &bytes))
        return ctsar__error(CTSAR_EOVERFLOW,
                            "%d private copies of %zu bytes are more than an address space; check "
                            "item_size",
                            s->copies, s->size);
    size_t remotes = (size_t)all->devices * (size_t)all->slots;
    ctsar__reduction *r = calloc(1, sizeof *r + remotes * sizeof *r->remote);
    if (!r)
        return ctsar__error(CTSAR_ENOMEM, "no memory for a registration");
    pthread_mutex_init(&r->mutex, NULL);
    r->slots = all->slots;
    r->size = s->size;
    r->opened_at = opened_at(s->size);
    r->stride = line_bytes(s->size);
    r->combine = s->combine;
    r->copies = s->copies;
    int status = make_lines(r, s, bytes);
    if (status)
        reduction_destroy(owner, &r->entry);
    else
        *out = &r->entry;
    return status;
}

static int reduction_conflict(const ctsar__entry *e, const void *data)
{
    const ctsar__reduction *r = (const ctsar__reduction *)e;
    const reduction_spec *s = data;
    return ctsar__error(
        CTSAR_ECONFLICT,
        "the reduction into %p is registered with %zu bytes, and in the same pass "
        "with %zu bytes%s%s; all turns must register it alike",
        e->key, r->size, s->size, r->combine == s->combine ? "" : ", another function",
        r->size != s->size || !memcmp(r->identity, s->identity, r->size) ? ""
                                                                         : ", another identity");
}

static const ctsar__entry_kind reduction_kind = {reduction_same, reduction_make, reduction_destroy,
                                                 reduction_conflict, NULL};

void ctsar__reductions_init(ctsar__reductions *r, ctsar__device *const *device, int devices)
{
    r->device = device;
    r->devices = devices;
    r->slots = 1;
    ctsar__list_init(&r->list, &reduction_kind, r);
}

void ctsar__reductions_free(ctsar__reductions *r)
{
    ctsar__list_free(&r->list);
}

int ctsar__reductions_register(ctsar__reductions *r, void *result, const void *identity,
                               size_t size, ctsar_combine combine, unsigned long pass, int copies,
                               ctsar__reduction **out)
{
    ctsar__entry *e;
    reduction_spec spec = {identity, size, combine, copies};
    int status = ctsar__list_register(&r->list, result, &spec, pass, &e);
    *out = (ctsar__reduction *)e;
    return status;
}

/* ---- Private copies -------------------------------------------------------------- */

static char *host_copy(const ctsar__reduction *r, int number)
{
    return r->lines + (size_t)number * r->stride;
}

static unsigned long *opened(const ctsar__reduction *r, int number)
{
    return (unsigned long *)(host_copy(r, number) + r->opened_at);
}

static remote *remote_of(ctsar__reduction *r, const ctsar__target *target)
{
    return &r->remote[target->acc * r->slots + target->slot];
}

/* All of an accelerator's items, one position after another at the beginning of a space. */
static int move(const ctsar__reduction *r, bool in, const remote *m, char *items,
                const ctsar__target *target, ctsar__traffic *t)
{
    size_t bytes = r->size * (size_t)target->device->groups;
    ctsar__layout layout = {.row = 1, .pitch = 1, .block = bytes};
    ctsar__place here = {NULL, items, layout}, there = {target->device, m->space.base, layout};
    return ctsar__transfer(in ? &there : &here, in ? &here : &there, 1, (ctsar__items){0, bytes},
                           (ctsar__shares){.fixed = 1}, target, t);
}

static int make_room(ctsar__reduction *r, remote *m, ctsar__device *d, ctsar__traffic *t)
{
    size_t bytes;
    if (__builtin_mul_overflow(r->size, (size_t)d->groups, &bytes))
        return ctsar__error(CTSAR_EOVERFLOW, "%d items of %zu bytes are more than an address space",
                            d->groups, r->size);
    int status = m->space.base ? CTSAR_OK : d->backend->reserve(d, bytes, &m->space);
    if (!status && !m->space.committed)
        status = d->backend->commit(d, &m->space, 0, bytes);
    ctsar__on(d, status, t);
    m->items = d->groups;
    if (!status && !m->staging && !(m->staging = malloc(bytes)))
        status =
            ctsar__error(CTSAR_ENOMEM, "no memory for %d items of %zu bytes", d->groups, r->size);
    return status;
}

int ctsar__reduction_start(ctsar__reduction *r, const ctsar__target *target, ctsar__traffic *t)
{
    remote *m = remote_of(r, target);
    if (m->fresh)
        return CTSAR_OK;
    int status = make_room(r, m, target->device, t);
    if (status)
        return status;
    for (int i = 0; i < target->device->groups; ++i)
        memcpy(m->staging + (size_t)i * r->size, r->identity, r->size);
    status = move(r, true, m, m->staging, target, t);
    m->fresh = !status;
    return status;
}

int ctsar__reduction_open(ctsar__reduction *r, const ctsar__target *target, unsigned long pass,
                          void **copy, ctsar__traffic *t)
{
    if (*opened(r, target->number) != pass) {
        /* On an accelerator that gets no iterations this is what is folded. */
        memcpy(host_copy(r, target->number), r->identity, r->size);
        if (target->acc >= 0)
            remote_of(r, target)->fresh = false;
        int status = target->acc < 0 ? CTSAR_OK : ctsar__reduction_start(r, target, t);
        if (status)
            return status;
        *opened(r, target->number) = pass;
    }
    *copy = target->acc < 0 ? host_copy(r, target->number) : remote_of(r, target)->space.base;
    return CTSAR_OK;
}

void ctsar__reduction_view(const ctsar__reduction *r, const ctsar__target *target,
                           ctsar__view *view)
{
    const ctsar__space *s =
        target->acc < 0 ? NULL : &r->remote[target->acc * r->slots + target->slot].space;
    *view = (ctsar__view){
        .base = s ? s->base : host_copy(r, target->number), .space = s, .elem = r->size};
}

size_t ctsar__reduction_bytes(const ctsar__reduction *r, const ctsar__device *d)
{
    size_t page = d->granularity, bytes = r->size * (size_t)d->groups;
    return (bytes + page - 1) / page * page;
}

int ctsar__reduction_bring(ctsar__reduction *r, const ctsar__target *target, ctsar__traffic *t)
{
    remote *m = remote_of(r, target);
    m->fresh = false;
    return move(r, false, m, m->staging, target, t);
}

void ctsar__reduction_note(ctsar__reduction *r, const ctsar__target *target, bool launched)
{
    remote *m = remote_of(r, target);
    if (!launched) {
        memcpy(host_copy(r, target->number), m->staging, r->size);
        return;
    }
    pthread_mutex_lock(&r->mutex);
    for (int i = 0; i < m->items; ++i)
        r->combine(host_copy(r, target->number), m->staging + (size_t)i * r->size);
    pthread_mutex_unlock(&r->mutex);
}

/* ---- Looking into one ------------------------------------------------------------- */

size_t ctsar__reduction_size(const ctsar__reduction *r)
{
    return r->size;
}

size_t ctsar__reduction_items(const ctsar__target *target)
{
    return target->acc < 0 ? 1 : (size_t)target->device->groups;
}

const void *ctsar__reduction_result(const ctsar__reduction *r)
{
    return r->entry.key;
}

int ctsar__reduction_copy(ctsar__reduction *r, const ctsar__target *target, char *items, bool out,
                          ctsar__traffic *t)
{
    if (target->acc >= 0)
        return move(r, !out, remote_of(r, target), items, target, t);
    char *copy = host_copy(r, target->number);
    memcpy(out ? items : copy, out ? copy : items, r->size);
    return CTSAR_OK;
}

void ctsar__reduction_fold(ctsar__reduction *r, const char *items, size_t count, char *into)
{
    memcpy(into, r->identity, r->size);
    pthread_mutex_lock(&r->mutex);
    for (size_t i = 0; i < count; ++i)
        r->combine(into, (char *)items + i * r->size);
    pthread_mutex_unlock(&r->mutex);
}

/* ---- The end of a pass -------------------------------------------------------------- */

size_t ctsar__reductions_bytes(const ctsar__reductions *all, int acc, unsigned long pass)
{
    size_t sum = 0;
    for (const ctsar__entry *e = all->list.first; e; e = e->next)
        if (e->seen == pass)
            sum += (size_t)all->slots *
                   ctsar__reduction_bytes((const ctsar__reduction *)e, all->device[acc]);
    return sum;
}

ctsar__reduction *ctsar__reductions_next(const ctsar__reductions *all, ctsar__reduction *after,
                                         unsigned long pass)
{
    ctsar__entry *e = after ? after->entry.next : all->list.first;
    while (e && e->seen != pass)
        e = e->next;
    return (ctsar__reduction *)e;
}

void ctsar__reduction_collect(ctsar__reduction *r, unsigned long pass, char *into)
{
    memcpy(into, r->identity, r->size);
    for (int u = 0; u < r->copies; ++u) {
        if (*opened(r, u) != pass)
            continue;
        r->combine(into, host_copy(r, u));
        *opened(r, u) = 0;
    }
}

void ctsar__reduction_add(ctsar__reduction *r, char *item)
{
    r->combine(r->entry.key, item);
}

void ctsar__reductions_end_pass(ctsar__reductions *all, unsigned long pass)
{
    for (ctsar__entry *e = all->list.first; e; e = e->next) {
        ctsar__reduction *r = (ctsar__reduction *)e;
        for (int u = 0; e->seen == pass && u < r->copies; ++u)
            if (*opened(r, u) == pass)
                r->combine(e->key, host_copy(r, u));
    }
    ctsar__list_end_pass(&all->list, pass);
}
