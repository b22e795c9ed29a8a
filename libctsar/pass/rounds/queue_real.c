/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Ranges on demand under the real clock.  A thread takes the next range for an accelerator that
 * nobody serves, then for its own core, and so on in turn; the policy is asked under a lock, or,
 * where it shares out pieces of one size, not at all: then a cursor is advanced, for several pieces
 * at once where they are so short that threads would mostly wait for each other there. */
#include "pass/rounds/queue_real.h"

#include <math.h>

#include "pass/core/absence.h"
#include "pass/core/book.h"
#include "pass/core/orphans.h"
#include "pass/core/price.h"
#include "pass/core/ready.h"
#include "pass/core/replay.h"
#include "pass/core/view.h"
#include "pass/flight/hand_over.h"
#include "pass/rounds/queue.h"
#include "pass/turn/turn.h"

static bool applies(const ctsar__pass *p)
{
    return p->sched->mode == CTSAR__QUEUE && !p->virtual_clock;
}

/* ---- Which unit -------------------------------------------------------------------- */

/* The thread is now the one that serves the accelerator, where nobody does.  Whoever has handed it
 * over to its workers says so before letting go of `busy`, so that the last word on `served` is
 * what it says then. */
static bool serve(ctsar__pass *p, int acc)
{
    ctsar__acc *a = &p->acc[acc];
    uint32_t round = p->queue.round;
    if (ctsar__acc_left_out(p, acc) || a->served == round || a->busy || ctsar__acc_is_unready(a) ||
        ctsar__acc_is_out(p, a) || atomic_exchange(&a->busy, true))
        return false;
    if (a->served != round)
        return true;
    a->busy = false;
    return false;
}

/* A unit for the lane's next turn, or -1.  After an accelerator's turn the own core comes first, so
 * that it is not lost behind it; `core_first`: no accelerator is asked for now. */
static int unit_for(ctsar__pass *p, ctsar__lane *l, bool core_first)
{
    int cores = ctsar__pass_team(p).cores;
    bool own = !l->core_done && l->thread < cores;
    if (core_first || (own && l->acc >= 0))
        return own ? l->thread : -1;
    for (int i = 0; i < p->accs && (!own || !p->dedicated); ++i) {
        int a = (l->thread + i) % p->accs;
        if (serve(p, a))
            return cores + a;
    }
    return own ? l->thread : -1;
}

/* ---- Which range ------------------------------------------------------------------- */

/* Shared pieces, as many as that or all that is left.  The cursor counts pieces, since it goes on
 * past the last one: so many iterations more might not be a long. */
static bool claim(ctsar__queue *q, long pieces, ctsar__range *r)
{
    long first = atomic_fetch_add_explicit(&q->cursor, pieces, memory_order_relaxed);
    if (first >= q->pieces)
        return false;
    bool last = q->pieces - first <= pieces;
    *r = (ctsar__range){first * q->piece, last ? q->n : (first + pieces) * q->piece};
    return true;
}

/* Pieces to take next: so many as last costs.claim by what those of the last claim took, and a
 * small part of what was left then. */
static long pieces_to_claim(const ctsar__pass *p, const ctsar__claims *s, double took)
{
    long left = (p->queue.n - s->range.hi) / p->queue.piece, part = left / (4 * p->threads);
    double claim = p->sched->env.costs->claim;
    long most = took * 2 < claim ? 2 * s->pieces : (long)(claim / took * (double)s->pieces);
    most = most < part ? most : part;
    return most > 1 ? most : 1;
}

static void take_piece(const ctsar__queue *q, ctsar__claims *s, ctsar__range *r)
{
    bool last = ctsar__range_len(s->range) <= q->piece;
    *r = (ctsar__range){s->range.lo, last ? s->range.hi : s->range.lo + q->piece};
    s->range.lo = r->hi;
}

