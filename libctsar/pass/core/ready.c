/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/core/ready.h"

#include <math.h>
#include <stddef.h>

#include "pass/core/absence.h"
#include "pass/core/build.h"
#include "pass/core/round.h"
#include "pass/core/trace.h"
#include "pass/core/view.h"
#include "threads/ending.h"

#define ROUNDING 1e-9 /* of the seconds that building takes */

/* ---- One kernel for one accelerator ----------------------------------------------------- */

static void run(ctsar__job *job)
{
    ctsar__acc *a = (ctsar__acc *)((char *)job - offsetof(ctsar__acc, builder));
    double began = ctsar__now();
    ctsar__kernel_build(a->device, a->built);
    ctsar__trace_build(a, began, ctsar__now());
    atomic_store_explicit(&a->unready, false, memory_order_release);
}

/* Under the virtual clock it is built at once, and is not ready until the model says so. */
static void begin(const ctsar__pass *p, ctsar__acc *a)
{
    a->built = p->kernel;
    a->opens_in = a->device->building;
    a->unready = !p->virtual_clock || a->opens_in > 0;
    if (p->virtual_clock) {
        ctsar__kernel_build(a->device, a->built);
        ctsar__trace_build(a, 0, a->opens_in);
        return;
    }
    ctsar__ending_watch();
    a->builder.run = run;
    if (ctsar__workers_submit(a->workers, &a->builder))
        a->unready = false; /* its first launch builds */
}

void ctsar__ready_begin(ctsar__pass *p)
{
    ctsar__ready_settle(p);
    for (int i = 0; i < p->accs; ++i) {
        ctsar__acc *a = &p->acc[i];
        a->unready = false;
        if (p->kernel && a->device->backend->build && !ctsar__acc_is_out(p, a) &&
            !ctsar__kernel_is_built(a->device, p->kernel))
            begin(p, a);
        a->late = a->unready;
    }
    p->published.n = -1; /* it was made for others */
}

/* ---- Waiting ------------------------------------------------------------------------------ */

void ctsar__ready_settle(ctsar__pass *p)
{
    for (int i = 0; i < p->accs; ++i)
        if (p->acc[i].built)
            ctsar__workers_settle(p->acc[i].workers, &p->acc[i].builder);
}

void ctsar__ready_wait(ctsar__pass *p)
{
    if (p->core_cap > 0 && !p->sched->waits)
        return;
    for (int i = 0; i < p->accs; ++i) {
        ctsar__acc *a = &p->acc[i];
        if (!a->late)
            continue;
        ctsar__workers_settle(a->workers, &a->builder);
        a->unready = a->late = false;
    }
}

/* ---- Between rounds ------------------------------------------------------------------------ */

/* Of the round that is over, on the model's clock. */
static double length_of(ctsar__pass *p)
{
    ctsar__team team = ctsar__pass_team(p);
    if (p->round->on_demand)
        return ctsar__timeline_length(&p->queue.timeline);
    double longest = 0;
    for (int u = 0; u < ctsar__team_units(team); ++u) {
        const ctsar__book *b = ctsar__pass_book(p, team, u);
        if (ctsar__pass_executed(p, b))
            longest = fmax(longest, b->seconds);
    }
    return longest;
}

/* A child of the process that builds has not the thread that does. */
static bool is_over(const ctsar__pass *p, const ctsar__acc *a)
{
    if (p->virtual_clock)
        return a->opens_in <= ROUNDING * a->device->building;
    return !ctsar__acc_is_unready(a) || a->builder.forks != ctsar__forks();
}

void ctsar__ready_advance(ctsar__pass *p)
{
    double length = -1;
    for (int i = 0; i < p->accs; ++i) {
        ctsar__acc *a = &p->acc[i];
        if (!a->late)
            continue;
        if (p->virtual_clock && length < 0)
            length = length_of(p);
        a->opens_in -= p->virtual_clock ? length : 0;
        if (is_over(p, a))
            a->unready = a->late = false;
    }
}

void ctsar__ready_admit(ctsar__pass *p)
{
    if (p->sched->mode != CTSAR__QUEUE || !p->sched->admits)
        return;
    for (int i = 0; i < p->accs; ++i)
        if (p->absent->late[i] && p->absent->acc[i]) {
            p->absent->acc[i] = false;
            p->absent->version++;
        }
}
