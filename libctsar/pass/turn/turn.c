/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/turn/turn.h"

#include <math.h>

#include "mem/window.h"
#include "pass/core/absence.h"
#include "pass/core/book.h"
#include "pass/core/bounds.h"
#include "pass/core/nodes.h"
#include "pass/core/orphans.h"
#include "pass/core/replay.h"
#include "pass/core/round.h"
#include "pass/core/trace.h"
#include "pass/core/view.h"
#include "pass/flight/hand_over.h"
#include "pass/turn/checking.h"
#include "pass/turn/rims.h"

static void drop_range(ctsar__lane *l)
{
    ctsar_turn_.end = ctsar_turn_.start;
    l->range = (ctsar__range){0, 0};
    l->values.count = 0;
}

/* The turn's accelerator takes no part any more. */
static void leave_range(ctsar__pass *p, ctsar__lane *l)
{
    const ctsar__target target = ctsar__lane_target(p, l);
    ctsar__orphan(p, (ctsar__range){l->range.lo, l->rest.hi});
    l->rest = (ctsar__range){0, 0};
    ctsar__data_release(&l->data, &target);
    drop_range(l);
}

/* Takes what the accelerator keeps for later. */
static int shrink(ctsar__pass *p, ctsar__lane *l)
{
    l->tight = true;
    const ctsar__target target = ctsar__lane_target(p, l);
    return ctsar__arrays_shrink(p->arrays, &target, ctsar__pass_number(p), &l->traffic);
}

/* ---- Registrations ---------------------------------------------------------------- */

/* What failed for the turn is no error where it can go on, without its accelerator: then it
 * has no iterations. */
static ctsar__verdict resolve(ctsar__pass *p, ctsar__lane *l, int *status)
{
    ctsar__verdict v = ctsar__judge(p, l->acc, &l->traffic, *status);
    if (v != CTSAR__GONE)
        return v;
    *status = CTSAR_OK;
    l->failed = true;
    if (l->stage == CTSAR__TURN_RANGE)
        leave_range(p, l);
    return v;
}

/* An array registered when the range is fixed.  What the body may have read of the bounds by now
 * must not lead to outputs twice. */
static int fetch_late(ctsar__pass *p, ctsar__lane *l, ctsar__array *a)
{
    const ctsar__target target = ctsar__lane_target(p, l);
    ctsar__data one = {.arrays = {(void **)&a, 1, 1}};
    ctsar__verdict v = CTSAR__FATAL;
    int status = l->acc >= 0 ? ctsar__data_apart(&l->data, l->values) : CTSAR_OK;
    if (status)
        return status;
    do {
        status = ctsar__data_fetch(&one, &target, l->values, ctsar__pass_number(p), &l->traffic);
        if (status && (a->shape.flags & CTSAR_MEM_INOUT) == CTSAR_MEM_INOUT)
            return status;
        if (status)
            v = resolve(p, l, &status);
    } while (status && v == CTSAR__AGAIN);
    return status;
}

int ctsar__turn_array(ctsar__pass *p, ctsar__lane *l, void *host, const char *name,
                      const ctsar__shape *shape, size_t *strides, void **pointer)
{
    ctsar__array *a;
    int status = ctsar__arrays_register(p->arrays, host, shape, ctsar__pass_number(p), &a);
    if (status)
        return status;
    if (ctsar__named_has(&l->data.arrays, a))
        return ctsar__error(CTSAR_ECONFLICT,
                            "the array at %p is registered twice in one turn; register it once, "
                            "with all that the body does with it",
                            host);
    status = ctsar__named_add(&l->data.arrays, a);
    if (!status && l->stage == CTSAR__TURN_RANGE)
        status = ctsar__nodes_late(p, a);
    if (!status && p->machine->config.check)
        status = ctsar__checking_array(p, l, a, name, strides, pointer);
    if (status || l->checked_at >= 0)
        return status;
    const ctsar__target target = ctsar__lane_target(p, l);
    do
        status = ctsar__window_base(a, &target, strides, pointer, &l->traffic);
    while (status && resolve(p, l, &status) == CTSAR__AGAIN);
    if (!status && l->stage == CTSAR__TURN_RANGE && !l->failed && !l->deferred)
        status = fetch_late(p, l, a);
    if (l->failed)
        *pointer = host;
    return status;
}

