/* SPDX-License-Identifier: BSD-3-Clause */
#include "sched/math/lengths.h"

#include <string.h>

#define ALIKE 1.2 /* passes of so many times more or fewer iterations are of one length */

static bool holds_for(const ctsar__compared *c, const ctsar__backoff_view *v)
{
    double n = (double)ctsar__range_len(v->part), then = (double)c->n;
    return n <= ALIKE * then && then <= ALIKE * n && c->team_cores == v->team.cores;
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

/* A comparison that was to be made in a pass of one length is made in one of another. */
static void hand_on(ctsar__compared *c, ctsar__compared *before, ctsar__only meant)
{
    ctsar__rival *r = meant == CTSAR__ONLY_CORES ? &before->cores : &before->accelerators;
    if (meant == CTSAR__ANYBODY)
        return;
    c->again = before->again;
    before->again = false;
    r->since = 0;
    ctsar__rival_agrees(r);
}

void ctsar__lengths_look_up(ctsar__backoff *b, const ctsar__backoff_view *v, ctsar__only meant)
{
    ctsar__compared *c = &b->compared, before = *c;
    size_t i = 0;
    if (holds_for(c, v))
        return;
    while (i < CTSAR__LENGTHS - 1 && !holds_for(&b->others[i], v))
        i++;
    bool known = holds_for(&b->others[i], v);
    *c = known ? b->others[i]
               : (ctsar__compared){.n = ctsar__range_len(v->part), .team_cores = v->team.cores};
    if (known)
        hold_as(c, &before);
    hand_on(c, &before, meant);
    c->cores.lived = before.cores.lived;
    c->accelerators.lived = before.accelerators.lived;
    memmove(b->others + 1, b->others, i * sizeof *b->others);
    b->others[0] = before;
}
