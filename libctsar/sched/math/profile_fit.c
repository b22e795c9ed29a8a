/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Maximum likelihood by expectation maximisation, as for counts: each bin's work is multiplied by
 * the mean of measured / explained over what was timed of it, and a unit's p is what its ranges
 * took over the work in them.  Neither step depends on how work is scaled, and where all is
 * explained both stand still, so how units compare does not drift however often it is repeated.
 * From coarse bins, in which units and costs tell apart, to fine ones, which fit single
 * ranges: smooth costs need no other regularisation, and scattered ones keep what was measured.
 * Cores count as alike as far as their timings do not show otherwise.  Accelerators are each a
 * kind, unless next to nothing tells them apart. */
#include "sched/math/profile_fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sched/math/profile_bins.h"

enum {
    SWEEPS = 6,  /* on each level */
    WELDED = 16, /* ranges a bin on the level on which parts are joined */
    FEWEST_BINS = 8
};

#define LEAST_COST 1e-3    /* of the mean */
#define OUTLIER 4.0        /* measured / explained time that counts at most */
#define CONTRADICTS 2.0    /* standard errors */
#define RARE 0.05          /* a chance: of one unit of a kind to seem different, all being alike */
#define LARGEST_ERROR 0.25 /* of a unit's p; with a larger one it tells nothing */
#define ALIKE 0.15         /* accelerators' p that differ by less may be of one model (rate.c) */

/* What range r took as far as it counts. */
static double seconds_of(const ctsar__fit *s, int r, double explained)
{
    double t = s->f->timing[r].seconds;
    return explained > 0 ? fmin(t, OUTLIER * explained) : t;
}

/* ---- Units ----------------------------------------------------------------------- */

/* What the ranges of a group take by the costs as they are, unit by unit. */
static void take_stock(ctsar__fit *s, ctsar__fit_group *g)
{
    g->ranges = g->fitted = 0;
    memset(s->scratch, 0, (size_t)s->bins * sizeof *s->scratch);
    for (int u = g->from; u < g->to; u++)
        s->seconds[u] = s->of[u] = 0;
    for (int r = 0; r < s->rows; r++) {
        int u = s->f->timing[r].unit;
        if (u < g->from || u >= g->to)
            continue;
        double x = ctsar__fit_work(s, r);
        s->seconds[u] += seconds_of(s, r, s->p[u] * x);
        s->of[u] += x;
        g->ranges++;
        for (int b = s->span[r].first; b <= s->span[r].last; b++)
            s->scratch[b] = 1;
    }
    for (int b = 0; b < s->bins; b++)
        g->fitted += s->scratch[b];
    for (int u = g->from; u < g->to; u++)
        g->fitted += s->of[u] > 0;
}

/* The variance of a range's measured work over its mean; infinite where as many numbers are fitted
 * to the ranges as there are. */
static double dispersion(const ctsar__fit *s, const ctsar__fit_group *g)
{
    double sum = 0;
    for (int r = 0; r < s->rows; r++) {
        int u = s->f->timing[r].unit;
        if (u < g->from || u >= g->to)
            continue;
        double x = ctsar__fit_work(s, r), e = seconds_of(s, r, s->p[u] * x) / s->p[u] - x;
        sum += e * e / x;
    }
    return g->ranges > g->fitted ? sum / (g->ranges - g->fitted) : INFINITY;
}

/* Has the unit a range that was more than overhead? */
static bool tells(const ctsar__fit *s, int unit)
{
    for (int r = 0; r < s->rows; r++)
        if (s->f->timing[r].unit == unit && !s->f->timing[r].rough)
            return true;
    return false;
}

/* Cores are taken to be alike, but for those whose ranges clearly show otherwise; accelerators only
 * where theirs show next to no difference, or nothing. */
static void pool(ctsar__fit *s, const ctsar__fit_group *g, double mean)
{
    double spread = dispersion(s, g), clearly = sqrt(2 * log((g->to - g->from) / RARE));
    for (int u = g->from; u < g->to; u++) {
        double error = s->of[u] > 0 ? sqrt(spread / s->of[u]) : INFINITY;
        bool core = u < s->f->team.cores;
        double most = core ? clearly * error : fmin(clearly * error, ALIKE);
        if ((core ? error > LARGEST_ERROR : !tells(s, u)) || fabs(s->p[u] / mean - 1) < most)
            s->p[u] = mean;
    }
}

