/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Do two versions agree?  Pure. */
#ifndef CTSAR_AGREE_H
#define CTSAR_AGREE_H

#include <stddef.h>

#include "ctsar.h"

/* The family's tolerance is exceeded there: in bytes from the first element, and the two values as
 * text, "3.5" or "0x01020304". */
typedef struct ctsar__disagreement {
    size_t at;
    char first[40], other[40];
} ctsar__disagreement;

/* Compares `count` elements of `size` bytes, by the family's `agrees`, or as its `number` says.
 * True: they agree. */
bool ctsar__agree(const ctsar_kernel *family, const void *first, const void *other, size_t size,
                  size_t count, ctsar__disagreement *where);

#endif
