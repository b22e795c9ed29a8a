/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Ranges on demand.  Under the real clock a thread takes the next range for an
 * accelerator that nobody serves, then for its own core, and so on in turn; the
 * policy is asked under a lock, or, where it shares out pieces of one size, not at all:
 * then a cursor is advanced, for several pieces at once where they are so short that threads would
 * mostly wait for each other there.  Under the virtual clock the order of the hand-outs is
 * that of the units' time lines, whichever thread executes them: one thread at a time
 * has turns, and goes on until all units have left. */
#include <math.h>

#include "pass.h"

/* Of work that a thread takes at once at most: it may end so much later than the others. */
#define CLAIM_SECONDS 10e-6

void ctsar__queue_init(ctsar__queue *q)
{
    pthread_mutex_init(&q->lock, NULL);
    pthread_cond_init(&q->released, NULL);
}

void ctsar__queue_free(ctsar__queue *q)
{
    ctsar__timeline_free(&q->timeline);
    pthread_cond_destroy(&q->released);
    pthread_mutex_destroy(&q->lock);
}

/* By the first thread of a round, under the lock. */
static int start_round(ctsar__pass *p)
{
    ctsar__queue *q = &p->queue;
    uint32_t round = ctsar__barrier_now(&p->barrier).round;
    if (q->round == round)
        return CTSAR_OK;
    q->round = round;
    q->begun = q->taken = false;
    q->piece = 0;
    q->cursor = 0;
    q->start = p->virtual_clock ? 0 : ctsar__now();
    return p->virtual_clock ? ctsar__timeline_begin(&q->timeline, ctsar__pass_team(p)) : CTSAR_OK;
}

/* The first thread that knows how many iterations there are tells the policy.  Under
 * the lock. */
static int begin(ctsar__pass *p, const ctsar__lane *l)
{
    ctsar__queue *q = &p->queue;
    long n = l->book.bounds.n;
    if (q->begun && q->n != n)
        return ctsar__error(CTSAR_ETEAM,
                            "thread %d says %ld iterations, another thread said %ld; they must be "
                            "the same in all threads",
                            l->thread, n, q->n);
    if (q->begun)
        return CTSAR_OK;
    ctsar__price_open(p, l->book.bounds);
    int status = ctsar__sched_begin(p->sched, n, ctsar__pass_team(p));
    q->begun = !status;
    q->n = n;
    /* Under the virtual clock the order matters, so the policy is asked. */
    q->piece = p->virtual_clock || status ? 0 : p->sched->shared_piece;
    return status;
}

/* ---- Real clock --------------------------------------------------------------- */

/* Does it get no more ranges, whatever the policy has for it? */
static bool is_out(const ctsar__acc *a)
{
    return a->gone || a->formless;
}

/* A unit for the lane's next turn, or -1.  After an accelerator's turn the own core comes first, so
 * that it is not lost behind it. */
static int real_unit(ctsar__pass *p, ctsar__lane *l)
{
    uint32_t round = p->queue.round;
    int cores = ctsar__pass_team(p).cores;
    bool own = !l->core_done && l->thread < cores;
    if (own && l->acc >= 0)
        return l->thread;
    for (int i = 0; i < p->accs && (!own || !p->dedicated); ++i) {
        int a = (l->thread + i) % p->accs;
        if (p->acc[a].claimed != round && !p->acc[a].busy && !is_out(&p->acc[a]) &&
            !atomic_exchange(&p->acc[a].busy, true))
            return cores + a;
    }
    return own ? l->thread : -1;
}

/* The unit gets no more ranges in this round. */
static void real_leave(ctsar__pass *p, ctsar__lane *l, int unit)
{
    int cores = ctsar__pass_team(p).cores;
    if (unit < cores) {
        l->core_done = true;
        return;
    }
    p->acc[unit - cores].claimed = p->queue.round;
    p->acc[unit - cores].busy = false;
}

/* Shared pieces, as many as that or all that is left. */
static bool claim(ctsar__queue *q, long pieces, ctsar__range *r)
{
    long length = pieces * q->piece;
    long lo = atomic_fetch_add_explicit(&q->cursor, length, memory_order_relaxed);
    if (lo >= q->n)
        return false;
    *r = (ctsar__range){lo, q->n - lo < length ? q->n : lo + length};
    return true;
}

