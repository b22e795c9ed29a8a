/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/rounds/split.h"

#include "pass/core/absence.h"
#include "pass/core/orphans.h"
#include "pass/core/publish.h"
#include "pass/core/ready.h"
#include "pass/core/view.h"
#include "pass/flight/hand_over.h"
#include "pass/turn/turn.h"

static bool applies(const ctsar__pass *p)
{
    return p->sched->mode == CTSAR__SPLIT;
}

static bool empty_for(const ctsar__split *s, int unit)
{
    return s && ctsar__range_len(ctsar__split_range(s, unit)) == 0;
}

/* The next unit for this lane in this round, or -1: an accelerator that has work
 * and that nobody serves yet, else the own core.  `split` may be NULL: not known. */
static int choose_unit(ctsar__pass *p, ctsar__lane *l, const ctsar__split *split)
{
    uint32_t round = ctsar__barrier_now(&p->barrier).round;
    int cores = ctsar__pass_team(p).cores;
    bool core_alone = p->dedicated && l->thread < cores && cores < p->threads;
    for (int i = 0; i < p->accs && !core_alone; ++i) {
        int a = (l->thread + i) % p->accs; /* threads begin at different ones */
        uint32_t served = atomic_load_explicit(&p->acc[a].served, memory_order_relaxed);
        if (served != round && !ctsar__acc_is_unready(&p->acc[a]) &&
            !ctsar__acc_is_out(p, &p->acc[a]) && !empty_for(split, cores + a) &&
            atomic_compare_exchange_strong(&p->acc[a].served, &served, round))
            return cores + a;
    }
    if (l->core_done || l->thread >= cores)
        return -1;
    l->core_done = true;
    return l->thread;
}

/* In the first round of a pass the loop's bounds are not known yet: most likely they are as they
 * were. */
static int open(ctsar__pass *p, ctsar__lane *l)
{
    long n = l->bounded ? l->book.bounds.n : p->published.n;
    ctsar__turn_open(p, l, choose_unit(p, l, ctsar__published(p, n, ctsar__pass_team(p))));
    return CTSAR_OK;
}

/* Finds the split in force: the published one, or one derived by the same pure
 * function that every other thread uses. */
static int find_split(ctsar__pass *p, ctsar__lane *l)
{
    ctsar__team team = ctsar__pass_team(p);
    l->split = ctsar__published(p, l->book.bounds.n, team);
    if (l->split)
        return CTSAR_OK;
    int status = ctsar__sched_split(p->sched, l->book.bounds.n, team, &l->own);
    if (!status)
        l->split = &l->own;
    return status;
}

static int next(ctsar__pass *p, ctsar__lane *l)
{
    int status = l->split ? CTSAR_OK : find_split(p, l);
    if (status)
        return status;
    if (l->unit >= 0)
        l->range = ctsar__split_range(l->split, l->unit);
    return ctsar__turn_begin(p, l);
}

static bool again(ctsar__pass *p, ctsar__lane *l)
{
    int unit = choose_unit(p, l, l->split);
    if (unit >= 0)
        ctsar__turn_open(p, l, unit);
    return unit >= 0;
}

/* Under the virtual clock the order of the units' ranges does not matter, so the thread that had
 * the turn executes them. */
static void go_on(ctsar__pass *p, ctsar__acc *a)
{
    if (p->virtual_clock)
        ctsar__flight_deal_here(p, a);
    else
        ctsar__flight_dispatch(p, a);
}

static void leave(ctsar__pass *p, int acc)
{
    const ctsar__split *split = p->lanes->lane[0]->split;
    if (split && p->acc[acc].served != ctsar__barrier_now(&p->barrier).round)
        ctsar__orphan(p, ctsar__split_range(split, split->team.cores + acc));
}

/* In unit order. */
static void complete(ctsar__pass *p, ctsar__team team)
{
    for (int u = 0; u < ctsar__team_units(team); ++u) {
        const ctsar__book *b = ctsar__pass_book(p, team, u);
        if (ctsar__pass_executed(p, b))
            ctsar__sched_complete(p->sched, &(ctsar__sample){.unit = u,
                                                             .team = team,
                                                             .range = b->range,
                                                             .seconds = b->seconds,
                                                             .fixed = b->fixed,
                                                             .home = b->home});
    }
}

const ctsar__round_ops ctsar__round_split = {
    .planned = true,
    .scheduled = true,
    .applies = applies,
    .open = open,
    .next = next,
    .end = ctsar__turn_end,
    .again = again,
    .go_on = go_on,
    .leave = leave,
    .complete = complete,
    .prepare = ctsar__publish,
};
