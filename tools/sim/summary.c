/* SPDX-License-Identifier: BSD-3-Clause */
#include "summary.h"

#include <math.h>
#include <stdlib.h>

#include "fail.h"

enum { SETTLED = 4, ENOUGH_PASSES = 7 }; /* passes left out of share_variation; needed for it */

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The value below which a part q of the n sorted values lies, interpolated. */
static double quantile(const double *sorted, int n, double q)
{
    double at = q * (n - 1);
    int below = (int)at, above = below + 1 < n ? below + 1 : below;
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
}

quantiles quantiles_of(double *x, int n)
{
    qsort(x, (size_t)n, sizeof *x, ascending);
    return (quantiles){quantile(x, n, 0.1), quantile(x, n, 0.5), quantile(x, n, 0.9)};
}

static double total(const play_run *r, double (*of)(const play_pass *))
{
    double sum = 0;
    for (long i = 0; i < r->passes; ++i)
        sum += of(&r->pass[i]);
    return sum;
}

static double get_time(const play_pass *p)
{
    return p->time;
}
static double get_best(const play_pass *p)
{
    return p->best;
}
static double get_busy(const play_pass *p)
{
    return p->busy;
}
static double get_imbalance(const play_pass *p)
{
    return p->imbalance;
}
static double get_exchange(const play_pass *p)
{
    return p->exchange;
}
static double get_solves(const play_pass *p)
{
    return (double)p->stats.solves;
}
static double get_fills(const play_pass *p)
{
    return (double)p->stats.fills;
}
static double get_chunks(const play_pass *p)
{
    return (double)p->stats.chunks;
}
static double get_backoffs(const play_pass *p)
{
    return (double)p->stats.backoffs;
}
static double get_probes(const play_pass *p)
{
    return (double)p->stats.probes;
}
static double get_returns(const play_pass *p)
{
    return (double)p->stats.returns;
}

/* The median over runs of a sum over passes; `room` has one entry a run. */
static double median_total(const play_run *run, int runs, double (*of)(const play_pass *),
                           double *room)
{
    for (int i = 0; i < runs; ++i)
        room[i] = total(&run[i], of);
    return quantiles_of(room, runs).median;
}

/* Deviation over mean of accelerator a's share in the settled passes; 0 where it has none. */
static double variation(const play_run *r, int accs, int a)
{
    double sum = 0, squares = 0, n = (double)(r->passes - SETTLED);
    for (long i = SETTLED; i < r->passes; ++i) {
        double share = r->share[i * accs + a];
        sum += share;
        squares += share * share;
    }
    double mean = sum / n;
    return mean > 0 ? sqrt(fmax(squares / n - mean * mean, 0)) / mean : 0;
}

static double share_variation(const play_run *run, int runs, int accs, double *room)
{
    if (accs == 0 || run->passes < ENOUGH_PASSES)
        return NAN;
    for (int i = 0; i < runs; ++i) {
        room[i] = 0;
        for (int a = 0; a < accs; ++a)
            room[i] = fmax(room[i], variation(&run[i], accs, a));
    }
    return quantiles_of(room, runs).median;
}

static void summarise_passes(summary *s, const play_run *run, int runs, double *room)
{
    for (long p = 0; p < s->passes; ++p) {
        for (int i = 0; i < runs; ++i)
            room[i] = run[i].pass[p].time;
        s->pass[p].time = quantiles_of(room, runs);
        for (int i = 0; i < runs; ++i)
            room[i] = run[i].pass[p].best / run[i].pass[p].time;
        s->pass[p].efficiency = quantiles_of(room, runs);
    }
}

summary summary_make(const play_run *run, int runs, int accs)
{
    double *room = sim_alloc((size_t)runs, sizeof *room), passes = (double)run->passes;
    summary s = {.passes = run->passes};
    for (int i = 0; i < runs; ++i)
        room[i] = total(&run[i], get_time);
    s.time = quantiles_of(room, runs);
    for (int i = 0; i < runs; ++i)
        room[i] = total(&run[i], get_best) / total(&run[i], get_time);
    s.efficiency = quantiles_of(room, runs);
    s.best = median_total(run, runs, get_best, room);
    s.busy = median_total(run, runs, get_busy, room) / passes;
    s.imbalance = median_total(run, runs, get_imbalance, room) / passes;
    s.exchange = median_total(run, runs, get_exchange, room);
    s.solves = median_total(run, runs, get_solves, room);
    s.fills = median_total(run, runs, get_fills, room);
    s.chunks = median_total(run, runs, get_chunks, room);
    s.backoffs = median_total(run, runs, get_backoffs, room);
    s.probes = median_total(run, runs, get_probes, room);
    s.returns = median_total(run, runs, get_returns, room);
    s.share_variation = share_variation(run, runs, accs, room);
    s.pass = sim_alloc((size_t)s.passes, sizeof *s.pass);
    summarise_passes(&s, run, runs, room);
    free(room);
    return s;
}

void summary_free(summary *s)
{
    free(s->pass);
    *s = (summary){0};
}
