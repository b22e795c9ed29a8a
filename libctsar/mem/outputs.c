/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The parts lie one behind the other, in the order of registration: arrays, then reductions.  Of a
 * reduction there are all items that a launch writes, and behind them what they are folded to. */
#include "mem/outputs.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/align.h"
#include "base/grow.h"
#include "mem/window.h"

void ctsar__outputs_free(ctsar__outputs *o)
{
    free(o->data);
    *o = (ctsar__outputs){0};
}

/* ---- Where ------------------------------------------------------------------------------ */

static ctsar__array *array(const ctsar__data *data, int i)
{
    return data->arrays.entry[i];
}

static ctsar__reduction *reduction(const ctsar__data *data, int i)
{
    return data->reductions.entry[i - data->arrays.count];
}

static bool is_array(const ctsar__data *data, int i)
{
    return i < data->arrays.count;
}

static int parts(const ctsar__data *data)
{
    return data->arrays.count + data->reductions.count;
}

/* What the range owns of an array; nothing of an input. */
static ctsar__items owned(const ctsar__array *a, ctsar__values v)
{
    return a->shape.flags & CTSAR_MEM_OUTPUT ? ctsar__shape_owns(&a->shape, v)
                                             : (ctsar__items){0, 0};
}

static size_t width(const ctsar__array *a, ctsar__values v)
{
    ctsar__items own = owned(a, v);
    return (own.hi - own.lo) * a->shape.inner;
}

/* Of a reduction's items, behind which lies what they are folded to. */
static size_t items_bytes(const ctsar__reduction *r, const ctsar__target *target)
{
    return ctsar__aligned(ctsar__reduction_items(target) * ctsar__reduction_size(r));
}

static size_t bytes_of(const ctsar__data *data, const ctsar__target *target, ctsar__values v, int i)
{
    if (is_array(data, i))
        return ctsar__aligned(array(data, i)->shape.outer * width(array(data, i), v));
    const ctsar__reduction *r = reduction(data, i);
    return items_bytes(r, target) + ctsar__aligned(ctsar__reduction_size(r));
}

/* ---- Moving ------------------------------------------------------------------------------- */

static int move_reduction(ctsar__reduction *r, const ctsar__target *target, char *at, bool out,
                          ctsar__traffic *t)
{
    int status = ctsar__reduction_copy(r, target, at, out, t);
    if (!status && out)
        ctsar__reduction_fold(r, at, ctsar__reduction_items(target), at + items_bytes(r, target));
    return status;
}

static int move(ctsar__outputs *o, bool out, const ctsar__data *data, const ctsar__target *target,
                ctsar__values v, ctsar__traffic *t)
{
    char *at = o->data;
    int status = CTSAR_OK;
    for (int i = 0; i < parts(data) && !status; ++i) {
        size_t bytes = bytes_of(data, target, v, i);
        if (bytes && is_array(data, i))
            status = ctsar__window_copy(array(data, i), target, v, at, out, t);
        else if (bytes)
            status = move_reduction(reduction(data, i), target, at, out, t);
        at += bytes;
    }
    return status;
}

int ctsar__outputs_take(ctsar__outputs *o, const ctsar__data *data, const ctsar__target *target,
                        ctsar__values v, ctsar__traffic *t)
{
    size_t bytes = 0;
    for (int i = 0; i < parts(data); ++i)
        bytes += bytes_of(data, target, v, i);
    if (bytes > o->room) {
        if (!ctsar__resize(&o->data, bytes, 1))
            return ctsar__error(CTSAR_ENOMEM, "no memory to keep %zu bytes of a range", bytes);
        o->room = bytes;
    }
    if (bytes)
        memset(o->data, 0, bytes);
    return move(o, true, data, target, v, t);
}

int ctsar__outputs_put(ctsar__outputs *o, const ctsar__data *data, const ctsar__target *target,
                       ctsar__values v, ctsar__traffic *t)
{
    return move(o, false, data, target, v, t);
}

/* ---- Looking ------------------------------------------------------------------------------ */

bool ctsar__outputs_part(const ctsar__outputs *o, const ctsar__data *data,
                         const ctsar__target *target, ctsar__values v, int i, ctsar__output *part)
{
    if (i >= parts(data))
        return false;
    const char *at = o->data;
    for (int before = 0; before < i; ++before)
        at += bytes_of(data, target, v, before);
    if (is_array(data, i)) {
        const ctsar__array *a = array(data, i);
        size_t elem = a->shape.elem;
        *part = (ctsar__output){at, elem, a->shape.outer * width(a, v) / elem, a->host};
    } else {
        const ctsar__reduction *r = reduction(data, i);
        *part = (ctsar__output){at + items_bytes(r, target), ctsar__reduction_size(r), 1,
                                ctsar__reduction_result(r)};
    }
    return true;
}

size_t ctsar__outputs_element(const ctsar__data *data, ctsar__values v, int i, size_t e)
{
    if (!is_array(data, i))
        return 0;
    const ctsar__array *a = array(data, i);
    const ctsar__shape *s = &a->shape;
    size_t at = e * s->elem, wide = width(a, v);
    if (wide == 0)
        return 0;
    size_t block = at / wide, position = owned(a, v).lo * s->inner + at % wide;
    return (block * s->assoc * s->inner + position) / s->elem;
}
