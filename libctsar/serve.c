/* SPDX-License-Identifier: BSD-3-Clause
 *
 * An accelerator whose turn has launched kernels goes on by itself.  It has slots, each with a
 * range in flight: fetch, kernels, deliver, and then the next range, as the policy says or, of a
 * split, the next piece of the accelerator's range.  So copies of one slot overlap the kernels of
 * another.  Under the real clock each slot is a job of the device's workers, who arrive at the
 * barrier for the accelerator.  Under the virtual clock the thread that has turns executes them one
 * after the other, and the engines' time lines say when they would have been.
 *
 * Pieces.  With copies that grow with the range of c seconds, kernels of k, and o seconds that each
 * piece costs besides, m pieces take about max(c,k) + min(c,k)/m + m*o: least for
 * m = sqrt(min(c,k)/o). */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "pass.h"

enum { MOST_PIECES = 16 };
#define LEAST_OVERLAP 0.05 /* of the time that copies and kernels take one after the other */

/* ---- Life ----------------------------------------------------------------------------- */

static void run(ctsar__job *job);

static int open_acc(ctsar__pass *p, int number)
{
    ctsar__acc *a = &p->acc[number];
    pthread_mutex_init(&a->fetching, NULL);
    pthread_cond_init(&a->drained, NULL);
    pthread_mutex_init(&a->booking, NULL);
    ctsar__engines_init(&a->engines, p->virtual_clock, p->reporting);
    a->slot = calloc((size_t)p->slots, sizeof *a->slot);
    if (!a->slot)
        return ctsar__error(CTSAR_ENOMEM, "no memory for a region");
    for (int i = 0; i < p->slots; ++i)
        a->slot[i] = (ctsar__slot){.job.run = run, .pass = p, .acc = number, .index = i};
    return CTSAR_OK;
}

int ctsar__serve_init(ctsar__pass *p)
{
    int status = CTSAR_OK;
    for (int a = 0; a < p->accs && !status; ++a)
        status = open_acc(p, a);
    return status;
}

void ctsar__serve_free(ctsar__pass *p)
{
    for (int i = 0; i < p->accs; ++i) {
        ctsar__acc *a = &p->acc[i];
        for (int k = 0; a->slot && k < p->slots; ++k) {
            ctsar__workers_settle(a->workers, &a->slot[k].job);
            free(a->slot[k].undo.data);
            ctsar__bound_free(&a->slot[k].bound);
        }
        free(a->slot);
        ctsar__data_free(&a->data);
        ctsar__capture_free(&a->capture);
        ctsar__engines_free(&a->engines);
        pthread_mutex_destroy(&a->fetching);
        pthread_cond_destroy(&a->drained);
        pthread_mutex_destroy(&a->booking);
    }
}

/* ---- A piece --------------------------------------------------------------------------- */

static ctsar__target target_of(const ctsar__pass *p, const ctsar__slot *s)
{
    return (ctsar__target){ctsar__copy_number(p, 0, s->acc, s->index), s->acc,
                           p->acc[s->acc].device, s->index};
}

static ctsar__values values_of(const ctsar__acc *a, ctsar__range r)
{
    ctsar__bounds b = a->bounds;
    return (ctsar__values){b.lo + r.lo * b.step, b.step, ctsar__range_len(r)};
}

/* Addresses for all that the turn has registered. */
static int reserve(ctsar__pass *p, ctsar__acc *a, ctsar__slot *s)
{
    ctsar__target to = target_of(p, s);
    int status = CTSAR_OK;
    void *ignored;
    for (int i = 0; i < a->data.arrays.count && !status; ++i)
        status = ctsar__window_base(a->data.arrays.entry[i], to.acc, to.device, NULL, &ignored,
                                    &s->traffic);
    for (int i = 0; i < a->data.reductions.count && !status; ++i)
        status = ctsar__reduction_open(a->data.reductions.entry[i], to.number, to.acc, to.device,
                                       ctsar__pass_number(p), &ignored, &s->traffic);
    return status;
}

/* Makes room where there is none: waits for the other ranges, and takes what was kept. */
static int make_room(ctsar__pass *p, ctsar__acc *a, ctsar__slot *s)
{
    s->traffic.tight = true;
    a->streamed = true;
    a->alone = true;
    ctsar__data_release(&a->data, target_of(p, s)); /* others may go first meanwhile */
    while (a->in_flight > 0)
        pthread_cond_wait(&a->drained, &a->fetching);
    return ctsar__arrays_shrink(p->arrays, s->acc, ctsar__pass_number(p), &s->traffic);
}

