/* SPDX-License-Identifier: BSD-3-Clause */
#include "sched/math/profile.h"

#include <math.h>
#include <stdlib.h>

#include "base/grow.h"

#define LEAST_VARIABLE .05 /* of a range's time, however large its overhead */
#define ROUGH .1           /* of its overhead, that the rest of a range's time is at least ... */
#define ROUGH_HAND_OUTS 2  /* ... and so many hand-outs, or it tells little */
#define LEAST_SECONDS 1e-30
#define MOST_SECONDS 1e30

void ctsar__profile_forget(ctsar__profile *f)
{
    f->timings = 0;
    f->bins = 0;
}

void ctsar__profile_begin(ctsar__profile *f, long n, ctsar__team team, double hand_out)
{
    if (f->n != n || f->team.cores != team.cores || f->team.accs != team.accs)
        ctsar__profile_forget(f);
    f->n = n;
    f->team = team;
    f->hand_out = hand_out;
}

void ctsar__profile_add(ctsar__profile *f, const ctsar__sample *s)
{
    if (!(s->seconds >= LEAST_SECONDS && s->seconds <= MOST_SECONDS) ||
        ctsar__range_len(s->range) == 0)
        return;
    ctsar__timing *timing =
        ctsar__grow(f->timing, &f->room, (size_t)f->timings + 1, sizeof *timing);
    if (!timing)
        return;
    f->timing = timing;
    double fixed = s->fixed > 0 ? s->fixed : 0, variable = s->seconds - fixed;
    timing[f->timings++] =
        (ctsar__timing){.unit = s->unit,
                        .range = s->range,
                        .seconds = fmax(variable, LEAST_VARIABLE * s->seconds),
                        .rough = variable < fmax(ROUGH * fixed, ROUGH_HAND_OUTS * f->hand_out)};
}

void ctsar__profile_free(ctsar__profile *f)
{
    free(f->timing);
    free(f->edge);
    free(f->sum);
    free(f->p);
    *f = (ctsar__profile){0};
}

/* The bin of iteration i. */
static int bin_of(const ctsar__profile *f, long i)
{
    int b = 0, over = f->bins;
    while (over - b > 1) {
        int mid = b + (over - b) / 2;
        *(f->edge[mid] <= i ? &b : &over) = mid;
    }
    return b;
}

/* Work of the iterations before i. */
static double work_before(const ctsar__profile *f, long i)
{
    if (i <= 0 || i >= f->n)
        return i <= 0 ? 0 : f->sum[f->bins];
    int b = bin_of(f, i);
    double part = (double)(i - f->edge[b]) / (double)(f->edge[b + 1] - f->edge[b]);
    return f->sum[b] + (f->sum[b + 1] - f->sum[b]) * part;
}

static double work(const void *profile, long lo, long hi)
{
    return work_before(profile, hi) - work_before(profile, lo);
}

/* The bin that the work ends in. */
static int bin_by_work(const ctsar__profile *f, double before)
{
    int b = 0, over = f->bins;
    while (over - b > 1) {
        int mid = b + (over - b) / 2;
        *(f->sum[mid] <= before ? &b : &over) = mid;
    }
    return b;
}

static long near(const void *profile, double before)
{
    const ctsar__profile *f = profile;
    int b = bin_by_work(f, before);
    double part = (before - f->sum[b]) / (f->sum[b + 1] - f->sum[b]);
    return f->edge[b] + (long)(fmin(fmax(part, 0), 1) * (double)(f->edge[b + 1] - f->edge[b]));
}

ctsar__cost ctsar__profile_cost(const ctsar__profile *f)
{
    return (ctsar__cost){.work = work, .data = f, .near = near};
}

/* Of the work in the iterations of a bin before i. */
static double variance_before(const ctsar__profile *f, int b, long i)
{
    double length = (double)(f->edge[b + 1] - f->edge[b]), part = (double)(i - f->edge[b]) / length;
    return f->scatter * (f->sum[b + 1] - f->sum[b]) * part * (1 - part);
}

double ctsar__profile_variance(const ctsar__profile *f, long lo, long hi)
{
    if (hi <= lo)
        return 0;
    int first = bin_of(f, lo), last = bin_of(f, hi - 1);
    if (first < last)
        return variance_before(f, first, lo) + variance_before(f, last, hi);
    double length = (double)(f->edge[first + 1] - f->edge[first]);
    double part = (double)(hi - lo) / length;
    return f->scatter * (f->sum[first + 1] - f->sum[first]) * part * (1 - part);
}
