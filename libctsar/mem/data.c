/* SPDX-License-Identifier: BSD-3-Clause */
#include "mem/data.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "mem/directory.h"
#include "mem/window.h"

/* ---- Lists -------------------------------------------------------------------- */

void ctsar__data_free(ctsar__data *d)
{
    free(d->arrays.entry);
    free(d->reductions.entry);
    *d = (ctsar__data){0};
}

bool ctsar__named_has(const ctsar__named *list, const void *entry)
{
    for (int i = 0; i < list->count; ++i)
        if (list->entry[i] == entry)
            return true;
    return false;
}

int ctsar__named_add(ctsar__named *list, void *entry)
{
    size_t count = (size_t)list->count + 1;
    void **grown = ctsar__grow(list->entry, &list->room, count, sizeof *grown);
    if (!grown)
        return ctsar__error(CTSAR_ENOMEM, "no memory for a list of %zu registrations", count);
    list->entry = grown;
    list->entry[list->count++] = entry;
    return CTSAR_OK;
}

static ctsar__array *array(const ctsar__data *data, int i)
{
    return data->arrays.entry[i];
}

/* Has the directory to know of what is done with it?  Mostly it has not, and each turn asks. */
static bool shared(const ctsar__data *data, int i)
{
    const ctsar__array *a = array(data, i);
    const ctsar__beneath *b = a->beneath;
    return a->persists || (b && b->count);
}

static ctsar__reduction *reduction(const ctsar__data *data, int i)
{
    return data->reductions.entry[i];
}

/* ---- Before a range -------------------------------------------------------------- */

static int name_array(int status, const ctsar__array *a)
{
    char what[400];
    strncpy(what, ctsar__error_detail(), sizeof what - 1);
    what[sizeof what - 1] = '\0';
    return ctsar__error(status, "the array of %zu bytes at %p: %s", ctsar__shape_bytes(&a->shape),
                        (void *)a->host, what);
}

static int overlap_error(const ctsar__array *a, ctsar__groups g)
{
    return ctsar__error(CTSAR_EINVAL,
                        "two iterations write the same items of the array at %p: each has %zu, "
                        "and the next one's begin %zu behind; iterations' outputs must be apart",
                        (void *)a->host, g.width, g.apart);
}

/* Iterations that select items an array has not would read and write beside it. */
int ctsar__data_covers(const ctsar__array *a, ctsar__values v)
{
    if (a->shape.flags & CTSAR_MEM_OUTPUT && ctsar__shape_overlaps(&a->shape, v))
        return overlap_error(a, ctsar__shape_groups(&a->shape, v));
    if (ctsar__shape_covers(&a->shape, v))
        return CTSAR_OK;
    return ctsar__error(CTSAR_EINVAL,
                        "iterations %ld to %ld select items of the array at %p, which was "
                        "registered with %zu items; register all of it or loop over less",
                        v.lo, ctsar__value(v, v.count - 1), (void *)a->host, a->shape.assoc);
}

static bool is_output(const ctsar__array *a)
{
    return a->shape.flags & CTSAR_MEM_OUTPUT;
}

/* Has the output bytes between the first and the last item of the values in the other one? */
static bool lies_between(const ctsar__array *output, const ctsar__array *a, ctsar__values v)
{
    const ctsar__shape *s = &a->shape;
    ctsar__items at = ctsar__shape_positions(s, ctsar__shape_owns(s, v));
    size_t before = (s->outer - 1) * s->assoc * s->inner;
    return ctsar__bytes_meet(output->host, ctsar__shape_bytes(&output->shape), a->host + at.lo,
                             before + at.hi - at.lo);
}

static int between(const ctsar__data *data, const ctsar__array *a, ctsar__values v)
{
    for (int i = 0; i < data->arrays.count; ++i) {
        const ctsar__array *o = array(data, i);
        if (o != a && is_output(o) && lies_between(o, a, v))
            return ctsar__error(CTSAR_ECONFLICT,
                                "the output at %p has bytes between items of the persisted one at "
                                "%p, which counts as written there; register the latter without "
                                "CTSAR_MEM_PERSIST",
                                (void *)o->host, (void *)a->host);
    }
    return CTSAR_OK;
}

int ctsar__data_apart(const ctsar__data *data, ctsar__values v)
{
    int status = CTSAR_OK;
    for (int i = 0; i < data->arrays.count && v.count > 1 && !status; ++i) {
        const ctsar__array *a = array(data, i);
        ctsar__groups g = ctsar__shape_groups(&a->shape, v);
        if (a->persists && is_output(a) && g.apart > g.width)
            status = between(data, a, v);
    }
    return status;
}

int ctsar__data_back(const ctsar__data *data, const ctsar__target *to, ctsar__values v,
                     unsigned long pass, ctsar__traffic *t)
{
    int status = CTSAR_OK;
    for (int i = 0; i < data->arrays.count && !status; ++i) {
        status = ctsar__data_covers(array(data, i), v);
        if (!status)
            status = ctsar__window_back(array(data, i), to, v, pass, t);
        if (status == CTSAR_ENOMEM)
            status = name_array(status, array(data, i));
    }
    return status;
}

