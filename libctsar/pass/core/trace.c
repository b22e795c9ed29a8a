/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/core/trace.h"

#include <math.h>
#include <stdio.h>

#include "pass/core/view.h"

void ctsar__trace_become(ctsar__pass *p, ctsar__traced_region *traced)
{
    p->traced = traced;
    for (int a = 0; traced && a < p->accs; ++a)
        p->acc[a].engines.track.region = traced->number;
}

/* ---- Time --------------------------------------------------------------------------------- */

static void set_origin(ctsar__pass *p, double origin)
{
    p->origin = origin;
    for (int a = 0; a < p->accs; ++a)
        p->acc[a].engines.track.origin = origin;
}

void ctsar__trace_enter(ctsar__pass *p)
{
    if (!p->traced || !p->virtual_clock)
        return;
    pthread_mutex_lock(&p->lock);
    if (p->traced_pass != ctsar__pass_number(p)) {
        p->traced_pass = ctsar__pass_number(p);
        set_origin(p, fmax(p->origin, ctsar__trace_present()));
    }
    pthread_mutex_unlock(&p->lock);
}

/* ---- Units -------------------------------------------------------------------------------- */

static void note(const ctsar__pass *p, ctsar__traced e, unsigned unit, double begin, double end)
{
    e.begin = p->origin + begin;
    e.end = p->origin + end;
    e.region = p->traced->number;
    e.unit = (uint16_t)unit;
    ctsar__trace_note(&e);
}

static unsigned acc_unit(int acc)
{
    return CTSAR__TRACE_ACC + (unsigned)acc;
}

void ctsar__trace_turn(const ctsar__pass *p, int core, int acc, ctsar__range range, double begin,
                       double end, const ctsar__traffic *t)
{
    ctsar__traced e = {.kind = CTSAR__TRACE_TURN,
                       .lo = range.lo,
                       .hi = range.hi,
                       .bytes = {t->bytes_in, t->bytes_out, t->bytes_between}};
    ctsar__traced home = {.kind = CTSAR__TRACE_COPY_OUT, .bytes = {t->bytes_out}};
    unsigned unit = acc < 0 ? (unsigned)core : acc_unit(acc);
    if (!p->traced)
        return;
    note(p, e, unit, begin, end);
    if (acc < 0 && t->bytes_out > 0) /* its turn begins with them; accelerators' have been noted */
        note(p, home, unit, begin, fmin(begin + t->seconds, end));
}

uint64_t ctsar__turn_show(const ctsar__pass *p, int core, int acc, ctsar__range range)
{
    char what[160];
    if (ctsar__range_len(range) == 0)
        return 0;
    if (acc < 0)
        snprintf(what, sizeof what, "%s on core %d", p->name, core);
    else
        snprintf(what, sizeof what, "%s on %s", p->name, p->acc_name[acc]);
    return ctsar__nvtx_start(CTSAR__NVTX_TURN, what, (uint64_t)ctsar__range_len(range));
}

void ctsar__trace_streaming(const ctsar__pass *p, int acc, ctsar__range first, double at)
{
    ctsar__traced e = {.kind = CTSAR__TRACE_STREAMING, .lo = first.lo, .hi = first.hi};
    if (p->traced)
        note(p, e, acc_unit(acc), at, at);
}

void ctsar__trace_wait(const ctsar__pass *p, ctsar__team team, int unit, double seconds, double end)
{
    bool core = unit < team.cores;
    if (p->traced && seconds > 0)
        note(p, (ctsar__traced){.kind = CTSAR__TRACE_WAIT},
             core ? (unsigned)unit : acc_unit(unit - team.cores), end - seconds, end);
}

void ctsar__trace_build(const ctsar__acc *a, double begin, double end)
{
    ctsar__trace_span(&a->engines.track, CTSAR__TRACE_BUILDS,
                      (ctsar__traced){.kind = CTSAR__TRACE_BUILD}, begin, end);
}

/* ---- Passes ------------------------------------------------------------------------------- */

static void moment(const ctsar__pass *p, ctsar__trace_kind kind, long accelerators, double at)
{
    if (accelerators > 0)
        note(p, (ctsar__traced){.kind = (uint8_t)kind, .lo = accelerators}, CTSAR__TRACE_REGION, at,
             at);
}

void ctsar__trace_decided(const ctsar__pass *p, const ctsar__sched_stats *before, double began,
                          double ended)
{
    const ctsar__sched_stats *now = &p->sched->stats;
    ctsar__traced solve = {.kind = CTSAR__TRACE_SOLVE,
                           .lo = now->solves - before->solves,
                           .hi = now->fills - before->fills};
    double solved = began + (now->lp_seconds - before->lp_seconds);
    if (!p->traced)
        return;
    note(p, (ctsar__traced){.kind = CTSAR__TRACE_DECIDE}, CTSAR__TRACE_REGION, began, ended);
    if (solve.lo > 0)
        note(p, solve, CTSAR__TRACE_REGION, began, fmin(solved, ended));
    moment(p, CTSAR__TRACE_LEFT_OUT, now->backoffs - before->backoffs, began);
    moment(p, CTSAR__TRACE_TRIED, now->probes - before->probes, began);
    moment(p, CTSAR__TRACE_RETURNED, now->returns - before->returns, began);
}

void ctsar__trace_exchange(const ctsar__pass *p, double begin, double end,
                           const ctsar__node_bytes *moved)
{
    ctsar__traced e = {.kind = CTSAR__TRACE_EXCHANGE, .bytes = {moved->sent, moved->received}};
    if (p->traced)
        note(p, e, CTSAR__TRACE_REGION, begin, end);
}

void ctsar__trace_round(ctsar__pass *p, double seconds, double end, long n, double elapsed)
{
    if (!p->traced)
        return;
    if (p->traced->cores < p->stats->cores)
        p->traced->cores = p->stats->cores;
    if (n >= 0)
        note(p, (ctsar__traced){.kind = CTSAR__TRACE_PASS, .lo = n}, CTSAR__TRACE_REGION,
             end - elapsed, end);
    if (!p->virtual_clock)
        return;
    set_origin(p, p->origin + seconds);
    ctsar__trace_advance(p->origin);
}