/* For a core, out of the pieces that the thread has claimed. */
static bool own_piece(ctsar__pass *p, ctsar__lane *l, ctsar__range *r)
{
    ctsar__queue *q = &p->queue;
    ctsar__claims *s = &l->claims;
    if (s->round != q->round)
        *s = (ctsar__claims){.round = q->round};
    if (ctsar__range_len(s->range) == 0) {
        double now = ctsar__now(), took = s->pieces ? fmax(now - s->at, 0) : 0;
        s->pieces = s->pieces ? pieces_to_claim(p, s, took) : 1;
        s->seconds += took;
        s->at = now;
        if (!claim(q, s->pieces, &s->range))
            return false;
    }
    take_piece(q, s, r);
    return true;
}

/* Under the lock. */
static bool by_policy(ctsar__pass *p, int unit, ctsar__range *r)
{
    bool got = ctsar__sched_assign(p->sched, unit, ctsar__now() - p->queue.start, r);
    if (got)
        ctsar__price_note(p, unit);
    return got;
}

/* Under the lock unless pieces are shared. */
static bool assign(ctsar__pass *p, ctsar__lane *l, int unit, ctsar__range *r)
{
    ctsar__queue *q = &p->queue;
    if (q->piece)
        return unit < ctsar__pass_team(p).cores ? own_piece(p, l, r) : claim(q, 1, r);
    return by_policy(p, unit, r);
}

/* The policy has no range for the unit; true: but it may have one later.  An accelerator stays with
 * the thread until it says that it is free. */
static bool refused(ctsar__pass *p, ctsar__lane *l, int unit)
{
    int acc = unit - ctsar__pass_team(p).cores;
    if (acc < 0) {
        l->core_done = true;
        return false;
    }
    if (p->sched->later > 0)
        return true;
    p->acc[acc].served = p->queue.round;
    return false;
}

static void set_free(ctsar__pass *p, int unit)
{
    int acc = unit - ctsar__pass_team(p).cores;
    if (acc >= 0)
        p->acc[acc].busy = false;
}

static bool take(ctsar__pass *p, ctsar__lane *l, int *unit, ctsar__range *r)
{
    bool later = false;
    while ((*unit = unit_for(p, l, later)) >= 0) {
        if (assign(p, l, *unit, r))
            return true;
        later = refused(p, l, *unit) || later;
        set_free(p, *unit);
    }
    return false;
}

/* ---- Turns ------------------------------------------------------------------------- */

static int open(ctsar__pass *p, ctsar__lane *l)
{
    ctsar__queue *q = &p->queue;
    pthread_mutex_lock(&q->lock);
    if (ctsar__queue_clear(p))
        q->start = ctsar__now();
    l->acc = -1;
    bool core_first = p->sched->cores_first && l->thread < ctsar__pass_team(p).cores;
    ctsar__turn_open(p, l, unit_for(p, l, core_first));
    pthread_mutex_unlock(&q->lock);
    return CTSAR_OK;
}

/* From here on the cursor stands for the policy, where it shares out pieces of one size. */
static void share_pieces(ctsar__pass *p)
{
    ctsar__queue *q = &p->queue;
    long piece = p->sched->shared_piece;
    if (q->piece == piece)
        return;
    q->pieces = q->n / piece + (q->n % piece > 0);
    q->piece = piece;
}

/* A turn without iterations is one on its accelerator all the same, whose windows it empties:
 * nobody else serves that before the turn is over. */
static bool first_range(ctsar__pass *p, ctsar__lane *l)
{
    share_pieces(p);
    if (l->unit < 0)
        return false;
    bool got = assign(p, l, l->unit, &l->range);
    if (!got)
        refused(p, l, l->unit);
    return got;
}

static int next(ctsar__pass *p, ctsar__lane *l)
{
    return ctsar__queue_next(p, l, first_range);
}

static bool straight_on(ctsar__pass *p, ctsar__lane *l)
{
    bool bare = l->stage == CTSAR__TURN_RANGE && !p->reporting && l->data.arrays.count == 0 &&
                l->data.reductions.count == 0 && l->capture.launches == 0;
    bool more = ctsar__range_len(l->claims.range) > 0 &&
                l->claims.round == ctsar__barrier_now(&p->barrier).round;
    if (!bare || !more || l->acc >= 0 || p->status)
        return false;
    ctsar__book_range(p, &l->book, l->range, 0, 0);
    ctsar__record_range(p, &l->executed, l->range);
    take_piece(&p->queue, &l->claims, &l->range);
    l->stage = CTSAR__TURN_OPEN;
    l->ahead = true;
    return true;
}