/* Addresses for all that the turn has registered, and memory for the piece, or for less of it. */
static int back(ctsar__pass *p, ctsar__acc *a, ctsar__slot *s, ctsar__range *piece)
{
    for (;;) {
        int status = reserve(p, a, s);
        if (!status)
            status = ctsar__data_back(&a->data, target_of(p, s), values_of(a, *piece),
                                      ctsar__pass_number(p), &s->traffic);
        long n = ctsar__range_len(*piece);
        if (status != CTSAR_ENOMEM || (s->traffic.tight && n == 1))
            return status;
        if (s->traffic.tight)
            piece->hi = piece->lo + n / 2;
        else if ((status = make_room(p, a, s)))
            return status;
    }
}

/* Brings the data of a piece, or of less. */
static int fetch(ctsar__pass *p, ctsar__acc *a, ctsar__slot *s, ctsar__range *piece)
{
    int status = back(p, a, s, piece);
    if (!status)
        status = ctsar__data_fetch(&a->data, target_of(p, s), values_of(a, *piece),
                                   ctsar__pass_number(p), &s->traffic);
    return status;
}

/* The slot's range is in flight.  Under `fetching`. */
static void enter(const ctsar__pass *p, ctsar__acc *a, ctsar__slot *s)
{
    a->in_flight++;
    if (p->reporting)
        s->held = ctsar__data_held(&a->data, s->acc);
}

/* One slot at a time: it may need memory that others are about to leave. */
static int fetch_in_turn(ctsar__pass *p, ctsar__acc *a, ctsar__slot *s, ctsar__range *piece)
{
    if (s->fetched) /* it is in flight already */
        return CTSAR_OK;
    pthread_mutex_lock(&a->fetching);
    while (a->alone && a->in_flight > 0)
        pthread_cond_wait(&a->drained, &a->fetching);
    int status = fetch(p, a, s, piece);
    if (!status)
        enter(p, a, s);
    pthread_mutex_unlock(&a->fetching);
    return status;
}

static void drain(ctsar__acc *a)
{
    pthread_mutex_lock(&a->fetching);
    a->in_flight--;
    pthread_cond_broadcast(&a->drained);
    pthread_mutex_unlock(&a->fetching);
}

/* Launch number i of the turn.  What the host would need again is kept while the first is under
 * way. */
static int launch(ctsar__pass *p, ctsar__acc *a, ctsar__slot *s, ctsar__range piece, int i)
{
    ctsar__device *d = a->device;
    ctsar__event e;
    int status = ctsar__capture_bind(&a->capture, i, ctsar__call_of(a->bounds, a->hi, piece),
                                     target_of(p, s), &s->bound);
    if (status)
        return status;
    /* By the model the range's time is that of all its launches. */
    s->bound.launch.seconds = i == 0 ? ctsar__model_seconds(p, piece) : 0;
    status = d->backend->launch(d, s->index, &s->bound.launch, &e);
    if (ctsar__on(d, status, &s->traffic))
        return status;
    int kept = i == 0 ? ctsar__data_keep(&a->data, values_of(a, piece), &s->undo) : CTSAR_OK;
    status = d->backend->wait(d, &e);
    if (ctsar__on(d, status, &s->traffic))
        return status;
    ctsar__engines_book(&a->engines, s->index, CTSAR__COMPUTE, e.seconds);
    s->kernel += e.seconds;
    return kept;
}

static int launch_all(ctsar__pass *p, ctsar__acc *a, ctsar__slot *s, ctsar__range piece)
{
    int status = CTSAR_OK;
    for (int i = 0; i < a->data.reductions.count && !status; ++i)
        status =
            ctsar__reduction_start(a->data.reductions.entry[i], s->acc, a->device, &s->traffic);
    for (int i = 0; i < a->capture.launches && !status; ++i)
        status = launch(p, a, s, piece, i);
    if (!status)
        status = ctsar__data_deliver(&a->data, target_of(p, s), values_of(a, piece), true, &s->undo,
                                     &s->traffic);
    return status;
}

/* How much of the time that a piece occupied the accelerator will come again.  One-off moves may
 * have been hidden behind other pieces' kernels; no less is left without them than it takes to
 * compute, or to copy what does come again. */
static double recurring_part(const ctsar__traffic *t, double kernel, double busy)
{
    return fmin(busy, fmax(busy - t->once, fmax(kernel, t->seconds - t->once)));
}

/* A range's time is its end minus the later of its beginning and the end of the one before; what
 * does not grow with it counts as far as it was not hidden. */
