/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The calling thread's place ------------------------------------------- */

CTSAR_API __thread struct ctsar_turn_bounds ctsar_turn_;

/* The pass and lane that the calling thread is in; no region may be entered from
 * inside another's turn. */
static _Thread_local struct {
    ctsar__pass *pass;
    ctsar__lane *lane;
} current;

static void leave(void)
{
    current.pass = NULL;
    current.lane = NULL;
    ctsar_turn_ = (struct ctsar_turn_bounds){0, 0};
}

/* ---- Life ------------------------------------------------------------------- */

int ctsar__pass_init(ctsar__pass *p, ctsar__device *const *device)
{
    size_t room = (size_t)(p->accs ? p->accs : 1) * sizeof *p->acc;
    p->lanes = calloc(1, sizeof *p->lanes);
    p->acc = aligned_alloc(_Alignof(ctsar__acc), room);
    if (!p->lanes || !p->acc) {
        free(p->lanes);
        free(p->acc);
        return ctsar__error(CTSAR_ENOMEM, "no memory for a region");
    }
    memset(p->acc, 0, room);
    for (int i = 0; i < p->accs; ++i) {
        p->acc[i].device = device[i];
        p->acc[i].workers = p->machine->workers[i];
        p->acc[i].gone = device[i]->failed;
        if (p->acc[i].gone)
            snprintf(p->acc[i].reason, sizeof p->acc[i].reason, "%s", device[i]->why);
    }
    pthread_mutex_init(&p->lock, NULL);
    ctsar__barrier_init(&p->barrier);
    ctsar__queue_init(&p->queue);
    p->published.n = -1;
    int status = ctsar__serve_init(p);
    if (status)
        ctsar__pass_free(p);
    return status;
}

void ctsar__pass_free(ctsar__pass *p)
{
    ctsar__serve_free(p); /* then no worker is in this pass any more */
    ctsar__rescue_free(&p->rescue);
    ctsar__price_free(p);
    ctsar__lanes_free(p->lanes);
    free(p->acc);
    ctsar__queue_free(&p->queue);
    ctsar__split_free(&p->published);
    pthread_mutex_destroy(&p->lock);
}

bool ctsar__pass_fail(ctsar__pass *p, int status)
{
    int none = CTSAR_OK;
    return status && atomic_compare_exchange_strong(&p->status, &none, status);
}

/* Keeps an error on a thread of the library for one of the team. */
static void keep_late(ctsar__pass *p, int status)
{
    pthread_mutex_lock(&p->lock);
    if (!p->late) {
        snprintf(p->late_detail, sizeof p->late_detail, "%s", ctsar__error_detail());
        p->late = status;
    }
    pthread_mutex_unlock(&p->lock);
}

void ctsar__pass_fail_late(ctsar__pass *p, int status)
{
    if (ctsar__pass_fail(p, status))
        keep_late(p, status);
}

/* What there is to report, as if the calling thread had met it. */
static int take_late(ctsar__pass *p)
{
    if (!atomic_load_explicit(&p->late, memory_order_relaxed))
        return CTSAR_OK;
    pthread_mutex_lock(&p->lock);
    int status = p->late;
    if (status)
        ctsar__error(status, "%s", p->late_detail);
    p->late = CTSAR_OK;
    pthread_mutex_unlock(&p->lock);
    return status;
}

void ctsar__pass_replace_sched(ctsar__pass *p, ctsar__sched *sched)
{
    p->sched = sched;
    p->published.n = -1;
}

/* ---- Which unit a turn is for ------------------------------------------------ */

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
        uint32_t claimed = atomic_load_explicit(&p->acc[a].claimed, memory_order_relaxed);
        if (claimed != round && !p->acc[a].gone && !p->acc[a].formless &&
            !empty_for(split, cores + a) &&
            atomic_compare_exchange_strong(&p->acc[a].claimed, &claimed, round))
            return cores + a;
    }
    if (l->core_done || l->thread >= cores)
        return -1;
    l->core_done = true;
    return l->thread;
}

const ctsar__split *ctsar__pass_published(const ctsar__pass *p, long n, ctsar__team team)
{
    const ctsar__split *s = &p->published;
    bool fits = n >= 0 && s->n == n && s->team.cores == team.cores && s->team.accs == team.accs;
    return fits ? s : NULL;
}

/* The lane's first turn of a round.  In the first round of a pass the loop's
 * bounds are not known yet: most likely they are as they were. */
static int open_round(ctsar__pass *p, ctsar__lane *l)
{
    l->core_done = false;
    l->split = NULL;
    if (p->excuse)
        ctsar__checked_excuse(p);
    if (p->check) {
        ctsar__checked_open(p, l);
        return CTSAR_OK;
    }
    if (p->rescuing) {
        ctsar__rescue_open(p, l);
        return CTSAR_OK;
    }
    if (p->sched->mode == CTSAR__QUEUE)
        return ctsar__queue_open(p, l);
    long n = l->bounded ? l->book.bounds.n : p->published.n;
    ctsar__turn_open(p, l, choose_unit(p, l, ctsar__pass_published(p, n, ctsar__pass_team(p))));
    return CTSAR_OK;
}