/* Pieces to take next: so many as last CLAIM_SECONDS by what those of the last claim took, and a
 * small part of what was left then. */
static long pieces_to_claim(const ctsar__pass *p, const ctsar__stock *s, double took)
{
    long left = (p->queue.n - s->range.hi) / p->queue.piece, part = left / (4 * p->threads);
    long most =
        took * 2 < CLAIM_SECONDS ? 2 * s->pieces : (long)(CLAIM_SECONDS / took * (double)s->pieces);
    most = most < part ? most : part;
    return most > 1 ? most : 1;
}

static void take_piece(const ctsar__queue *q, ctsar__stock *s, ctsar__range *r)
{
    bool last = ctsar__range_len(s->range) <= q->piece;
    *r = (ctsar__range){s->range.lo, last ? s->range.hi : s->range.lo + q->piece};
    s->range.lo = r->hi;
}

/* For a core, out of the pieces that the thread has claimed. */
static bool own_piece(ctsar__pass *p, ctsar__lane *l, ctsar__range *r)
{
    ctsar__queue *q = &p->queue;
    ctsar__stock *s = &l->stock;
    if (s->round != q->round)
        *s = (ctsar__stock){.round = q->round};
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

bool ctsar__queue_straight_on(ctsar__pass *p, ctsar__lane *l)
{
    bool bare = l->stage == CTSAR__TURN_RANGE && !p->reporting && l->data.arrays.count == 0 &&
                l->data.reductions.count == 0 && l->capture.launches == 0;
    bool more = ctsar__range_len(l->stock.range) > 0 &&
                l->stock.round == ctsar__barrier_now(&p->barrier).round;
    if (!bare || !more || l->acc >= 0 || p->status)
        return false;
    ctsar__book_range(p, &l->book, l->range, 0, 0);
    take_piece(&p->queue, &l->stock, &l->range);
    l->stage = CTSAR__TURN_OPEN;
    l->ahead = true;
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
static bool real_assign(ctsar__pass *p, ctsar__lane *l, int unit, ctsar__range *r)
{
    ctsar__queue *q = &p->queue;
    if (q->piece)
        return unit < ctsar__pass_team(p).cores ? own_piece(p, l, r) : claim(q, 1, r);
    return by_policy(p, unit, r);
}

static bool real_take(ctsar__pass *p, ctsar__lane *l, int *unit, ctsar__range *r)
{
    while ((*unit = real_unit(p, l)) >= 0) {
        if (real_assign(p, l, *unit, r))
            return true;
        real_leave(p, l, *unit);
    }
    return false;
}

/* The policy learns what the turn took. */
static void real_complete(ctsar__pass *p, ctsar__sample sample)
{
    sample.end = ctsar__now() - p->queue.start;
    ctsar__sched_complete(p->sched, &sample);
}

static ctsar__sample sample_of(const ctsar__pass *p, const ctsar__lane *l)
{
    return (ctsar__sample){.unit = l->unit,
                           .team = ctsar__pass_team(p),
                           .range = {l->whole_lo, l->range.hi},
                           .seconds = l->seconds,
                           .fixed = l->fixed};
}

static bool real_again(ctsar__pass *p, ctsar__lane *l, int *unit, ctsar__range *r)
{
    ctsar__queue *q = &p->queue;
    bool done = l->unit >= 0 && ctsar__range_len(l->range) > 0 && !l->served;
    if (l->acc >= 0) {
        if (l->served || is_out(&p->acc[l->acc]))
            p->acc[l->acc].claimed = q->round;
        p->acc[l->acc].busy = false;
    }
    if (q->piece)
        return real_take(p, l, unit, r);
    pthread_mutex_lock(&q->lock);
    if (done)
        real_complete(p, sample_of(p, l));
    bool taken = real_take(p, l, unit, r);
    pthread_mutex_unlock(&q->lock);
    return taken;
}

bool ctsar__queue_serve(ctsar__pass *p, int acc, const ctsar__sample *done, ctsar__range *r)
{
    ctsar__queue *q = &p->queue;
    int unit = ctsar__pass_team(p).cores + acc;
    if (q->piece)
        return !is_out(&p->acc[acc]) && claim(q, 1, r);
    pthread_mutex_lock(&q->lock);
    if (done)
        real_complete(p, *done);
    bool taken = !is_out(&p->acc[acc]) && by_policy(p, unit, r);
    pthread_mutex_unlock(&q->lock);
    return taken;
}

bool ctsar__queue_drain(ctsar__pass *p, int acc, ctsar__range *r)
{
    ctsar__queue *q = &p->queue;
    if (!q->begun || q->round != ctsar__barrier_now(&p->barrier).round)
        return false;
    if (q->piece)
        return claim(q, 1, r);
    return ctsar__sched_assign(p->sched, ctsar__pass_team(p).cores + acc, 0, r);
}

/* ---- Virtual clock --------------------------------------------------------------- */

/* The accelerator of a time line, or -1. */
static int acc_of(const ctsar__pass *p, int line)
{
    int unit = p->queue.timeline.line[line].unit, cores = ctsar__pass_team(p).cores;
    return unit < cores ? -1 : unit - cores;
}

static bool virtual_assign(ctsar__pass *p, int line, ctsar__range *r)
{
    ctsar__timeline *t = &p->queue.timeline;
    bool got = ctsar__timeline_assign(t, p->sched, line, r);
    if (got)
        ctsar__price_note(p, t->line[line].unit);
    return got;
}

/* Accelerators that go on by themselves are executed here, until a unit comes that needs a turn. */
static bool serve_line(ctsar__pass *p, int line, ctsar__range r)
{
    ctsar__timeline *t = &p->queue.timeline;
    int acc = acc_of(p, line), slot = t->line[line].slot;
    const ctsar__slot *s = &p->acc[acc].slot[slot];
    if (!ctsar__serve_range(p, acc, slot, r, t->line[line].at))
        return false;
    if (p->acc[acc].gone)
        ctsar__timeline_leave(t, line);
    else
        ctsar__timeline_took_until(t, line, r, p->acc[acc].engines.slot[slot], s->seconds,
                                   s->fixed);
    return true;
}

static bool virtual_take(ctsar__pass *p, int *line, ctsar__range *r)
{
    ctsar__timeline *t = &p->queue.timeline;
    uint32_t round = p->queue.round;
    while ((*line = ctsar__timeline_first(t)) >= 0) {
        int acc = acc_of(p, *line);
        if (acc >= 0 && is_out(&p->acc[acc]))
            ctsar__timeline_leave(t, *line);
        else if (!virtual_assign(p, *line, r))
            continue;
        else if (acc < 0 || p->acc[acc].launched != round)
            return true;
        else if (!serve_line(p, *line, *r))
            return false;
    }
    return false;
}

static void release(ctsar__queue *q)
{
    q->taken = false;
    pthread_cond_broadcast(&q->released);
}

/* The accelerator of the lane's turn goes on by itself: with a time line for each slot, from when
 * its first range was handed out. */
static void add_lines(ctsar__pass *p, const ctsar__lane *l, double at)
{
    for (int slot = 1; slot < p->slots && !p->acc[l->acc].alone; ++slot)
        if (ctsar__timeline_add(&p->queue.timeline, l->unit, slot, at))
            return; /* it has one range in flight less */
}

static void virtual_complete(ctsar__pass *p, const ctsar__lane *l)
{
    ctsar__timeline *t = &p->queue.timeline;
    double at = t->line[l->line].at;
    if (l->acc >= 0 && p->acc[l->acc].gone) {
        ctsar__timeline_leave(t, l->line);
    } else if (l->served) {
        const ctsar__slot *s = &p->acc[l->acc].slot[0];
        ctsar__timeline_took_until(t, l->line, s->whole, p->acc[l->acc].engines.slot[0], s->seconds,
                                   s->fixed);
        add_lines(p, l, at);
    } else if (ctsar__range_len(l->range) > 0) {
        ctsar__sample done = sample_of(p, l);
        ctsar__timeline_took_until(t, l->line, done.range, at + done.seconds + l->once,
                                   done.seconds, done.fixed);
    }
}

static bool virtual_again(ctsar__pass *p, ctsar__lane *l, int *line, ctsar__range *r)
{
    ctsar__queue *q = &p->queue;
    if (l->unit < 0) /* it had no turns */
        return false;
    pthread_mutex_lock(&q->lock);
    virtual_complete(p, l);
    bool taken = virtual_take(p, line, r);
    if (!taken)
        release(q);
    pthread_mutex_unlock(&q->lock);
    return taken;
}

/* ---- Turns -------------------------------------------------------------------------- */

/* The first line, without those of accelerators that get no ranges. */
static int first_that_works(ctsar__pass *p)
{
    ctsar__timeline *t = &p->queue.timeline;
    int line;
    while ((line = ctsar__timeline_first(t)) >= 0) {
        int acc = acc_of(p, line);
        if (acc < 0 || !is_out(&p->acc[acc]))
            break;
        ctsar__timeline_leave(t, line);
    }
    return line;
}

/* Waits for the threads that have turns; the first of a round is not told its range, since the
 * number of iterations is not known. */
static void virtual_open(ctsar__pass *p, ctsar__lane *l)
{
    ctsar__queue *q = &p->queue;
    int line = -1;
    ctsar__range r = {0, 0};
    while (q->taken)
        pthread_cond_wait(&q->released, &q->lock);
    q->taken = q->begun ? virtual_take(p, &line, &r) : (line = first_that_works(p)) >= 0;
    ctsar__turn_open(p, l, q->taken ? q->timeline.line[line].unit : -1);
    l->line = line;
    l->range = r;
    l->ahead = q->begun;
}

int ctsar__queue_open(ctsar__pass *p, ctsar__lane *l)
{
    ctsar__queue *q = &p->queue;
    pthread_mutex_lock(&q->lock);
    int status = start_round(p);
    if (status || !p->virtual_clock) {
        l->acc = -1;
        ctsar__turn_open(p, l, status ? -1 : real_unit(p, l));
    } else {
        virtual_open(p, l);
    }
    pthread_mutex_unlock(&q->lock);
    return status;
}

int ctsar__queue_next(ctsar__pass *p, ctsar__lane *l)
{
    ctsar__queue *q = &p->queue;
    if (l->ahead)
        return CTSAR_OK;
    bool got = false;
    pthread_mutex_lock(&q->lock);
    int status = begin(p, l);
    if (!status && l->unit >= 0)
        got = p->virtual_clock ? virtual_assign(p, l->line, &l->range)
                               : real_assign(p, l, l->unit, &l->range);
    if (!status && l->unit >= 0 && !got && !p->virtual_clock)
        real_leave(p, l, l->unit);
    pthread_mutex_unlock(&q->lock);
    if (!got)
        l->range = (ctsar__range){0, 0};
    return status;
}

bool ctsar__queue_again(ctsar__pass *p, ctsar__lane *l)
{
    int next; /* a unit, under the virtual clock a time line */
    ctsar__range range;
    bool again =
        p->virtual_clock ? virtual_again(p, l, &next, &range) : real_again(p, l, &next, &range);
    if (!again)
        return false;
    ctsar__turn_open(p, l, p->virtual_clock ? p->queue.timeline.line[next].unit : next);
    l->line = next;
    l->range = range;
    l->ahead = true;
    return true;
}

void ctsar__queue_abandon(ctsar__pass *p, ctsar__lane *l)
{
    ctsar__queue *q = &p->queue;
    pthread_mutex_lock(&q->lock);
    if (p->virtual_clock && l->unit >= 0)
        release(q);
    if (!p->virtual_clock && l->acc >= 0)
        p->acc[l->acc].busy = false;
    pthread_mutex_unlock(&q->lock);
}

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
                         .seconds = core ? p->lanes->lane[u]->stock.seconds : b->seconds,
                         .fixed = core ? 0 : b->fixed,
                         .end = NAN};
    if (ctsar__pass_executed(p, b))
        ctsar__sched_complete(p->sched, &all);
}

void ctsar__queue_end(ctsar__pass *p, ctsar__team team)
{
    ctsar__queue *q = &p->queue;
    if (p->virtual_clock)
        q->length = ctsar__timeline_end(&q->timeline, p->sched);
    for (int u = 0; q->piece && u < ctsar__team_units(team); ++u)
        complete_shared(p, team, u);
}
