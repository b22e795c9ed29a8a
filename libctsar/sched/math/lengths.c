/* SPDX-License-Identifier: BSD-3-Clause */
#include "sched/math/lengths.h"

#include <string.h>

enum { REMEMBERED = 8 }; /* passes of one length, after which no other one is expected */

bool ctsar__lengths_compare(const ctsar__backoff *b)
{
    for (int i = 0; b->turns > 0 && i < CTSAR__LENGTHS && b->others[i].n > 0; i++)
        if (b->others[i].only)
            return true;
    return b->compared.only;
}

bool ctsar__lengths_pay(const ctsar__backoff *b, double unknown)
{
    for (int i = 0; b->turns > 0 && i < CTSAR__LENGTHS && b->others[i].n > 0; i++) {
        const ctsar__compared *o = &b->others[i];
        double cores = o->cores.pace > 0 ? o->cores.pace : unknown;
        if (o->those != CTSAR__ONLY_CORES && o->together > 0 && o->together < cores)
            return true;
    }
    return false;
}

/* What was held against accelerators holds for passes of all lengths that are known. */
static void hold_as(ctsar__compared *c, const ctsar__compared *before)
{
    c->factor = before->factor;
    c->were = before->were;
    c->harm = before->harm;
    c->without = before->without;
    c->relapses = before->relapses;
}

/* A comparison that was to be made in a pass of one length was made in one of another. */
static ctsar__only hand_on(ctsar__compared *c, ctsar__compared *before)
{
    ctsar__only meant = before->only;
    ctsar__rival *r = meant == CTSAR__ONLY_CORES ? &before->cores : &before->accelerators;
    if (meant == CTSAR__ANYBODY)
        return meant;
    c->again = before->again;
    before->again = false;
    before->only = CTSAR__ANYBODY;
    r->since = 0;
    ctsar__rival_agrees(r);
    return meant;
}

static ctsar__only take(ctsar__compared *c)
{
    ctsar__only meant = c->only;
    c->only = CTSAR__ANYBODY;
    return meant;
}

ctsar__only ctsar__lengths_look_up(ctsar__backoff *b, const ctsar__backoff_view *v)
{
    ctsar__compared *c = &b->compared, before = *c;
    long n = ctsar__range_len(v->part);
    size_t i = 0;
    b->turns -= b->turns > 0;
    if (ctsar__compared_holds(c, v->team.cores, n))
        return take(c);
    b->turns = before.n > 0 ? REMEMBERED : 0; /* the first pass of all follows no other length */
    while (i < CTSAR__LENGTHS - 1 && !ctsar__compared_holds(&b->others[i], v->team.cores, n))
        i++;
    bool known = ctsar__compared_holds(&b->others[i], v->team.cores, n);
    *c = known ? b->others[i] : (ctsar__compared){.n = n, .team_cores = v->team.cores};
    if (known)
        hold_as(c, &before);
    ctsar__only meant = known && !b->alone ? take(c) : hand_on(c, &before);
    c->cores.lived = before.cores.lived;
    c->accelerators.lived = before.accelerators.lived;
    memmove(b->others + 1, b->others, i * sizeof *b->others);
    b->others[0] = before;
    return meant;
}
