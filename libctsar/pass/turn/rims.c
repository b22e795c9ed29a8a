/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/turn/rims.h"

#include "pass/core/bounds.h"
#include "pass/core/rim.h"
#include "pass/core/view.h"

static void take_interior(ctsar__pass *p, ctsar__lane *l)
{
    ctsar__range all = l->range;
    ctsar__range in = ctsar__rim_interior(p, &l->data, l->book.bounds, all);
    if (ctsar__range_len(in) == 0)
        return;
    l->before = (ctsar__range){all.lo, in.lo};
    l->range = in;
    l->rest = (ctsar__range){in.hi, all.hi};
}

void ctsar__turn_rims(ctsar__pass *p, ctsar__lane *l)
{
    bool slots = p->kernel && l->acc >= 0;
    if (slots || ctsar__range_len(l->range) == 0)
        return;
    if (l->acc < 0 && !l->continues)
        take_interior(p, l);
    l->waits = ctsar__pass_round(p); /* the others are not to wait for its body meanwhile */
    l->claims.at += ctsar__rim_wait(p, &l->data, ctsar__values_of(l->book.bounds, l->range));
    l->waits = 0;
}
