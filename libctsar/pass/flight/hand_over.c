/* SPDX-License-Identifier: BSD-3-Clause
 *
 * An accelerator whose turn has launched kernels goes on by itself.  It has slots, each with a
 * range in flight: fetch, kernels, deliver, and then the next range, as the policy says or, of a
 * split, the next piece of the accelerator's range.  So copies of one slot overlap the kernels of
 * another.  Under the real clock each slot is a job of the device's workers, who arrive at the
 * barrier for the accelerator.  Under the virtual clock the thread that has turns executes them one
 * after the other, and the engines' time lines say when they would have been.
 * Ranges come in pieces where a pipeline gains (deal.h). */
#include "pass/flight/hand_over.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "pass/core/absence.h"
#include "pass/core/failure.h"
#include "pass/core/bounds.h"
#include "pass/core/round.h"
#include "pass/core/round_end.h"
#include "pass/core/trace.h"
#include "pass/core/view.h"
#include "pass/flight/deal.h"
#include "pass/flight/slot.h"
#include "pass/flight/versions.h"

/* ---- Life ----------------------------------------------------------------------------- */

static void run(ctsar__job *job);

static int open_acc(ctsar__pass *p, int number)
{
    ctsar__acc *a = &p->acc[number];
    pthread_mutex_init(&a->fetching, NULL);
    pthread_cond_init(&a->drained, NULL);
    pthread_mutex_init(&a->booking, NULL);
    pthread_mutex_init(&a->choosing, NULL);
    ctsar__engines_init(&a->engines, p->machine->device[number], p->virtual_clock, p->reporting);
    if (p->traced)
        a->engines.track = (ctsar__track){.region = p->traced->number,
                                          .unit = (uint16_t)(CTSAR__TRACE_ACC + number)};
    a->slot = calloc((size_t)p->slots, sizeof *a->slot);
    a->dealt = calloc((size_t)p->slots, sizeof *a->dealt);
    if (!a->slot || !a->dealt)
        return ctsar__error(CTSAR_ENOMEM, "no memory for a region");
    for (int i = 0; i < p->slots; ++i)
        a->slot[i] = (ctsar__slot){.job.run = run, .pass = p, .acc = number, .index = i};
    return CTSAR_OK;
}

int ctsar__flight_init(ctsar__pass *p)
{
    int status = CTSAR_OK;
    for (int a = 0; a < p->accs && !status; ++a)
        status = open_acc(p, a);
    return status;
}

void ctsar__flight_free(ctsar__pass *p)
{
    for (int i = 0; i < p->accs; ++i) {
        ctsar__acc *a = &p->acc[i];
        for (int k = 0; a->slot && k < p->slots; ++k) {
            ctsar__workers_settle(a->workers, &a->slot[k].job);
            free(a->slot[k].undo.data);
            free(a->slot[k].ranged);
            free(a->slot[k].executed.range);
            ctsar__arguments_free(&a->slot[k].arguments);
        }
        free(a->slot);
        free(a->dealt);
        ctsar__data_free(&a->data);
        ctsar__capture_free(&a->capture);
        ctsar__engines_free(&a->engines);
        pthread_mutex_destroy(&a->fetching);
        pthread_cond_destroy(&a->drained);
        pthread_mutex_destroy(&a->booking);
        pthread_mutex_destroy(&a->choosing);
        ctsar__versions_free(&a->versions);
    }
}

/* ---- On the accelerator's workers ------------------------------------------------------- */

/* The next of the slot's pieces, which are the same ones whenever the split is. */
static bool next_of_split(const ctsar__pass *p, const ctsar__acc *a, ctsar__slot *s,
                          ctsar__range *r)
{
    long lo = a->todo.lo + (s->dealt++ * p->slots + s->index) * a->piece;
    *r = (ctsar__range){lo, lo + a->piece < a->todo.hi ? lo + a->piece : a->todo.hi};
    return ctsar__range_len(*r) > 0;
}

/* A record's ranges are pieces already. */
static long pieces_on_demand(const ctsar__pass *p, ctsar__acc *a, ctsar__range r)
{
    return p->round->slots ? 1 : ctsar__deal_pieces(p, a, ctsar__range_len(r));
}

