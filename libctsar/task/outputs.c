/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The parts are the task's accesses, in their order. */
#include "task/outputs.h"

#include <string.h>

#include "base/align.h"
#include "mem/holder.h"
#include "task/data.h"

static const ctsar__task_outputs *outputs(const ctsar__writer *w)
{
    return (const ctsar__task_outputs *)w;
}

static const ctsar__access *access_of(const ctsar__writer *w, int i)
{
    return &outputs(w)->task->access[i];
}

static bool reduces(const ctsar__access *a)
{
    return a->kind == CTSAR_ACCESS_REDUCTION;
}

/* On an accelerator. */
static ctsar__reduction *reduction(const ctsar__writer *w, int i)
{
    int before = 0;
    for (int k = 0; k < i; ++k)
        before += reduces(access_of(w, k));
    return outputs(w)->reduction[before];
}

static int parts(const ctsar__writer *w)
{
    return outputs(w)->task->n;
}

static size_t bytes(const ctsar__writer *w, int i)
{
    const ctsar__access *a = access_of(w, i);
    if (ctsar__access_writes(a))
        return ctsar__aligned(ctsar__box_bytes(&a->part->box));
    if (!reduces(a))
        return 0;
    const ctsar__target *at = outputs(w)->at;
    return at->device ? ctsar__output_reduction_bytes(reduction(w, i), at)
                      : ctsar__aligned(a->size);
}

/* ---- Copying -------------------------------------------------------------------------------- */

static void copy_on_host(const ctsar__access *a, char *at, bool out)
{
    if (reduces(a))
        memcpy(out ? at : (char *)a->copy, out ? (char *)a->copy : at, a->size);
    else if (out)
        ctsar__box_save(&a->part->box, at);
    else
        ctsar__box_restore(&a->part->box, at);
}

static int copy_part(const ctsar__access *a, const ctsar__target *at, char *kept, bool out,
                     ctsar__traffic *t)
{
    const ctsar__part_data *d = a->part->data;
    const ctsar__place *unit = ctsar__holder_place(d->copy[at->acc].holder);
    const size_t inner = d->shape.inner;
    const ctsar__place here = {NULL, kept, {.row = 1, .pitch = 1, .block = inner}};
    return ctsar__transfer(out ? &here : unit, out ? unit : &here, d->shape.outer,
                           (ctsar__items){0, inner}, (ctsar__shares){.once = 1}, at, t);
}

static int copy(const ctsar__writer *w, int i, char *kept, bool out, ctsar__traffic *t)
{
    const ctsar__access *a = access_of(w, i);
    const ctsar__target *at = outputs(w)->at;
    if (at->device && reduces(a))
        return ctsar__output_reduction_copy(reduction(w, i), at, kept, out, t);
    if (at->device)
        return copy_part(a, at, kept, out, t);
    copy_on_host(a, kept, out);
    return CTSAR_OK;
}

/* An OUT, unless the task reads the part as well. */
static bool is_new(const ctsar__writer *w, int i)
{
    const ctsar__task *task = outputs(w)->task;
    bool is_new = task->access[i].kind == CTSAR_ACCESS_OUT;
    for (int k = 0; k < task->n && is_new; ++k)
        is_new =
            task->access[k].part != task->access[i].part || !ctsar__access_reads(&task->access[k]);
    return is_new;
}

/* ---- Elements ------------------------------------------------------------------------------- */

/* Bytes of an element.  A stretch of bytes has none: it is numbers where the family says so, all of
 * it is for `agrees`, and else its bytes are compared. */
static size_t elem_of(const ctsar__access *a, const ctsar_kernel *family)
{
    size_t number = family->number == CTSAR_NUMBER_FLOAT ? sizeof(float) : sizeof(double);
    if (a->is_box || reduces(a) || family->agrees)
        return a->size;
    return family->number == CTSAR_NUMBER_BY_SIZE || a->size % number ? 1 : number;
}

static ctsar__output part(const ctsar__writer *w, int i, const char *at)
{
    const ctsar__access *a = access_of(w, i);
    if (reduces(a) && outputs(w)->at->device) {
        ctsar__output folded = ctsar__output_reduction(reduction(w, i), outputs(w)->at, at);
        return (ctsar__output){folded.data, folded.elem, folded.count, a->host};
    }
    if (reduces(a))
        return (ctsar__output){at, a->size, 1, a->host};
    if (!ctsar__access_writes(a))
        return (ctsar__output){at, 1, 0, a->host};
    size_t elem = elem_of(a, outputs(w)->task->kernel);
    return (ctsar__output){at, elem, ctsar__box_bytes(&a->part->box) / elem, a->host};
}

/* Counted from the first one that the task accesses, as they lie on the host. */
static size_t element(const ctsar__writer *w, int i, size_t e)
{
    const ctsar__access *a = access_of(w, i);
    if (!ctsar__access_writes(a))
        return e;
    const ctsar__box *b = &a->part->box;
    size_t elem = elem_of(a, outputs(w)->task->kernel);
    size_t at = e * elem % b->run, run = e * elem / b->run;
    for (int k = 0; k < b->levels; ++k) {
        at += run % b->count[k] * b->apart[k];
        run /= b->count[k];
    }
    return at / elem;
}

ctsar__task_outputs ctsar__task_outputs_of(const ctsar__task *task, const ctsar__target *at,
                                           ctsar__reduction *const *reduction)
{
    static const ctsar__writer_ops ops = {parts, bytes, copy, is_new, part, element};
    return (ctsar__task_outputs){{&ops}, task, at, reduction};
}
