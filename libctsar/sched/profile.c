/* SPDX-License-Identifier: BSD-3-Clause */
#include "profile.h"

#include <math.h>
#include <stdlib.h>

#include "cost.h"

#define LEAST_VARIABLE .05 /* of a range's time, however large its overhead */
#define LEAST_SECONDS 1e-30
#define MOST_SECONDS 1e30

void ctsar__profile_begin(ctsar__profile *f, long n, ctsar__team team)
{
    if (f->n != n || f->team.cores != team.cores || f->team.accs != team.accs) {
        f->timings = 0;
        f->bins = 0;
    }
    f->n = n;
    f->team = team;
}

void ctsar__profile_add(ctsar__profile *f, const ctsar__sample *s)
{
    if (!(s->seconds >= LEAST_SECONDS && s->seconds <= MOST_SECONDS) ||
        ctsar__range_len(s->range) == 0)
        return;
    if (f->timings == f->room) {
        int room = f->room ? 2 * f->room : 512;
        ctsar__timing *timing = realloc(f->timing, (size_t)room * sizeof *timing);
        if (!timing)
            return;
        f->timing = timing;
        f->room = room;
    }
    double variable = s->seconds - (s->fixed > 0 ? s->fixed : 0);
    f->timing[f->timings++] = (ctsar__timing){
        .unit = s->unit, .range = s->range, .seconds = fmax(variable, LEAST_VARIABLE * s->seconds)};
}

void ctsar__profile_free(ctsar__profile *f)
{
    free(f->timing);
    free(f->sum);
    free(f->p);
    *f = (ctsar__profile){0};
}

/* The bin of iteration i < n, by the boundaries of ctsar__part_of. */
static int bin_of(long i, long n, int bins)
{
    int b = (int)((double)i / (double)n * bins);
    b = b < bins ? b : bins - 1;
    while (b > 0 && i < ctsar__part_of(n, b, bins).lo)
        b--;
    while (b < bins - 1 && i >= ctsar__part_of(n, b, bins).hi)
        b++;
    return b;
}

/* Work of the iterations before i. */
static double work_before(const ctsar__profile *f, long i)
{
    if (i <= 0 || i >= f->n)
        return i <= 0 ? 0 : f->sum[f->bins];
    int b = bin_of(i, f->n, f->bins);
    ctsar__range in = ctsar__part_of(f->n, b, f->bins);
    return f->sum[b] + (f->sum[b + 1] - f->sum[b]) * (double)(i - in.lo) / (double)(in.hi - in.lo);
}

double ctsar__profile_work(const void *profile, long lo, long hi)
{
    return work_before(profile, hi) - work_before(profile, lo);
}
