/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A range in flight: in pieces that fit, each with its memory and data, kernels, outputs, time. */
#include "pass/flight/slot.h"

#include <math.h>

#include "mem/window.h"
#include "pass/core/absence.h"
#include "pass/core/book.h"
#include "pass/core/bounds.h"
#include "pass/core/failure.h"
#include "pass/core/orphans.h"
#include "pass/core/replay.h"
#include "pass/core/rim.h"
#include "pass/core/trace.h"
#include "pass/core/view.h"
#include "pass/flight/kernel.h"
#include "pass/flight/unexplained.h"
#include "pass/flight/versions.h"

static ctsar__target target_of(const ctsar__pass *p, const ctsar__slot *s)
{
    ctsar__acc *a = &p->acc[s->acc];
    return (ctsar__target){ctsar__copy_number(p, 0, s->acc, s->index),
                           s->acc,
                           a->device,
                           s->index,
                           &a->engines,
                           s->tight};
}

/* Addresses for all that the turn has registered. */
static int reserve(ctsar__pass *p, ctsar__acc *a, ctsar__slot *s)
{
    ctsar__target to = target_of(p, s);
    int status = CTSAR_OK;
    void *ignored;
    for (int i = 0; i < a->data.arrays.count && !status; ++i)
        status = ctsar__window_base(a->data.arrays.entry[i], &to, NULL, &ignored, &s->traffic);
    for (int i = 0; i < a->data.reductions.count && !status; ++i)
        status = ctsar__reduction_open(a->data.reductions.entry[i], &to, ctsar__pass_number(p),
                                       &ignored, &s->traffic);
    return status;
}

/* Makes room where there is none: waits for the other ranges, and takes what was kept. */
static int make_room(ctsar__pass *p, ctsar__acc *a, ctsar__slot *s)
{
    s->tight = true;
    a->streamed = true;
    a->alone = true;
    const ctsar__target target = target_of(p, s);
    ctsar__data_release(&a->data, &target); /* others may go first meanwhile */
    while (a->in_flight > 0)
        pthread_cond_wait(&a->drained, &a->fetching);
    return ctsar__arrays_shrink(p->arrays, &target, ctsar__pass_number(p), &s->traffic);
}

/* Addresses for all that the turn has registered, and memory for the piece, or for less of it. */
static int back(ctsar__pass *p, ctsar__acc *a, ctsar__slot *s, ctsar__range *piece)
{
    for (;;) {
        const ctsar__target target = target_of(p, s);
        int status = reserve(p, a, s);
        if (!status)
            status = ctsar__data_back(&a->data, &target, ctsar__values_of(a->bounds, *piece),
                                      ctsar__pass_number(p), &s->traffic);
        long n = ctsar__range_len(*piece);
        if (status != CTSAR_ENOMEM || (s->tight && n == 1))
            return status;
        if (s->tight)
            piece->hi = piece->lo + n / 2;
        else if ((status = make_room(p, a, s)))
            return status;
    }
}

/* Brings the data of a piece, or of less. */
static int fetch(ctsar__pass *p, ctsar__acc *a, ctsar__slot *s, ctsar__range *piece)
{
    int status = back(p, a, s, piece);
    if (status)
        return status;
    const ctsar__target target = target_of(p, s);
    return ctsar__data_fetch(&a->data, &target, ctsar__values_of(a->bounds, *piece),
                             ctsar__pass_number(p), &s->traffic);
}

void ctsar__slot_enter(const ctsar__pass *p, ctsar__acc *a, ctsar__slot *s)
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
        ctsar__slot_enter(p, a, s);
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
 * way.  By the model the range's time is that of all its launches. */
static int launch(ctsar__pass *p, ctsar__acc *a, ctsar__slot *s, ctsar__range piece, int i)
{
    const ctsar__target target = target_of(p, s);
    ctsar__slot_kernel k = {.form = a->capture.launch[i].kernel,
                            .modelled = i ? 0 : ctsar__model_seconds(p, piece),
                            .keep = i == 0};
    int status = ctsar__capture_bind(&a->capture, i, ctsar__call_of(a->bounds, a->hi, piece),
                                     &target, &s->arguments);
    if (!status && k.form->versions)
        return ctsar__slot_launch(p, a, s, piece, i, &target);
    if (!status)
        status = ctsar__slot_execute_kernel(a, s, piece, &k);
    return status ? status : k.kept;
}