static void book(ctsar__pass *p, ctsar__acc *a, ctsar__slot *s, ctsar__range piece)
{
    const ctsar__traffic *t = &s->traffic;
    double end = p->virtual_clock ? a->engines.slot[s->index] : ctsar__now();
    double fixed = t->fixed + a->capture.launches * a->device->launch_overhead;
    double recurring = t->seconds - t->once + s->kernel;
    pthread_mutex_lock(&a->booking);
    double from = s->began > a->last_end ? s->began : a->last_end;
    double busy = end > from ? end - from : 0;
    double seconds = recurring_part(t, s->kernel, busy);
    double shown = recurring > 0 ? fmin(seconds / recurring, 1) : 1;
    a->last_end = fmax(a->last_end, end);
    a->copied += t->seconds - t->once - t->fixed;
    a->computed += s->kernel;
    a->overhead = fixed;
    ctsar__book_range(p, &a->book, piece, seconds, fmin(shown * fixed, seconds));
    if (p->reporting) {
        ctsar__book_traffic(&a->book, t, busy);
        a->book.end = a->last_end;
        a->book.held = s->held > a->book.held ? s->held : a->book.held;
    }
    pthread_mutex_unlock(&a->booking);
    s->seconds += seconds;
    s->fixed += fmin(shown * fixed, seconds);
}

/* The slot's next piece: as much of its range as fits. */
static ctsar__range cut(const ctsar__pass *p, const ctsar__acc *a, const ctsar__slot *s)
{
    ctsar__range r = s->rest;
    if (s->fetched)
        return (ctsar__range){r.lo, s->ready};
    long most = ctsar__data_most(&a->data, a->device, values_of(a, r), a->alone ? 1 : p->slots);
    if (ctsar__range_len(r) > most)
        r.hi = r.lo + most;
    return r;
}

static int try_piece(ctsar__pass *p, ctsar__acc *a, ctsar__slot *s, ctsar__range *piece)
{
    int status = CTSAR_OK;
    ctsar__verdict v;
    do {
        status = fetch_in_turn(p, a, s, piece);
        bool under_way = !status;
        if (under_way)
            status = launch_all(p, a, s, *piece);
        ctsar__data_release(&a->data, target_of(p, s));
        if (under_way)
            drain(a);
        s->fetched = false;
        v = status ? ctsar__judge(p, s->acc, &s->traffic, status) : CTSAR__FATAL;
    } while (status && v == CTSAR__AGAIN);
    if (!status || v == CTSAR__FATAL)
        return status;
    ctsar__orphan(p, s->rest);
    s->rest.lo = s->rest.hi;
    return CTSAR_OK;
}

/* Executes the next piece of the slot's range.  An error that others cannot make good is the
 * pass's. */
static int execute_piece(ctsar__pass *p, ctsar__acc *a, ctsar__slot *s)
{
    ctsar__range piece = cut(p, a, s);
    if (!s->fetched) {
        s->traffic =
            (ctsar__traffic){.slot = s->index, .device = a->device, .engines = &a->engines};
        s->began = p->virtual_clock ? a->engines.slot[s->index] : ctsar__now();
    }
    s->kernel = 0;
    a->streamed = a->streamed || ctsar__range_len(piece) < ctsar__range_len(s->rest);
    int status = try_piece(p, a, s, &piece);
    if (!status && ctsar__range_len(s->rest) > 0) {
        book(p, a, s, piece);
        s->rest.lo = piece.hi;
    }
    return status;
}

/* Executes what the slot has been assigned. */
static void execute(ctsar__pass *p, ctsar__acc *a, ctsar__slot *s)
{
    while (ctsar__range_len(s->rest) > 0 && !p->status && !a->gone)
        ctsar__pass_fail_late(p, execute_piece(p, a, s));
    if (a->gone && !p->status)
        ctsar__orphan(p, s->rest);
    s->rest.lo = s->rest.hi;
}

static void assign(ctsar__slot *s, ctsar__range r)
{
    s->whole = s->rest = r;
    s->seconds = s->fixed = 0;
}

/* ---- Real clock -------------------------------------------------------------------------- */

/* SPLIT: the next of the slot's pieces, which are the same ones whenever the split is. */
static bool deal(const ctsar__pass *p, const ctsar__acc *a, ctsar__slot *s, ctsar__range *r)
{
    long lo = a->todo.lo + (s->dealt++ * p->slots + s->index) * a->piece;
    *r = (ctsar__range){lo, lo + a->piece < a->todo.hi ? lo + a->piece : a->todo.hi};
    return ctsar__range_len(*r) > 0;
}

static bool next_range(ctsar__pass *p, ctsar__acc *a, ctsar__slot *s)
{
    ctsar__range r;
    if (p->sched->mode == CTSAR__SPLIT || p->rescuing) {
        if (!deal(p, a, s, &r))
            return false;
    } else {
        ctsar__sample done = {.unit = ctsar__pass_team(p).cores + s->acc,
                              .team = ctsar__pass_team(p),
                              .range = s->whole,
                              .seconds = s->seconds,
                              .fixed = s->fixed};
        bool any = ctsar__range_len(s->whole) > 0;
        s->whole.hi = s->whole.lo;
        if (!ctsar__queue_serve(p, s->acc, any ? &done : NULL, &r))
            return false;
    }
    assign(s, r);
    return true;
}

