/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/flight/deal.h"

#include <math.h>

#include "pass/core/orphans.h"
#include "pass/core/view.h"
#include "pass/flight/slot.h"

enum { MOST_PIECES = 16 };
#define LEAST_OVERLAP 0.05 /* of the time that copies and kernels take one after the other */
/* What a pass may lose by pieces as long as the last ones, as a part of that time: other pieces
 * want other windows, whose memory is touched first. */
#define KEPT 0.02

bool ctsar__deal_hides(const ctsar__acc *a)
{
    double less = fmin(a->timed.copied, a->timed.computed);
    double both = a->timed.copied + a->timed.computed;
    return less > fmax(a->overhead, LEAST_OVERLAP * both);
}

/* What m pieces take beside what no number of them changes.  `less`: of copies and kernels what is
 * shorter. */
static double cost(const ctsar__acc *a, double less, double m)
{
    return less / m + m * a->overhead;
}

static double best_number(const ctsar__acc *a, double less, double both)
{
    double m = a->overhead > 0 ? sqrt(less / a->overhead) : MOST_PIECES;
    m = m < MOST_PIECES ? floor(m) : MOST_PIECES;
    return m >= 2 && less - cost(a, less, m) > LEAST_OVERLAP * both ? m : 1;
}

long ctsar__deal_pieces(const ctsar__pass *p, ctsar__acc *a, long n)
{
    const ctsar__timed *t = a->timed.iterations > 0 ? &a->timed : &a->timed_before;
    if (p->slots == 1 || t->iterations == 0)
        return 1;
    double part = (double)n / (double)t->iterations;
    double less = part * fmin(t->copied, t->computed), both = part * (t->copied + t->computed);
    if (less <= 0)
        return 1;
    double m = best_number(a, less, both);
    double as_before = a->usual_piece > 0 ? round((double)n / a->usual_piece) : 0;
    as_before = fmin(fmax(as_before, 1), MOST_PIECES);
    if (cost(a, less, as_before) - cost(a, less, m) <= KEPT * both)
        return (long)as_before;
    a->usual_piece = (double)n / m;
    return (long)m;
}

void ctsar__deal_clear(ctsar__pass *p, ctsar__acc *a)
{
    if (a->timed.iterations > 0)
        a->timed_before = a->timed;
    a->timed = (ctsar__timed){0};
    for (int i = 0; i < p->slots; ++i) {
        a->dealt[i] = (ctsar__dealt){0};
        a->slot[i].deal = NULL;
    }
}

/* ---- Ranges on demand -------------------------------------------------------------------- */

static void take(ctsar__slot *s, ctsar__dealt *d)
{
    ctsar__range r = d->rest;
    if (d->piece < ctsar__range_len(r))
        r.hi = r.lo + d->piece;
    d->rest.lo = r.hi;
    d->out++;
    s->deal = d;
    ctsar__slot_assign(s, r);
}

static bool is_dealt_out(const ctsar__dealt *d)
{
    return ctsar__range_len(d->rest) == 0;
}

/* Each range that is not over has another slot at work on it, so there is one. */
static ctsar__dealt *unused(ctsar__acc *a)
{
    ctsar__dealt *d = a->dealt;
    while (d->out > 0 || !is_dealt_out(d))
        d++;
    return d;
}

void ctsar__deal_open(const ctsar__pass *p, ctsar__acc *a, ctsar__slot *s, ctsar__range range,
                      long pieces)
{
    long n = ctsar__range_len(range);
    ctsar__dealt *d = unused(a);
    *d = (ctsar__dealt){.rest = range,
                        .piece = (n + pieces - 1) / pieces,
                        .whole = {.unit = ctsar__pass_team(p).cores + s->acc,
                                  .team = ctsar__pass_team(p),
                                  .range = range}};
    take(s, d);
}

/* Preferably that of which it has had a piece: no range is left to nobody. */
static ctsar__dealt *not_dealt_out(const ctsar__pass *p, const ctsar__acc *a, ctsar__dealt *own)
{
    if (own && !is_dealt_out(own))
        return own;
    for (int i = 0; i < p->slots; ++i)
        if (!is_dealt_out(&a->dealt[i]))
            return &a->dealt[i];
    return NULL;
}

bool ctsar__deal_take(const ctsar__pass *p, ctsar__acc *a, ctsar__slot *s)
{
    ctsar__dealt *d = not_dealt_out(p, a, s->deal);
    if (d)
        take(s, d);
    return d;
}

bool ctsar__deal_goes_on(const ctsar__pass *p, const ctsar__acc *a)
{
    return not_dealt_out(p, a, NULL);
}

bool ctsar__deal_over(ctsar__slot *s, ctsar__sample *whole)
{
    ctsar__dealt *d = s->deal;
    if (!d || ctsar__range_len(s->whole) == 0)
        return false;
    s->whole.hi = s->whole.lo;
    d->whole.seconds += s->seconds;
    d->whole.fixed += s->fixed;
    d->whole.home += s->home;
    d->out--;
    if (d->out > 0 || !is_dealt_out(d))
        return false;
    *whole = d->whole;
    return true;
}

void ctsar__deal_orphan(ctsar__pass *p, ctsar__acc *a)
{
    for (int i = 0; i < p->slots; ++i) {
        ctsar__orphan(p, a->dealt[i].rest);
        a->dealt[i].rest.lo = a->dealt[i].rest.hi;
    }
}
