/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/core/nodes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "node/division.h"
#include "observe/report.h"
#include "pass/core/bounds.h"
#include "pass/core/apart.h"
#include "pass/core/exchange.h"
#include "pass/core/failure.h"
#include "pass/core/start.h"
#include "pass/core/trace.h"
#include "pass/core/values.h"
#include "pass/core/view.h"

/* ---- Dividing a pass ------------------------------------------------------------------------ */

static const ctsar__cost *cost_of(const ctsar__nodes *s)
{
    return s->cost.work ? &s->cost : NULL;
}

/* The boundaries for n iterations. */
static const long *boundaries(ctsar__pass *p, long n)
{
    ctsar__nodes *s = p->nodes;
    if (s->n == n)
        return s->boundary;
    pthread_mutex_lock(&p->lock);
    if (s->other_n != n) {
        ctsar__divide(s->pace, s->node->world.size, n, cost_of(s), s->other);
        s->other_n = n;
    }
    pthread_mutex_unlock(&p->lock);
    return s->other;
}

/* Is it known what the pass writes, that it writes something, and that others can have that? */
static bool divisible(const ctsar__pass *p, const ctsar__lane *l)
{
    int outputs = l->data.reductions.count;
    bool own = false;
    for (int i = 0; i < l->data.arrays.count; ++i) {
        unsigned flags = ((const ctsar__array *)l->data.arrays.entry[i])->shape.flags;
        outputs += (flags & CTSAR_MEM_OUTPUT) != 0;
        own |= flags & CTSAR_MEM_OUTPUT && flags & CTSAR_MEM_ADDRESSES;
    }
    bool promised = p->nodes->promised || p->kernel;
    return promised && outputs > 0 && !own && !p->check && ctsar__node_here();
}

static int copy(ctsar__named *to, const ctsar__named *from)
{
    int status = CTSAR_OK;
    to->count = 0;
    for (int i = 0; i < from->count && !status; ++i)
        status = ctsar__named_add(to, from->entry[i]);
    return status;
}

int ctsar__nodes_note(ctsar__pass *p, const ctsar__lane *l)
{
    ctsar__data *kept = &p->nodes->data;
    if (l->thread != 0)
        return CTSAR_OK;
    int status = copy(&kept->arrays, &l->data.arrays);
    return status ? status : copy(&kept->reductions, &l->data.reductions);
}

bool ctsar__nodes_funnel(const ctsar__pass *p)
{
    const ctsar__node *n = p->nodes->node;
    return n->world.funneled && ctsar__node_here() && n->transport->callable();
}

static void divide(ctsar__pass *p, ctsar__lane *l)
{
    ctsar__nodes *s = p->nodes;
    ctsar__bounds b = l->stated = l->book.bounds;
    ctsar__range part = {0, b.n};
    l->divided = divisible(p, l);
    if (l->divided) {
        const long *boundary = boundaries(p, b.n);
        part = (ctsar__range){boundary[s->node->world.rank], boundary[s->node->world.rank + 1]};
    }
    s->all = b.n;
    s->first = part.lo;
    ctsar__values v = ctsar__values_of(b, part);
    l->book.bounds = (ctsar__bounds){v.lo, b.step, v.count};
    if (part.hi < b.n || v.count == 0)
        l->hi = ctsar__value(v, v.count);
}

/* ---- The beginning of a pass ------------------------------------------------------------------
 */

static void say_bounds(const ctsar__pass *p, const ctsar__lane *l, ctsar__record *r)
{
    size_t entries = (size_t)p->nodes->node->world.size + 1;
    r->lo = l->stated.n ? l->stated.lo : 0;
    r->step = l->stated.n ? l->stated.step : 0;
    r->n = l->stated.n;
    if (l->divided)
        r->division = ctsar__hash(0, boundaries((ctsar__pass *)p, r->n), entries * sizeof(long));
}

/* The pass with these registrations; with a status that it has failed. */
static ctsar__record record_of(const ctsar__pass *p, const ctsar__lane *l, const ctsar__data *data,
                               int status)
{
    ctsar__record r = {.deed = CTSAR__PASS, .status = status, .pass = ctsar__pass_number(p)};
    snprintf(r.name, sizeof r.name, "%s", p->name);
    if (status)
        return r;
    say_bounds(p, l, &r);
    ctsar__exchange_describe(data, &r);
    return r;
}

/* Guests of an accelerator whose memory is short would be in the way at once: its windows move with
 * each piece of a range, so it would wait for its halos before it computes anything. */
static bool take_streamed(ctsar__pass *p)
{
    bool streamed = false;
    for (int i = 0; i < p->accs; ++i)
        streamed |= atomic_exchange(&p->acc[i].streamed, false);
    return streamed;
}

