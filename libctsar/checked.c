/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Turns in check mode.  The lane that enters a pass first executes all iterations, each in turns of
 * its own; the others have one empty turn.  No policy is asked, no unit serves, nothing is timed.
 */
#include <stdio.h>

#include "pass.h"

static ctsar__values all_values(const ctsar__lane *l)
{
    ctsar__bounds b = l->book.bounds;
    return (ctsar__values){b.lo, b.step, b.n};
}

/* A turn that executes iteration number `at`, or none (-1). */
static void open(ctsar__pass *p, ctsar__lane *l, long at)
{
    ctsar__turn_open(p, l, -1);
    l->acc = -1;
    l->values = (ctsar__values){0};
    l->checked = at;
    if (at >= 0)
        ctsar__check_turn(p->check);
}

void ctsar__checked_open(ctsar__pass *p, ctsar__lane *l)
{
    open(p, l, ctsar__check_enter(p->check, ctsar__pass_number(p)) ? 0 : -1);
}

int ctsar__checked_next(ctsar__pass *p, ctsar__lane *l)
{
    ctsar__bounds b = l->book.bounds;
    ctsar__values all = all_values(l);
    int status = CTSAR_OK;
    if (l->checked < 0 || b.n == 0)
        return CTSAR_OK;
    l->range = (ctsar__range){l->checked, l->checked + 1};
    l->values = (ctsar__values){b.lo + l->checked * b.step, b.step, 1};
    for (int i = 0; i < l->data.arrays.count && !status; ++i)
        status = ctsar__data_covers(l->data.arrays.entry[i], all);
    return status ? status : ctsar__check_begin(p->check, l->values.lo, all);
}

int ctsar__checked_end(ctsar__pass *p, ctsar__lane *l)
{
    bool again = false;
    int status = CTSAR_OK;
    if (l->checked >= 0 && ctsar__range_len(l->range) > 0)
        status = ctsar__check_end(p->check, &again);
    if (l->checked >= 0 && !again)
        l->checked++;
    return status;
}

bool ctsar__checked_again(ctsar__pass *p, ctsar__lane *l)
{
    if (l->checked < 0)
        return false;
    if (!p->status && l->checked < l->book.bounds.n) {
        open(p, l, l->checked);
        return true;
    }
    l->checked = -1;
    ctsar__check_leave(p->check);
    return false;
}

int ctsar__checked_register(ctsar__pass *p, ctsar__lane *l, ctsar__array *a, const char *name,
                            size_t *strides, void **pointer)
{
    const ctsar__checked_array spec = {a->host, &a->shape, name, a->persists, a->through};
    if (!p->check) {
        ctsar__check_uses(a->host, ctsar__shape_bytes(&a->shape),
                          a->shape.flags & CTSAR_MEM_OUTPUT);
        return CTSAR_OK;
    }
    if (l->checked < 0)
        return CTSAR_OK;
    int status = CTSAR_OK;
    if (l->stage == CTSAR__TURN_RANGE && l->book.bounds.n)
        status = ctsar__data_covers(a, all_values(l));
    return status ? status : ctsar__check_array(p->check, &spec, strides, pointer);
}

void ctsar__checked_bind(ctsar__pass *p, const ctsar_arg *args, int nargs, ctsar__bound *b)
{
    for (int i = 0; i < nargs; ++i)
        if (args[i].kind == CTSAR_ARG_IS_MEM)
            ctsar__check_view(p->check, args[i].pointer, &b->pointer[i], &b->strides[i]);
}

void ctsar__checked_excuse(ctsar__pass *p)
{
    const char *why = atomic_exchange(&p->excuse, NULL);
    if (why)
        fprintf(stderr, "ctsar: check: %s: note: it cannot be checked: %s\n", p->name, why);
}