/* The mean p of a group, by what each of its units did. */
static double mean_p(const ctsar__fit *s, const ctsar__fit_group *g)
{
    double seconds = 0, work = 0;
    for (int u = g->from; u < g->to; u++) {
        seconds += s->of[u] * s->p[u];
        work += s->of[u];
    }
    return work > 0 ? seconds / work : 1;
}

/* The p of a group's units that explain their ranges. */
static void fit_units(ctsar__fit *s, ctsar__fit_group *g)
{
    take_stock(s, g);
    if (g->ranges == 0) /* nothing is known of the kind */
        return;
    double before = mean_p(s, g);
    for (int u = g->from; u < g->to; u++)
        if (s->of[u] > 0)
            s->p[u] = s->seconds[u] / s->of[u];
    double mean = mean_p(s, g);
    pool(s, g, mean);
    for (int u = g->from; u < g->to && s->welded; u++)
        s->p[u] *= before / mean;
}

/* ---- Costs ------------------------------------------------------------------------- */

/* Adds `x` to the bins of a span, each by the part of it that is covered; between the first and
 * the last one as a difference to the bin before. */
static void cover(const ctsar__bin_span *at, double x, double *ends, double *steps)
{
    if (at->first == at->last) {
        ends[at->first] += x * (at->to - at->from);
        return;
    }
    ends[at->first] += x * (1 - at->from);
    ends[at->last] += x * at->to;
    steps[at->first + 1] += x;
    steps[at->last] -= x;
}

/* One step of expectation maximisation. */
static void fit_costs(ctsar__fit *s)
{
    for (int i = 0; i < CTSAR__FIT_SCRATCH * (s->bins + 1); i++)
        s->scratch[i] = 0;
    double *got = s->scratch, *got_step = got + s->bins + 1;
    double *due = got_step + s->bins + 1, *due_step = due + s->bins + 1;
    for (int r = 0; r < s->rows; r++) {
        double explained = s->p[s->f->timing[r].unit] * ctsar__fit_work(s, r);
        cover(&s->span[r], seconds_of(s, r, explained) / explained, got, got_step);
        cover(&s->span[r], 1, due, due_step);
    }
    double got_here = 0, due_here = 0, least = LEAST_COST * (double)s->f->n / s->bins;
    for (int b = 0; b < s->bins; b++) {
        got_here += got_step[b];
        due_here += due_step[b];
        double covered = due[b] + due_here;
        if (covered > CTSAR__FIT_NOTHING)
            s->work[b] = fmax(s->work[b] * (got[b] + got_here) / covered, least);
    }
    ctsar__fit_add_up(s);
}

/* The cost where bin b begins (step 1) or ends (step -1), as those behind it suggest, which a group
 * timed: the mean of as many of them as does not contradict that of fewer (Lepski's rule). */
static double edge_cost(const ctsar__fit *s, const ctsar__fit_group *g, int b, int step)
{
    double least = 0, most = INFINITY, edge = ctsar__bin_cost(s, b), work = 0, length = 0;
    double spread = isfinite(g->error) ? g->error : 1;
    for (int bins = 0, next = 1; b >= 0 && b < s->bins; b += step) {
        work += s->work[b];
        length += ctsar__bin_length(s, b);
        if (++bins < next)
            continue;
        double mean = work / length, error = sqrt(spread * mean / length);
        if (mean < least || mean > most)
            break;
        edge = mean;
        least = fmax(least, mean - CONTRADICTS * error);
        most = fmin(most, mean + CONTRADICTS * error);
        next *= 2;
    }
    return edge;
}

/* Where cores took all from the front and accelerators all from the back, their ranges
 * say nothing about how the costs of the two parts compare.  That follows from where they
 * meet: the cost goes on there. */
static void weld(ctsar__fit *s)
{
    long front = 0, back = s->f->n;
    for (int r = 0; r < s->rows; r++) {
        const ctsar__timing *t = &s->f->timing[r];
        if (t->unit < s->f->team.cores)
            front = t->range.hi > front ? t->range.hi : front;
        else
            back = t->range.lo < back ? t->range.lo : back;
    }
    if (front == 0 || back == s->f->n || front > back)
        return;
    int left = ctsar__fit_bin(s, front) / s->merged - 1; /* the one between is of both */
    int right = ctsar__fit_bin(s, back - 1) / s->merged + 1;
    if (left < 0 || right >= s->bins)
        return;
    double edge = edge_cost(s, &s->group[0], left, -1);
    double ratio = edge / edge_cost(s, &s->group[1], right, 1);
    for (int b = left + 1; b < s->bins; b++)
        s->work[b] = b < right ? edge * ctsar__bin_length(s, b) : s->work[b] * ratio;
    for (int u = s->f->team.cores; u < ctsar__team_units(s->f->team); u++)
        s->p[u] /= ratio;
    s->welded = true;
    ctsar__fit_add_up(s);
}

