/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/core/wait.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>

#include "base/clock.h"
#include "pass/core/lanes.h"
#include "pass/core/view.h"

#define SOON 0.01 /* seconds, after which a thread says that it waits */

/* ---- For whom ---------------------------------------------------------------------------- */

typedef bool group(const ctsar__pass *p, int thread, uint32_t round);

static bool is_out(const ctsar__pass *p, int thread, uint32_t round)
{
    (void)round;
    return thread >= p->lanes->count || !ctsar__lane_joined(p, p->lanes->lane[thread]);
}

/* It has entered the pass, and neither is at the end of its turns nor waits for any. */
static bool is_in_its_turn(const ctsar__pass *p, int thread, uint32_t round)
{
    if (is_out(p, thread, round))
        return false;
    const ctsar__lane *l = p->lanes->lane[thread];
    return l->waits != round && l->left != round;
}

/* "s 1, 3": the threads of a group, as they follow the word thread; returns their number. */
static int name_threads(const ctsar__pass *p, group *belongs, uint32_t round, char *text,
                        size_t room)
{
    int count = 0;
    for (int i = 0; i < p->threads; ++i)
        count += belongs(p, i, round);
    size_t used = (size_t)snprintf(text, room, count > 1 ? "s" : "");
    const char *between = " ";
    for (int i = 0; i < p->threads && used < room - 24; ++i)
        if (belongs(p, i, round)) {
            used += (size_t)snprintf(text + used, room - used, "%s%d", between, i);
            between = ", ";
        }
    return count;
}

static void name_accelerators(const ctsar__pass *p, double waited)
{
    for (int a = 0; a < p->accs; ++a)
        if (p->acc[a].working > 0)
            ctsar__warn("%s: %s has been at work on its part of the pass for %.3g s%s", p->name,
                        p->acc[a].device->name, waited,
                        isfinite(p->acc[a].device->timeout)
                            ? ""
                            : "; set CTSAR_TIMEOUT to do without an accelerator after so long");
}

/* Says, once a round, for whom this thread has waited for so long. */
static void complain(ctsar__pass *p, uint32_t round, double waited)
{
    char threads[200];
    uint32_t before = p->complained;
    if (before == round || !atomic_compare_exchange_strong(&p->complained, &before, round))
        return;
    int out = name_threads(p, is_out, round, threads, sizeof threads);
    if (out) {
        ctsar__warn("%s: waiting for thread%s of a team of %d, which %s not entered the pass "
                    "after %.3g s; all threads of the team must take part (is the region inside "
                    "omp single, master, sections or another region's turn?)",
                    p->name, threads, p->threads, out > 1 ? "have" : "has", waited);
        return;
    }
    int busy = name_threads(p, is_in_its_turn, round, threads, sizeof threads);
    if (busy)
        ctsar__warn("%s: waiting for thread%s of a team of %d, which %s not come to ctsar_loop "
                    "after %.3g s; %s still in the loop's body, or left the loop by break, return "
                    "or the like, which the others wait for in vain",
                    p->name, threads, p->threads, busy > 1 ? "have" : "has", waited,
                    busy > 1 ? "they are" : "it is");
    name_accelerators(p, waited);
}

/* ---- At the barrier ------------------------------------------------------------------------ */

static unsigned spins_of(const ctsar__pass *p)
{
    const ctsar__costs *c = p->sched->env.costs;
    double wait = p->threads > p->machine->processors ? c->wait_crowded
                  : p->cores_alone                    ? c->wait_cores
                  : ctsar__pass_spares(p)             ? c->wait_spare
                                                      : c->wait_accelerators;
    return (unsigned)(wait / c->look);
}

static double least(double a, double b)
{
    return a < b ? a : b;
}

void ctsar__wait_for_others(ctsar__pass *p, ctsar__lane *l, uint32_t round)
{
    double limit = p->machine->config.timeout, soon = least(limit / 2, SOON);
    if (ctsar__barrier_wait(&p->barrier, round, soon, spins_of(p)))
        return;
    double began = ctsar__now() - soon;
    l->waits = round;
    while (!ctsar__barrier_wait(&p->barrier, round, limit / 2, 0)) {
        double waited = ctsar__now() - began;
        if (waited < limit)
            continue;
        if (ctsar__barrier_wait(&p->barrier, round, 2 * SOON, 0)) /* who has just come says so */
            return;
        complain(p, round, waited);
    }
}

void ctsar__wait_to_be_last(ctsar__pass *p, ctsar__lane *l, uint32_t round)
{
    enum { SEVERAL = 1000 }; /* looks, before a clock is asked */
    double began = ctsar__now(), limit = p->machine->config.timeout;
    unsigned last = (unsigned)p->threads - 1;
    for (unsigned looks = 0; ctsar__barrier_arrived(&p->barrier) != last; ++looks) {
        ctsar__barrier_pause(looks);
        if (looks < SEVERAL)
            continue;
        l->waits = round;
        if (ctsar__now() - began > limit)
            complain(p, round, limit);
    }
}

/* ---- For turns ------------------------------------------------------------------------------ */

void ctsar__wait_for_turns(ctsar__pass *p, ctsar__lane *l, uint32_t round,
                           bool (*must)(ctsar__pass *p, const ctsar__lane *l))
{
    ctsar__queue *q = &p->queue;
    double limit = p->machine->config.timeout;
    while (must(p, l)) {
        double began = ctsar__now();
        struct timespec last = ctsar__moment_in(limit + 2 * SOON);
        l->waits = round;
        if (pthread_cond_timedwait(&q->released, &q->lock, &last) == ETIMEDOUT && must(p, l))
            complain(p, round, ctsar__now() - began);
        l->waits = 0;
    }
}
