/* SPDX-License-Identifier: BSD-3-Clause */
#include <limits.h>
#include <stdlib.h>

#include "pass.h"

static ctsar__device *device_of(const ctsar__pass *p, const ctsar__lane *l)
{
    return l->acc < 0 ? NULL : p->acc[l->acc].device;
}

static bool contains(const ctsar__named *list, const void *entry)
{
    for (int i = 0; i < list->count; ++i)
        if (list->entry[i] == entry)
            return true;
    return false;
}

static int append(ctsar__named *list, void *entry)
{
    if (list->count == list->room) {
        int room = list->room ? 2 * list->room : 8;
        void **grown = realloc(list->entry, (size_t)room * sizeof *grown);
        if (!grown)
            return ctsar__error(CTSAR_ENOMEM, "no memory for a list of %d registrations", room);
        list->entry = grown;
        list->room = room;
    }
    list->entry[list->count++] = entry;
    return CTSAR_OK;
}

static long last_value(ctsar__values v)
{
    return v.lo + (v.count - 1) * v.step;
}

/* Iterations that select items an array has not would read and write beside it. */
int ctsar__turn_covers(const ctsar__lane *l, const ctsar__array *a)
{
    ctsar__bounds b = l->book.bounds;
    ctsar__values all = {b.lo, b.step, b.n};
    if (ctsar__shape_covers(&a->shape, all))
        return CTSAR_OK;
    return ctsar__error(CTSAR_EINVAL,
                        "iterations %ld to %ld select items of the array at %p, which was "
                        "registered with %zu items; register all of it or loop over less",
                        all.lo, last_value(all), (void *)a->host, a->shape.assoc);
}

static int fetch(ctsar__pass *p, ctsar__lane *l, ctsar__array *a)
{
    int status = ctsar__turn_covers(l, a);
    if (status)
        return status;
    return ctsar__window_fetch(a, l->acc, device_of(p, l), l->values, ctsar__pass_number(p),
                               &l->traffic);
}

int ctsar__turn_array(ctsar__pass *p, ctsar__lane *l, void *host, const char *name,
                      const ctsar__shape *shape, size_t *strides, void **pointer)
{
    ctsar__array *a;
    int status = ctsar__arrays_register(p->arrays, host, shape, ctsar__pass_number(p), &a);
    if (status)
        return status;
    if (contains(&l->arrays, a))
        return ctsar__error(CTSAR_ECONFLICT,
                            "the array at %p is registered twice in one turn; register it once, "
                            "with all that the body does with it",
                            host);
    status = append(&l->arrays, a);
    if (!status && p->machine->config.check)
        status = ctsar__checked_register(p, l, a, name, strides, pointer);
    if (status || l->checked >= 0)
        return status;
    status = ctsar__window_base(a, l->acc, device_of(p, l), strides, pointer, &l->traffic);
    if (!status && l->stage == CTSAR__TURN_RANGE)
        status = fetch(p, l, a);
    return status;
}

/* Which of a reduction's private copies is the turn's.  A thread without a unit gets one like
 * its core's would be: nobody else uses it, and it stays the identity. */
static int copy_number(const ctsar__pass *p, const ctsar__lane *l)
{
    return l->unit < 0 ? l->thread + p->accs : l->unit;
}

int ctsar__turn_reduction(ctsar__pass *p, ctsar__lane *l, void *result, const void *identity,
                          size_t size, ctsar_combine combine, void **pointer)
{
    ctsar__reduction *r;
    int units = p->threads + p->accs;
    int status = ctsar__reductions_register(p->reductions, result, identity, size, combine,
                                            ctsar__pass_number(p), units, &r);
    if (status)
        return status;
    if (contains(&l->reductions, r))
        return ctsar__error(CTSAR_ECONFLICT,
                            "the reduction into %p is registered twice in one turn", result);
    status = append(&l->reductions, r);
    if (status)
        return status;
    status = ctsar__reduction_open(r, copy_number(p, l), l->acc, device_of(p, l),
                                   ctsar__pass_number(p), pointer, &l->traffic);
    if (!status && l->checked >= 0)
        status = ctsar__check_reduction(p->check, result, *pointer, size);
    return status;
}

