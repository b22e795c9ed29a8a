/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/pass.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pass/core/bounds.h"
#include "pass/core/failure.h"
#include "pass/core/lanes.h"
#include "pass/core/nodes.h"
#include "pass/core/absence.h"
#include "pass/core/price.h"
#include "pass/core/ready.h"
#include "pass/core/round_end.h"
#include "pass/core/trace.h"
#include "pass/core/view.h"
#include "pass/core/wait.h"
#include "pass/flight/hand_over.h"
#include "pass/rounds/rounds.h"
#include "pass/turn/checking.h"
#include "pass/turn/turn.h"

/* ---- The calling thread's place ------------------------------------------- */

CTSAR_API __thread struct ctsar_turn_bounds ctsar_turn_;

/* The pass and lane that the calling thread is in; no region may be entered from
 * inside another's turn. */
static _Thread_local ctsar__presence current;

static void arrive_in(ctsar__pass *p, ctsar__lane *l)
{
    ctsar__presence *here = &current;
    here->pass = p;
    here->lane = l;
    if (!here->bounds)
        here->bounds = &ctsar_turn_;
    l->presence = here;
}

static void leave(const ctsar__lane *l)
{
    ctsar__presence *here = l->presence;
    here->pass = NULL;
    here->lane = NULL;
    *here->bounds = (struct ctsar_turn_bounds){0, 0};
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
        p->lanes = NULL;
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
    ctsar__rounds_init(p);
    p->published.n = -1;
    ctsar__pass_expect_accs(p);
    int status = ctsar__flight_init(p);
    if (status)
        ctsar__pass_free(p);
    return status;
}

void ctsar__pass_free(ctsar__pass *p)
{
    ctsar__ready_settle(p);
    ctsar__flight_free(p); /* then no worker is in this pass any more */
    ctsar__rounds_free(p);
    ctsar__price_free(p);
    ctsar__lanes_free(p->lanes);
    p->lanes = NULL;
    free(p->acc);
    ctsar__split_free(&p->published);
    pthread_mutex_destroy(&p->lock);
}

void ctsar__pass_replace_sched(ctsar__pass *p, ctsar__sched *sched)
{
    p->sched = sched;
    p->published.n = -1;
    p->usual.untold = 0;
    ctsar__pass_expect_accs(p);
    ctsar__ready_wait(p);
    ctsar__absence_tell(p);
    ctsar__ready_admit(p);
    ctsar__round_choose(p);
}

void ctsar__pass_replace_check(ctsar__pass *p, ctsar__check *check, const char *excuse)
{
    p->check = check;
    p->excuse = excuse;
    ctsar__round_choose(p);
}

/* ---- Entering ------------------------------------------------------------------ */

