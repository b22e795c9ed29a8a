/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/core/round_end.h"

#include <math.h>

#include "pass/core/absence.h"
#include "pass/core/bounds.h"
#include "pass/core/failure.h"
#include "pass/core/nodes.h"
#include "pass/core/orphans.h"
#include "pass/core/price.h"
#include "pass/core/publish.h"
#include "pass/core/ready.h"
#include "pass/core/replay.h"
#include "pass/core/results.h"
#include "pass/core/round.h"
#include "pass/core/statistics.h"
#include "pass/core/view.h"

static int other_bounds(ctsar__bounds a, ctsar__bounds b, int thread)
{
    return ctsar__error(CTSAR_ETEAM,
                        "thread 0 says %ld iterations from %ld by %ld, thread %d says %ld from %ld "
                        "by %ld; they must be the same in all threads",
                        a.n, a.lo, a.step, thread, b.n, b.lo, b.step);
}

/* Who executes on pointers that another thread has registered is on another unit's. */
static int other_registrations(int a, int b, int thread)
{
    return ctsar__error(CTSAR_ETEAM,
                        "thread 0 registered %d arrays and reductions before ctsar_next, thread %d "
                        "%d; all threads register the same, in every turn, inside the do/while",
                        a, thread, b);
}

/* As the thread has them, which on one of several nodes are more than it executes. */
static ctsar__bounds stated(const ctsar__pass *p, int thread)
{
    const ctsar__lane *l = p->lanes->lane[thread];
    return p->nodes ? l->stated : l->book.bounds;
}

/* All threads of the team must have stated the same iterations, and registered as much. */
static int check_team(const ctsar__pass *p)
{
    const ctsar__book *a = &p->lanes->lane[0]->book;
    for (int i = 1; i < p->threads; ++i) {
        const ctsar__book *b = &p->lanes->lane[i]->book;
        if (!ctsar__same_bounds(a->bounds, b->bounds))
            return other_bounds(stated(p, 0), stated(p, i), i);
        if (a->registered != b->registered)
            return other_registrations(a->registered, b->registered, i);
    }
    return CTSAR_OK;
}

/* Lets the policy decide what comes next, and prepares that.  The round was `team`'s, which may be
 * another one from now on. */
static int decide(ctsar__pass *p, ctsar__team team, long n, ctsar__split *scratch, bool *again)
{
    *again = ctsar__sched_end(p->sched, n, team);
    ctsar__ready_admit(p);
    ctsar__round_choose(p);
    return p->round->prepare ? p->round->prepare(p, n, scratch) : CTSAR_OK;
}

static int end_arrays(ctsar__pass *p, ctsar__traffic *t)
{
    int status = CTSAR_OK;
    for (int a = 0; a < p->accs && !status; ++a)
        if (!p->acc[a].vacated && !ctsar__pass_executed(p, &p->acc[a].book) &&
            !p->acc[a].device->failed) {
            status = ctsar__arrays_vacate(p->arrays, a, t);
            p->acc[a].vacated = !status;
        }
    return status ? status : ctsar__arrays_end_pass(p->arrays, ctsar__pass_number(p), t);
}

/* Ends the pass on all units; a failed one leaves the reductions' results alone. */
static int end_pass(ctsar__pass *p, bool failed)
{
    int status;
    if (!failed)
        ctsar__reductions_end_pass(p->reductions, ctsar__pass_number(p));
    ctsar__traffic t = {0};
    do
        status = end_arrays(p, &t);
    while (status && ctsar__judge(p, -1, &t, status) == CTSAR__AGAIN);
    return status;
}

/* What the slowest unit took in this round, in seconds. */
static double longest(ctsar__pass *p, ctsar__team team)
{
    double t = 0;
    for (int u = 0; u < ctsar__team_units(team); ++u) {
        const ctsar__book *b = ctsar__pass_book(p, team, u);
        if (ctsar__pass_executed(p, b) && b->seconds > t)
            t = b->seconds;
    }
    return t;
}

/* Seconds in rounds of which the policy can do without knowing; 0: it is told of each.  Else it
 * would take up much of a pass of microseconds. */
static double untold_most(const ctsar__pass *p, ctsar__team team)
{
    enum { ENOUGH = 8 }; /* passes, in which the policy has got to know the units */
    const ctsar__sched *s = p->sched;
    if (!p->round->planned || s->told_every <= 0 || ctsar__pass_number(p) <= ENOUGH ||
        !ctsar__published(p, p->published.n, team))
        return 0;
    return s->told_every;
}

/* What the unit that took most since the policy was told of a round took. */
static double untold(ctsar__pass *p, ctsar__team team)
{
    double t = 0;
    for (int u = 0; u < ctsar__team_units(team); ++u)
        t = fmax(t, ctsar__pass_book(p, team, u)->untold);
    return t;
}

static void forget_untold(ctsar__pass *p, ctsar__team team)
{
    for (int u = 0; u < ctsar__team_units(team); ++u)
        ctsar__pass_book(p, team, u)->untold = 0;
}

/* Inline bodies keep the threads that serve accelerators from their cores: from the next pass on
 * as many threads serve accelerators alone.  Threads that are no units do so anyway. */
static void dedicate(ctsar__pass *p)
{
    int mode = p->machine->config.dedicated, blocking = 0;
    if (mode == 0 || (mode < 0 && p->virtual_clock) || p->core_cap == 0)
        return;
    for (int a = 0; a < p->accs; ++a) {
        blocking += p->acc[a].blocks;
        p->acc[a].blocks = false;
    }
    p->dedicated = blocking < p->threads - 1 ? blocking : p->threads - 1;
}

