/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Reductions: entries that own the private copies.  On the host each unit has a slot of whole
 * cache lines: its copy, and behind it the last pass that opened it.  What a slot holds is
 * written by one thread at a time: the one whose turn the unit's is, then the one that ends
 * the pass.  An accelerator's slot receives what its own copy had at the end of each turn. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "mem.h"

enum { LINE = 64 }; /* bytes of a cache line */

struct ctsar__reduction {
    ctsar__entry entry;
    size_t size;
    size_t opened_at, stride; /* of a slot: where the pass stands; its bytes */
    ctsar_combine combine;
    int units;
    char *identity; /* our copy of it */
    char *slots;
    ctsar__space space[]; /* one per accelerator of the region */
};

typedef struct reduction_spec {
    const void *identity;
    size_t size;
    ctsar_combine combine;
    int units;
} reduction_spec;

/* An entry for more units serves fewer as well. */
static bool reduction_same(const ctsar__entry *e, const void *data)
{
    const ctsar__reduction *r = (const ctsar__reduction *)e;
    const reduction_spec *s = data;
    return r->size == s->size && r->combine == s->combine && r->units >= s->units &&
           !memcmp(r->identity, s->identity, s->size);
}

static void reduction_destroy(void *owner, ctsar__entry *e)
{
    ctsar__reductions *all = owner;
    ctsar__reduction *r = (ctsar__reduction *)e;
    for (int i = 0; i < all->devices; ++i)
        all->device[i]->backend->release(all->device[i], &r->space[i]);
    free(r->identity);
    free(r->slots);
    free(r);
}

/* The pass's number stands in the first place behind the copy where it is aligned. */
static size_t opened_at(size_t size)
{
    size_t align = _Alignof(unsigned long);
    return (size + align - 1) / align * align;
}

static size_t slot_bytes(size_t size)
{
    return (opened_at(size) + sizeof(unsigned long) + LINE - 1) / LINE * LINE;
}

static int reduction_make(void *owner, void *key, const void *data, ctsar__entry **out)
{
    const ctsar__reductions *all = owner;
    const reduction_spec *s = data;
    (void)key;
    size_t bytes;
    if (s->size > SIZE_MAX - 2 * LINE ||
        __builtin_mul_overflow(slot_bytes(s->size), (size_t)s->units, &bytes))
        return ctsar__error(CTSAR_EOVERFLOW,
                            "%d private copies of %zu bytes are more than an address space; check "
                            "item_size",
                            s->units, s->size);
    ctsar__reduction *r = calloc(1, sizeof *r + (size_t)all->devices * sizeof *r->space);
    if (!r)
        return ctsar__error(CTSAR_ENOMEM, "no memory for a registration");
    r->size = s->size;
    r->opened_at = opened_at(s->size);
    r->stride = slot_bytes(s->size);
    r->combine = s->combine;
    r->units = s->units;
    r->identity = malloc(s->size);
    r->slots = aligned_alloc(LINE, bytes);
    if (!r->identity || !r->slots) {
        reduction_destroy(owner, &r->entry);
        return ctsar__error(CTSAR_ENOMEM, "no memory for %d private copies of %zu bytes", s->units,
                            s->size);
    }
    memcpy(r->identity, s->identity, s->size);
    memset(r->slots, 0, bytes); /* opened in no pass yet */
    *out = &r->entry;
    return CTSAR_OK;
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
    ctsar__list_init(&r->list, &reduction_kind, r);
}

void ctsar__reductions_free(ctsar__reductions *r)
{
    ctsar__list_free(&r->list);
}

int ctsar__reductions_register(ctsar__reductions *r, void *result, const void *identity,
                               size_t size, ctsar_combine combine, unsigned long pass, int units,
                               ctsar__reduction **out)
{
    ctsar__entry *e;
    reduction_spec spec = {identity, size, combine, units};
    int status = ctsar__list_register(&r->list, result, &spec, pass, &e);
    *out = (ctsar__reduction *)e;
    return status;
}

static char *host_copy(const ctsar__reduction *r, int unit)
{
    return r->slots + (size_t)unit * r->stride;
}

static unsigned long *opened(const ctsar__reduction *r, int unit)
{
    return (unsigned long *)(host_copy(r, unit) + r->opened_at);
}

/* A private copy is one position after another, at the beginning of a space. */
static int move(ctsar__reduction *r, bool in, int acc, ctsar__device *d, char *host,
                ctsar__traffic *t)
{
    ctsar__layout layout = {1, 1, r->size};
    ctsar__place here = {NULL, host, layout}, there = {d, r->space[acc].base, layout};
    return ctsar__transfer(in ? &there : &here, in ? &here : &there, 1, (ctsar__items){0, r->size},
                           (ctsar__shares){.fixed = 1}, t);
}

static int start_on_device(ctsar__reduction *r, int acc, ctsar__device *d, ctsar__traffic *t)
{
    ctsar__space *s = &r->space[acc];
    int status = s->base ? CTSAR_OK : d->backend->reserve(d, r->size, s);
    if (!status && !s->committed)
        status = d->backend->commit(d, s, 0, r->size);
    return status ? status : move(r, true, acc, d, r->identity, t);
}

int ctsar__reduction_open(ctsar__reduction *r, int unit, int acc, ctsar__device *d,
                          unsigned long pass, void **copy, ctsar__traffic *t)
{
    if (*opened(r, unit) != pass) {
        /* On an accelerator that gets no iterations this is what is folded. */
        memcpy(host_copy(r, unit), r->identity, r->size);
        int status = acc < 0 ? CTSAR_OK : start_on_device(r, acc, d, t);
        if (status)
            return status;
        *opened(r, unit) = pass;
    }
    *copy = acc < 0 ? host_copy(r, unit) : r->space[acc].base;
    return CTSAR_OK;
}

void ctsar__reduction_view(const ctsar__reduction *r, int unit, int acc, ctsar__view *view)
{
    *view = (ctsar__view){.base = acc < 0 ? host_copy(r, unit) : r->space[acc].base,
                          .space = acc < 0 ? NULL : &r->space[acc],
                          .elem = r->size};
}

int ctsar__reduction_deliver(ctsar__reduction *r, int unit, int acc, ctsar__device *d,
                             ctsar__traffic *t)
{
    return move(r, false, acc, d, host_copy(r, unit), t);
}

void ctsar__reductions_end_pass(ctsar__reductions *all, unsigned long pass)
{
    for (ctsar__entry *e = all->list.first; e; e = e->next) {
        ctsar__reduction *r = (ctsar__reduction *)e;
        for (int u = 0; e->seen == pass && u < r->units; ++u)
            if (*opened(r, u) == pass)
                r->combine(e->key, host_copy(r, u));
    }
    ctsar__list_end_pass(&all->list, pass);
}