static int start(ctsar__pass *p, const ctsar__lane *l)
{
    ctsar__nodes *s = p->nodes;
    size_t entries = (size_t)s->node->world.size + 1;
    if (l->divided)
        memcpy(s->stay, boundaries(p, l->stated.n), entries * sizeof *s->stay);
    s->stay_all = l->stated;
    bool streamed = take_streamed(p); /* in the pass before */
    const ctsar__start what = {.node = s->node,
                               .data = &l->data,
                               .all = l->stated,
                               .boundary = l->divided ? s->stay : NULL,
                               .record = record_of(p, l, &l->data, CTSAR_OK),
                               .moved = s->moved,
                               .stays = &s->stays,
                               .over = &s->over,
                               .aside = p->machine->config.overlap && s->node->world.meanwhile,
                               .direct = p->accs > 0 && !streamed && p->machine->config.direct,
                               .aware = p->machine->config.direct > 0 && s->node->world.cuda,
                               .travel = &s->travel};
    double began = ctsar__pass_now(p);
    int status = ctsar__start_begin(&what);
    s->ready = ctsar__pass_now(p);
    const ctsar__node_bytes *moved = &s->moved[s->node->world.rank];
    if (p->reporting && (moved->sent || moved->received))
        ctsar__trace_exchange(p, began, s->ready, moved);
    return status;
}

/* May arrays be apart before this pass, or become so? */
static bool concerned(const ctsar__lane *l)
{
    bool any = ctsar__apart_first();
    for (int i = 0; i < l->data.arrays.count && !any; ++i)
        any = ((const ctsar__array *)l->data.arrays.entry[i])->persists;
    return any;
}

int ctsar__nodes_divide(ctsar__pass *p, ctsar__lane *l)
{
    ctsar__nodes *s = p->nodes;
    unsigned long pass = ctsar__pass_number(p);
    int status = CTSAR_OK;
    divide(p, l);
    if (s->begun == pass || !ctsar__node_here() || !concerned(l))
        return status;
    ctsar__node_lock();
    if (s->begun != pass) {
        status = start(p, l);
        ctsar__pass_fail(p, status);
        s->begun = pass;
    }
    ctsar__node_unlock();
    return status;
}

int ctsar__nodes_late(const ctsar__pass *p, const ctsar__array *a)
{
    if (!p->nodes || !ctsar__apart_is(a->host, ctsar__shape_bytes(&a->shape)))
        return CTSAR_OK;
    return ctsar__error(CTSAR_ESTATE,
                        "the persisted array at %p is registered behind ctsar_next, and nodes have "
                        "it in parts; register it before",
                        (void *)a->host);
}

/* ---- The end of a pass ------------------------------------------------------------------------
 */

/* What this node's part took. */
static double seconds_of(ctsar__pass *p)
{
    double first = p->lanes->lane[0]->entered;
    if (p->virtual_clock)
        return p->nodes->spent;
    for (int i = 1; i < p->threads; ++i)
        first = fmin(first, p->lanes->lane[i]->entered);
    return ctsar__now() - fmax(first, p->nodes->ready) -
           ctsar__travel_meanwhile(&p->nodes->travel, ctsar__team_units(ctsar__pass_team(p)));
}

static ctsar__record record_of_end(ctsar__pass *p, const ctsar__lane *l, int status)
{
    ctsar__record r = record_of(p, l, &p->nodes->data, status);
    if (status)
        return r;
    r.seconds = seconds_of(p);
    r.took = p->virtual_clock ? 0 : p->nodes->travel.took;
    r.waited = p->virtual_clock ? 0 : p->nodes->travel.waited;
    r.direct = p->nodes->travel.parcels.direct;
    return r;
}

/* What the ranks took is known to all, so all find the next division. */
static void learn(ctsar__pass *p, long n)
{
    ctsar__nodes *s = p->nodes;
    int ranks = s->node->world.size;
    if (s->n != n) {
        long *used = s->other;
        s->other = s->boundary;
        s->boundary = used;
        s->n = n;
    }
    for (int r = 0; r < ranks; ++r)
        s->seconds[r] = s->node->said[r].seconds;
    ctsar__divide_next(s->pace, ranks, s->seconds, n, cost_of(s), s->boundary, s->other);
    s->other_n = -1;
}

/* What each rank did in a pass that all have ended well. */
static void begin_account(ctsar__pass *p, const ctsar__lane *l)
{
    ctsar__nodes *s = p->nodes;
    const long *boundary = l->divided ? boundaries(p, l->stated.n) : NULL;
    for (int r = 0; r < s->node->world.size; ++r)
        s->did[r] = (ctsar__node_pass){
            .iterations = boundary ? boundary[r + 1] - boundary[r] : l->stated.n,
            .busy = s->node->said[r].seconds,
            .hidden = fmax(0, s->node->said[r].took - s->node->said[r].waited),
            .awaited = s->node->said[r].waited,
            .bytes = {s->moved[r].sent, s->moved[r].received, s->node->said[r].direct}};
}

