/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What an iteration writes is seen by its value.  As it may write what was there already, it is
 * executed a second time with the lowest bit of each of its own numbers changed: a number that is
 * neither changed by the first execution nor mended by the second one has not been written.  One
 * bit is enough, and little enough that an index, a bound or a condition which depends on it is
 * nearly what it was. */
#include "check/learn.h"

#include <stdlib.h>

#include "check/fill.h"
#include "check/sweep.h"
#include "check/unwritten.h"

static const uint32_t SEVERAL = UINT32_MAX;

/* Byte `b` of a run of the array's own items, which begins at `offset` of what was saved. */
static bool is_written(const ctsar__check *c, const ctsar__tracked *a, const ctsar__run *r,
                       size_t offset, size_t b)
{
    char first = a->first[offset + b], second = a->second[offset + b];
    if (!r->defined)
        return !ctsar__check_untouched(c, a, r, first, second);
    char was = a->host[r->host + b];
    return first != was ||
           second != (ctsar__check_differs_at(a, r->host + b) ? (char)(was ^ 1) : was);
}

/* All of a number that is written in part. */
static void note(const ctsar__check *c, ctsar__tracked *a, size_t host)
{
    size_t size = ctsar__check_number_size(a), from = host - host % a->shape.elem % size;
    uint32_t me = ctsar__check_number(c);
    for (size_t i = from; i < from + size; ++i)
        a->learned[i] = a->learned[i] && a->learned[i] != me ? SEVERAL : me;
}

static int learn_array(const ctsar__check *c, ctsar__tracked *a)
{
    size_t offset = 0;
    if (a->learns != c->pass) {
        free(a->learned);
        a->learned = calloc(ctsar__shape_bytes(&a->shape), sizeof *a->learned);
        a->learns = c->pass;
    }
    if (!a->learned)
        return ctsar__error(CTSAR_ENOMEM, "no memory to check what iterations write of an array");
    for (size_t i = 0; i < a->runs; ++i) {
        const ctsar__run *r = &a->run[i];
        if (!r->owned)
            continue;
        for (size_t b = 0; b < r->length; ++b)
            if (is_written(c, a, r, offset, b))
                note(c, a, r->host + b);
        offset += r->length;
    }
    return CTSAR_OK;
}

int ctsar__check_learn(ctsar__check *c)
{
    int status = CTSAR_OK;
    for (int k = 0; k < c->count && !status; ++k)
        if (!c->turn[k]->part && c->turn[k]->owned_bytes)
            status = learn_array(c, c->turn[k]);
    return status;
}
