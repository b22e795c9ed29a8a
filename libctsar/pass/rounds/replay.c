/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A round in which each core, and each slot of an accelerator, has the ranges that the record of a
 * schedule has for it, in their order.  The whole pass is this one round, whatever rounds it was
 * recorded from, and no policy hears of it.  A pass that is not as recorded is an error; where it
 * need not be, cores share it out evenly, or, where there are accelerators, it is left to a rescue
 * round. */
#include "pass/rounds/replay.h"

#include "pass/core/absence.h"
#include "pass/core/orphans.h"
#include "pass/core/replay.h"
#include "pass/core/view.h"
#include "pass/flight/hand_over.h"
#include "pass/flight/slot.h"
#include "pass/turn/turn.h"

static bool applies(const ctsar__pass *p)
{
    return p->replay.region;
}

/* ---- Which unit --------------------------------------------------------------------------- */

/* The next accelerator with ranges that nobody serves yet, else the own core, once; or -1. */
static int choose_unit(ctsar__pass *p, ctsar__lane *l)
{
    uint32_t round = ctsar__barrier_now(&p->barrier).round;
    int cores = ctsar__pass_team(p).cores;
    for (int a = 0; a < p->accs; ++a) {
        uint32_t served = p->acc[a].served;
        if (served != round && !ctsar__acc_is_out(p, &p->acc[a]) &&
            ctsar__replay_list(p, 0, a, 0)->count > 0 &&
            atomic_compare_exchange_strong(&p->acc[a].served, &served, round)) {
            for (int i = 0; i < p->slots; ++i)
                p->acc[a].slot[i].repeated = 0;
            return cores + a;
        }
    }
    if (l->core_done || l->thread >= cores)
        return -1;
    l->core_done = true;
    l->repeated = 0;
    return l->thread;
}

static int open(ctsar__pass *p, ctsar__lane *l)
{
    ctsar__turn_open(p, l, choose_unit(p, l));
    return CTSAR_OK;
}

/* ---- Which range -------------------------------------------------------------------------- */

/* The next of a list; `at` counts those that have been taken. */
static bool take(const ctsar__ranges *list, long *at, ctsar__range *r)
{
    if (*at >= list->count)
        return false;
    *r = list->range[(*at)++];
    return true;
}

static long *taken_of(ctsar__pass *p, ctsar__lane *l)
{
    return l->acc < 0 ? &l->repeated : &p->acc[l->acc].slot[0].repeated;
}

/* Somebody executes the pass all the same. */
static void share_out(ctsar__pass *p, ctsar__lane *l, bool first)
{
    long n = l->book.bounds.n, cores = ctsar__pass_team(p).cores, each = cores ? n / cores : 0;
    if (p->accs > 0 && first)
        ctsar__orphan(p, (ctsar__range){0, n});
    else if (p->accs == 0 && l->unit >= 0)
        l->range = (ctsar__range){each * l->unit, l->unit + 1 < cores ? each * (l->unit + 1) : n};
}

static int refuse(ctsar__pass *p, ctsar__lane *l, const char *why)
{
    bool first = !atomic_exchange(&p->replay.shared_out, true);
    int status = ctsar__replay_refuse(p, why);
    if (status)
        return status;
    share_out(p, l, first);
    return ctsar__turn_begin(p, l);
}

static int next(ctsar__pass *p, ctsar__lane *l)
{
    const char *why = ctsar__replay_misfit(p, l->book.bounds, ctsar__pass_team(p));
    if (why)
        return refuse(p, l, why);
    if (l->unit >= 0)
        take(ctsar__replay_list(p, l->unit, l->acc, 0), taken_of(p, l), &l->range);
    return ctsar__turn_begin(p, l);
}

static bool again(ctsar__pass *p, ctsar__lane *l)
{
    bool more = l->unit >= 0 && !l->handed_over && !l->failed &&
                *taken_of(p, l) < ctsar__replay_list(p, l->unit, l->acc, 0)->count;
    int unit = more ? l->unit : choose_unit(p, l);
    if (unit >= 0)
        ctsar__turn_open(p, l, unit);
    return unit >= 0;
}

/* ---- Accelerators that go on by themselves -------------------------------------------------- */

static int slots(const ctsar__pass *p, int acc)
{
    int count = p->slots;
    while (count > 1 && ctsar__replay_list(p, 0, acc, count - 1)->count == 0)
        count--;
    return count;
}

static bool supply(ctsar__pass *p, int acc, int slot, const ctsar__sample *done, ctsar__range *r)
{
    (void)done;
    return !ctsar__acc_is_out(p, &p->acc[acc]) &&
           take(ctsar__replay_list(p, 0, acc, slot), &p->acc[acc].slot[slot].repeated, r);
}

/* The slot with ranges left that is free first, or -1. */
static int first_free(const ctsar__pass *p, int acc)
{
    const ctsar__acc *a = &p->acc[acc];
    int first = -1;
    for (int i = 0; i < p->slots; ++i)
        if (a->slot[i].repeated < ctsar__replay_list(p, 0, acc, i)->count &&
            (first < 0 || a->engines.slot[i] < a->engines.slot[first]))
            first = i;
    return first;
}

static void go_on_here(ctsar__pass *p, ctsar__acc *a)
{
    int acc = (int)(a - p->acc), slot;
    ctsar__range r;
    ctsar__flight_first(p, a);
    while (!p->status && (slot = first_free(p, acc)) >= 0 && supply(p, acc, slot, NULL, &r)) {
        ctsar__slot_assign(&a->slot[slot], r);
        if (!ctsar__flight_range(p, acc, slot, 0))
            break;
    }
}

static void go_on(ctsar__pass *p, ctsar__acc *a)
{
    if (p->virtual_clock)
        go_on_here(p, a);
    else
        ctsar__flight_dispatch(p, a);
}

/* ---- The end ------------------------------------------------------------------------------ */

static void leave(ctsar__pass *p, int acc)
{
    bool served = p->acc[acc].served == ctsar__barrier_now(&p->barrier).round;
    ctsar__range r;
    for (int i = 0; i < p->slots; ++i) {
        long *taken = &p->acc[acc].slot[i].repeated;
        if (!served)
            *taken = 0;
        while (take(ctsar__replay_list(p, 0, acc, i), taken, &r))
            ctsar__orphan(p, r);
    }
}

const ctsar__round_ops ctsar__round_replay = {
    .on_demand = true,
    .scheduled = true,
    .applies = applies,
    .open = open,
    .next = next,
    .end = ctsar__turn_end,
    .again = again,
    .go_on = go_on,
    .slots = slots,
    .supply = supply,
    .leave = leave,
};
