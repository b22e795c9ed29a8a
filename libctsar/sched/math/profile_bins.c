/* SPDX-License-Identifier: BSD-3-Clause */
#include "sched/math/profile_bins.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_BINS = 8192 };

/* ---- Life ------------------------------------------------------------------------------ */

static int by_number(const void *x, const void *y)
{
    long a = *(const long *)x, b = *(const long *)y;
    return (a > b) - (a < b);
}

/* The finest bins: from one boundary of a range to the next.  Fills edge, with room for two of each
 * range and two more; returns their number. */
static int lay_edges(const ctsar__profile *f, long *edge)
{
    int edges = 0, kept = 1;
    edge[edges++] = 0;
    edge[edges++] = f->n;
    for (int r = 0; r < f->timings; r++) {
        edge[edges++] = f->timing[r].range.lo;
        edge[edges++] = f->timing[r].range.hi;
    }
    qsort(edge, (size_t)edges, sizeof *edge, by_number);
    for (int i = 1; i < edges; i++)
        if (edge[i] != edge[kept - 1])
            edge[kept++] = edge[i];
    int thin = 1 + (kept - 2) / MOST_BINS;
    edges = 1;
    for (int i = thin; i < kept - 1; i += thin)
        edge[edges++] = edge[i];
    edge[edges] = f->n;
    return edges;
}

void ctsar__fit_free(ctsar__fit *s)
{
    free(s->edge);
    free(s->work);
    free(s->p);
    free(s->span);
}

bool ctsar__fit_make(ctsar__fit *s, const ctsar__profile *f)
{
    size_t units = (size_t)ctsar__team_units(f->team), rows = (size_t)f->timings;
    size_t edges = f->bins ? (size_t)f->bins + 1 : 2 * rows + 2;
    *s = (ctsar__fit){.f = f, .rows = f->timings, .finest = f->bins};
    s->edge = malloc(edges * sizeof *s->edge);
    s->p = calloc(4 * units, sizeof *s->p);
    s->span = malloc(rows * sizeof *s->span);
    if (s->edge && f->bins)
        memcpy(s->edge, f->edge, edges * sizeof *s->edge);
    else if (s->edge)
        s->finest = lay_edges(f, s->edge);
    size_t bins = (size_t)s->finest;
    s->work = malloc((bins + (CTSAR__FIT_SCRATCH + 1) * (bins + 1)) * sizeof *s->work);
    if (!s->edge || !s->work || !s->p || !s->span) {
        ctsar__fit_free(s);
        return false;
    }
    s->sum = s->work + bins;
    s->scratch = s->sum + bins + 1;
    s->seconds = s->p + units;
    s->of = s->seconds + units;
    s->before = s->of + units;
    s->group[0] = (ctsar__fit_group){.to = f->team.cores, .error = INFINITY};
    s->group[1] = (ctsar__fit_group){.from = f->team.cores, .to = (int)units, .error = INFINITY};
    return true;
}

bool ctsar__fit_keep(ctsar__profile *f, ctsar__fit *s)
{
    double *sum = malloc(((size_t)s->bins + 1) * sizeof *sum);
    if (!sum)
        return false;
    memcpy(sum, s->sum, ((size_t)s->bins + 1) * sizeof *sum);
    free(f->edge);
    free(f->sum);
    free(f->p);
    f->edge = s->edge;
    f->sum = sum;
    f->p = s->p;
    f->bins = s->bins;
    double scatter = fmin(s->group[0].error, s->group[1].error);
    if (isfinite(scatter))
        f->scatter = scatter;
    s->edge = NULL;
    s->p = NULL;
    return true;
}

/* ---- Levels ---------------------------------------------------------------------- */

int ctsar__fit_bin(const ctsar__fit *s, long i)
{
    int b = 0, over = s->finest;
    while (over - b > 1) {
        int mid = b + (over - b) / 2;
        *(s->edge[mid] <= i ? &b : &over) = mid;
    }
    return b;
}

void ctsar__fit_place(ctsar__fit *s)
{
    for (int r = 0; r < s->rows; r++) {
        ctsar__range range = s->f->timing[r].range;
        s->span[r] = (ctsar__bin_span){.finest_first = ctsar__fit_bin(s, range.lo),
                                       .finest_last = ctsar__fit_bin(s, range.hi - 1)};
    }
}

void ctsar__fit_set_level(ctsar__fit *s, int merged)
{
    s->merged = merged;
    s->bins = (s->finest + merged - 1) / merged;
    for (int r = 0; r < s->rows; r++) {
        ctsar__range range = s->f->timing[r].range;
        ctsar__bin_span *at = &s->span[r];
        at->first = at->finest_first / merged;
        at->last = at->finest_last / merged;
        at->from =
            (double)(range.lo - ctsar__bin_begin(s, at->first)) / ctsar__bin_length(s, at->first);
        at->to =
            (double)(range.hi - ctsar__bin_begin(s, at->last)) / ctsar__bin_length(s, at->last);
    }
}

void ctsar__fit_add_up(ctsar__fit *s)
{
    double all = 0;
    for (int b = 0; b < s->bins; b++)
        all += s->work[b];
    double scale = (double)s->f->n / all;
    s->sum[0] = 0;
    for (int b = 0; b < s->bins; b++) {
        s->work[b] *= scale;
        s->sum[b + 1] = s->sum[b] + s->work[b];
    }
    for (int u = 0; u < ctsar__team_units(s->f->team); u++)
        s->p[u] /= scale;
}
