/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The parts lie one behind the other. */
#include "mem/outputs.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/align.h"
#include "base/grow.h"

void ctsar__outputs_free(ctsar__outputs *o)
{
    free(o->data);
    *o = (ctsar__outputs){0};
}

static size_t bytes_before(const ctsar__writer *w, int part)
{
    size_t bytes = 0;
    for (int i = 0; i < part; ++i)
        bytes += w->ops->bytes(w, i);
    return bytes;
}

int ctsar__outputs_reserve(ctsar__outputs *o, const ctsar__writer *w)
{
    size_t bytes = bytes_before(w, w->ops->parts(w));
    if (bytes <= o->room)
        return CTSAR_OK;
    if (!ctsar__resize(&o->data, bytes, 1))
        return ctsar__error(CTSAR_ENOMEM, "no memory to keep %zu bytes of what is verified", bytes);
    o->room = bytes;
    return CTSAR_OK;
}

static int move(ctsar__outputs *o, bool out, const ctsar__writer *w, ctsar__traffic *t)
{
    char *at = o->data;
    int status = CTSAR_OK;
    for (int i = 0; i < w->ops->parts(w) && !status; ++i) {
        size_t bytes = w->ops->bytes(w, i);
        if (bytes)
            status = w->ops->copy(w, i, at, out, t);
        at += bytes;
    }
    return status;
}

int ctsar__outputs_take(ctsar__outputs *o, const ctsar__writer *w, ctsar__traffic *t)
{
    int status = ctsar__outputs_reserve(o, w);
    if (status)
        return status;
    if (o->room)
        memset(o->data, 0, bytes_before(w, w->ops->parts(w)));
    return move(o, true, w, t);
}

int ctsar__outputs_put(ctsar__outputs *o, const ctsar__writer *w, ctsar__traffic *t)
{
    return move(o, false, w, t);
}

void ctsar__outputs_spoil(ctsar__outputs *before, const ctsar__outputs *written,
                          const ctsar__writer *w)
{
    size_t at = 0;
    for (int i = 0; i < w->ops->parts(w); ++i) {
        size_t end = at + w->ops->bytes(w, i);
        bool is_new = w->ops->is_new(w, i);
        for (; at < end && is_new; ++at)
            before->data[at] = (char)~written->data[at];
        at = end;
    }
}

bool ctsar__outputs_part(const ctsar__outputs *o, const ctsar__writer *w, int i,
                         ctsar__output *part)
{
    if (i >= w->ops->parts(w))
        return false;
    *part = w->ops->part(w, i, o->data + bytes_before(w, i));
    return true;
}

/* ---- Reductions --------------------------------------------------------------------------- */

/* Of the items, behind which lies what they are folded to. */
static size_t items_bytes(const ctsar__reduction *r, const ctsar__target *target)
{
    return ctsar__aligned(ctsar__reduction_items(target) * ctsar__reduction_size(r));
}

size_t ctsar__output_reduction_bytes(const ctsar__reduction *r, const ctsar__target *target)
{
    return items_bytes(r, target) + ctsar__aligned(ctsar__reduction_size(r));
}

int ctsar__output_reduction_copy(ctsar__reduction *r, const ctsar__target *target, char *at,
                                 bool out, ctsar__traffic *t)
{
    int status = ctsar__reduction_copy(r, target, at, out, t);
    if (!status && out)
        ctsar__reduction_fold(r, at, ctsar__reduction_items(target), at + items_bytes(r, target));
    return status;
}

ctsar__output ctsar__output_reduction(const ctsar__reduction *r, const ctsar__target *target,
                                      const char *at)
{
    return (ctsar__output){at + items_bytes(r, target), ctsar__reduction_size(r), 1,
                           ctsar__reduction_result(r)};
}