/* Drivers do not go along into a child. */
static int check_process(const ctsar__pass *p)
{
    if (!p->accs || p->machine->forks == ctsar__forks())
        return CTSAR_OK;
    for (int a = 0; a < p->accs; ++a)
        if (!ctsar__device_usable(p->machine, p->acc[a].device))
            return ctsar__error(CTSAR_EDEVICE,
                                "%s was opened before this process was forked and cannot be used "
                                "in it; fork first, then open regions",
                                p->acc[a].device->name);
    return CTSAR_OK;
}

int ctsar__pass_turn(ctsar__pass *p, ctsar__lane **lane)
{
    if (current.pass == p) {
        *lane = current.lane;
        return CTSAR_OK;
    }
    if (current.pass)
        return ctsar__error(CTSAR_ESTATE,
                            "it is entered inside a turn of region %s; end that turn with "
                            "ctsar_loop first",
                            current.pass->name);
    ctsar__member me = ctsar__team_member();
    ctsar__lane *l;
    int status = check_process(p);
    if (!status)
        status = ctsar__lane_find(p, me, &l);
    if (!status)
        status = ctsar__lane_enter(p, me, l);
    if (status)
        return status;
    current.pass = p;
    current.lane = *lane = l;
    l->bounded = false;
    if (p->reporting && !p->virtual_clock)
        l->entered = ctsar__now();
    return open_round(p, l);
}

/* ---- The range ----------------------------------------------------------------- */

/* Finds the split in force: the published one, or one derived by the same pure
 * function that every other thread uses. */
static int find_split(ctsar__pass *p, ctsar__lane *l)
{
    ctsar__team team = ctsar__pass_team(p);
    l->split = ctsar__pass_published(p, l->book.bounds.n, team);
    if (l->split)
        return CTSAR_OK;
    int status = ctsar__sched_split(p->sched, l->book.bounds.n, team, &l->own);
    if (!status)
        l->split = &l->own;
    return status;
}

ctsar_call ctsar__call_of(ctsar__bounds b, long hi, ctsar__range r)
{
    long n = ctsar__range_len(r), start = b.lo + r.lo * b.step;
    return (ctsar_call){.start = start,
                        .end = n == 0        ? start
                               : r.hi == b.n ? hi
                                             : b.lo + r.hi * b.step,
                        .step = b.step,
                        .count = n};
}

/* What CSTART and CEND load. */
static void set_bounds(const ctsar__lane *l)
{
    ctsar_call call = ctsar__call_of(l->book.bounds, l->hi, l->range);
    ctsar_turn_ = (struct ctsar_turn_bounds){call.start, call.end};
}

/* Notes the pass's bounds, which must be those of earlier turns. */
static int state_bounds(ctsar__lane *l, ctsar__bounds b, long hi)
{
    if (!l->bounded) {
        l->book.bounds = b;
        l->hi = hi;
        l->bounded = true;
        return CTSAR_OK;
    }
    if (ctsar__same_bounds(l->book.bounds, b))
        return CTSAR_OK;
    return ctsar__error(CTSAR_ETEAM,
                        "thread %d says %ld iterations from %ld, and %ld from %ld in an earlier "
                        "turn of this pass; they must be the same in all turns",
                        l->thread, b.n, b.lo, l->book.bounds.n, l->book.bounds.lo);
}

/* The range of a turn in SPLIT mode. */
static int split_next(ctsar__pass *p, ctsar__lane *l)
{
    int status = l->split ? CTSAR_OK : find_split(p, l);
    if (!status && l->unit >= 0)
        l->range = ctsar__split_range(l->split, l->unit);
    return status;
}

int ctsar__pass_next(ctsar__pass *p, ctsar__lane *l, ctsar__bounds b, long hi)
{
    if (l->stage != CTSAR__TURN_OPEN)
        return ctsar__error(CTSAR_ESTATE, "it is called twice in one turn; end the turn with "
                                          "ctsar_loop first");
    l->stage = CTSAR__TURN_RANGE;
    int status = state_bounds(l, b, hi);
    if (!status)
        status = atomic_load_explicit(&p->status, memory_order_relaxed);
    if (!status && p->check)
        status = ctsar__checked_next(p, l);
    else if (!status && !l->ahead)
        status = p->sched->mode == CTSAR__QUEUE ? ctsar__queue_next(p, l) : split_next(p, l);
    if (!status && !p->check)
        status = ctsar__turn_begin(p, l);
    if (status)
        l->range = (ctsar__range){0, 0};
    set_bounds(l);
    return status;
}