static int open_copy(ctsar__pass *p, ctsar__lane *l, ctsar__reduction *r, void **pointer)
{
    const ctsar__target target = ctsar__lane_target(p, l);
    return ctsar__reduction_open(r, &target, ctsar__pass_number(p), pointer, &l->traffic);
}

int ctsar__turn_reduction(ctsar__pass *p, ctsar__lane *l, void *result, const void *identity,
                          size_t size, ctsar_combine combine, void **pointer)
{
    ctsar__reduction *r;
    int copies = p->threads + p->accs * p->slots;
    int status = ctsar__reductions_register(p->reductions, result, identity, size, combine,
                                            ctsar__pass_number(p), copies, &r);
    if (status)
        return status;
    if (ctsar__named_has(&l->data.reductions, r))
        return ctsar__error(CTSAR_ECONFLICT,
                            "the reduction into %p is registered twice in one turn", result);
    status = ctsar__named_add(&l->data.reductions, r);
    if (status)
        return status;
    status = open_copy(p, l, r, pointer);
    if (status == CTSAR_ENOMEM && l->acc >= 0 && l->stage == CTSAR__TURN_OPEN && !shrink(p, l))
        status = open_copy(p, l, r, pointer);
    if (status)
        resolve(p, l, &status);
    if (l->failed)
        *pointer = result;
    if (!status && l->checked_at >= 0)
        status = ctsar__check_reduction(p->check, result, *pointer, size);
    return status;
}

/* ---- The beginning ------------------------------------------------------------------ */

static void empty_turn(ctsar__pass *p, ctsar__lane *l, int unit)
{
    int cores = ctsar__pass_team(p).cores;
    l->stage = CTSAR__TURN_OPEN;
    l->unit = unit;
    l->acc = unit >= cores ? unit - cores : -1;
    l->failed = l->handed_over = l->deferred = l->tight = false;
    l->traffic = (ctsar__traffic){0};
    l->data.arrays.count = l->data.reductions.count = 0;
    if (l->capture.launches) {
        ctsar__capture_clear(&l->capture);
        l->modelled = 0;
    }
}

void ctsar__turn_open(ctsar__pass *p, ctsar__lane *l, int unit)
{
    empty_turn(p, l, unit);
    if (l->acc >= 0)
        p->acc[l->acc].vacated = false;
    l->served = l->served || l->acc >= 0;
    l->range = l->rest = l->before = (ctsar__range){0, 0};
    l->ahead = l->continues = false;
    l->seconds = l->fixed = l->once = l->home = 0;
}

void ctsar__turn_open_ahead(ctsar__pass *p, ctsar__lane *l, int unit, ctsar__range range)
{
    ctsar__turn_open(p, l, unit);
    l->range = range;
    l->ahead = true;
}

bool ctsar__turn_continue(ctsar__pass *p, ctsar__lane *l)
{
    ctsar__range *next = ctsar__range_len(l->rest) > 0 ? &l->rest : &l->before;
    if (ctsar__range_len(*next) == 0)
        return false;
    empty_turn(p, l, l->unit);
    l->range = *next;
    *next = (ctsar__range){0, 0};
    l->ahead = l->continues = true;
    return true;
}

/* For both ends of a turn, on one clock; 0: time is a model's.  Cores' shared pieces are counted,
 * not timed: reading the clock can take longer than a piece.  Where cores are compared with each
 * other alone, they are timed by what costs least. */
static double turn_now(const ctsar__pass *p, const ctsar__lane *l)
{
    bool counted = p->round->on_demand && p->queue.piece > 0;
    if (p->virtual_clock || (counted && l->acc < 0 && !p->reporting))
        return 0;
    return p->accs || p->reporting ? ctsar__now() : ctsar__stopwatch();
}

