/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Memory that grows. */
#ifndef CTSAR_GROW_H
#define CTSAR_GROW_H

#include <stdbool.h>
#include <stddef.h>

/* The same where there is no room yet. */
void *ctsar__grow_now(void *at, size_t *room, size_t count, size_t size);

/* Makes room for `count` > 0 items of `size` bytes in the list at `at`, which has room for *room;
 * NULL: it has none.  What is moved gets room for twice as many as before.  Returns where the list
 * is now; NULL: there is no memory, and nothing has changed. */
static inline void *ctsar__grow(void *at, size_t *room, size_t count, size_t size)
{
    return count <= *room ? at : ctsar__grow_now(at, room, count, size);
}

/* Makes room for `count` > 0 items of `size` bytes, no more, in memory that the pointer at `list`
 * leads to, NULL if there is none yet.  For what has one length, or shares it with others.  False:
 * there is no memory, and nothing has changed. */
bool ctsar__resize(void *list, size_t count, size_t size);

#endif