void ctsar__turn_open(ctsar__pass *p, ctsar__lane *l, int unit)
{
    int cores = ctsar__pass_team(p).cores;
    l->stage = CTSAR__TURN_OPEN;
    l->unit = unit;
    l->acc = unit >= cores ? unit - cores : -1;
    l->range = (ctsar__range){0, 0};
    l->ahead = false;
    l->traffic = (ctsar__traffic){.device = device_of(p, l)};
    l->arrays.count = l->reductions.count = 0;
    l->kernel = 0;
    ctsar__capture_clear(&l->capture);
}

/* Is the real clock read in this turn?  Cores' shared pieces are counted, not timed: reading
 * the clock can take longer than a piece. */
static bool timed(const ctsar__pass *p, const ctsar__lane *l)
{
    bool counted = p->sched->mode == CTSAR__QUEUE && p->queue.piece > 0;
    return !p->virtual_clock && (p->reporting || l->acc >= 0 || !counted);
}

int ctsar__turn_begin(ctsar__pass *p, ctsar__lane *l)
{
    ctsar__bounds b = l->book.bounds;
    l->values = (ctsar__values){b.lo + l->range.lo * b.step, b.step, ctsar__range_len(l->range)};
    l->began = timed(p, l) ? ctsar__now() : 0;
    for (int i = 0; i < l->arrays.count; ++i) {
        int status = fetch(p, l, l->arrays.entry[i]);
        if (status)
            return status;
    }
    l->fetched = l->acc < 0 || !timed(p, l) ? l->began : ctsar__now();
    return CTSAR_OK;
}

/* What a core takes for the range under the virtual clock. */
static double model_seconds(const ctsar__pass *p, ctsar__range r)
{
    const ctsar__cost *cost = &p->sched->env.cost;
    double work = cost->work ? cost->work(cost->data, r.lo, r.hi) : (double)ctsar__range_len(r);
    return p->machine->config.virtual_iter * work;
}

/* ---- Launches --------------------------------------------------------------------------- */

static int check_launch(const ctsar__pass *p, const ctsar__lane *l, const ctsar_kernel *kernel,
                        const ctsar_arg *args, int nargs)
{
    if (l->stage != CTSAR__TURN_RANGE)
        return ctsar__error(CTSAR_ESTATE, "the turn had no ctsar_next yet");
    if (!kernel || nargs < 0 || (nargs > 0 && !args))
        return ctsar__error(CTSAR_EINVAL, "%s and %d arguments at %p",
                            kernel ? kernel->name : "no kernel", nargs, (const void *)args);
    const ctsar__device *d = device_of(p, l);
    if (d ? d->backend->executes(kernel, 0) : kernel->host != NULL)
        return CTSAR_OK;
    return ctsar__error(CTSAR_ENODEV,
                        "kernel %s has no form for %s; declare the kernel with ctsar_set_kernel, "
                        "and such units get no turns",
                        kernel->name, d ? d->name : "cores");
}

static ctsar_call call_of(const ctsar__lane *l)
{
    return (ctsar_call){.start = ctsar_turn_.start,
                        .end = ctsar_turn_.end,
                        .step = l->book.bounds.step,
                        .count = ctsar__range_len(l->range)};
}

static int launch_on_device(ctsar__pass *p, ctsar__lane *l)
{
    ctsar__device *d = device_of(p, l);
    ctsar__event e;
    if (l->capture.launches == 1) /* the range's time by the model is that of all its launches */
        l->bound.launch.seconds = model_seconds(p, l->range);
    int status = d->backend->launch(d, 0, &l->bound.launch, &e);
    if (!status)
        status = d->backend->wait(d, &e);
    if (!status)
        l->kernel += e.seconds;
    return status;
}

int ctsar__turn_launch(ctsar__pass *p, ctsar__lane *l, const ctsar_kernel *kernel,
                       const ctsar_arg *args, int nargs)
{
    int status = check_launch(p, l, kernel, args, nargs);
    if (!status)
        status = ctsar__capture_add(&l->capture, kernel, args, nargs, &l->arrays, &l->reductions);
    if (status || ctsar__range_len(l->range) == 0)
        return status;
    ctsar__target target = {copy_number(p, l), l->acc, device_of(p, l), 0};
    status =
        ctsar__capture_bind(&l->capture, l->capture.launches - 1, call_of(l), target, &l->bound);
    if (!status && l->checked >= 0)
        ctsar__checked_bind(p, args, nargs, &l->bound);
    if (status || l->acc >= 0)
        return status ? status : launch_on_device(p, l);
    kernel->host(&l->bound.call);
    return CTSAR_OK;
}

