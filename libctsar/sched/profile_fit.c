/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Maximum likelihood by expectation maximisation, as for counts: each bin's work is multiplied by
 * the mean of measured / explained over what was timed of it, and a unit's p is what its ranges
 * took over the work in them.  Neither step depends on how work is scaled, and where all is
 * explained both stand still, so how units compare does not drift however often it is repeated.
 * From coarse bins, in which units and costs tell apart, to fine ones, which fit single
 * ranges: smooth costs need no other regularisation, and scattered ones keep what was measured.
 * Units of a kind count as alike as far as their timings do not show otherwise. */
#include "profile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SWEEPS = 6,  /* on each level */
    WELDED = 16, /* ranges a bin on the level on which parts are joined */
    FEWEST_BINS = 8,
    MOST_BINS = 8192,
    SCRATCH = 4,
    GROUPS = 2
};

#define LEAST_COST 1e-3    /* of the mean */
#define OUTLIER 4.0        /* measured / explained time that counts at most */
#define CONTRADICTS 2.0    /* standard errors */
#define RARE 0.05          /* a chance: of one unit of a kind to seem different, all being alike */
#define LARGEST_ERROR 0.25 /* of a unit's p; with a larger one it tells nothing */
#define NOTHING 1e-9       /* of a bin, or an iteration */

/* Where a range lies: from part `from` of bin `first` to part `to` of bin `last`. */
typedef struct span {
    int first, last;
    double from, to;
    int finest_first, finest_last; /* the same bins on the finest level */
} span;

/* The units of a kind: from..to-1. */
typedef struct group {
    int from, to;
    double ranges, fitted; /* timed, and the numbers that are to explain them */
    bool settled;          /* their p stay */
    double error;          /* on the level that p is of, by generalised cross-validation */
} group;

/* The problem while it is solved. */
typedef struct fit {
    const ctsar__profile *f;
    int rows, bins;
    int finest, merged;   /* bins on the finest level, and how many of those make one on this */
    long *edge;           /* finest + 1: their boundaries */
    double *work;         /* per bin */
    double *sum;          /* bins + 1: work before each bin */
    double *scratch;      /* SCRATCH times bins + 1 */
    double *p;            /* per unit */
    double *before;       /* likewise, on the level before */
    double *seconds, *of; /* per unit: of all its ranges, and the work in them */
    span *span;           /* per range */
    group group[GROUPS];  /* cores, accelerators */
    bool welded;          /* how the groups compare has been settled */
} fit;

/* ---- Bins ---------------------------------------------------------------------- */

/* Where bin b begins. */
static long begin_of(const fit *s, int b)
{
    return s->edge[b < s->bins ? b * s->merged : s->finest];
}

static double length_of(const fit *s, int b)
{
    return (double)(begin_of(s, b + 1) - begin_of(s, b));
}

/* Of an iteration in bin b. */
static double cost_of(const fit *s, int b)
{
    return s->work[b] / length_of(s, b);
}

/* The bin of iteration i on the finest level. */
static int bin_of(const fit *s, long i)
{
    int b = 0, over = s->finest;
    while (over - b > 1) {
        int mid = b + (over - b) / 2;
        *(s->edge[mid] <= i ? &b : &over) = mid;
    }
    return b;
}

static void place_ranges(fit *s)
{
    for (int r = 0; r < s->rows; r++) {
        ctsar__range range = s->f->timing[r].range;
        s->span[r] =
            (span){.finest_first = bin_of(s, range.lo), .finest_last = bin_of(s, range.hi - 1)};
    }
}

static void set_level(fit *s, int merged)
{
    s->merged = merged;
    s->bins = (s->finest + merged - 1) / merged;
    for (int r = 0; r < s->rows; r++) {
        ctsar__range range = s->f->timing[r].range;
        span *at = &s->span[r];
        at->first = at->finest_first / merged;
        at->last = at->finest_last / merged;
        at->from = (double)(range.lo - begin_of(s, at->first)) / length_of(s, at->first);
        at->to = (double)(range.hi - begin_of(s, at->last)) / length_of(s, at->last);
    }
}

/* The prefix sums of the bins' work, scaled so that an iteration's mean is 1. */
static void add_up(fit *s)
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

