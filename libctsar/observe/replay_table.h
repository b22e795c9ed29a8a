/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A schedule that is recorded or repeated: for each pass of each region, in the
 * order in which regions open, the ranges that each unit executed, in its order.  Rounds are not
 * told apart: the order of one unit's ranges is all that a pass's results can depend on. */
#ifndef CTSAR_REPLAY_TABLE_H
#define CTSAR_REPLAY_TABLE_H

#include <stdint.h>

#include "sched/sched.h"

/* Ranges in the order of their execution. */
typedef struct ctsar__ranges {
    ctsar__range *range;
    long count;
    size_t room;
} ctsar__ranges;

/* ENOMEM. */
int ctsar__ranges_add(ctsar__ranges *r, ctsar__range range) CTSAR__MUST_CHECK;

/* What a pass is, besides its ranges. */
typedef struct ctsar__replay_shape {
    long lo, step, n; /* of its loop */
    int cores, accs, slots;
    long arrays, reductions; /* registered in it */
    uint64_t registered;     /* how: a sum that does not depend on their order */
} ctsar__replay_shape;

/* Passes in a row that were the same. */
typedef struct ctsar__replay_pass {
    long times;
    ctsar__replay_shape shape;
    ctsar__ranges *unit; /* cores, then the slots of each accelerator */
} ctsar__replay_pass;

typedef struct ctsar__replay_region {
    struct ctsar__replay_region *next;
    char name[64];
    ctsar__replay_pass *pass;
    long count;
    size_t room;
} ctsar__replay_region;

static inline long ctsar__replay_lists(const ctsar__replay_shape *s)
{
    return s->cores + (long)s->accs * s->slots;
}

/* Does either of two passes have what the other has not?  NULL: no; else what, in words. */
const char *ctsar__replay_differs(const ctsar__replay_shape *is, const ctsar__replay_shape *was);
bool ctsar__replay_same_ranges(const ctsar__ranges *a, const ctsar__ranges *b, long lists);
/* Has every iteration exactly one range, and does an accelerator whose slots have ranges begin with
 * the first of them? */
bool ctsar__replay_covers(const ctsar__replay_pass *p);

/* Adds a pass behind the others; takes the ranges out of `unit`.  ENOMEM. */
int ctsar__replay_append(ctsar__replay_region *r, const ctsar__replay_shape *shape,
                         ctsar__ranges *unit) CTSAR__MUST_CHECK;
void ctsar__replay_free(ctsar__replay_region *first);

#endif
