/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which iterations of a loop touch the same bytes.  One that reads or writes a byte tells it here,
 * iterations in their order; a byte meets where another iteration has touched it before, and one of
 * the two writes it.  By one thread at a time. */
#ifndef CTSAR_CHECK_MEET_H
#define CTSAR_CHECK_MEET_H

#include <stdint.h>

#include "base/status.h"

enum { CTSAR__READS = 1, CTSAR__WRITES = 2 };

/* Iterations by their numbers, from 1. */
typedef struct ctsar__touch {
    const void *at;
    size_t size;
    unsigned how; /* CTSAR__READS, CTSAR__WRITES, both */
    uint32_t iteration;
} ctsar__touch;

/* The first byte that meets. */
typedef struct ctsar__met {
    const char *byte;   /* NULL: none does */
    uint32_t iteration; /* that has touched it before */
    bool wrote;         /* it has written it */
} ctsar__met;

typedef struct ctsar__meet ctsar__meet;

/* NULL: there is no memory. */
ctsar__meet *ctsar__meet_create(void);
void ctsar__meet_free(ctsar__meet *m);
/* ENOMEM: eight bytes for each that is touched, in blocks; what is known stays known. */
int ctsar__meet_touch(ctsar__meet *m, const ctsar__touch *t, ctsar__met *met) CTSAR__MUST_CHECK;

#endif
