/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/grow.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST = 8 };

static void *moved(void *at, size_t count, size_t size)
{
    size_t bytes;
    return __builtin_mul_overflow(count, size, &bytes) ? NULL : realloc(at, bytes);
}

void *ctsar__grow_now(void *at, size_t *room, size_t count, size_t size)
{
    size_t more = 2 * *room > LEAST ? 2 * *room : LEAST;
    more = count > more ? count : more;
    void *grown = moved(at, more, size);
    if (grown)
        *room = more;
    return grown;
}

/* The pointer is of any type, so its bytes are copied. */
bool ctsar__resize(void *list, size_t count, size_t size)
{
    void *at;
    memcpy(&at, list, sizeof at);
    at = moved(at, count, size);
    if (at)
        memcpy(list, &at, sizeof at);
    return at;
}
