/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is written on a unit, kept on the host: two ways to compute it can be compared, and one of
 * them taken back. */
#ifndef CTSAR_OUTPUTS_H
#define CTSAR_OUTPUTS_H

#include "mem/reduction.h"

/* A part of what is kept: elements one behind the other, or a reduction's private copy. */
typedef struct ctsar__output {
    const char *data;
    size_t elem, count; /* bytes of an element, elements */
    const void *host;   /* the array, or the reduction's result */
} ctsar__output;

/* Who writes, and where: the first member of what knows more. */
typedef struct ctsar__writer ctsar__writer;

typedef struct ctsar__writer_ops {
    int (*parts)(const ctsar__writer *w);
    /* Bytes that part number i takes, aligned; 0: it is not written. */
    size_t (*bytes)(const ctsar__writer *w, int i);
    /* Copies it from the unit to `at`; not `out`: back there.  EDEVICE. */
    int (*copy)(const ctsar__writer *w, int i, char *at, bool out, ctsar__traffic *t);
    /* Every byte of it is written, whatever was there before. */
    bool (*is_new)(const ctsar__writer *w, int i);
    /* How it lies `at`. */
    ctsar__output (*part)(const ctsar__writer *w, int i, const char *at);
    /* Which element of the host's array its element number e is. */
    size_t (*element)(const ctsar__writer *w, int i, size_t e);
} ctsar__writer_ops;

struct ctsar__writer {
    const ctsar__writer_ops *ops;
};

/* Zeroed: nothing; the room is kept. */
typedef struct ctsar__outputs {
    char *data;
    size_t room;
} ctsar__outputs;

void ctsar__outputs_free(ctsar__outputs *o);
/* Room for all of them, without which nothing else fails for want of memory.  ENOMEM. */
int ctsar__outputs_reserve(ctsar__outputs *o, const ctsar__writer *w) CTSAR__MUST_CHECK;
/* Copies all of them from the unit; _put copies them back there.  By the thread that executes what
 * writes them, after their data have been fetched.  ENOMEM, EDEVICE. */
int ctsar__outputs_take(ctsar__outputs *o, const ctsar__writer *w,
                        ctsar__traffic *t) CTSAR__MUST_CHECK;
int ctsar__outputs_put(ctsar__outputs *o, const ctsar__writer *w,
                       ctsar__traffic *t) CTSAR__MUST_CHECK;
/* What was there before is another thing than what was written, in every byte of what is new: who
 * does not write it is found out. */
void ctsar__outputs_spoil(ctsar__outputs *before, const ctsar__outputs *written,
                          const ctsar__writer *w);
/* Part number i, as taken last; false: there are fewer. */
bool ctsar__outputs_part(const ctsar__outputs *o, const ctsar__writer *w, int i,
                         ctsar__output *part);

/* For writers: a reduction's private copy on a unit, all items, and behind them what they are
 * folded to. */
size_t ctsar__output_reduction_bytes(const ctsar__reduction *r, const ctsar__target *target);
int ctsar__output_reduction_copy(ctsar__reduction *r, const ctsar__target *target, char *at,
                                 bool out, ctsar__traffic *t) CTSAR__MUST_CHECK;
ctsar__output ctsar__output_reduction(const ctsar__reduction *r, const ctsar__target *target,
                                      const char *at);

#endif
