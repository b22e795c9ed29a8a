/* SPDX-License-Identifier: BSD-3-Clause */
#include "task/graph/depend.h"

#include "base/grow.h"

static bool reserve(ctsar__pasts *list, size_t more)
{
    ctsar__past *grown = ctsar__grow(list->at, &list->room, list->count + more, sizeof *grown);
    if (grown)
        list->at = grown;
    return grown;
}

static void add(ctsar__pasts *list, ctsar__past p)
{
    if (!ctsar__past_is_over(p))
        list->at[list->count++] = p;
}

static void add_all(ctsar__pasts *list, const ctsar__pasts *from)
{
    for (size_t i = 0; i < from->count; ++i)
        add(list, from->at[i]);
}

/* Follows what was done to a part, its own or one that overlaps it. */
static bool follow(const ctsar__part *p, bool readers, bool reducers, ctsar__pasts *before)
{
    if (!reserve(before, 1 + p->readers.count + p->reducers.count))
        return false;
    add(before, p->writer);
    if (readers)
        add_all(before, &p->readers);
    if (reducers)
        add_all(before, &p->reducers);
    return true;
}

bool ctsar__depend_find(const ctsar__part *p, ctsar__order mode, ctsar__pasts *before)
{
    bool found = follow(p, mode != CTSAR__ORDER_READ, mode != CTSAR__ORDER_REDUCE, before);
    for (size_t i = 0; i < p->overlaps && found; ++i)
        found = follow(p->overlap[i], mode != CTSAR__ORDER_READ, true, before);
    return found;
}

static ctsar__pasts *list_of(ctsar__part *p, ctsar__order mode)
{
    return mode == CTSAR__ORDER_READ ? &p->readers : &p->reducers;
}

static void forget_what_is_over(ctsar__pasts *list)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; ++i)
        if (!ctsar__past_is_over(list->at[i]))
            list->at[kept++] = list->at[i];
    list->count = kept;
}

/* A list that is full is swept first; where that frees little it grows, so that sweeps are rare. */
bool ctsar__depend_reserve(ctsar__part *p, ctsar__order mode)
{
    if (mode == CTSAR__ORDER_WRITE)
        return true;
    ctsar__pasts *list = list_of(p, mode);
    if (list->count < list->room)
        return true;
    forget_what_is_over(list);
    return list->room > 0 && list->count <= list->room / 2 ? true : reserve(list, 1);
}

static bool are_over(const ctsar__pasts *list)
{
    bool over = true;
    for (size_t i = 0; i < list->count && over; ++i)
        over = ctsar__past_is_over(list->at[i]);
    return over;
}

/* What came before the last writer was over before that one was. */
bool ctsar__depend_is_over(const ctsar__part *p)
{
    return ctsar__past_is_over(p->writer) && are_over(&p->readers) && are_over(&p->reducers);
}

void ctsar__depend_note(ctsar__part *p, ctsar__order mode, const ctsar__vertex *v)
{
    const ctsar__past past = {v, v->number};
    ctsar__pasts *list = list_of(p, mode);
    if (mode == CTSAR__ORDER_WRITE) {
        p->writer = past;
        p->readers.count = p->reducers.count = 0;
    } else if (list->count == 0 || list->at[list->count - 1].vertex != v ||
               list->at[list->count - 1].number != v->number) /* once */
        list->at[list->count++] = past;
}