/* The slot's next piece of what the accelerator was given, or of what it is given now. */
static bool supplied(ctsar__pass *p, ctsar__acc *a, ctsar__slot *s)
{
    ctsar__sample done;
    ctsar__range r;
    pthread_mutex_lock(&a->booking);
    bool over = ctsar__deal_over(s, &done);
    if (ctsar__acc_is_out(p, a))
        ctsar__deal_orphan(p, a);
    bool got = ctsar__deal_take(p, a, s);
    pthread_mutex_unlock(&a->booking);
    if (got && !over)
        return true;
    bool more = p->round->supply(p, s->acc, s->index, over ? &done : NULL, got ? NULL : &r);
    if (got || !more)
        return got;
    pthread_mutex_lock(&a->booking);
    ctsar__deal_open(p, a, s, r, pieces_on_demand(p, a, r));
    pthread_mutex_unlock(&a->booking);
    return true;
}

static bool next_range(ctsar__pass *p, ctsar__acc *a, ctsar__slot *s)
{
    ctsar__range r;
    if (p->round->supply)
        return supplied(p, a, s);
    if (!next_of_split(p, a, s, &r))
        return false;
    ctsar__slot_assign(s, r);
    return true;
}

bool ctsar__flight_spreads(const ctsar__pass *p, ctsar__acc *a)
{
    if (a->spread || p->slots == 1)
        return false;
    pthread_mutex_lock(&a->booking);
    a->spread = ctsar__deal_goes_on(p, a) || ctsar__deal_hides(a);
    pthread_mutex_unlock(&a->booking);
    return a->spread;
}

/* Slots that have waited for the first one's ranges to show that there is something to hide. */
static void wake_others(ctsar__pass *p, ctsar__acc *a)
{
    a->working += p->slots - 1;
    for (int i = 1; i < p->slots; ++i)
        if (ctsar__workers_submit(a->workers, &a->slot[i].job))
            a->working--; /* one range in flight less */
}

/* A job: the slot's part of a round. */
static void run(ctsar__job *job)
{
    ctsar__slot *s = (ctsar__slot *)((char *)job - offsetof(ctsar__slot, job));
    ctsar__pass *p = s->pass;
    ctsar__acc *a = &p->acc[s->acc];
    if (ctsar__range_len(s->rest) > 0)
        ctsar__slot_execute(p, a, s);
    while (!p->status && next_range(p, a, s)) {
        if (p->round->on_demand && !p->round->slots && s->index == 0 && ctsar__flight_spreads(p, a))
            wake_others(p, a);
        ctsar__slot_execute(p, a, s);
    }
    if (atomic_fetch_sub(&a->working, 1) == 1)
        ctsar__round_arrive(p);
}

/* How many slots have something to do at once: of ranges on demand the first, unless the others
 * take pieces of its range. */
static int busy_slots(const ctsar__pass *p, ctsar__acc *a)
{
    int n = 1;
    if (p->round->slots)
        return p->round->slots(p, (int)(a - p->acc));
    if (p->round->on_demand)
        return ctsar__flight_spreads(p, a) ? p->slots : n;
    while (n < p->slots && a->todo.lo + n * a->piece < a->todo.hi)
        n++;
    return n;
}

/* Would the calling thread only wait for this accelerator? */
static bool is_alone(const ctsar__pass *p)
{
    return p->threads == 1 && p->accs == 1 && ctsar__pass_team(p).cores == 0;
}

/* Hands the accelerator over to its workers.  A thread that has nothing else to do is one of them,
 * which saves waking another and being woken, and so is one that the system gives no threads. */
void ctsar__flight_dispatch(ctsar__pass *p, ctsar__acc *a)
{
    int slots = busy_slots(p, a), own = is_alone(p);
    double now = ctsar__now();
    a->device->patience = ctsar__pass_spares(p) ? p->sched->env.costs->wait_spare : 0;
    a->working = slots;
    ctsar__barrier_hold(&p->barrier);
    for (int i = own; i < slots; ++i)
        a->slot[i].handed = now;
    for (int i = own; i < slots; ++i)
        if (ctsar__workers_submit(a->workers, &a->slot[i].job))
            run(&a->slot[i].job);
    if (own)
        run(&a->slot[0].job);
}

/* ---- On the calling thread ---------------------------------------------------------------- */