/* Of regions with accelerators: who is gone, and are there orphans for another round? */
static int look_after(ctsar__pass *p, bool *changed, bool *rescue)
{
    unsigned version = p->absent->version;
    int status = ctsar__orphans_adopt(p, rescue);
    ctsar__absence_keepable(p);
    *changed = *rescue || version != p->absent->version;
    return status;
}

/* The policy learns of the round, if it needs to: once, in the round before orphans are
 * executed. */
static bool tell(ctsar__pass *p, ctsar__team team, bool rescued, bool changed)
{
    if (rescued)
        return p->rescue.told;
    double most = untold_most(p, team), seconds = most > 0 ? untold(p, team) : 0;
    bool told = p->round->complete && (changed || seconds >= most);
    if (told) {
        p->sched->untold = seconds;
        forget_untold(p, team);
        ctsar__price_open(p, p->lanes->lane[0]->book.bounds);
        p->round->complete(p, team);
    }
    if (p->accs) {
        p->rescue.told = told;
        p->rescue.team = team;
    }
    return told;
}

/* What the next pass must be like to be no news: as this one and the one before.  Passes that
 * differ one by one are not followed: all threads read this. */
static void expect(ctsar__pass *p, ctsar__team team, const ctsar__book *any)
{
    ctsar__usual now = p->usual;
    now.untold = untold_most(p, team);
    if (ctsar__same_bounds(p->before, any->bounds)) {
        now.bounds = any->bounds;
        now.registered = any->registered;
    }
    p->before = any->bounds;
    if (now.untold != p->usual.untold || now.registered != p->usual.registered ||
        !ctsar__same_bounds(now.bounds, p->usual.bounds))
        p->usual = now;
}

/* Books the round and decides about the next one. */
static int end_round(ctsar__pass *p, bool *again)
{
    ctsar__team team = ctsar__pass_team(p);
    double ended = p->reporting ? ctsar__pass_now(p) : 0;
    int status = check_team(p);
    *again = false;
    if (status || !p->round->scheduled)
        return status;
    ctsar__lane *any = p->lanes->lane[0];
    long n = any->book.bounds.n;
    bool rescued = p->rescuing, changed = false, rescue = false;
    status = p->accs ? look_after(p, &changed, &rescue) : CTSAR_OK;
    if (status)
        return status;
    if (p->nodes)
        p->nodes->spent += longest(p, team);
    bool told = tell(p, team, rescued, changed);
    if (rescue || rescued)
        ctsar__round_choose(p);
    if (!rescue && told)
        status = decide(p, p->accs ? p->rescue.team : team, n, &any->own, again);
    *again = *again || rescue;
    if (!status && !*again && p->accs)
        dedicate(p);
    expect(p, team, &any->book);
    if (status || !p->reporting)
        return status;
    return ctsar__statistics_round(p, team, n, ended, *again);
}

/* Whatever is left of the pass, the next one is a whole one. */
static void abandon(ctsar__pass *p)
{
    ctsar__sched_abandon(p->sched);
    ctsar__arrays_release(p->arrays);
    p->published.n = -1;
}

/* No later pass executes this one's orphans. */
static void end_rescue(ctsar__pass *p)
{
    bool rescuing = p->rescuing;
    ctsar__orphans_end(p);
    if (rescuing)
        ctsar__round_choose(p);
}

/* Waiting threads may look for longer where the policy has left out all accelerators. */
static void note_left_out(ctsar__pass *p)
{
    bool alone = true;
    for (int a = 0; a < p->accs; ++a)
        alone = alone && ctsar__acc_left_out(p, a);
    if (p->cores_alone != alone) /* all threads read it in every round */
        p->cores_alone = alone;
}

/* Has no accelerator done anything, or been meant to? */
static bool cores_only(const ctsar__pass *p)
{
    for (int a = 0; a < p->accs; ++a)
        if (!p->acc[a].vacated || !ctsar__acc_left_out(p, a))
            return false;
    return !p->rescuing;
}

/* May a round without news end without books being read? */
static bool plain(const ctsar__pass *p)
{
    return p->round->planned && p->round->scheduled && !p->reporting && !p->nodes && cores_only(p);
}

int ctsar__round_end(ctsar__pass *p, bool news, bool *again)
{
    bool failed = p->status;
    ctsar__team team = ctsar__pass_team(p);
    *again = false;
    int status = failed || (!news && plain(p)) ? CTSAR_OK : end_round(p, again);
    if (failed || status)
        *again = false;
    note_left_out(p);
    for (int a = 0; a < p->accs; ++a)
        if (!p->acc[a].vacated) /* who was left out has done nothing */
            ctsar__engines_reset(&p->acc[a].engines);
    if (*again)
        return CTSAR_OK;
    if (p->accs)
        end_rescue(p);
    if (!failed && !status)
        status = ctsar__results_bring(p);
    if (p->nodes) {
        int here = failed ? p->status : status, everywhere = ctsar__nodes_end(p, here);
        status = failed ? status : everywhere;
    }
    if (failed || status)
        abandon(p);
    int ended = end_pass(p, failed || status);
    if (p->round->end_pass && !ended)
        ended = p->round->end_pass(p);
    if (p->watching) { /* also what a pass that has failed executed must go */
        int watched = ctsar__replay_end_pass(p, team, failed || status || ended);
        ended = ended ? ended : watched;
    }
    if (failed)
        p->status = CTSAR_OK;
    return status ? status : ended;
}

void ctsar__round_arrive(ctsar__pass *p)
{
    bool again;
    if (!ctsar__barrier_arrive(&p->barrier, (unsigned)p->threads, true).last)
        return;
    int status = ctsar__round_end(p, true, &again);
    if (status)
        ctsar__failure_keep(p, status);
    ctsar__barrier_open(&p->barrier, again);
}
