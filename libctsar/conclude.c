/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The end of a round: what the last one to arrive at the barrier does, while all others wait. */
#include <string.h>

#include "pass.h"

/* All threads of the team must have stated the same iterations. */
static int check_bounds(const ctsar__pass *p)
{
    ctsar__bounds a = p->lanes->lane[0]->book.bounds;
    for (int i = 1; i < p->threads; ++i) {
        ctsar__bounds b = p->lanes->lane[i]->book.bounds;
        if (!ctsar__same_bounds(a, b))
            return ctsar__error(CTSAR_ETEAM,
                                "thread 0 says %ld iterations from %ld by %ld, thread %d says %ld "
                                "from %ld by %ld; they must be the same in all threads",
                                a.n, a.lo, a.step, i, b.n, b.lo, b.step);
    }
    return CTSAR_OK;
}

/* Tells the policy what the round took, in unit order. */
static void complete_round(ctsar__pass *p, ctsar__team team)
{
    if (p->sched->mode == CTSAR__QUEUE) {
        ctsar__queue_end(p, team);
        return;
    }
    for (int u = 0; u < ctsar__team_units(team); ++u) {
        const ctsar__book *b = ctsar__pass_book(p, team, u);
        if (ctsar__pass_executed(p, b))
            ctsar__sched_complete(p->sched, &(ctsar__sample){.unit = u,
                                                             .team = team,
                                                             .range = b->range,
                                                             .seconds = b->seconds,
                                                             .fixed = b->fixed});
    }
}

static bool same_split(const ctsar__split *a, const ctsar__split *b)
{
    size_t bytes = ((size_t)ctsar__team_units(a->team) + 1) * sizeof *a->bound;
    return a->n == b->n && a->team.cores == b->team.cores && a->team.accs == b->team.accs &&
           !memcmp(a->bound, b->bound, bytes);
}

/* Lets the policy decide what comes next and publishes it, where it is new: what nobody
 * writes stays in all caches.  The round was `team`'s, which may be another one from now on.
 * `scratch` is nobody's at this time. */
static int decide(ctsar__pass *p, ctsar__team team, long n, ctsar__split *scratch, bool *again)
{
    *again = ctsar__sched_end(p->sched, n, team);
    if (p->sched->mode == CTSAR__QUEUE)
        return CTSAR_OK;
    int status = ctsar__sched_split(p->sched, n, ctsar__pass_team(p), scratch);
    if (!status && (p->published.n < 0 || !same_split(&p->published, scratch))) {
        ctsar__split old = p->published;
        p->published = *scratch;
        *scratch = old;
    }
    return status;
}

static int end_arrays(ctsar__pass *p, ctsar__traffic *t)
{
    int status = CTSAR_OK;
    for (int a = 0; a < p->accs && !status; ++a)
        if (!ctsar__pass_executed(p, &p->acc[a].book) && !p->acc[a].device->failed)
            status = ctsar__arrays_vacate(p->arrays, a, t); /* it holds no windows */
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

/* Can the policy do without knowing of this round?  Else it would take up much of a pass of
 * microseconds. */
static bool negligible(ctsar__pass *p, ctsar__team team)
{
    enum { ENOUGH = 8 }; /* passes, in which the policy has got to know the units */
    const ctsar__sched *s = p->sched;
    if (s->mode != CTSAR__SPLIT || s->told_every <= 0 || ctsar__pass_number(p) <= ENOUGH ||
        !ctsar__pass_published(p, p->published.n, team))
        return false;
    p->untold += longest(p, team);
    return p->untold < s->told_every;
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
    const ctsar__split *split = p->sched->mode == CTSAR__SPLIT ? p->lanes->lane[0]->split : NULL;
    unsigned version = p->absent->version;
    int status = ctsar__rescue_begin(p, split, rescue);
    ctsar__recover_keepable(p);
    *changed = *rescue || version != p->absent->version;
    return status;
}

/* The policy learns of the round, if it needs to: once, in the round before orphans are
 * executed. */
static bool tell(ctsar__pass *p, ctsar__team team, bool rescued, bool changed)
{
    if (rescued)
        return p->rescue.told;
    bool told = changed || !negligible(p, team);
    if (told) {
        p->untold = 0;
        ctsar__price_open(p, p->lanes->lane[0]->book.bounds);
        complete_round(p, team);
    }
    if (p->accs) {
        p->rescue.told = told;
        p->rescue.team = team;
    }
    return told;
}

/* Books the round and decides about the next one. */
static int end_round(ctsar__pass *p, bool *again)
{
    ctsar__team team = ctsar__pass_team(p);
    double ended = p->reporting && !p->virtual_clock ? ctsar__now() : 0;
    int status = check_bounds(p);
    *again = false;
    if (status || p->check)
        return status;
    ctsar__lane *any = p->lanes->lane[0];
    long n = any->book.bounds.n;
    bool rescued = p->rescuing, changed = false, rescue = false;
    status = p->accs ? look_after(p, &changed, &rescue) : CTSAR_OK;
    if (status)
        return status;
    bool told = tell(p, team, rescued, changed);
    if (!rescue && told)
        status = decide(p, p->accs ? p->rescue.team : team, n, &any->own, again);
    *again = *again || rescue;
    if (!status && !*again && p->accs)
        dedicate(p);
    if (status || !p->reporting)
        return status;
    return ctsar__account_round(p, team, n, ended, *again);
}

int ctsar__pass_conclude(ctsar__pass *p, bool *again)
{
    bool failed = p->status;
    int status = failed ? CTSAR_OK : end_round(p, again);
    if (failed || status)
        *again = false;
    for (int a = 0; a < p->accs; ++a)
        ctsar__engines_reset(&p->acc[a].engines);
    if (*again)
        return CTSAR_OK;
    if (p->accs)
        ctsar__rescue_end(p);
    int ended = end_pass(p, failed || status);
    if (p->check && !ended)
        ended = ctsar__check_end_pass(p->check);
    if (failed)
        p->status = CTSAR_OK;
    return status ? status : ended;
}