/* ---- The end of a turn ------------------------------------------------------------------ */

static int deliver_arrays(ctsar__pass *p, ctsar__lane *l)
{
    int status = CTSAR_OK;
    for (int i = 0; i < l->arrays.count && !status; ++i)
        status = ctsar__window_deliver(l->arrays.entry[i], l->acc, device_of(p, l), l->values,
                                       &l->traffic);
    return status;
}

/* An accelerator's body has run inline on this thread: books it at the device's speed. */
static int book_body(ctsar__device *d, double body, double *kernel)
{
    ctsar__event e;
    int status = d->backend->executed(d, body, &e);
    if (!status)
        status = d->backend->wait(d, &e);
    *kernel = e.seconds;
    return status;
}

static int deliver(ctsar__pass *p, ctsar__lane *l, double body, double *kernel)
{
    ctsar__device *d = device_of(p, l);
    int status = CTSAR_OK;
    if (l->capture.launches)
        *kernel = l->kernel;
    else
        status = book_body(d, body, kernel);
    if (!status)
        status = deliver_arrays(p, l);
    for (int i = 0; i < l->reductions.count && !status; ++i)
        status = ctsar__reduction_deliver(l->reductions.entry[i], l->unit, l->acc, d, &l->traffic);
    return status;
}

static size_t held_bytes(const ctsar__lane *l)
{
    size_t sum = 0;
    for (int i = 0; i < l->arrays.count; ++i)
        sum += ctsar__window_held(l->arrays.entry[i], l->acc);
    return sum;
}

static void book_for_report(ctsar__pass *p, ctsar__lane *l, ctsar__book *b, double now)
{
    b->turns++;
    b->iterations += ctsar__range_len(l->range);
    b->busy += l->seconds + l->traffic.once;
    b->end = p->virtual_clock ? b->busy : now;
    b->copying += l->traffic.seconds;
    b->bytes_in += l->traffic.bytes_in;
    b->bytes_out += l->traffic.bytes_out;
    b->bytes_between += l->traffic.bytes_between;
    if (l->acc >= 0)
        b->held = held_bytes(l);
}

static void book(ctsar__pass *p, ctsar__lane *l, double now)
{
    ctsar__book *b = ctsar__pass_book(p, ctsar__pass_team(p), l->unit);
    uint32_t round = ctsar__barrier_now(&p->barrier).round;
    long before = b->round == round ? ctsar__range_len(b->range) : 0;
    b->round = round;
    b->range = p->sched->mode == CTSAR__SPLIT
                   ? l->range
                   : (ctsar__range){0, before + ctsar__range_len(l->range)};
    b->seconds = l->seconds;
    b->fixed = l->fixed;
    if (p->reporting)
        book_for_report(p, l, b, now);
}

/* An accelerator's turn after `body` seconds on this thread, up to its last delivery. */
static int end_on_device(ctsar__pass *p, ctsar__lane *l, double body, double *now)
{
    double kernel;
    int status = deliver(p, l, body, &kernel);
    if (status)
        return status;
    l->seconds = l->traffic.seconds - l->traffic.once + kernel;
    int launches = l->capture.launches ? l->capture.launches : 1;
    l->fixed = l->traffic.fixed + launches * device_of(p, l)->launch_overhead;
    if (!p->virtual_clock) {
        *now = ctsar__now();
        l->seconds = *now - l->began - l->traffic.once;
    }
    return CTSAR_OK;
}

/* A core's, which may have waited for rows from accelerators. */
static int end_on_core(ctsar__pass *p, ctsar__lane *l, double body)
{
    double waited = p->virtual_clock ? l->traffic.seconds : 0; /* real: `body` has it */
    l->seconds = body + waited - l->traffic.once;
    l->fixed = l->traffic.fixed;
    return deliver_arrays(p, l);
}

int ctsar__turn_end(ctsar__pass *p, ctsar__lane *l)
{
    if (l->unit < 0 || ctsar__range_len(l->range) == 0)
        return CTSAR_OK;
    double now = timed(p, l) ? ctsar__now() : 0;
    double body = p->virtual_clock ? model_seconds(p, l->range) : now - l->fetched;
    int status = l->acc >= 0 ? end_on_device(p, l, body, &now) : end_on_core(p, l, body);
    if (!status)
        book(p, l, now);
    return status;
}
