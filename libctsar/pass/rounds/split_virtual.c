/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Two units may need a row of a persisted array that only a third one has: the first to come brings
 * it, and pays.  So that a pass costs the same each time, units get their data in one order,
 * accelerators first, whichever thread comes when.  A thread takes its units in that order too, so
 * whom a unit waits for never waits for it. */
#include "pass/rounds/split_virtual.h"

#include "mem/directory.h"
#include "pass/core/publish.h"
#include "pass/core/view.h"
#include "pass/core/wait.h"
#include "pass/flight/hand_over.h"
#include "pass/rounds/queue.h"
#include "pass/rounds/split.h"
#include "pass/turn/turn.h"

static bool applies(const ctsar__pass *p)
{
    return p->sched->mode == CTSAR__SPLIT && p->virtual_clock && p->accs > 0;
}

/* ---- The order ------------------------------------------------------------------------------ */

/* Has a thread to serve the accelerator yet, or has it not got its data?  Whose range the split has
 * made empty since the round was opened, or not empty any more, may have no turn, or a late one. */
static bool is_to_come(ctsar__pass *p, int acc, const ctsar__split *split)
{
    const ctsar__acc *a = &p->acc[acc];
    uint32_t round = ctsar__pass_round(p);
    bool turns = a->served == round || (a->expected && ctsar__split_takes(p, acc, split));
    return turns && a->stocked != round;
}

/* Is there a unit before the lane's that has not got its data? */
static bool another_comes_before(ctsar__pass *p, const ctsar__lane *l)
{
    int accs = l->acc < 0 ? p->accs : l->acc, cores = l->acc < 0 ? l->unit : 0;
    if (p->status)
        return false;
    for (int a = 0; a < accs; ++a)
        if (is_to_come(p, a, l->split))
            return true;
    for (int u = 0; u < cores; ++u)
        if (p->lanes->lane[u]->stocked != ctsar__pass_round(p))
            return true;
    return false;
}

/* The lane's unit, if any, has all data of the round; who waits looks anew. */
static void note_stocked(ctsar__pass *p, ctsar__lane *l)
{
    pthread_mutex_lock(&p->queue.lock);
    if (l->unit >= 0)
        *(l->acc < 0 ? &l->stocked : &p->acc[l->acc].stocked) = ctsar__pass_round(p);
    pthread_cond_broadcast(&p->queue.released);
    pthread_mutex_unlock(&p->queue.lock);
}

/* ---- Turns ---------------------------------------------------------------------------------- */

/* The first thread of the round says who is expected in it. */
static int open(ctsar__pass *p, ctsar__lane *l)
{
    pthread_mutex_lock(&p->queue.lock);
    const ctsar__split *split = ctsar__split_expected(p, l);
    bool first = ctsar__queue_clear(p);
    for (int a = 0; first && a < p->accs; ++a)
        p->acc[a].expected = ctsar__split_takes(p, a, split);
    pthread_mutex_unlock(&p->queue.lock);
    return ctsar__split_open(p, l);
}

static int next(ctsar__pass *p, ctsar__lane *l)
{
    int status = ctsar__split_find(p, l);
    if (status)
        return status;
    if (l->unit >= 0 && !ctsar__directory_is_empty()) {
        pthread_mutex_lock(&p->queue.lock);
        ctsar__wait_for_turns(p, l, ctsar__pass_round(p), another_comes_before);
        pthread_mutex_unlock(&p->queue.lock);
    }
    status = ctsar__split_next(p, l);
    bool all = !l->deferred && ctsar__range_len(l->rest) + ctsar__range_len(l->before) == 0;
    if (all && !status)
        note_stocked(p, l);
    return status;
}

static bool again(ctsar__pass *p, ctsar__lane *l)
{
    note_stocked(p, l);
    bool more = ctsar__split_again(p, l);
    if (!more)
        note_stocked(p, l); /* an accelerator may be out by now */
    return more;
}

const ctsar__round_ops ctsar__round_split_virtual = {
    .planned = true,
    .scheduled = true,
    .applies = applies,
    .open = open,
    .next = next,
    .end = ctsar__turn_end,
    .again = again,
    .abandon = note_stocked,
    .go_on = ctsar__flight_deal_here,
    .leave = ctsar__split_leave,
    .complete = ctsar__split_complete,
    .prepare = ctsar__publish,
};