static int launch_all(ctsar__pass *p, ctsar__acc *a, ctsar__slot *s, ctsar__range piece)
{
    const ctsar__target target = target_of(p, s);
    int status = CTSAR_OK;
    for (int i = 0; i < a->data.reductions.count && !status; ++i)
        status = ctsar__reduction_start(a->data.reductions.entry[i], &target, &s->traffic);
    for (int i = 0; i < a->capture.launches && !status; ++i)
        status = launch(p, a, s, piece, i);
    if (!status)
        status = ctsar__data_deliver(&a->data, &target, ctsar__values_of(a->bounds, piece), true,
                                     &s->undo, &s->traffic);
    return status;
}

/* How much of the time that a piece occupied the accelerator will come again.  One-off moves may
 * have been hidden behind other pieces' kernels; no less is left without them than it takes to
 * compute, or to copy what does come again. */
static double recurring_part(const ctsar__traffic *t, double kernel, double busy)
{
    return fmin(busy, fmax(busy - t->once, fmax(kernel, t->seconds - t->once)));
}

/* Takes what versions on trial took too long out of a time; what is more than that is left for the
 * slot's next piece. */
static double without_trials(ctsar__slot *s, double seconds)
{
    double less = fmin(s->excess, seconds);
    s->excess -= less;
    return seconds - less;
}

/* A range's time is its end minus the later of its beginning and the end of the one before; it
 * begins when the worker is woken.  What does not grow with it counts as far as it was not hidden,
 * and so does what the device's clock does not explain: waking the worker, enqueueing, being told.
 * Of the region's first range that is one-off: kernels are built and memory is touched. */
static void book(ctsar__pass *p, ctsar__acc *a, ctsar__slot *s, ctsar__range piece)
{
    const ctsar__traffic *t = &s->traffic;
    double end = ctsar__slot_now(p, a, s->index);
    double fixed = t->fixed + a->capture.launches * a->device->launch_overhead;
    double kernel = without_trials(s, s->kernel), trials = s->kernel - kernel;
    double recurring = t->seconds - t->once + kernel;
    pthread_mutex_lock(&a->booking);
    bool overlaps = s->began <= a->last_end;
    double from = overlaps ? a->last_end : s->began;
    double busy = end > from ? end - from : 0;
    double seconds = recurring_part(t, kernel, fmax(busy - trials - s->held_up, 0));
    double shown = recurring > 0 ? fmin(seconds / recurring, 1) : 1;
    double unexplained =
        p->virtual_clock ? 0 : ctsar__unexplained(&a->beyond, overlaps, seconds - recurring);
    if (!a->warm) {
        unexplained = fmin(unexplained, fixed);
        seconds = fmin(seconds, recurring + unexplained);
        a->warm = true;
    }
    double constant = fmin(shown * fixed + unexplained, seconds);
    a->last_end = fmax(a->last_end, end);
    a->timed.copied += t->seconds - t->once - t->fixed;
    a->timed.computed += kernel;
    a->timed.iterations += ctsar__range_len(piece);
    a->overhead = fixed;
    ctsar__book_range(p, &a->book, piece, seconds, constant);
    ctsar__record_range(p, &s->executed, piece);
    a->book.home += t->home;
    if (p->reporting) {
        ctsar__book_traffic(&a->book, t, busy);
        ctsar__trace_turn(p, -1, s->acc, piece, fmin(from, end), fmax(from, end), t);
        a->book.end = a->last_end;
        a->book.held = s->held > a->book.held ? s->held : a->book.held;
    }
    pthread_mutex_unlock(&a->booking);
    s->seconds += seconds;
    s->home += t->home;
    s->fixed += constant;
}