static double work_of(const fit *s, int r)
{
    const span *at = &s->span[r];
    double to = s->sum[at->last] + at->to * s->work[at->last];
    return fmax(to - s->sum[at->first] - at->from * s->work[at->first], NOTHING);
}

/* What range r took as far as it counts. */
static double seconds_of(const fit *s, int r, double explained)
{
    double t = s->f->timing[r].seconds;
    return explained > 0 ? fmin(t, OUTLIER * explained) : t;
}

/* ---- Units ----------------------------------------------------------------------- */

/* What the ranges of a group take by the costs as they are, unit by unit. */
static void take_stock(fit *s, group *g)
{
    g->ranges = g->fitted = 0;
    memset(s->scratch, 0, (size_t)s->bins * sizeof *s->scratch);
    for (int u = g->from; u < g->to; u++)
        s->seconds[u] = s->of[u] = 0;
    for (int r = 0; r < s->rows; r++) {
        int u = s->f->timing[r].unit;
        if (u < g->from || u >= g->to)
            continue;
        double x = work_of(s, r);
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
static double dispersion(const fit *s, const group *g)
{
    double sum = 0;
    for (int r = 0; r < s->rows; r++) {
        int u = s->f->timing[r].unit;
        if (u < g->from || u >= g->to)
            continue;
        double x = work_of(s, r), e = seconds_of(s, r, s->p[u] * x) / s->p[u] - x;
        sum += e * e / x;
    }
    return g->ranges > g->fitted ? sum / (g->ranges - g->fitted) : INFINITY;
}

/* Units of a kind are taken to be alike, but for those whose ranges clearly show otherwise. */
static void pool(fit *s, const group *g, double mean)
{
    double spread = dispersion(s, g), clearly = sqrt(2 * log((g->to - g->from) / RARE));
    for (int u = g->from; u < g->to; u++) {
        double error = s->of[u] > 0 ? sqrt(spread / s->of[u]) : INFINITY;
        if (error > LARGEST_ERROR || fabs(s->p[u] / mean - 1) < clearly * error)
            s->p[u] = mean;
    }
}

/* The mean p of a group, by what each of its units did. */
static double mean_p(const fit *s, const group *g)
{
    double seconds = 0, work = 0;
    for (int u = g->from; u < g->to; u++) {
        seconds += s->of[u] * s->p[u];
        work += s->of[u];
    }
    return work > 0 ? seconds / work : 1;
}

/* The p of a group's units that explain their ranges. */
static void fit_units(fit *s, group *g)
{
    take_stock(s, g);
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
static void cover(const span *at, double x, double *ends, double *steps)
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
static void fit_costs(fit *s)
{
    for (int i = 0; i < SCRATCH * (s->bins + 1); i++)
        s->scratch[i] = 0;
    double *got = s->scratch, *got_step = got + s->bins + 1;
    double *due = got_step + s->bins + 1, *due_step = due + s->bins + 1;
    for (int r = 0; r < s->rows; r++) {
        double explained = s->p[s->f->timing[r].unit] * work_of(s, r);
        cover(&s->span[r], seconds_of(s, r, explained) / explained, got, got_step);
        cover(&s->span[r], 1, due, due_step);
    }
    double got_here = 0, due_here = 0, least = LEAST_COST * (double)s->f->n / s->bins;
    for (int b = 0; b < s->bins; b++) {
        got_here += got_step[b];
        due_here += due_step[b];
        double covered = due[b] + due_here;
        if (covered > NOTHING)
            s->work[b] = fmax(s->work[b] * (got[b] + got_here) / covered, least);
    }
    add_up(s);
}

/* The cost where bin b begins (step 1) or ends (step -1), as those behind it suggest, which a group
 * timed: the mean of as many of them as does not contradict that of fewer (Lepski's rule). */
static double edge_cost(const fit *s, const group *g, int b, int step)
{
    double least = 0, most = INFINITY, edge = cost_of(s, b), work = 0, length = 0;
    double spread = isfinite(g->error) ? g->error : 1;
    for (int bins = 0, next = 1; b >= 0 && b < s->bins; b += step) {
        work += s->work[b];
        length += length_of(s, b);
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
static void weld(fit *s)
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
    int left = bin_of(s, front) / s->merged - 1; /* the one between is of both */
    int right = bin_of(s, back - 1) / s->merged + 1;
    if (left < 0 || right >= s->bins)
        return;
    double edge = edge_cost(s, &s->group[0], left, -1);
    double ratio = edge / edge_cost(s, &s->group[1], right, 1);
    for (int b = left + 1; b < s->bins; b++)
        s->work[b] = b < right ? edge * length_of(s, b) : s->work[b] * ratio;
    for (int u = s->f->team.cores; u < ctsar__team_units(s->f->team); u++)
        s->p[u] /= ratio;
    s->welded = true;
    add_up(s);
}

/* ---- The solution -------------------------------------------------------------------- */

static void sweep(fit *s)
{
    for (int i = 0; i < SWEEPS; i++) {
        for (group *g = s->group; g < s->group + GROUPS; g++)
            if (!g->settled)
                fit_units(s, g);
        fit_costs(s);
    }
}

/* On finer levels bins come to explain what units differ by.  So a group's p are those of the
 * level that predicts best; whether this one does better, after it was fitted? */
static void settle(fit *s, const double *p)
{
    bool again = false;
    for (group *g = s->group; g < s->group + GROUPS; g++) {
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
static void refine(fit *s)
{
    for (int b = 0; b < s->bins; b++)
        s->work[b] = cost_of(s, b);
    set_level(s, s->merged / 2);
    for (int b = s->bins - 1; b >= 0; b--)
        s->work[b] = s->work[b / 2] * length_of(s, b);
    add_up(s);
}

static void solve_level(fit *s)
{
    int units = ctsar__team_units(s->f->team);
    for (int u = 0; u < units; u++)
        s->before[u] = s->p[u];
    sweep(s);
    settle(s, s->before);
}

static void solve_anew(fit *s)
{
    int merged = 1;
    place_ranges(s);
    while (s->finest / (2 * merged) >= FEWEST_BINS)
        merged *= 2;
    set_level(s, merged);
    for (int b = 0; b < s->bins; b++)
        s->work[b] = length_of(s, b);
    add_up(s);
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
static void solve_on(fit *s)
{
    const ctsar__profile *f = s->f;
    for (int b = 0; b < f->bins; b++)
        s->work[b] = f->sum[b + 1] - f->sum[b];
    place_ranges(s);
    set_level(s, 1);
    add_up(s);
    for (group *g = s->group; g < s->group + GROUPS; g++) {
        fit_units(s, g);
        g->settled = true;
    }
    for (int u = 0; u < ctsar__team_units(f->team); u++)
        if (f->p[u] > 0)
            s->p[u] = f->p[u];
    sweep(s);
}

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

static void fit_free(fit *s)
{
    free(s->edge);
    free(s->work);
    free(s->p);
    free(s->span);
}

static bool fit_make(fit *s, const ctsar__profile *f)
{
    size_t units = (size_t)ctsar__team_units(f->team), rows = (size_t)f->timings;
    size_t edges = f->bins ? (size_t)f->bins + 1 : 2 * rows + 2;
    *s = (fit){.f = f, .rows = f->timings, .finest = f->bins};
    s->edge = malloc(edges * sizeof *s->edge);
    s->p = calloc(4 * units, sizeof *s->p);
    s->span = malloc(rows * sizeof *s->span);
    if (s->edge && f->bins)
        memcpy(s->edge, f->edge, edges * sizeof *s->edge);
    else if (s->edge)
        s->finest = lay_edges(f, s->edge);
    size_t bins = (size_t)s->finest;
    s->work = malloc((bins + (SCRATCH + 1) * (bins + 1)) * sizeof *s->work);
    if (!s->edge || !s->work || !s->p || !s->span) {
        fit_free(s);
        return false;
    }
    s->sum = s->work + bins;
    s->scratch = s->sum + bins + 1;
    s->seconds = s->p + units;
    s->of = s->seconds + units;
    s->before = s->of + units;
    s->group[0] = (group){.to = f->team.cores, .error = INFINITY};
    s->group[1] = (group){.from = f->team.cores, .to = (int)units, .error = INFINITY};
    return true;
}

static bool keep(ctsar__profile *f, fit *s)
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

bool ctsar__profile_fit(ctsar__profile *f)
{
    fit s;
    if (f->timings == 0 || !fit_make(&s, f))
        return false;
    if (f->bins)
        solve_on(&s);
    else
        solve_anew(&s);
    bool kept = keep(f, &s);
    fit_free(&s);
    return kept;
}