/* ---- The solution -------------------------------------------------------------------- */

static void sweep(ctsar__fit *s)
{
    for (int i = 0; i < SWEEPS; i++) {
        for (ctsar__fit_group *g = s->group; g < s->group + CTSAR__FIT_GROUPS; g++)
            if (!g->settled)
                fit_units(s, g);
        fit_costs(s);
    }
}

/* On finer levels bins come to explain what units differ by.  So a group's p are those of the
 * level that predicts best; whether this one does better, after it was fitted? */
static void settle(ctsar__fit *s, const double *p)
{
    bool again = false;
    for (ctsar__fit_group *g = s->group; g < s->group + CTSAR__FIT_GROUPS; g++) {
        if (g->settled)
            continue;
        take_stock(s, g);
        double free = 1 - g->fitted / g->ranges;
        double error = free > 0 ? dispersion(s, g) / free : INFINITY;
        g->settled = !(error < g->error);
        for (int u = g->from; u < g->to && g->settled; u++)
            s->p[u] = p[u] > 0 ? p[u] : s->p[u];
        again = again || g->settled;
        g->error = fmin(error, g->error);
    }
    if (again)
        sweep(s);
}

/* Twice as many bins: each is halved. */
static void refine(ctsar__fit *s)
{
    for (int b = 0; b < s->bins; b++)
        s->work[b] = ctsar__bin_cost(s, b);
    ctsar__fit_set_level(s, s->merged / 2);
    for (int b = s->bins - 1; b >= 0; b--)
        s->work[b] = s->work[b / 2] * ctsar__bin_length(s, b);
    ctsar__fit_add_up(s);
}

static void solve_level(ctsar__fit *s)
{
    int units = ctsar__team_units(s->f->team);
    for (int u = 0; u < units; u++)
        s->before[u] = s->p[u];
    sweep(s);
    settle(s, s->before);
}

static void solve_anew(ctsar__fit *s)
{
    int merged = 1;
    ctsar__fit_place(s);
    while (s->finest / (2 * merged) >= FEWEST_BINS)
        merged *= 2;
    ctsar__fit_set_level(s, merged);
    for (int b = 0; b < s->bins; b++)
        s->work[b] = ctsar__bin_length(s, b);
    ctsar__fit_add_up(s);
    solve_level(s);
    while (s->merged > 1) {
        refine(s);
        solve_level(s);
        if (s->bins * WELDED >= s->rows)
            weld(s);
    }
    sweep(s);
}

/* From what was known on: new ranges change what iterations cost, and tell the p of units that had
 * none before. */
static void solve_on(ctsar__fit *s)
{
    const ctsar__profile *f = s->f;
    for (int b = 0; b < f->bins; b++)
        s->work[b] = f->sum[b + 1] - f->sum[b];
    ctsar__fit_place(s);
    ctsar__fit_set_level(s, 1);
    ctsar__fit_add_up(s);
    for (ctsar__fit_group *g = s->group; g < s->group + CTSAR__FIT_GROUPS; g++) {
        fit_units(s, g);
        g->settled = true;
    }
    for (int u = 0; u < ctsar__team_units(f->team); u++)
        if (f->p[u] > 0)
            s->p[u] = f->p[u];
    sweep(s);
}

/* Where a range's time is mostly overhead an iteration of it seems to cost a thousand times what it
 * does.  So such ranges count only for units that have no others. */
static void drop_rough(ctsar__profile *f)
{
    bool *known = calloc((size_t)ctsar__team_units(f->team), sizeof *known);
    int kept = 0;
    for (int r = 0; r < f->timings && known; r++)
        known[f->timing[r].unit] |= !f->timing[r].rough;
    for (int r = 0; r < f->timings && known; r++)
        if (!f->timing[r].rough || !known[f->timing[r].unit])
            f->timing[kept++] = f->timing[r];
    f->timings = known ? kept : f->timings;
    free(known);
}

bool ctsar__profile_fit(ctsar__profile *f)
{
    ctsar__fit s;
    drop_rough(f);
    if (f->timings == 0 || !ctsar__fit_make(&s, f))
        return false;
    if (f->bins)
        solve_on(&s);
    else
        solve_anew(&s);
    bool kept = ctsar__fit_keep(f, &s);
    ctsar__fit_free(&s);
    return kept;
}
