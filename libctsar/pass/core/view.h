/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is read off a pass's state. */
#ifndef CTSAR_PASS_VIEW_H
#define CTSAR_PASS_VIEW_H

#include "base/clock.h"
#include "pass/core/state.h"

/* The number of the pass that is running, or comes next; the first is 1. */
static inline unsigned long ctsar__pass_number(const ctsar__pass *p)
{
    return ctsar__barrier_now(&p->barrier).pass;
}

/* The number of the round that is running, or comes next. */
static inline uint32_t ctsar__pass_round(const ctsar__pass *p)
{
    return ctsar__barrier_now(&p->barrier).round;
}

/* Who takes part in a pass: the team's threads that are units, and the accelerators.  Of the
 * threads the last ones are dedicated to accelerators, where any are; one is not. */
static inline ctsar__team ctsar__pass_team(const ctsar__pass *p)
{
    int threads = p->threads, cores = threads < p->core_cap ? threads : (int)p->core_cap;
    int most = threads - p->dedicated > 1 ? threads - p->dedicated : 1;
    return (ctsar__team){cores < most ? cores : most, p->accs};
}

/* The book of a unit of `team`. */
static inline ctsar__book *ctsar__pass_book(ctsar__pass *p, ctsar__team team, int unit)
{
    ctsar__lanes *lanes = p->lanes;
    return unit < team.cores ? &lanes->lane[unit]->book : &p->acc[unit - team.cores].book;
}

/* Did the unit have a range in the round that is running? */
static inline bool ctsar__pass_executed(const ctsar__pass *p, const ctsar__book *b)
{
    return b->round == ctsar__pass_round(p);
}

/* Has the policy left the accelerator out of the round that runs, or comes next? */
static inline bool ctsar__acc_left_out(const ctsar__pass *p, int acc)
{
    return p->sched->backed_off && p->sched->backed_off[acc];
}

/* Between passes: whether accelerators take part is not known before the end of a round says so. */
static inline void ctsar__pass_expect_accs(ctsar__pass *p)
{
    p->cores_alone = p->accs == 0;
}

/* Has each thread of the team a processor, and each that serves an accelerator's range too? */
static inline bool ctsar__pass_spares(const ctsar__pass *p)
{
    return p->threads + p->accs * p->slots <= p->machine->processors;
}

/* The number of a reduction's private copy: of unit `unit`, a core, or of a slot. */
static inline int ctsar__copy_number(const ctsar__pass *p, int unit, int acc, int slot)
{
    return acc < 0 ? unit : p->threads + acc * p->slots + slot;
}

/* The accelerator of a lane's turn; NULL: the unit is a core. */
static inline ctsar__device *ctsar__lane_device(const ctsar__pass *p, const ctsar__lane *l)
{
    return l->acc < 0 ? NULL : p->acc[l->acc].device;
}

/* For whom data of a lane's turn move. */
static inline ctsar__target ctsar__lane_target(const ctsar__pass *p, const ctsar__lane *l)
{
    return (ctsar__target){ctsar__copy_number(p, l->unit < 0 ? l->thread : l->unit, l->acc, 0),
                           l->acc,
                           ctsar__lane_device(p, l),
                           0,
                           l->acc < 0 ? NULL : &p->acc[l->acc].engines,
                           l->tight};
}

/* The real clock, or 0 where time is a model's. */
static inline double ctsar__pass_now(const ctsar__pass *p)
{
    return p->virtual_clock ? 0 : ctsar__now();
}

/* The present of a slot: the real clock, or its place on the model's time line. */
static inline double ctsar__slot_now(const ctsar__pass *p, const ctsar__acc *a, int slot)
{
    return p->virtual_clock ? a->engines.slot[slot] : ctsar__now();
}

/* What a core takes for the range under the virtual clock. */
static inline double ctsar__model_seconds(const ctsar__pass *p, ctsar__range r)
{
    const ctsar__cost *cost = &p->sched->env.cost;
    double work = cost->work ? cost->work(cost->data, r.lo, r.hi) : (double)ctsar__range_len(r);
    return p->machine->config.virtual_iter * work;
}

#endif
