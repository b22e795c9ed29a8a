/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The parts are in the order of registration: arrays, then reductions. */
#include "mem/range_outputs.h"

#include "base/align.h"
#include "mem/window.h"

/* ---- Where ------------------------------------------------------------------------------ */

static const ctsar__range_outputs *range(const ctsar__writer *w)
{
    return (const ctsar__range_outputs *)w;
}

static bool is_array(const ctsar__range_outputs *x, int i)
{
    return i < x->data->arrays.count;
}

static ctsar__array *array(const ctsar__range_outputs *x, int i)
{
    return x->data->arrays.entry[i];
}

static ctsar__reduction *reduction(const ctsar__range_outputs *x, int i)
{
    return x->data->reductions.entry[i - x->data->arrays.count];
}

static int parts(const ctsar__writer *w)
{
    return range(w)->data->arrays.count + range(w)->data->reductions.count;
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

/* ---- What a writer does ------------------------------------------------------------------- */

static size_t bytes(const ctsar__writer *w, int i)
{
    const ctsar__range_outputs *x = range(w);
    if (is_array(x, i))
        return ctsar__aligned(array(x, i)->shape.outer * width(array(x, i), x->values));
    return ctsar__output_reduction_bytes(reduction(x, i), x->target);
}

static int copy(const ctsar__writer *w, int i, char *at, bool out, ctsar__traffic *t)
{
    const ctsar__range_outputs *x = range(w);
    return is_array(x, i) ? ctsar__window_copy(array(x, i), x->target, x->values, at, out, t)
                          : ctsar__output_reduction_copy(reduction(x, i), x->target, at, out, t);
}

/* A body may leave items as they are, and a range does not say of which. */
static bool is_new(const ctsar__writer *w, int i)
{
    (void)w, (void)i;
    return false;
}

static ctsar__output part(const ctsar__writer *w, int i, const char *at)
{
    const ctsar__range_outputs *x = range(w);
    if (!is_array(x, i))
        return ctsar__output_reduction(reduction(x, i), x->target, at);
    const ctsar__array *a = array(x, i);
    size_t elem = a->shape.elem;
    return (ctsar__output){at, elem, a->shape.outer * width(a, x->values) / elem, a->host};
}

static size_t element(const ctsar__writer *w, int i, size_t e)
{
    const ctsar__range_outputs *x = range(w);
    if (!is_array(x, i))
        return 0;
    const ctsar__array *a = array(x, i);
    const ctsar__shape *s = &a->shape;
    size_t at = e * s->elem, wide = width(a, x->values);
    if (wide == 0)
        return 0;
    size_t block = at / wide, position = owned(a, x->values).lo * s->inner + at % wide;
    return (block * s->assoc * s->inner + position) / s->elem;
}

ctsar__range_outputs ctsar__range_outputs_of(const ctsar__data *data, const ctsar__target *target,
                                             ctsar__values v)
{
    static const ctsar__writer_ops ops = {parts, bytes, copy, is_new, part, element};
    return (ctsar__range_outputs){{&ops}, data, target, v};
}