/* The lane's first turn of a round. */
static int open_round(ctsar__pass *p, ctsar__lane *l)
{
    l->core_done = l->served = false;
    l->split = NULL;
    if (p->excuse)
        ctsar__checking_excuse(p);
    return p->round->open(p, l);
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

/* Others read it for messages alone. */
static void note_left(ctsar__lane *l, uint32_t round)
{
    atomic_store_explicit(&l->left, round, memory_order_relaxed);
}

/* The lane's thread has left it before the others had come to its end. */
static void wait_for_last_pass(ctsar__pass *p, ctsar__lane *l)
{
    uint32_t left = atomic_load_explicit(&l->left, memory_order_relaxed);
    if (!left)
        return;
    if (left == ctsar__pass_round(p))
        ctsar__wait_for_others(p, l, left);
    note_left(l, 0);
}

/* Never inline: ctsar__pass_turn is called in each call of a turn and would save this one's
 * registers. */
static __attribute__((noinline)) int enter(ctsar__pass *p, ctsar__lane **lane)
{
    if (current.pass)
        return ctsar__error(CTSAR_ESTATE,
                            "it is entered inside a turn of region %s; end that turn with "
                            "ctsar_loop first",
                            current.pass->name);
    ctsar__member me = ctsar__team_member();
    ctsar__lane *l;
    int status = check_process(p);
    if (!status) { /* its next call may succeed, and is not to execute anything */
        status = ctsar__lane_find(p, me, &l);
        ctsar__pass_fail(p, status);
    }
    if (!status)
        wait_for_last_pass(p, l);
    if (!status)
        status = ctsar__lane_enter(p, me, l);
    if (status)
        return status;
    arrive_in(p, l);
    *lane = l;
    l->bounded = false;
    if ((p->reporting || p->nodes) && !p->virtual_clock)
        l->entered = ctsar__now();
    ctsar__trace_enter(p);
    status = open_round(p, l);
    ctsar__pass_fail(p, status);
    return status;
}

int ctsar__pass_turn(ctsar__pass *p, ctsar__lane **lane)
{
    const ctsar__presence *here = &current;
    if (here->pass != p)
        return enter(p, lane);
    *lane = here->lane;
    return CTSAR_OK;
}

bool ctsar__pass_within(void)
{
    return current.pass || ctsar__worker_here();
}

/* ---- The range ----------------------------------------------------------------- */

/* What CSTART and CEND load. */
static void set_bounds(const ctsar__lane *l)
{
    ctsar_call call = ctsar__call_of(l->book.bounds, l->hi, l->range);
    *l->presence->bounds = (struct ctsar_turn_bounds){call.start, call.end};
}

/* Notes the pass's bounds, which must be those of earlier turns. */
static int state_bounds(ctsar__pass *p, ctsar__lane *l, ctsar__bounds b, long hi)
{
    if (!l->bounded) {
        l->book.bounds = b;
        l->hi = hi;
        l->bounded = true;
        return p->nodes ? ctsar__nodes_divide(p, l) : CTSAR_OK;
    }
    ctsar__bounds before = p->nodes ? l->stated : l->book.bounds;
    if (ctsar__same_bounds(before, b))
        return CTSAR_OK;
    return ctsar__error(CTSAR_ETEAM,
                        "thread %d says %ld iterations from %ld, and %ld from %ld in an earlier "
                        "turn of this pass; they must be the same in all turns",
                        l->thread, b.n, b.lo, before.n, before.lo);
}

/* A turn that has not what the first one had executes its body on pointers into another unit. */
static int check_registrations(ctsar__lane *l)
{
    int now = l->data.arrays.count + l->data.reductions.count;
    if (!l->bounded)
        l->book.registered = now;
    if (now >= l->book.registered)
        return CTSAR_OK;
    return ctsar__error(CTSAR_ESTATE,
                        "the thread's first turn of this pass had registered %d arrays and "
                        "reductions by now, this turn %d; register them in every turn, which is "
                        "inside the do/while and before ctsar_next, not before the loop",
                        l->book.registered, now);
}

int ctsar__pass_next(ctsar__pass *p, ctsar__lane *l, ctsar__bounds b, long hi)
{
    if (l->stage != CTSAR__TURN_OPEN)
        return ctsar__error(CTSAR_ESTATE, "it is called twice in one turn; end the turn with "
                                          "ctsar_loop first");
    l->stage = CTSAR__TURN_RANGE;
    int status = check_registrations(l);
    if (!status)
        status = state_bounds(p, l, b, hi);
    if (!status)
        status = ctsar__pass_failure(p);
    if (!status)
        status = l->ahead ? ctsar__turn_begin(p, l) : p->round->next(p, l);
    if (status)
        l->range = (ctsar__range){0, 0};
    set_bounds(l);
    return status;
}

/* ---- The end of a turn ---------------------------------------------------------------- */

static int end_turn(ctsar__pass *p, ctsar__lane *l)
{
    if (p->status) /* what made the pass fail says more than what it leads to */
        return CTSAR_OK;
    if (l->stage != CTSAR__TURN_RANGE)
        return ctsar__error(CTSAR_ESTATE, "the turn had no ctsar_next");
    return p->round->end(p, l);
}

/* Opens the lane's next turn in this round, if there is one. */
static bool next_turn(ctsar__pass *p, ctsar__lane *l)
{
    if (p->status) {
        if (p->round->abandon)
            p->round->abandon(p, l);
        return false;
    }
    return ctsar__turn_continue(p, l) || p->round->again(p, l);
}

/* Does no accelerator take part in the lane's round?  What the end of the last round made of that
 * may be wrong: another team, or another number of iterations, and a policy decides anew.  Whoever
 * has served one never leaves: then a team is not done with a loop before the accelerator is. */
static bool is_cores_own(const ctsar__pass *p, const ctsar__lane *l)
{
    if (!p->cores_alone || l->served)
        return false;
    int cores = ctsar__pass_team(p).cores;
    for (int a = 0; a < p->accs; ++a)
        if (!ctsar__acc_left_out(p, a) ||
            (l->split && ctsar__range_len(ctsar__split_range(l->split, cores + a)) > 0))
            return false;
    return true;
}

/* Is the pass certain to end with this round, and need its threads not wait for that?  0 is no
 * round that `left` can hold. */
static bool may_leave(const ctsar__pass *p, const ctsar__lane *l, uint32_t round)
{
    return p->nowait && round && p->round->scheduled && p->sched->one_round && !p->rescuing &&
           !p->nodes && !p->virtual_clock && !p->watching && !p->status && is_cores_own(p, l);
}

/* Does the last one to arrive have to look at what the lane's thread did? */
static bool is_news(const ctsar__pass *p, const ctsar__lane *l)
{
    const ctsar__usual *usual = &p->usual;
    const ctsar__book *b = &l->book;
    return b->untold >= usual->untold || b->registered != usual->registered ||
           !ctsar__same_bounds(b->bounds, usual->bounds);
}

int ctsar__pass_loop(ctsar__pass *p, ctsar__lane *l, bool *again)
{
    const ctsar__round_ops *round = p->round;
    if ((*again = round->straight_on && round->straight_on(p, l)))
        return CTSAR_OK;
    if (round->planned) /* mostly this turn is the lane's last */
        ctsar__barrier_expect(&p->barrier);
    int status = p->nodes ? ctsar__nodes_note(p, l) : CTSAR_OK;
    if (!status)
        status = end_turn(p, l);
    ctsar__pass_fail(p, status);
    *again = next_turn(p, l);
    if (*again)
        return CTSAR_OK;
    ctsar__moment now = ctsar__barrier_now(&p->barrier);
    if (p->nodes && ctsar__nodes_funnel(p))
        ctsar__wait_to_be_last(p, l, now.round);
    bool leaves = !status && may_leave(p, l, now.round);
    if (leaves)
        note_left(l, now.round);
    ctsar__arrival arrival =
        ctsar__barrier_arrive(&p->barrier, (unsigned)p->threads, is_news(p, l));
    if (arrival.last) {
        if (leaves)
            note_left(l, 0);
        int ended = ctsar__round_end(p, arrival.news, again);
        status = status ? status : ended;
        ctsar__barrier_open(&p->barrier, *again);
    } else if (leaves) {
        leave(l);
        return CTSAR_OK;
    } else {
        ctsar__wait_for_others(p, l, now.round);
        *again = ctsar__pass_number(p) == now.pass;
    }
    int late = ctsar__failure_take(p);
    status = status ? status : late;
    if (!*again) {
        leave(l);
        return status;
    }
    int opened = open_round(p, l);
    ctsar__pass_fail(p, opened);
    return status ? status : opened;
}