/* Leaves no more than n iterations for this turn, the others for the next. */
static void cut(ctsar__pass *p, ctsar__lane *l, long n)
{
    if (n >= l->values.count)
        return;
    p->acc[l->acc].streamed = true;
    l->range.hi = l->rest.lo = l->range.lo + n;
    ctsar__trace_streaming(p, l->acc, l->range, ctsar__slot_now(p, &p->acc[l->acc], 0));
    l->values.count = n;
}

/* Backs as much of the range with memory as fits. */
static int back(ctsar__pass *p, ctsar__lane *l)
{
    cut(p, l, ctsar__data_most(&l->data, ctsar__lane_device(p, l), l->values, 1));
    for (;;) {
        const ctsar__target target = ctsar__lane_target(p, l);
        int status =
            ctsar__data_back(&l->data, &target, l->values, ctsar__pass_number(p), &l->traffic);
        if (status != CTSAR_ENOMEM || (l->tight && l->values.count == 1))
            return status;
        if (l->tight)
            cut(p, l, l->values.count / 2);
        else if ((status = shrink(p, l)))
            return status;
    }
}

/* A turn may be shorter than what handing over nothing takes. */
static bool has_data(const ctsar__lane *l)
{
    return l->data.arrays.count > 0 || l->data.reductions.count > 0;
}

static int fetch(ctsar__pass *p, ctsar__lane *l)
{
    int status = l->acc >= 0 ? back(p, l) : CTSAR_OK;
    if (status)
        return status;
    const ctsar__target target = ctsar__lane_target(p, l);
    return ctsar__data_fetch(&l->data, &target, l->values, ctsar__pass_number(p), &l->traffic);
}

static int begin_with_data(ctsar__pass *p, ctsar__lane *l)
{
    int status = CTSAR_OK;
    if (l->failed)
        leave_range(p, l);
    else if (!l->deferred && has_data(l))
        do
            status = fetch(p, l);
        while (status && resolve(p, l, &status) == CTSAR__AGAIN);
    return status;
}

static int begin_on_device(ctsar__pass *p, ctsar__lane *l)
{
    l->placed = p->acc[l->acc].engines.slot[0];
    l->deferred = p->kernel != NULL;
    int status = begin_with_data(p, l);
    l->fetched = turn_now(p, l);
    return status;
}

int ctsar__turn_begin(ctsar__pass *p, ctsar__lane *l)
{
    l->whole = l->continues ? l->whole : l->range;
    l->rest = (ctsar__range){l->range.hi, l->range.hi};
    if (p->nodes)
        ctsar__turn_rims(p, l);
    l->values = ctsar__values_of(l->book.bounds, l->range);
    l->shown = l->acc >= 0 && p->kernel ? 0 : ctsar__turn_shown(p, l->unit, l->acc, l->range);
    l->began = l->fetched = turn_now(p, l);
    if (l->acc >= 0)
        return begin_on_device(p, l);
    return has_data(l) ? begin_with_data(p, l) : CTSAR_OK;
}

/* ---- The end -------------------------------------------------------------------------- */

/* An accelerator's body has run inline on this thread: books it at the device's speed, and
 * delivers the turn's outputs. */
static int deliver(ctsar__pass *p, ctsar__lane *l, double body)
{
    ctsar__device *d = ctsar__lane_device(p, l);
    ctsar__event e;
    int status = ctsar__data_keep(&l->data, l->values, &l->undo);
    if (status)
        return status;
    status = d->backend->executed(d, body, &e);
    if (!status)
        status = d->backend->wait(d, &e);
    if (ctsar__on(d, status, &l->traffic))
        return status;
    l->kernel = e.seconds;
    ctsar__engines_book(&p->acc[l->acc].engines, 0, CTSAR__COMPUTE, e.seconds,
                        ctsar__traced_kernel(l->range));
    const ctsar__target target = ctsar__lane_target(p, l);
    return ctsar__data_deliver(&l->data, &target, l->values, false, &l->undo, &l->traffic);
}

