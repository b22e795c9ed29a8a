/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A part of the host's memory: a box of a row-major array, as the runs of bytes that it consists
 * of.  Boxes of one array, of the same memory seen as several arrays, and plain stretches of bytes
 * are compared alike. */
#ifndef CTSAR_BOX_H
#define CTSAR_BOX_H

#include <stdbool.h>

#include "mem/layout.h"

enum { CTSAR__BOX_LEVELS = CTSAR_BOX_DIMS - 1 };

/* Runs of contiguous bytes; level 0 says how the next ones lie apart.  As few levels as can be, so
 * equal parts are equal boxes.  Runs of a level fit between two of the next one. */
typedef struct ctsar__box {
    char *at;                                                  /* the first byte */
    size_t run;                                                /* bytes of a run */
    int levels;                                                /* 0: one run */
    size_t count[CTSAR__BOX_LEVELS], apart[CTSAR__BOX_LEVELS]; /* bytes from one to the next */
} ctsar__box;

/* At least one element, and in the array. */
static inline bool ctsar__side_fits(const ctsar_side *s)
{
    return s->count > 0 && s->lo < s->extent && s->count <= s->extent - s->lo;
}
/* Indices [lo, lo + count) of each of ndim dimensions, outermost first.  EINVAL: it is empty or
 * reaches beyond the array; EOVERFLOW. */
int ctsar__box_make(void *array, size_t elem, int ndim, const ctsar_side *side,
                    ctsar__box *out) CTSAR__MUST_CHECK;
bool ctsar__box_equal(const ctsar__box *a, const ctsar__box *b);
size_t ctsar__box_hash(const ctsar__box *b);
/* Behind the last byte. */
char *ctsar__box_end(const ctsar__box *b);
size_t ctsar__box_bytes(const ctsar__box *b);
/* Have they a byte in common? */
bool ctsar__boxes_overlap(const ctsar__box *a, const ctsar__box *b);

/* Its bytes in [lo, hi), run by run. */
void ctsar__box_within(const ctsar__box *b, const char *lo, const char *hi,
                       void (*visit)(void *data, char *at, size_t length), void *data);

/* Copies its bytes, one run after the other, to `to`; or from `from`. */
void ctsar__box_save(const ctsar__box *b, char *to);
void ctsar__box_restore(const ctsar__box *b, const char *from);

/* The box as one item of an array, which lies so on the host. */
ctsar__shape ctsar__box_shape(const ctsar__box *b, ctsar__layout *host);

#endif
