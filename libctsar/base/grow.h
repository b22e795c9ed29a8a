/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Lists that grow at their end. */
#ifndef CTSAR_GROW_H
#define CTSAR_GROW_H

#include <stddef.h>

/* Makes room for `count` > 0 items of `size` bytes in the list at `at`, which has room for *room;
 * NULL: it has none.  What is moved gets room for twice as many as before.  Returns where the list
 * is now; NULL: there is no memory, and nothing has changed. */
void *ctsar__grow(void *at, size_t *room, size_t count, size_t size);

#endif
