/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/grow.h"

#include <stdlib.h>

enum { LEAST = 8 };

void *ctsar__grow(void *at, size_t *room, size_t count, size_t size)
{
    size_t more = 2 * *room > LEAST ? 2 * *room : LEAST, bytes;
    if (count <= *room)
        return at;
    more = count > more ? count : more;
    void *grown = __builtin_mul_overflow(more, size, &bytes) ? NULL : realloc(at, bytes);
    if (grown)
        *room = more;
    return grown;
}