void ctsar__pass_arrive(ctsar__pass *p)
{
    bool again;
    if (!ctsar__barrier_arrive(&p->barrier, (unsigned)p->threads))
        return;
    int status = ctsar__pass_conclude(p, &again);
    if (status)
        keep_late(p, status);
    ctsar__barrier_open(&p->barrier, again);
}

/* ---- Waiting ------------------------------------------------------------------------ */

/* Says, once a round, for which threads the barrier waits. */
static void complain(ctsar__pass *p, uint32_t round, double waited)
{
    uint32_t before = p->complained;
    if (before == round || !atomic_compare_exchange_strong(&p->complained, &before, round))
        return;
    char absent[200] = "";
    size_t used = 0;
    int out = 0;
    for (int i = 0; i < p->threads && used < sizeof absent - 24; ++i)
        if (i >= p->lanes->count || !ctsar__lane_joined(p, p->lanes->lane[i])) {
            used +=
                (size_t)snprintf(absent + used, sizeof absent - used, "%s%d", out ? ", " : "", i);
            out++;
        }
    for (int a = 0; a < p->accs && !out; ++a)
        if (p->acc[a].working > 0)
            ctsar__warn("%s: %s has been at work on its part of the pass for %.3g s; set "
                        "CTSAR_TIMEOUT to do without an accelerator after so long",
                        p->name, p->acc[a].device->name, waited);
    if (out)
        ctsar__warn("%s: waiting for thread%s %s of a team of %d, which %s not entered the pass "
                    "after %.3g s; all threads of the team must take part (is the region inside "
                    "omp single, master, sections or another region's turn?)",
                    p->name, out > 1 ? "s" : "", absent, p->threads, out > 1 ? "have" : "has",
                    waited);
}

static unsigned spins_of(const ctsar__pass *p)
{
    if (p->threads > p->machine->processors)
        return CTSAR__SPINS_CROWDED;
    return p->accs > 0 ? CTSAR__SPINS_ACCELERATORS : CTSAR__SPINS_CORES;
}

static void wait_for_others(ctsar__pass *p, uint32_t round)
{
    double limit = p->machine->config.timeout, began = 0;
    while (!ctsar__barrier_wait(&p->barrier, round, limit / 2, spins_of(p))) {
        double now = ctsar__now();
        if (began == 0)
            began = now - limit / 2;
        if (now - began >= limit)
            complain(p, round, now - began);
    }
}

/* ---- The end of a turn ---------------------------------------------------------------- */

static int end_turn(ctsar__pass *p, ctsar__lane *l)
{
    if (l->stage != CTSAR__TURN_RANGE)
        return ctsar__error(CTSAR_ESTATE, "the turn had no ctsar_next");
    if (p->status)
        return CTSAR_OK;
    return p->check ? ctsar__checked_end(p, l) : ctsar__turn_end(p, l);
}

/* Opens the lane's next turn in this round, if there is one. */
static bool next_turn(ctsar__pass *p, ctsar__lane *l)
{
    if (p->check)
        return ctsar__checked_again(p, l);
    bool queue = p->sched->mode == CTSAR__QUEUE && !p->rescuing;
    if (p->status) {
        if (queue)
            ctsar__queue_abandon(p, l);
        return false;
    }
    if (ctsar__turn_continue(p, l))
        return true;
    if (p->rescuing)
        return ctsar__rescue_again(p, l);
    if (queue)
        return ctsar__queue_again(p, l);
    int unit = choose_unit(p, l, l->split);
    if (unit >= 0)
        ctsar__turn_open(p, l, unit);
    return unit >= 0;
}

int ctsar__pass_loop(ctsar__pass *p, ctsar__lane *l, bool *again)
{
    if ((*again = ctsar__queue_straight_on(p, l)))
        return CTSAR_OK;
    if (p->sched->mode == CTSAR__SPLIT) /* mostly this turn is the lane's last */
        ctsar__barrier_expect(&p->barrier);
    int status = end_turn(p, l);
    ctsar__pass_fail(p, status);
    *again = next_turn(p, l);
    if (*again)
        return CTSAR_OK;
    ctsar__moment now = ctsar__barrier_now(&p->barrier);
    if (ctsar__barrier_arrive(&p->barrier, (unsigned)p->threads)) {
        int concluded = ctsar__pass_conclude(p, again);
        status = status ? status : concluded;
        ctsar__barrier_open(&p->barrier, *again);
    } else {
        wait_for_others(p, now.round);
        *again = ctsar__pass_number(p) == now.pass;
    }
    int late = take_late(p);
    status = status ? status : late;
    if (!*again) {
        leave();
        return status;
    }
    int opened = open_round(p, l);
    ctsar__pass_fail(p, opened);
    return status ? status : opened;
}