/* The slot's next piece: as much of its range as fits. */
static ctsar__range cut(const ctsar__pass *p, const ctsar__acc *a, const ctsar__slot *s)
{
    ctsar__range r = s->rest;
    if (s->fetched)
        return (ctsar__range){r.lo, s->ready};
    long most = ctsar__data_most(&a->data, a->device, ctsar__values_of(a->bounds, r),
                                 a->alone ? 1 : p->slots);
    if (ctsar__range_len(r) > most)
        r.hi = r.lo + most;
    return r;
}

/* What the turn has brought is not needed: the accelerator is gone, or the pass is in error. */
static void leave_fetched(ctsar__pass *p, ctsar__acc *a, ctsar__slot *s)
{
    const ctsar__target target = target_of(p, s);
    ctsar__data_release(&a->data, &target);
    drain(a);
    s->fetched = false;
}

static int try_piece(ctsar__pass *p, ctsar__acc *a, ctsar__slot *s, ctsar__range *piece)
{
    const ctsar__target target = target_of(p, s);
    int status = CTSAR_OK;
    ctsar__verdict v;
    do {
        status = fetch_in_turn(p, a, s, piece);
        bool under_way = !status;
        if (under_way)
            status = launch_all(p, a, s, *piece);
        ctsar__data_release(&a->data, &target);
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

/* The piece is what fitted of the range. */
static void note_streaming(const ctsar__pass *p, ctsar__acc *a, const ctsar__slot *s,
                           ctsar__range piece)
{
    a->streamed = true;
    ctsar__trace_streaming(p, s->acc, piece, s->began);
}

/* Executes the next piece of the slot's range.  An error that others cannot make good is the
 * pass's. */
static int execute_piece(ctsar__pass *p, ctsar__acc *a, ctsar__slot *s)
{
    ctsar__range piece = cut(p, a, s);
    long reach;
    int status = ctsar__slot_reach(p, a, s, piece, &reach);
    if (status)
        return status;
    if (!s->fetched) {
        s->traffic = (ctsar__traffic){0};
        s->tight = false;
        s->began = s->handed > 0 ? s->handed : ctsar__slot_now(p, a, s->index);
    }
    s->kernel = s->handed = s->held_up = 0;
    bool part = ctsar__range_len(piece) < ctsar__range_len(s->rest);
    piece.hi = piece.lo + reach;
    if (!s->shown) /* the turn has not begun it */
        s->shown = ctsar__turn_shown(p, -1, s->acc, piece);
    status = try_piece(p, a, s, &piece);
    if (part || s->tight)
        note_streaming(p, a, s, piece);
    if (!status && ctsar__range_len(s->rest) > 0) {
        book(p, a, s, piece);
        s->rest.lo = piece.hi;
    }
    ctsar__nvtx_end(s->shown);
    s->shown = 0;
    return status;
}

/* A part of the slot's range. */
static void execute(ctsar__pass *p, ctsar__acc *a, ctsar__slot *s, ctsar__range part)
{
    s->rest = part;
    bool goes_on = ctsar__range_len(part) > 0 && !p->status && !ctsar__acc_is_gone(p, a);
    if (p->nodes && goes_on && ctsar__rim_wait(p, &a->data, ctsar__values_of(a->bounds, part)) > 0)
        s->handed = 0; /* it begins now */
    while (ctsar__range_len(s->rest) > 0 && !p->status && !ctsar__acc_is_gone(p, a))
        ctsar__pass_fail_late(p, execute_piece(p, a, s));
    if (s->fetched)
        leave_fetched(p, a, s);
    if (a->gone && !p->status)
        ctsar__orphan(p, s->rest);
    s->rest.lo = s->rest.hi;
}

void ctsar__slot_execute(ctsar__pass *p, ctsar__acc *a, ctsar__slot *s)
{
    ctsar__range all = s->rest, in = all;
    if (p->nodes && !s->fetched && ctsar__range_len(all) > 0)
        in = ctsar__rim_interior(p, &a->data, a->bounds, all);
    execute(p, a, s, in);
    execute(p, a, s, (ctsar__range){in.hi, all.hi});
    execute(p, a, s, (ctsar__range){all.lo, in.lo});
}

void ctsar__slot_assign(ctsar__slot *s, ctsar__range r)
{
    s->whole = s->rest = r;
    s->seconds = s->fixed = s->home = 0;
    ctsar__slot_forget_range(s);
}