/* A job: the slot's part of a round. */
static void run(ctsar__job *job)
{
    ctsar__slot *s = (ctsar__slot *)((char *)job - offsetof(ctsar__slot, job));
    ctsar__pass *p = s->pass;
    ctsar__acc *a = &p->acc[s->acc];
    if (ctsar__range_len(s->rest) > 0)
        execute(p, a, s);
    while (!p->status && next_range(p, a, s))
        execute(p, a, s);
    if (atomic_fetch_sub(&a->working, 1) == 1)
        ctsar__pass_arrive(p);
}

/* How many slots have something to do: of a split known beforehand, at least the first. */
static int busy_slots(const ctsar__pass *p, const ctsar__acc *a)
{
    int n = 1;
    if (p->sched->mode != CTSAR__SPLIT && !p->rescuing)
        return p->slots;
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
static void dispatch(ctsar__pass *p, ctsar__acc *a)
{
    int slots = busy_slots(p, a), own = is_alone(p);
    a->working = slots;
    ctsar__barrier_hold(&p->barrier);
    for (int i = own; i < slots; ++i)
        if (ctsar__workers_submit(a->workers, &a->slot[i].job))
            run(&a->slot[i].job);
    if (own)
        run(&a->slot[0].job);
}

/* ---- Virtual clock -------------------------------------------------------------------------- */

static void deal_here(ctsar__pass *p, ctsar__acc *a)
{
    ctsar__range r;
    bool any = true;
    if (ctsar__range_len(a->slot[0].rest) > 0)
        execute(p, a, &a->slot[0]);
    while (any && !p->status) {
        any = false;
        for (int i = 0; i < p->slots; ++i)
            if (deal(p, a, &a->slot[i], &r)) {
                assign(&a->slot[i], r);
                execute(p, a, &a->slot[i]);
                any = true;
            }
    }
}

bool ctsar__serve_range(ctsar__pass *p, int acc, int slot, ctsar__range range, double placed)
{
    ctsar__acc *a = &p->acc[acc];
    ctsar__slot *s = &a->slot[slot];
    a->engines.slot[slot] = fmax(a->engines.slot[slot], placed);
    assign(s, range);
    execute(p, a, s);
    return !p->status;
}

/* ---- A turn's launches ------------------------------------------------------------------------
 */

/* Of how many pieces of the range is a pipeline to be? */
static long pieces(const ctsar__pass *p, const ctsar__acc *a)
{
    double less = fmin(a->copied, a->computed), both = a->copied + a->computed;
    if (p->slots == 1 || less <= 0)
        return 1;
    double m = a->overhead > 0 ? sqrt(less / a->overhead) : MOST_PIECES;
    m = m < MOST_PIECES ? floor(m) : MOST_PIECES;
    return m >= 2 && less * (1 - 1 / m) - m * a->overhead > LEAST_OVERLAP * both ? (long)m : 1;
}

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
    bool split = p->sched->mode == CTSAR__SPLIT || p->rescuing;
    for (int i = 0; i < p->slots; ++i) {
        a->slot[i].whole = a->slot[i].rest = (ctsar__range){0, 0};
        a->slot[i].dealt = 0;
        a->slot[i].fetched = false;
    }
    a->in_flight = 0; /* also where a pass has failed */
    long m = pieces(p, a);
    a->copied = a->computed = 0;
    a->todo = l->deferred ? all : (ctsar__range){l->rest.lo, all.hi};
    ctsar__values todo = values_of(a, a->todo);
    long most = todo.count ? ctsar__data_most(&a->data, a->device, todo, p->slots) : 1;
    a->piece = (todo.count + m - 1) / m;
    a->streamed = a->streamed || most < todo.count;
    a->piece = a->piece < most ? a->piece : most;
    a->piece = a->piece > 0 ? a->piece : 1;
    if (l->deferred && split)
        return;
    assign(first, all);
    first->rest = split ? l->range : all;
    first->fetched = !l->deferred;
    first->ready = l->range.hi;
    first->traffic = l->traffic;
    first->began = p->virtual_clock ? l->placed : l->began;
    if (first->fetched)
        enter(p, a, first);
}

int ctsar__serve(ctsar__pass *p, ctsar__lane *l)
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
    l->served = true;
    l->rest = (ctsar__range){0, 0};
    if (p->virtual_clock && p->sched->mode == CTSAR__QUEUE && !p->rescuing)
        execute(p, a, &a->slot[0]);
    else if (p->virtual_clock || p->rescuing)
        deal_here(p, a);
    else
        dispatch(p, a);
    return CTSAR_OK;
}
