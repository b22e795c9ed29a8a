/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a range writes on a unit, kept on the host: two ways to compute the range can be compared,
 * and one of them taken back. */
#ifndef CTSAR_OUTPUTS_H
#define CTSAR_OUTPUTS_H

#include "mem/data.h"

/* Zeroed: nothing; the room is kept. */
typedef struct ctsar__outputs {
    char *data;
    size_t room;
} ctsar__outputs;

/* A part of them: what the range owns of an output, block by block with zeros between its items, or
 * a reduction's private copy. */
typedef struct ctsar__output {
    const char *data;
    size_t elem, count; /* bytes of an element, elements */
    const void *host;   /* the array, or the reduction's result */
} ctsar__output;

void ctsar__outputs_free(ctsar__outputs *o);
/* Copies all of them from the unit; _put copies them back there.  By the thread whose range it is,
 * after ctsar__data_fetch.  ENOMEM, EDEVICE. */
int ctsar__outputs_take(ctsar__outputs *o, const ctsar__data *data, const ctsar__target *target,
                        ctsar__values v, ctsar__traffic *t) CTSAR__MUST_CHECK;
int ctsar__outputs_put(ctsar__outputs *o, const ctsar__data *data, const ctsar__target *target,
                       ctsar__values v, ctsar__traffic *t) CTSAR__MUST_CHECK;
/* Part number i, as taken last; false: there are fewer. */
bool ctsar__outputs_part(const ctsar__outputs *o, const ctsar__data *data,
                         const ctsar__target *target, ctsar__values v, int i, ctsar__output *part);
/* Which element of the host's array element `e` of part number i is. */
size_t ctsar__outputs_element(const ctsar__data *data, ctsar__values v, int i, size_t e);

#endif