/* The policy learns what the turn took. */
static void complete_turn(ctsar__pass *p, ctsar__sample sample)
{
    sample.end = ctsar__now() - p->queue.start;
    ctsar__sched_complete(p->sched, &sample);
}

/* The thread's turn on an accelerator is over; `served` comes first (see serve). */
static void let_go(ctsar__pass *p, ctsar__lane *l)
{
    if (l->acc < 0)
        return;
    if (l->handed_over || ctsar__acc_is_out(p, &p->acc[l->acc]))
        p->acc[l->acc].served = p->queue.round;
    set_free(p, l->unit);
}

/* The policy is told first, and asked under the same lock: others leave because a unit that has a
 * range will ask again, so nobody else may ask for it in between. */
static bool take_next(ctsar__pass *p, ctsar__lane *l, int *unit, ctsar__range *r)
{
    ctsar__queue *q = &p->queue;
    bool done = l->unit >= 0 && ctsar__range_len(l->range) > 0 && !l->handed_over;
    if (q->piece) {
        let_go(p, l);
        return take(p, l, unit, r);
    }
    pthread_mutex_lock(&q->lock);
    if (done)
        complete_turn(p, ctsar__queue_sample(p, l));
    let_go(p, l);
    bool taken = take(p, l, unit, r);
    pthread_mutex_unlock(&q->lock);
    return taken;
}

static bool again(ctsar__pass *p, ctsar__lane *l)
{
    int unit;
    ctsar__range range;
    if (!take_next(p, l, &unit, &range))
        return false;
    ctsar__turn_open_ahead(p, l, unit, range);
    return true;
}

/* ---- Accelerators that go on by themselves ------------------------------------------- */

static bool supply(ctsar__pass *p, int acc, int slot, const ctsar__sample *done, ctsar__range *r)
{
    (void)slot;
    ctsar__queue *q = &p->queue;
    int unit = ctsar__pass_team(p).cores + acc;
    if (q->piece)
        return r && !ctsar__acc_is_out(p, &p->acc[acc]) && claim(q, 1, r);
    pthread_mutex_lock(&q->lock);
    if (done)
        complete_turn(p, *done);
    bool taken = r && !ctsar__acc_is_out(p, &p->acc[acc]) && by_policy(p, unit, r);
    pthread_mutex_unlock(&q->lock);
    return taken;
}

static void leave(ctsar__pass *p, int acc)
{
    ctsar__range r;
    if (!p->queue.piece)
        ctsar__queue_orphan(p, acc);
    while (p->queue.piece && ctsar__queue_told(p) && claim(&p->queue, 1, &r))
        ctsar__orphan(p, r);
}

/* ---- The end ------------------------------------------------------------------------- */

/* All shared pieces that unit u had.  Cores' time is that between a thread's claims, which costs no
 * look at the clock besides. */
static void complete_shared(ctsar__pass *p, ctsar__team team, int u)
{
    const ctsar__book *b = ctsar__pass_book(p, team, u);
    long piece = p->queue.piece, n = ctsar__range_len(b->range);
    bool core = u < team.cores;
    ctsar__sample all = {.unit = u,
                         .team = team,
                         .range = b->range,
                         .pieces = n / piece + (n % piece > 0),
                         .seconds = core ? p->lanes->lane[u]->claims.seconds : b->seconds,
                         .fixed = core ? 0 : b->fixed,
                         .home = b->home,
                         .end = NAN};
    if (ctsar__pass_executed(p, b))
        ctsar__sched_complete(p->sched, &all);
}

static void complete(ctsar__pass *p, ctsar__team team)
{
    for (int u = 0; p->queue.piece && u < ctsar__team_units(team); ++u)
        complete_shared(p, team, u);
}

const ctsar__round_ops ctsar__round_queue_real = {
    .on_demand = true,
    .scheduled = true,
    .applies = applies,
    .open = open,
    .next = next,
    .end = ctsar__turn_end,
    .again = again,
    .abandon = let_go,
    .straight_on = straight_on,
    .go_on = ctsar__flight_dispatch,
    .supply = supply,
    .leave = leave,
    .complete = complete,
};
