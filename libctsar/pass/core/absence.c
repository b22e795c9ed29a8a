/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/core/absence.h"

#include <stdio.h>

#include "pass/core/bounds.h"
#include "pass/core/view.h"
#include "version/family.h"

static void retire(ctsar__pass *p, ctsar__acc *a, const char *why)
{
    if (atomic_exchange(&a->gone, true))
        return;
    snprintf(a->reason, sizeof a->reason, "%.*s", (int)sizeof a->reason - 1, why);
    ctsar__warn("%s: %s takes no part any more: %s", p->name, a->device->name, a->reason);
}

bool ctsar__acc_is_gone(ctsar__pass *p, ctsar__acc *a)
{
    if (!a->gone && a->device->failed)
        retire(p, a, a->device->why);
    return a->gone;
}

bool ctsar__acc_is_out(ctsar__pass *p, ctsar__acc *a)
{
    return a->formless || ctsar__acc_is_gone(p, a);
}

static int acc_of(const ctsar__pass *p, const ctsar__device *d)
{
    for (int a = 0; a < p->accs; ++a)
        if (p->acc[a].device == d)
            return a;
    return -1;
}

ctsar__verdict ctsar__judge(ctsar__pass *p, int acc, ctsar__traffic *t, int status)
{
    ctsar__device *d = t->failed;
    t->failed = NULL;
    bool lacks = status == CTSAR_ENOMEM || status == CTSAR_ENODEV; /* memory, or a version */
    if (!d || (status != CTSAR_EDEVICE && !lacks))
        return CTSAR__FATAL;
    bool own = acc >= 0 && p->acc[acc].device == d;
    if (status == CTSAR_EDEVICE)
        ctsar__device_fail(d);
    else if (!own)
        return CTSAR__FATAL;
    int failed = acc_of(p, d);
    if (failed >= 0)
        retire(p, &p->acc[failed], ctsar__error_detail());
    return own ? CTSAR__GONE : CTSAR__AGAIN;
}

const char *ctsar__absence_reason(const ctsar__pass *p, const ctsar_kernel *kernel)
{
    static _Thread_local char text[CTSAR__WHY + 64];
    *text = '\0';
    for (int a = 0; a < p->accs && !*text; ++a) {
        const ctsar__device *d = p->acc[a].device;
        if (p->acc[a].gone && kernel && ctsar__kernel_serves(kernel, d->backend))
            snprintf(text, sizeof text, "; %s takes no part any more: %s", d->name,
                     p->acc[a].reason);
    }
    return text;
}

bool ctsar__absence_total(ctsar__pass *p)
{
    for (int a = 0; a < p->accs; ++a)
        if (!ctsar__acc_is_out(p, &p->acc[a]))
            return false;
    return ctsar__pass_team(p).cores == 0;
}

void ctsar__absence_tell(ctsar__pass *p)
{
    bool others = false;
    for (int a = 0; a < p->accs; ++a) {
        bool out = ctsar__acc_is_out(p, &p->acc[a]);
        bool late = !out && p->acc[a].late;
        others = others || p->absent->acc[a] != (out || late);
        p->absent->acc[a] = out || late;
        p->absent->late[a] = late;
    }
    p->absent->version += others;
    if (others)
        ctsar__pass_expect_accs(p);
}

void ctsar__absence_keepable(ctsar__pass *p)
{
    ctsar__bounds b = p->lanes->lane[0]->book.bounds;
    bool others = false;
    for (int a = 0; a < p->accs; ++a) {
        if (p->acc[a].vacated && ctsar__acc_left_out(p, a))
            continue; /* it is asked when it takes part again */
        long most =
            ctsar__arrays_keepable(p->arrays, a, (ctsar__values){b.lo, b.step, b.n},
                                   ctsar__reductions_bytes(p->reductions, a, ctsar__pass_number(p)),
                                   ctsar__pass_number(p));
        others = others || p->absent->most[a] != most;
        p->absent->most[a] = most;
    }
    p->absent->version += others;
}