static void book(ctsar__pass *p, ctsar__lane *l, double seconds, double fixed, double now)
{
    ctsar__book *b = ctsar__pass_book(p, ctsar__pass_team(p), l->unit);
    ctsar__book_range(p, b, l->range, seconds, fixed);
    ctsar__record_range(
        p, l->acc < 0 ? &p->lanes->lane[l->unit]->executed : &p->acc[l->acc].slot[0].executed,
        l->range);
    b->home += l->traffic.home;
    l->seconds += seconds;
    l->home += l->traffic.home;
    l->fixed += fixed;
    l->once += l->traffic.once;
    if (!p->reporting)
        return;
    double busy = seconds + l->traffic.once, before = b->busy;
    ctsar__book_traffic(b, &l->traffic, busy);
    b->end = p->virtual_clock ? b->busy : now;
    ctsar__trace_turn(p, l->unit, l->acc, l->range, p->virtual_clock ? before : now - busy, b->end,
                      &l->traffic);
    if (l->acc >= 0)
        b->held = ctsar__data_held(&l->data, l->acc);
}

/* An accelerator's inline turn after `body` seconds on this thread, up to its last delivery. */
static int end_on_device(ctsar__pass *p, ctsar__lane *l, double body)
{
    int status = deliver(p, l, body);
    if (status && resolve(p, l, &status) == CTSAR__GONE)
        return CTSAR_OK;
    const ctsar__target target = ctsar__lane_target(p, l);
    ctsar__data_release(&l->data, &target);
    if (status)
        return status;
    double now = ctsar__pass_now(p);
    double seconds = p->virtual_clock ? l->traffic.seconds + l->kernel : now - l->began;
    book(p, l, seconds - l->traffic.once,
         l->traffic.fixed + ctsar__lane_device(p, l)->launch_overhead, now);
    l->claims.at += seconds;
    p->acc[l->acc].blocks = true;
    return CTSAR_OK;
}

/* A core's, which may have waited for rows from accelerators. */
static int end_on_core(ctsar__pass *p, ctsar__lane *l, double body, double now)
{
    double waited = p->virtual_clock ? l->traffic.seconds : 0; /* real: `body` has it */
    int status = CTSAR_OK;
    if (has_data(l)) {
        const ctsar__target target = ctsar__lane_target(p, l);
        status = ctsar__data_deliver(&l->data, &target, l->values, false, NULL, &l->traffic);
    }
    if (!status)
        book(p, l, body + waited - l->traffic.once, l->traffic.fixed, now);
    l->claims.at += l->traffic.once;
    return status;
}

/* What the turn has moved counts where no range's book has it: registering may copy. */
static void book_opening(ctsar__pass *p, ctsar__lane *l)
{
    if (!p->reporting || l->acc < 0)
        return;
    pthread_mutex_lock(&p->acc[l->acc].booking);
    ctsar__book_traffic(&p->acc[l->acc].book, &l->traffic, 0);
    p->acc[l->acc].book.apart += l->traffic.seconds;
    p->acc[l->acc].book.apart_once += l->traffic.once;
    pthread_mutex_unlock(&p->acc[l->acc].booking);
}

static int end(ctsar__pass *p, ctsar__lane *l)
{
    if (l->unit < 0 || ctsar__range_len(l->range) == 0) {
        book_opening(p, l);
        return CTSAR_OK;
    }
    if (l->acc >= 0 && l->capture.launches) {
        if (l->deferred)
            book_opening(p, l);
        return ctsar__hand_over(p, l);
    }
    if (l->deferred)
        return ctsar__error(CTSAR_ESTATE,
                            "kernel %s was declared with ctsar_set_kernel, and a turn of %s "
                            "launched nothing; launch it, or take the declaration back",
                            p->kernel->name, ctsar__lane_device(p, l)->name);
    double now = turn_now(p, l);
    double body = p->virtual_clock ? ctsar__model_seconds(p, l->range) + l->modelled
                                   : fmax(now - l->fetched, 0);
    return l->acc >= 0 ? end_on_device(p, l, body) : end_on_core(p, l, body, now);
}

int ctsar__turn_end(ctsar__pass *p, ctsar__lane *l)
{
    int status = end(p, l);
    ctsar__nvtx_end(l->shown);
    l->shown = 0;
    return status;
}
