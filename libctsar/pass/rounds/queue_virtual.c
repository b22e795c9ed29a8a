/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Ranges on demand under the virtual clock.  The order of the hand-outs is that of the units' time
 * lines, whichever thread executes them: one thread at a time has turns, and goes on until all
 * units have left. */
#include "pass/rounds/queue_virtual.h"

#include "pass/core/absence.h"
#include "pass/core/price.h"
#include "pass/core/view.h"
#include "pass/core/wait.h"
#include "pass/flight/deal.h"
#include "pass/flight/hand_over.h"
#include "pass/rounds/queue.h"
#include "pass/turn/turn.h"

static bool applies(const ctsar__pass *p)
{
    return p->sched->mode == CTSAR__QUEUE && p->virtual_clock;
}

/* ---- Time lines ---------------------------------------------------------------------- */

/* The accelerator of a time line, or -1. */
static int acc_of(const ctsar__pass *p, int line)
{
    int unit = p->queue.timeline.line[line].unit, cores = ctsar__pass_team(p).cores;
    return unit < cores ? -1 : unit - cores;
}

static bool assign(ctsar__pass *p, int line, ctsar__range *r)
{
    ctsar__timeline *t = &p->queue.timeline;
    bool got = ctsar__timeline_assign(t, p->sched, line, r);
    if (got)
        ctsar__price_note(p, t->line[line].unit);
    return got;
}

/* An accelerator is out. */
static void leave_line(ctsar__pass *p, int line)
{
    ctsar__deal_orphan(p, &p->acc[acc_of(p, line)]);
    ctsar__timeline_leave(&p->queue.timeline, line);
}

/* The slot's next piece of what its accelerator was given, or of what it is given now. */
static bool supplied(ctsar__pass *p, int line)
{
    ctsar__acc *a = &p->acc[acc_of(p, line)];
    ctsar__slot *s = &a->slot[p->queue.timeline.line[line].slot];
    ctsar__range r;
    ctsar__timeline_tell(&p->queue.timeline, p->sched, line);
    if (ctsar__deal_take(p, a, s))
        return true;
    if (!assign(p, line, &r))
        return false;
    ctsar__deal_open(p, a, s, r, ctsar__deal_pieces(p, a, ctsar__range_len(r)));
    return true;
}

/* The accelerator's other slots get time lines from `at` on, once its ranges show that there is
 * something to hide, or where they take pieces of one. */
static void add_lines(ctsar__pass *p, int acc, double at)
{
    ctsar__acc *a = &p->acc[acc];
    if (a->alone || !ctsar__flight_spreads(p, a))
        return;
    for (int slot = 1; slot < p->slots; ++slot)
        if (ctsar__timeline_add(&p->queue.timeline, ctsar__pass_team(p).cores + acc, slot, at))
            return; /* it has one range in flight less */
}

/* What the slot of an accelerator's time line had taken has been executed. */
static void complete_piece(ctsar__pass *p, int line)
{
    ctsar__timeline *t = &p->queue.timeline;
    int acc = acc_of(p, line), slot = t->line[line].slot;
    ctsar__acc *a = &p->acc[acc];
    double began = t->line[line].at, end = a->engines.slot[slot];
    ctsar__sample whole = {0}; /* where other pieces are still to come */
    ctsar__deal_over(&a->slot[slot], &whole);
    ctsar__timeline_took_until(t, line, whole.range, end, whole.seconds, whole.fixed);
    t->line[line].sample.home = whole.home;
    if (slot == 0)
        add_lines(p, acc, ctsar__deal_goes_on(p, a) ? began : end);
}

/* Accelerators that go on by themselves are executed here, until a unit comes that needs a turn. */
static bool execute_line(ctsar__pass *p, int line)
{
    ctsar__timeline *t = &p->queue.timeline;
    int acc = acc_of(p, line);
    if (!ctsar__flight_range(p, acc, t->line[line].slot, t->line[line].at))
        return false;
    if (p->acc[acc].gone)
        leave_line(p, line);
    else
        complete_piece(p, line);
    return true;
}

/* In a pass that has failed, what a slot had taken is not over: it takes nothing more. */
static bool take(ctsar__pass *p, int *line, ctsar__range *r)
{
    ctsar__timeline *t = &p->queue.timeline;
    uint32_t round = p->queue.round;
    while (!p->status && (*line = ctsar__timeline_first(t)) >= 0) {
        int acc = acc_of(p, *line);
        bool turns = acc < 0 || p->acc[acc].launched != round;
        if (acc >= 0 && ctsar__acc_is_out(p, &p->acc[acc]))
            leave_line(p, *line);
        else if (turns && assign(p, *line, r))
            return true;
        else if (!turns && supplied(p, *line) && !execute_line(p, *line))
            return false;
    }
    return false;
}

static void release(ctsar__queue *q)
{
    q->taken = false;
    pthread_cond_broadcast(&q->released);
}

