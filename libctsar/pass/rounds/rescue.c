/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A round for orphans.  Each unit that is left executes its part of every orphan, in turns that
 * have their range from the beginning. */
#include "pass/rounds/rescue.h"

#include "pass/core/orphans.h"
#include "pass/core/view.h"
#include "pass/flight/hand_over.h"
#include "pass/turn/turn.h"

static bool applies(const ctsar__pass *p)
{
    return p->rescuing;
}

/* Gives the turn its unit's next part; false: it has had all. */
static bool take_part(ctsar__pass *p, ctsar__lane *l)
{
    const ctsar__orphans *o = &p->rescue.orphans;
    int unit = l->unit, acc = l->acc;
    while (l->rescued < o->count) {
        ctsar__range r = ctsar__orphan_part(p, o->range[l->rescued++], acc, unit);
        if (ctsar__range_len(r) == 0)
            continue;
        if (acc >= 0 && p->acc[acc].gone) {
            ctsar__orphan(p, r);
            continue;
        }
        ctsar__turn_open_ahead(p, l, unit, r);
        return true;
    }
    return false;
}

/* An accelerator that nobody has served in this round, or -1. */
static int serve(ctsar__pass *p)
{
    uint32_t round = ctsar__barrier_now(&p->barrier).round;
    for (int a = 0; a < p->accs; ++a) {
        uint32_t served = p->acc[a].served;
        if (!p->absent->acc[a] && served != round &&
            atomic_compare_exchange_strong(&p->acc[a].served, &served, round))
            return a;
    }
    return -1;
}

static bool again(ctsar__pass *p, ctsar__lane *l)
{
    while (l->unit >= 0) {
        if (take_part(p, l))
            return true;
        int acc = p->rescue.by_cores ? -1 : serve(p);
        l->rescued = 0;
        l->acc = acc;
        l->unit = acc < 0 ? -1 : ctsar__pass_team(p).cores + acc;
    }
    return false;
}

static int open(ctsar__pass *p, ctsar__lane *l)
{
    int cores = ctsar__pass_team(p).cores;
    l->rescued = 0;
    l->acc = p->rescue.by_cores ? -1 : serve(p);
    l->unit = !p->rescue.by_cores ? (l->acc < 0 ? -1 : cores + l->acc)
              : l->thread < cores ? l->thread
                                  : -1;
    if (again(p, l))
        return CTSAR_OK;
    ctsar__turn_open_ahead(p, l, -1, (ctsar__range){0, 0});
    return CTSAR_OK;
}

/* The parts of an accelerator that has gone before anybody served it. */
static void leave(ctsar__pass *p, int acc)
{
    uint32_t round = ctsar__barrier_now(&p->barrier).round;
    const ctsar__orphans *o = &p->rescue.orphans;
    if (p->rescue.by_cores || p->acc[acc].served == round || p->absent->acc[acc])
        return;
    for (int i = 0; i < o->count; ++i)
        ctsar__orphan(p, ctsar__orphan_part(p, o->range[i], acc, 0));
}

const ctsar__round_ops ctsar__round_rescue = {
    .scheduled = true,
    .applies = applies,
    .open = open,
    .next = ctsar__turn_begin, /* all its turns have their range */
    .end = ctsar__turn_end,
    .again = again,
    .go_on = ctsar__flight_deal_here,
    .leave = leave,
};