static void report(ctsar__pass *p, double began)
{
    ctsar__nodes *s = p->nodes;
    ctsar__node_bytes moved = s->did[s->node->world.rank].bytes;
    if (!p->reporting)
        return;
    ctsar__report_hold();
    ctsar__stats_nodes(p->stats, s->node->world.rank, s->did, s->node->world.size);
    ctsar__report_release();
    moved.sent -= s->moved[s->node->world.rank].sent; /* which had an event of its own */
    moved.received -= s->moved[s->node->world.rank].received;
    if (moved.sent || moved.received)
        ctsar__trace_exchange(p, began, ctsar__pass_now(p), &moved);
}

/* Of arrays that have stayed where they were computed. */
static void end_stays(ctsar__nodes *s)
{
    for (int i = 0; i < s->stays.count; ++i)
        ctsar__start_end(s->node, s->stays.entry[i], s->stay_all, s->stay);
    s->stays.count = 0;
}

static void forget_pass(ctsar__nodes *s)
{
    memset(s->moved, 0, (size_t)s->node->world.size * sizeof *s->moved);
    s->spent = s->ready = 0;
    ctsar__travel_forget(&s->travel);
    s->over = false;
}

static void exchange(ctsar__pass *p, const ctsar__lane *l)
{
    ctsar__nodes *s = p->nodes;
    const ctsar__everywhere e = {.node = s->node,
                                 .all = l->stated,
                                 .boundary = l->divided ? boundaries(p, l->stated.n) : NULL,
                                 .part = s->part,
                                 .items = s->items,
                                 .did = s->did,
                                 .stays = &s->stays,
                                 .pass = ctsar__pass_number(p)};
    if (!p->check) /* which has executed all of it one by one, as on the others */
        ctsar__exchange(&s->data, &e);
}

/* Behind the first passes, and then seldom: ranks that have different data are told so. */
static void compare_values(ctsar__pass *p)
{
    enum { RARELY = 1024 };
    ctsar__nodes *s = p->nodes;
    unsigned long pass = ctsar__pass_number(p);
    ctsar__record mine = {.deed = CTSAR__VALUES, .pass = pass};
    if ((pass > 1 && pass % RARELY != 0) || p->check || s->warned)
        return;
    ctsar__values_describe(&s->data, &mine);
    ctsar__tell_nodes(s->node, &mine);
    s->warned = !ctsar__values_agree(s->node);
    if (s->warned && s->node->world.rank == 0)
        ctsar__values_warn(p->name, s->node);
}

/* What can fail comes first, so that all ranks know of it. */
static int prepare(ctsar__pass *p, const ctsar__lane *l, int status)
{
    ctsar__nodes *s = p->nodes;
    ctsar__traffic t = {0};
    if (!status && l->divided)
        status = ctsar__exchange_prepare(&s->data, l->stated, &s->stays, &t);
    if (!status)
        status = ctsar__exchange_room(&s->data, s->node->world.size, &s->items, &s->room);
    return status;
}

/* The nodes meet; returns the first rank that has failed, or -1. */
static int meet(ctsar__pass *p, const ctsar__lane *l, int *status)
{
    ctsar__nodes *s = p->nodes;
    ctsar__apart_callable(p->name);
    *status = prepare(p, l, *status);
    const ctsar__record mine = record_of_end(p, l, *status);
    ctsar__compare_nodes(s->node, &mine);
    int failed = ctsar__node_failed(s->node);
    if (failed < 0) {
        double began = p->reporting ? ctsar__pass_now(p) : 0;
        begin_account(p, l);
        exchange(p, l);
        report(p, began);
    }
    end_stays(s);
    if (failed < 0 && l->divided) {
        learn(p, l->stated.n);
        compare_values(p);
    }
    return failed;
}

int ctsar__nodes_end(ctsar__pass *p, int status)
{
    ctsar__nodes *s = p->nodes;
    const ctsar__lane *l = p->lanes->lane[0];
    int failed = -1;
    if (!ctsar__node_here())
        return status;
    ctsar__node_lock(); /* of the process's passes one at a time */
    ctsar__travel_end(&s->travel);
    ctsar__travel_settle(); /* another region's: nobody is to wait for it under the lock */
    if (!s->over)
        failed = meet(p, l, &status);
    if (failed >= 0 && !status)
        status = ctsar__error(CTSAR_ENODE, "rank %d has failed in this pass: %s", failed,
                              ctsar_strerror(s->node->said[failed].status));
    forget_pass(s);
    ctsar__node_unlock();
    return status;
}
