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

bool ctsar__split_takes(ctsar__pass *p, int acc, const ctsar__split *split)
{
    ctsar__acc *a = &p->acc[acc];
    int unit = ctsar__pass_team(p).cores + acc;
    return !ctsar__acc_is_unready(a) && !ctsar__acc_is_out(p, a) &&
           !(split && ctsar__range_len(ctsar__split_range(split, unit)) == 0);
}

/* In the first round of a pass the loop's bounds are not known yet: most likely they are as they
 * were. */
const ctsar__split *ctsar__split_expected(ctsar__pass *p, const ctsar__lane *l)
{
    long n = l->bounded ? l->book.bounds.n : p->published.n;
    return ctsar__published(p, n, ctsar__pass_team(p));
}

/* Has the split, if there is one, nothing for any accelerator? */
static bool has_none(const ctsar__pass *p, const ctsar__split *split)
{
    int cores = split ? split->team.cores : 0;
    return split && split->boundary[cores] == split->boundary[cores + p->accs];
}

/* An accelerator that has work and that nobody serves yet, now this lane's, or -1.  Threads begin
 * at different accelerators, unless these come in order (split_virtual.c). */
static int choose_accelerator(ctsar__pass *p, const ctsar__lane *l)
{
    const ctsar__split *split = l->split ? l->split : ctsar__split_expected(p, l);
    if (has_none(p, split)) /* left out they cost no more than this */
        return -1;
    uint32_t round = ctsar__pass_round(p);
    int cores = ctsar__pass_team(p).cores, first = p->virtual_clock ? 0 : l->thread;
    bool core_alone = p->dedicated && l->thread < cores && cores < p->threads;
    for (int i = 0; i < p->accs && !core_alone; ++i) {
        int a = (first + i) % p->accs;
        uint32_t served = atomic_load_explicit(&p->acc[a].served, memory_order_relaxed);
        if (served != round && ctsar__split_takes(p, a, split) &&
            atomic_compare_exchange_strong(&p->acc[a].served, &served, round))
            return a;
    }
    return -1;
}

/* The next unit for this lane in this round, or -1: an accelerator, else the own core. */
static inline int choose_unit(ctsar__pass *p, ctsar__lane *l)
{
    int cores = ctsar__pass_team(p).cores, acc = p->accs ? choose_accelerator(p, l) : -1;
    if (acc >= 0)
        return cores + acc;
    if (l->core_done || l->thread >= cores)
        return -1;
    l->core_done = true;
    return l->thread;
}

int ctsar__split_open(ctsar__pass *p, ctsar__lane *l)
{
    ctsar__turn_open(p, l, choose_unit(p, l));
    return CTSAR_OK;
}

/* Finds the split in force: the published one, or one derived by the same pure
 * function that every other thread uses. */
int ctsar__split_find(ctsar__pass *p, ctsar__lane *l)
{
    ctsar__team team = ctsar__pass_team(p);
    if (l->split)
        return CTSAR_OK;
    l->split = ctsar__published(p, l->book.bounds.n, team);
    if (l->split)
        return CTSAR_OK;
    int status = ctsar__sched_split(p->sched, l->book.bounds.n, team, &l->own);
    if (!status)
        l->split = &l->own;
    return status;
}

int ctsar__split_next(ctsar__pass *p, ctsar__lane *l)
{
    int status = ctsar__split_find(p, l);
    if (status)
        return status;
    if (l->unit >= 0)
        l->range = ctsar__split_range(l->split, l->unit);
    return ctsar__turn_begin(p, l);
}

bool ctsar__split_again(ctsar__pass *p, ctsar__lane *l)
{
    int unit = choose_unit(p, l);
    if (unit >= 0)
        ctsar__turn_open(p, l, unit);
    return unit >= 0;
}

void ctsar__split_leave(ctsar__pass *p, int acc)
{
    const ctsar__split *split = p->lanes->lane[0]->split;
    if (split && p->acc[acc].served != ctsar__barrier_now(&p->barrier).round)
        ctsar__orphan(p, ctsar__split_range(split, split->team.cores + acc));
}

/* In unit order. */
void ctsar__split_complete(ctsar__pass *p, ctsar__team team)
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
    .open = ctsar__split_open,
    .next = ctsar__split_next,
    .end = ctsar__turn_end,
    .again = ctsar__split_again,
    .go_on = ctsar__flight_dispatch,
    .leave = ctsar__split_leave,
    .complete = ctsar__split_complete,
    .prepare = ctsar__publish,
};
