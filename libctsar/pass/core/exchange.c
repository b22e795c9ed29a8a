/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/core/exchange.h"

#include <stdlib.h>

#include "base/align.h"
#include "base/grow.h"
#include "base/hash.h"
#include "mem/window.h"
#include "pass/core/bounds.h"

static ctsar__array *array(const ctsar__data *data, int i)
{
    return data->arrays.entry[i];
}

static ctsar__reduction *reduction(const ctsar__data *data, int i)
{
    return data->reductions.entry[i];
}

static bool is_output(const ctsar__array *a)
{
    return a->shape.flags & CTSAR_MEM_OUTPUT;
}

/* ---- Before it -------------------------------------------------------------------------- */

static uint64_t hash_of_shape(const ctsar__shape *s)
{
    const uint64_t what[] = {s->elem,
                             s->outer,
                             s->assoc,
                             s->inner,
                             s->halo_below,
                             s->halo_above,
                             s->width,
                             (uint64_t)s->stride,
                             (uint64_t)s->offset,
                             s->flags,
                             (uint64_t)s->ndim,
                             (uint64_t)s->dim};
    return ctsar__hash(ctsar__hash(0, what, sizeof what), s->extent,
                       (size_t)s->ndim * sizeof *s->extent);
}

void ctsar__exchange_describe(const ctsar__data *data, ctsar__record *r)
{
    r->arrays = data->arrays.count;
    r->reductions = data->reductions.count;
    for (int i = 0; i < data->arrays.count; ++i)
        ctsar__record_note(r, i, hash_of_shape(&array(data, i)->shape));
    for (int i = 0; i < data->reductions.count; ++i) {
        size_t size = ctsar__reduction_size(reduction(data, i));
        ctsar__record_note(r, data->arrays.count + i, ctsar__hash(0, &size, sizeof size));
    }
}

/* Is it an output that all ranks get at the end of the pass? */
static bool is_exchanged(const ctsar__array *a, const ctsar__named *stays)
{
    return is_output(a) && !ctsar__named_has(stays, a);
}

int ctsar__exchange_prepare(const ctsar__data *data, ctsar__bounds all, const ctsar__named *stays,
                            ctsar__traffic *t)
{
    ctsar__values v = ctsar__all_values(all);
    int status = CTSAR_OK;
    for (int i = 0; i < data->arrays.count && !status; ++i) {
        if (!is_exchanged(array(data, i), stays))
            continue;
        status = ctsar__data_covers(array(data, i), v);
        if (!status)
            status = ctsar__window_home(array(data, i), v, t);
    }
    return status;
}

static size_t longest(const ctsar__data *data)
{
    size_t most = 0;
    for (int i = 0; i < data->reductions.count; ++i) {
        size_t size = ctsar__reduction_size(reduction(data, i));
        most = size > most ? size : most;
    }
    return ctsar__aligned(most);
}

int ctsar__exchange_room(const ctsar__data *data, int ranks, char **items, size_t *room)
{
    size_t bytes = longest(data) * (size_t)ranks;
    char *grown = bytes ? ctsar__grow(*items, room, bytes, 1) : *items;
    if (bytes && !grown)
        return ctsar__error(CTSAR_ENOMEM, "no memory for the reductions of %d nodes", ranks);
    *items = grown;
    return CTSAR_OK;
}

/* ---- Arrays ----------------------------------------------------------------------------- */

/* What these values write, as stretches of the host's array. */
static ctsar__part part_of(const ctsar__shape *s, ctsar__values v)
{
    ctsar__items own = ctsar__shape_owns(s, v);
    ctsar__groups g = ctsar__shape_groups(s, v);
    size_t items = own.hi - own.lo;
    if (v.count == 0 || items == 0)
        return (ctsar__part){0};
    if (items == s->assoc && (g.apart <= g.width || v.count == 1))
        return (ctsar__part){.blocks = 1, .groups = 1, .width = ctsar__shape_bytes(s)};
    ctsar__part p = {.at = own.lo * s->inner,
                     .blocks = s->outer,
                     .block = s->assoc * s->inner,
                     .groups = 1,
                     .width = items * s->inner};
    if (g.apart > g.width) {
        p.groups = (items - 1) / g.apart + 1; /* the array may end before the values do */
        p.apart = p.groups > 1 ? g.apart * s->inner : 0;
        p.width = g.width * s->inner;
    }
    return p;
}

/* The values that are rank r's to give. */
static ctsar__values given_by(const ctsar__everywhere *e, int r)
{
    return ctsar__values_of(e->all, (ctsar__range){e->boundary[r], e->boundary[r + 1]});
}

/* Without accelerators' copies nothing is to be noted, so nothing can fail. */
static void note_received(ctsar__array *a, ctsar__values v)
{
    int status = ctsar__window_note(a, &ctsar__on_host, v);
    if (!status)
        return;
    ctsar__warn("what another node wrote of the array at %p cannot be noted: %s", (void *)a->host,
                ctsar__error_detail());
    abort();
}

static size_t bytes_of(const ctsar__part *p)
{
    return p->blocks * p->groups * p->width;
}

/* Each rank gives its part to all others. */
static void count_bytes(const ctsar__everywhere *e)
{
    size_t all = 0, others = (size_t)e->node->world.size - 1;
    for (int r = 0; r < e->node->world.size; ++r)
        all += bytes_of(&e->part[r]);
    for (int r = 0; r < e->node->world.size; ++r) {
        e->did[r].bytes.sent += bytes_of(&e->part[r]) * others;
        e->did[r].bytes.received += all - bytes_of(&e->part[r]);
    }
}

static void exchange_array(ctsar__array *a, const ctsar__everywhere *e)
{
    int ranks = e->node->world.size;
    for (int r = 0; r < ranks; ++r)
        e->part[r] = part_of(&a->shape, given_by(e, r));
    count_bytes(e);
    e->node->transport->share(a->host, e->part);
    for (int r = 0; r < ranks; ++r)
        if (r != e->node->world.rank && e->part[r].width > 0)
            note_received(a, given_by(e, r));
}

/* ---- Reductions -------------------------------------------------------------------------- */

static void exchange_reduction(ctsar__reduction *r, const ctsar__everywhere *e)
{
    size_t size = ctsar__reduction_size(r), apart = ctsar__aligned(size);
    int givers = e->boundary ? e->node->world.size : 1;
    for (int i = 0; i < e->node->world.size; ++i)
        e->part[i] = (ctsar__part){
            .at = (size_t)i * apart, .blocks = 1, .groups = 1, .width = i < givers ? size : 0};
    ctsar__reduction_collect(r, e->pass, e->items + (size_t)e->node->world.rank * apart);
    e->node->transport->share(e->items, e->part);
    for (int i = 0; i < givers; ++i)
        ctsar__reduction_add(r, e->items + (size_t)i * apart);
}

void ctsar__exchange(const ctsar__data *data, const ctsar__everywhere *e)
{
    for (int i = 0; e->boundary && i < data->arrays.count; ++i)
        if (is_exchanged(array(data, i), e->stays))
            exchange_array(array(data, i), e);
    for (int i = 0; i < data->reductions.count; ++i)
        exchange_reduction(reduction(data, i), e);
}
