/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Dependences between accesses, in program order: read after write, write after read, write after
 * write, where boxes overlap; reductions of one part do not wait for each other.  Only what an
 * access has to wait for is found, not what that waits for in turn.
 *
 * For each access in program order: _find what is before it, _reserve, and, when all accesses of
 * the vertex have been so, _note it.  Only _note changes the order, and it cannot fail.
 * A vertex may access a part several times. */
#ifndef CTSAR_TASK_DEPEND_H
#define CTSAR_TASK_DEPEND_H

#include "task/graph/parts.h"

typedef enum ctsar__order {
    CTSAR__ORDER_READ,
    CTSAR__ORDER_WRITE, /* reads or not */
    CTSAR__ORDER_REDUCE
} ctsar__order;

/* Adds to `before` the vertices that are not over and that the access follows; one may be there
 * several times.  False: no memory. */
bool ctsar__depend_find(const ctsar__part *p, ctsar__order mode, ctsar__pasts *before);
/* Makes room for one more access.  False: no memory. */
bool ctsar__depend_reserve(ctsar__part *p, ctsar__order mode);
/* All that have accessed the part are over. */
bool ctsar__depend_is_over(const ctsar__part *p);
void ctsar__depend_note(ctsar__part *p, ctsar__order mode, const ctsar__vertex *v);

static inline bool ctsar__past_is_over(ctsar__past p)
{
    return !p.number || p.vertex->number != p.number;
}

#endif
