/* SPDX-License-Identifier: BSD-3-Clause */
#include "version/launch/verify.h"

#include <stdio.h>

#include "version/agree.h"

int ctsar__verify_begin(ctsar__verification *x, ctsar__traffic *t)
{
    int status = ctsar__outputs_reserve(&x->by_first, x->writer);
    if (!status)
        status = ctsar__outputs_reserve(&x->by_other, x->writer);
    return status ? status : ctsar__outputs_take(&x->before, x->writer, t);
}

int ctsar__verify_again(ctsar__verification *x, ctsar__traffic *t)
{
    int status = ctsar__outputs_take(&x->by_first, x->writer, t);
    if (status)
        return status;
    ctsar__outputs_spoil(&x->before, &x->by_first, x->writer);
    return ctsar__outputs_put(&x->before, x->writer, t);
}

/* Part number i, in which they differ at a place, as the last error. */
static void say(const ctsar__verification *x, const ctsar_kernel *family, int i,
                const ctsar__output *part, const ctsar__disagreement *where)
{
    bool bytewise = part->elem != sizeof(float) && part->elem != sizeof(double) &&
                    family->number == CTSAR_NUMBER_BY_SIZE && !family->agrees;
    char hint[100] = "";
    if (bytewise && part->elem == 1)
        snprintf(hint, sizeof hint,
                 "; bytes are compared as such, unless the family has `number` or `agrees`");
    else if (bytewise)
        snprintf(hint, sizeof hint,
                 "; elements of %zu bytes are compared byte by byte, unless the "
                 "family has `number` or `agrees`",
                 part->elem);
    ctsar__error(CTSAR_EDEVICE, "element %zu of what is at %p is %s by it and %s by version %s%s",
                 x->writer->ops->element(x->writer, i, where->at / part->elem), part->host,
                 where->other, where->first, family->versions[x->first]->name, hint);
}

static bool all_agree(const ctsar__verification *x, const ctsar_kernel *family)
{
    ctsar__output a, b;
    ctsar__disagreement where;
    for (int i = 0; ctsar__outputs_part(&x->by_first, x->writer, i, &a); ++i) {
        ctsar__outputs_part(&x->by_other, x->writer, i, &b);
        if (!ctsar__agree(family, a.data, b.data, a.elem, a.count, &where)) {
            say(x, family, i, &a, &where);
            return false;
        }
    }
    return true;
}

int ctsar__verify_end(ctsar__verification *x, const ctsar_kernel *family, bool *agree,
                      ctsar__traffic *t)
{
    int status = ctsar__outputs_take(&x->by_other, x->writer, t);
    if (status)
        return status;
    *agree = all_agree(x, family);
    return *agree ? CTSAR_OK : ctsar__outputs_put(&x->by_first, x->writer, t);
}

void ctsar__verify_free(ctsar__verification *x)
{
    ctsar__outputs_free(&x->before);
    ctsar__outputs_free(&x->by_first);
    ctsar__outputs_free(&x->by_other);
}