/* Is all of it where a core looks for it?  Mostly, and each turn asks.  Another thread of the team
 * may look it up meanwhile: what it finds is there before its generation is. */
static bool at_home(const ctsar__data *data, int i, const ctsar__target *to)
{
    unsigned long seen = array(data, i)->generation;
    return to->acc < 0 && seen == ctsar__directory_generation() && !shared(data, i);
}

int ctsar__data_fetch(const ctsar__data *data, const ctsar__target *to, ctsar__values v,
                      unsigned long pass, ctsar__traffic *t)
{
    int status = to->acc >= 0 ? ctsar__data_apart(data, v) : CTSAR_OK;
    for (int i = 0; i < data->arrays.count && !status; ++i) {
        status = ctsar__data_covers(array(data, i), v);
        if (!status && !at_home(data, i, to))
            status = ctsar__window_fetch(array(data, i), to, v, pass, t);
    }
    for (int i = 0; i < data->arrays.count && !status; ++i)
        status = shared(data, i) ? ctsar__window_claim(array(data, i), to, v) : CTSAR_OK;
    return status;
}

/* ---- After it -------------------------------------------------------------------- */

int ctsar__data_keep(const ctsar__data *data, ctsar__values v, ctsar__undo *undo)
{
    int status = CTSAR_OK;
    undo->bytes = 0;
    for (int i = 0; i < data->arrays.count && !status; ++i)
        status = ctsar__undo_save(undo, array(data, i), v);
    return status;
}

static void put_back(const ctsar__data *data, ctsar__values v, const ctsar__undo *undo)
{
    size_t at = 0;
    for (int i = 0; i < data->arrays.count; ++i)
        ctsar__undo_restore(undo, array(data, i), v, &at);
}

/* To the host, from an accelerator. */
static int bring(const ctsar__data *data, const ctsar__target *from, ctsar__values v,
                 ctsar__traffic *t)
{
    int status = CTSAR_OK;
    for (int i = 0; i < data->arrays.count && !status; ++i)
        status = ctsar__window_bring(array(data, i), from, v, t);
    for (int i = 0; i < data->reductions.count && !status; ++i)
        status = ctsar__reduction_bring(reduction(data, i), from, t);
    return status;
}

int ctsar__data_deliver(const ctsar__data *data, const ctsar__target *from, ctsar__values v,
                        bool launched, const ctsar__undo *undo, ctsar__traffic *t)
{
    int status = from->acc >= 0 ? bring(data, from, v, t) : CTSAR_OK;
    if (status && undo)
        put_back(data, v, undo);
    for (int i = 0; i < data->arrays.count && !status; ++i)
        status = shared(data, i) ? ctsar__window_note(array(data, i), from, v) : CTSAR_OK;
    for (int i = 0; i < data->reductions.count && !status && from->acc >= 0; ++i)
        ctsar__reduction_note(reduction(data, i), from, launched);
    return status;
}

void ctsar__data_release(const ctsar__data *data, const ctsar__target *at)
{
    for (int i = 0; i < data->arrays.count; ++i)
        ctsar__window_release(array(data, i), at);
}

size_t ctsar__data_held(const ctsar__data *data, int acc)
{
    size_t sum = 0;
    for (int i = 0; i < data->arrays.count; ++i)
        sum += ctsar__window_held(array(data, i), acc);
    return sum;
}

/* ---- How much fits ----------------------------------------------------------------- */

/* Bytes of windows of the first `count` values in `slots` slots, one range after the other. */
static size_t needed(const ctsar__data *data, const ctsar__device *d, ctsar__values v, long count,
                     int slots)
{
    long all = count > v.count / slots ? v.count : count * slots;
    size_t sum = 0;
    for (int i = 0; i < data->reductions.count; ++i)
        sum += ctsar__reduction_bytes(reduction(data, i), d) * (size_t)slots;
    for (int i = 0; i < data->arrays.count; ++i) {
        const ctsar__array *a = array(data, i);
        ctsar__values in_slot = {v.lo, v.step, count}, in_all = {v.lo, v.step, all};
        bool one = ctsar__window_is_shared(a);
        size_t bytes = ctsar__window_bytes(a, d, one ? in_all : in_slot);
        if (slots > 1 && !ctsar__shape_whole(&a->shape))
            bytes += d->granularity; /* a window elsewhere may touch one more */
        sum += one ? bytes : bytes * (size_t)slots;
        if (sum > SIZE_MAX / 2)
            return sum;
    }
    return sum;
}

long ctsar__data_most(const ctsar__data *data, const ctsar__device *d, ctsar__values v, int slots)
{
    if (d->memory == SIZE_MAX || needed(data, d, v, v.count, 1) <= d->memory)
        return v.count;
    long lo = 1, hi = v.count;
    while (lo + 1 < hi) {
        long mid = lo + (hi - lo) / 2;
        *(needed(data, d, v, mid, slots) <= d->memory ? &lo : &hi) = mid;
    }
    return lo;
}
