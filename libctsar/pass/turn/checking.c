/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/turn/checking.h"

#include <stdio.h>

#include "check/persist.h"
#include "pass/core/bounds.h"

int ctsar__checking_array(ctsar__pass *p, ctsar__lane *l, ctsar__array *a, const char *name,
                          size_t *strides, void **pointer)
{
    const ctsar__checked_array spec = {a->host, &a->shape, name, a->persists, a->through};
    if (!p->check) {
        ctsar__check_uses(a->host, ctsar__shape_bytes(&a->shape),
                          a->shape.flags & CTSAR_MEM_OUTPUT);
        return CTSAR_OK;
    }
    if (l->checked_at < 0)
        return CTSAR_OK;
    int status = CTSAR_OK;
    if (l->stage == CTSAR__TURN_RANGE && l->book.bounds.n)
        status = ctsar__data_covers(a, ctsar__all_values(l->book.bounds));
    return status ? status : ctsar__check_array(p->check, &spec, strides, pointer);
}

void ctsar__checking_bind(ctsar__pass *p, const ctsar_arg *args, int nargs, ctsar__arguments *b)
{
    for (int i = 0; i < nargs; ++i)
        if (args[i].kind == CTSAR_ARG_IS_MEM)
            ctsar__check_view(p->check, args[i].pointer, &b->pointer[i], &b->strides[i]);
}

void ctsar__checking_excuse(ctsar__pass *p)
{
    const char *why = atomic_exchange(&p->excuse, NULL);
    if (why)
        fprintf(stderr, "ctsar: check: %s: note: it cannot be checked: %s\n", p->name, why);
}