static void complete_turn(ctsar__pass *p, const ctsar__lane *l)
{
    ctsar__timeline *t = &p->queue.timeline;
    double at = t->line[l->line].at;
    if (l->acc >= 0 && p->acc[l->acc].gone) {
        leave_line(p, l->line);
    } else if (l->handed_over) {
        complete_piece(p, l->line);
    } else if (ctsar__range_len(l->range) > 0) {
        ctsar__sample done = ctsar__queue_sample(p, l);
        ctsar__timeline_took_until(t, l->line, done.range, at + done.seconds + l->once,
                                   done.seconds, done.fixed);
        t->line[l->line].sample.home = done.home;
    }
}

static bool take_next(ctsar__pass *p, ctsar__lane *l, int *line, ctsar__range *r)
{
    ctsar__queue *q = &p->queue;
    if (l->unit < 0) /* it had no turns */
        return false;
    pthread_mutex_lock(&q->lock);
    complete_turn(p, l);
    bool taken = take(p, line, r);
    if (!taken)
        release(q);
    pthread_mutex_unlock(&q->lock);
    return taken;
}

/* ---- Turns --------------------------------------------------------------------------- */

/* The first line, without those of accelerators that get no ranges. */
static int first_that_works(ctsar__pass *p)
{
    ctsar__timeline *t = &p->queue.timeline;
    int line;
    while ((line = ctsar__timeline_first(t)) >= 0) {
        int acc = acc_of(p, line);
        if (acc < 0 || !ctsar__acc_is_out(p, &p->acc[acc]))
            break;
        ctsar__timeline_leave(t, line);
    }
    return line;
}

static bool another_has_turns(ctsar__pass *p, const ctsar__lane *l)
{
    (void)l;
    return p->queue.taken;
}

/* Waits for the threads that have turns; the first of a round is not told its range, since the
 * number of iterations is not known. */
static void open_line(ctsar__pass *p, ctsar__lane *l)
{
    ctsar__queue *q = &p->queue;
    int line = -1;
    ctsar__range r = {0, 0};
    ctsar__wait_for_turns(p, l, q->round, another_has_turns);
    q->taken = q->begun ? take(p, &line, &r) : (line = first_that_works(p)) >= 0;
    ctsar__turn_open(p, l, q->taken ? q->timeline.line[line].unit : -1);
    l->line = line;
    l->range = r;
    l->ahead = q->begun;
}

/* A line for each unit; those of accelerators that are not ready begin when they will be. */
static int begin_lines(ctsar__pass *p)
{
    ctsar__timeline *t = &p->queue.timeline;
    int cores = ctsar__pass_team(p).cores, status = ctsar__timeline_begin(t, ctsar__pass_team(p));
    for (int a = 0; a < p->accs && !status; ++a) {
        if (!p->acc[a].late)
            continue;
        ctsar__timeline_delay(t, cores + a, p->acc[a].opens_in);
        if (p->absent->acc[a])
            ctsar__timeline_leave(t, cores + a);
    }
    return status;
}

static int open(ctsar__pass *p, ctsar__lane *l)
{
    ctsar__queue *q = &p->queue;
    int status = CTSAR_OK;
    pthread_mutex_lock(&q->lock);
    if (ctsar__queue_clear(p))
        status = begin_lines(p);
    if (status)
        ctsar__turn_open(p, l, -1);
    else
        open_line(p, l);
    pthread_mutex_unlock(&q->lock);
    return status;
}

static bool first_range(ctsar__pass *p, ctsar__lane *l)
{
    return l->unit >= 0 && assign(p, l->line, &l->range);
}

static int next(ctsar__pass *p, ctsar__lane *l)
{
    return ctsar__queue_next(p, l, first_range);
}

static bool again(ctsar__pass *p, ctsar__lane *l)
{
    int line;
    ctsar__range range;
    if (!take_next(p, l, &line, &range))
        return false;
    ctsar__turn_open_ahead(p, l, p->queue.timeline.line[line].unit, range);
    l->line = line;
    return true;
}

static void abandon(ctsar__pass *p, ctsar__lane *l)
{
    ctsar__queue *q = &p->queue;
    pthread_mutex_lock(&q->lock);
    if (l->unit >= 0)
        release(q);
    pthread_mutex_unlock(&q->lock);
}

/* ---- Accelerators, and the end --------------------------------------------------------- */

static void complete(ctsar__pass *p, ctsar__team team)
{
    (void)team; /* each range has been told as it ended */
    p->queue.length = ctsar__timeline_end(&p->queue.timeline, p->sched);
}

const ctsar__round_ops ctsar__round_queue_virtual = {
    .on_demand = true,
    .scheduled = true,
    .applies = applies,
    .open = open,
    .next = next,
    .end = ctsar__turn_end,
    .again = again,
    .abandon = abandon,
    .go_on = ctsar__flight_first,
    .leave = ctsar__queue_orphan,
    .complete = complete,
};