void ctsar__flight_deal_here(ctsar__pass *p, ctsar__acc *a)
{
    ctsar__range r;
    bool any = true;
    if (ctsar__range_len(a->slot[0].rest) > 0)
        ctsar__slot_execute(p, a, &a->slot[0]);
    while (any && !p->status) {
        any = false;
        for (int i = 0; i < p->slots; ++i)
            if (next_of_split(p, a, &a->slot[i], &r)) {
                ctsar__slot_assign(&a->slot[i], r);
                ctsar__slot_execute(p, a, &a->slot[i]);
                any = true;
            }
    }
}

void ctsar__flight_first(ctsar__pass *p, ctsar__acc *a)
{
    ctsar__slot_execute(p, a, &a->slot[0]);
}

bool ctsar__flight_range(ctsar__pass *p, int acc, int slot, double placed)
{
    ctsar__acc *a = &p->acc[acc];
    a->engines.slot[slot] = fmax(a->engines.slot[slot], placed);
    ctsar__slot_execute(p, a, &a->slot[slot]);
    return !p->status;
}

/* ---- A turn's launches --------------------------------------------------------------------- */

static void take_over(ctsar__acc *a, ctsar__lane *l)
{
    ctsar__capture capture = a->capture;
    ctsar__data data = a->data;
    a->capture = l->capture;
    a->data = l->data;
    l->capture = capture;
    l->data = data;
    ctsar__capture_clear(&l->capture);
    l->data.arrays.count = l->data.reductions.count = 0;
    a->bounds = l->book.bounds;
    a->hi = l->hi;
}

/* What the turn has fetched is the first slot's, what is left of its range all slots'. */
static void share_out(ctsar__pass *p, ctsar__acc *a, ctsar__lane *l)
{
    ctsar__slot *first = &a->slot[0];
    ctsar__range all = {l->range.lo, l->rest.hi};
    bool shared = !p->round->on_demand; /* the range, among its slots */
    for (int i = 0; i < p->slots; ++i) {
        a->slot[i].whole = a->slot[i].rest = (ctsar__range){0, 0};
        a->slot[i].dealt = 0;
        a->slot[i].fetched = false;
    }
    for (int i = 0; i < p->slots; ++i)
        ctsar__slot_forget_range(&a->slot[i]);
    a->in_flight = 0; /* also where a pass has failed */
    ctsar__deal_clear(p, a);
    a->spread = false;
    a->todo = l->deferred ? all : (ctsar__range){l->rest.lo, all.hi};
    ctsar__values todo = ctsar__values_of(a->bounds, a->todo);
    long m = ctsar__deal_pieces(p, a, todo.count);
    long most = todo.count ? ctsar__data_most(&a->data, a->device, todo, p->slots) : 1;
    a->piece = (todo.count + m - 1) / m;
    if (most < todo.count) {
        a->streamed = true;
        ctsar__trace_streaming(p, l->acc, (ctsar__range){a->todo.lo, a->todo.lo + most},
                               ctsar__slot_now(p, a, 0));
    }
    a->piece = a->piece < most ? a->piece : most;
    a->piece = a->piece > 0 ? a->piece : 1;
    if (l->deferred && shared)
        return;
    if (shared) {
        ctsar__slot_assign(first, all);
        first->rest = l->range;
    } else {
        ctsar__deal_open(p, a, first, all, l->deferred ? pieces_on_demand(p, a, all) : 1);
    }
    first->fetched = !l->deferred;
    first->shown = l->shown; /* the turn has begun it, if its kernel was not declared */
    l->shown = 0;
    first->ready = l->range.hi;
    first->tight = l->tight;
    first->traffic = l->traffic;
    first->began = p->virtual_clock ? l->placed : l->began;
    if (first->fetched)
        ctsar__slot_enter(p, a, first);
}

int ctsar__hand_over(ctsar__pass *p, ctsar__lane *l)
{
    ctsar__acc *a = &p->acc[l->acc];
    uint32_t round = ctsar__barrier_now(&p->barrier).round;
    bool again = a->launched == round; /* a further part of an orphan */
    for (int i = 0; i < p->slots; ++i)
        ctsar__workers_settle(a->workers, &a->slot[i].job);
    take_over(a, l);
    share_out(p, a, l);
    a->launched = round;
    if (!again) {
        a->last_end = 0;
        a->alone = false;
    }
    l->handed_over = true;
    l->rest = (ctsar__range){0, 0};
    p->round->go_on(p, a);
    return CTSAR_OK;
}
