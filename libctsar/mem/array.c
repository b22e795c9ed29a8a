/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The arrays of a region: entries whose specification is the shape. */
#include <stdlib.h>

#include "mem.h"

static bool array_same(const ctsar__entry *e, const void *spec)
{
    return ctsar__shape_equal(&((const ctsar__array *)e)->shape, spec);
}

static int array_make(void *owner, void *key, const void *spec, ctsar__entry **out)
{
    const ctsar__arrays *arrays = owner;
    size_t windows = (size_t)arrays->devices * sizeof(ctsar__window);
    ctsar__array *a = calloc(1, sizeof *a + windows);
    if (!a)
        return ctsar__error(CTSAR_ENOMEM, "no memory for a registration");
    a->host = key;
    a->shape = *(const ctsar__shape *)spec;
    *out = &a->entry;
    return CTSAR_OK;
}

static void array_destroy(void *owner, ctsar__entry *e)
{
    ctsar__arrays *arrays = owner;
    ctsar__array *a = (ctsar__array *)e;
    for (int i = 0; i < arrays->devices; ++i)
        arrays->device[i]->backend->release(arrays->device[i], &a->window[i].space);
    free(a);
}

static int array_conflict(const ctsar__entry *e, const void *spec)
{
    const ctsar__shape *was = &((const ctsar__array *)e)->shape, *is = spec;
    return ctsar__error(CTSAR_ECONFLICT,
                        "the array at %p is registered with %zu items of %zu bytes, halo %zu, "
                        "flags %#x, and in the same pass with %zu of %zu, halo %zu, flags %#x; all "
                        "turns must register it alike",
                        e->key, was->assoc, was->inner, was->halo_below, was->flags, is->assoc,
                        is->inner, is->halo_below, is->flags);
}

static const ctsar__entry_kind array_kind = {array_same, array_make, array_destroy, array_conflict};

void ctsar__arrays_init(ctsar__arrays *a, ctsar__device *const *device, int devices)
{
    a->device = device;
    a->devices = devices;
    ctsar__list_init(&a->list, &array_kind, a);
}

void ctsar__arrays_free(ctsar__arrays *a)
{
    ctsar__list_free(&a->list);
}

int ctsar__arrays_register(ctsar__arrays *a, void *host, const ctsar__shape *shape,
                           unsigned long pass, ctsar__array **out)
{
    ctsar__entry *e;
    int status = ctsar__list_register(&a->list, host, shape, pass, &e);
    *out = (ctsar__array *)e;
    return status;
}

int ctsar__arrays_unregister(ctsar__arrays *a, void *host)
{
    if (ctsar__list_remove(&a->list, host))
        return CTSAR_OK;
    return ctsar__error(CTSAR_ENOTREG, "the array at %p is not registered in this region", host);
}

void ctsar__arrays_end_pass(ctsar__arrays *a, unsigned long pass)
{
    ctsar__list_end_pass(&a->list, pass);
}

int ctsar__arrays_vacate(ctsar__arrays *a, int acc)
{
    int status = CTSAR_OK;
    for (ctsar__entry *e = a->list.first; e && !status; e = e->next)
        status = ctsar__window_fetch((ctsar__array *)e, acc, a->device[acc], (ctsar__values){0}, 0,
                                     &(ctsar__traffic){0});
    return status;
}
