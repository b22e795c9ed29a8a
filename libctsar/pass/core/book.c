/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/core/book.h"

#include "pass/core/round.h"

/* As the code states the iterations' costs. */
static double work_of(const ctsar__pass *p, ctsar__range r)
{
    const ctsar__cost *cost = &p->sched->env.cost;
    return cost->work ? cost->work(cost->data, r.lo, r.hi) : (double)ctsar__range_len(r);
}

void ctsar__book_range(const ctsar__pass *p, ctsar__book *b, ctsar__range range, double seconds,
                       double fixed)
{
    uint32_t round = ctsar__barrier_now(&p->barrier).round;
    bool before = b->round == round;
    long done = before ? ctsar__range_len(b->range) : 0;
    if (!p->round->planned) {
        b->range = (ctsar__range){0, done + ctsar__range_len(range)};
    } else if (!before) {
        b->range = range;
    } else {
        b->range.lo = range.lo < b->range.lo ? range.lo : b->range.lo;
        b->range.hi = range.hi > b->range.hi ? range.hi : b->range.hi;
    }
    b->round = round;
    b->seconds = before ? b->seconds + seconds : seconds;
    b->fixed = before ? b->fixed + fixed : fixed;
    b->home = before ? b->home : 0;
    b->untold += seconds;
    if (p->reporting) {
        b->turns++;
        b->iterations += ctsar__range_len(range);
        b->work += work_of(p, range);
    }
}

void ctsar__book_traffic(ctsar__book *b, const ctsar__traffic *t, double busy)
{
    b->busy += busy;
    b->copying += t->seconds;
    b->once += t->once;
    b->loose += t->loose;
    b->fixed_copies += t->fixed;
    b->loose_fixed += t->loose_fixed;
    b->halo += t->halo;
    b->bytes_in += t->bytes_in;
    b->bytes_out += t->bytes_out;
    b->bytes_between += t->bytes_between;
}
