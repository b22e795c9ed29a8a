/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A sweep fits each p_j for the costs as they are, then each c_b for all others as they are,
 * keeping the residuals up to date: a few operations per bin that a range lies in.
 * Errors are weighed relative to the larger of measured and explained time, so that long
 * ranges count no more than short ones and a disturbed range counts little. */
#include "profile.h"

#include <math.h>
#include <stdlib.h>

#include "cost.h"

enum {
    SWEEPS = 25,
    WELDED = 10, /* sweeps before */
    RANGES_PER_BIN = 3,
    FEWEST_BINS = 8,
    MOST_BINS = 128, /* or, of many units, some for each share */
    BINS_PER_UNIT = 8,
    EDGE = 8 /* bins that tell how the cost goes on */
};

#define LEAST_COST 1e-3    /* of the mean */
#define LEAST_VARIABLE .05 /* of a range's time, however large its overhead */
#define SMOOTHNESS 4.0 /* 1 / variance of a bin's cost relative to what its neighbours suggest */
#define QUANTILE 0.8
#define ALIKE 11.0       /* 1 / variance of cores' p, relative */
#define OUTLIER 4.0      /* measured / explained time from which on a range loses weight */
#define LEAST_NOISE 1e-6 /* squared */

/* Iterations of a range that lie in a bin. */
typedef struct part {
    int row;
    double length;
} part;

/* The system while it is solved. */
typedef struct least_squares {
    const ctsar__profile *f;
    int rows, bins;
    part *part; /* by bin: those of bin b are first[b] .. first[b + 1] - 1 */
    int *first;
    double *c;    /* cost per bin */
    double *p;    /* per unit; then two sums for each */
    double *work; /* of each range, by c */
    double *weight;
    double *error; /* scratch of the size of rows */
    double noise, grain;
} least_squares;

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
    if (!(s->seconds > 0 && isfinite(s->seconds)) || ctsar__range_len(s->range) == 0)
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

/* ---- Bins ---------------------------------------------------------------------- */

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

static int bins_for(const ctsar__profile *f)
{
    int bins = f->timings / RANGES_PER_BIN, most = BINS_PER_UNIT * ctsar__team_units(f->team);
    most = most > MOST_BINS ? most : MOST_BINS;
    bins = bins < FEWEST_BINS ? FEWEST_BINS : bins > most ? most : bins;
    return bins < f->n ? bins : (int)f->n;
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

/* ---- The system ------------------------------------------------------------------ */

/* Calls for each bin of each range: counts the parts of bin b in first[b + 1], or, with
 * `place`, puts them where first[b] says. */
static void each_part(least_squares *s, bool place)
{
    for (int r = 0; r < s->rows; r++) {
        ctsar__range range = s->f->timing[r].range;
        for (int b = bin_of(range.lo, s->f->n, s->bins); b < s->bins; b++) {
            ctsar__range in = ctsar__part_of(s->f->n, b, s->bins);
            long lo = in.lo > range.lo ? in.lo : range.lo;
            long hi = in.hi < range.hi ? in.hi : range.hi;
            if (lo >= hi)
                break;
            if (place)
                s->part[s->first[b]++] = (part){r, (double)(hi - lo)};
            else
                s->first[b + 1]++;
        }
    }
}

static bool make_parts(least_squares *s)
{
    s->first = calloc((size_t)s->bins + 1, sizeof *s->first);
    if (!s->first)
        return false;
    each_part(s, false);
    for (int b = 0; b < s->bins; b++)
        s->first[b + 1] += s->first[b];
    s->part = malloc((size_t)s->first[s->bins] * sizeof *s->part);
    if (!s->part)
        return false;
    each_part(s, true);
    for (int b = s->bins; b > 0; b--) /* placing moved each start to the next one's */
        s->first[b] = s->first[b - 1];
    s->first[0] = 0;
    return true;
}

static void least_squares_free(least_squares *s)
{
    free(s->part);
    free(s->first);
    free(s->c);
    free(s->p);
}

/* What an iteration of the range costs as far as was learned before. */
static double known_cost(const ctsar__profile *f, ctsar__range r)
{
    return f->bins ? ctsar__profile_work(f, r.lo, r.hi) / (double)ctsar__range_len(r) : 1;
}

/* The work of all ranges, from the costs. */
static void add_up(least_squares *s)
{
    for (int r = 0; r < s->rows; r++)
        s->work[r] = 0;
    for (int b = 0; b < s->bins; b++)
        for (int i = s->first[b]; i < s->first[b + 1]; i++)
            s->work[s->part[i].row] += s->c[b] * s->part[i].length;
}

static bool least_squares_make(least_squares *s, const ctsar__profile *f)
{
    int units = ctsar__team_units(f->team);
    *s = (least_squares){.f = f, .rows = f->timings, .bins = bins_for(f)};
    s->p = calloc(3 * (size_t)units, sizeof *s->p);
    s->c = malloc(((size_t)s->bins + 3 * (size_t)s->rows) * sizeof *s->c);
    if (!s->p || !s->c || !make_parts(s)) {
        least_squares_free(s);
        return false;
    }
    s->work = s->c + s->bins;
    s->weight = s->work + s->rows;
    s->error = s->weight + s->rows;
    for (int b = 0; b < s->bins; b++)
        s->c[b] = known_cost(f, ctsar__part_of(f->n, b, s->bins));
    add_up(s);
    return true;
}

/* The p that explains the ranges of the first units as if they were one; 0: there are none. */
static double pooled(const double *up, const double *down, int units)
{
    double sum_up = 0, sum_down = 0;
    for (int u = 0; u < units; u++) {
        sum_up += up[u];
        sum_down += down[u];
    }
    return sum_down > 0 ? sum_up / sum_down : 0;
}

/* p_j = sum(w t x) / sum(w x^2), where x is the work of a range of unit j.  That cores are
 * much alike counts too, as a core may have had but an iteration or two. */
static void fit_units(least_squares *s)
{
    int units = ctsar__team_units(s->f->team);
    double *up = s->p + units, *down = up + units;
    for (int u = 0; u < units; u++)
        up[u] = down[u] = 0;
    for (int r = 0; r < s->rows; r++) {
        const ctsar__timing *t = &s->f->timing[r];
        up[t->unit] += s->weight[r] * t->seconds * s->work[r];
        down[t->unit] += s->weight[r] * s->work[r] * s->work[r];
    }
    double all = pooled(up, down, s->f->team.cores);
    for (int u = 0; u < units; u++) {
        double prior = u < s->f->team.cores && all > 0 ? ALIKE / all / all : 0;
        s->p[u] = down[u] > 0 ? (up[u] + prior * all) / (down[u] + prior) : 0;
    }
}

/* The squared relative error that is expected of a range is `noise`, whatever its
 * length, and `grain` / length, as the iterations of a bin differ. */
static void weigh(least_squares *s)
{
    for (int r = 0; r < s->rows; r++) {
        const ctsar__timing *t = &s->f->timing[r];
        double scale = fmax(t->seconds / OUTLIER, s->p[t->unit] * s->work[r]);
        double length = (double)ctsar__range_len(t->range);
        s->weight[r] = 1 / (scale * scale * (s->noise + s->grain / length));
    }
}

/* noise and grain as the residuals have them, by a regression on 1 / length. */
static void judge_errors(least_squares *s)
{
    double x = 0, xx = 0, y = 0, xy = 0;
    for (int r = 0; r < s->rows; r++) {
        const ctsar__timing *t = &s->f->timing[r];
        double explained = s->p[t->unit] * s->work[r];
        double e = (t->seconds - explained) / fmax(t->seconds / OUTLIER, explained);
        double inverse = 1 / (double)ctsar__range_len(t->range);
        x += inverse;
        xx += inverse * inverse;
        y += e * e;
        xy += e * e * inverse;
    }
    double spread = s->rows * xx - x * x;
    s->grain = spread > 1e-9 * s->rows * xx ? fmax((s->rows * xy - x * y) / spread, 0) : 0;
    s->noise = fmax((y - s->grain * x) / s->rows, LEAST_NOISE);
}

/* What a bin's neighbours suggest that it costs. */
static double neighbours(const least_squares *s, int b)
{
    double before = s->c[b > 0 ? b - 1 : b + 1], after = s->c[b < s->bins - 1 ? b + 1 : b - 1];
    return (before + after) / 2;
}

static void fit_bin(least_squares *s, int b)
{
    double c = s->c[b], prior = SMOOTHNESS / c / c;
    double up = s->bins > 1 ? prior * (neighbours(s, b) - c) : 0, down = prior;
    for (int i = s->first[b]; i < s->first[b + 1]; i++) {
        int r = s->part[i].row;
        const ctsar__timing *t = &s->f->timing[r];
        double slope = s->p[t->unit] * s->part[i].length;
        up += s->weight[r] * slope * (t->seconds - s->p[t->unit] * s->work[r]);
        down += s->weight[r] * slope * slope;
    }
    double change = fmax(c + up / down, LEAST_COST) - c;
    s->c[b] += change;
    for (int i = s->first[b]; i < s->first[b + 1]; i++)
        s->work[s->part[i].row] += change * s->part[i].length;
}

/* Makes the mean cost of an iteration 1. */
static void normalise(least_squares *s)
{
    double sum = 0;
    for (int b = 0; b < s->bins; b++)
        sum += s->c[b] * (double)ctsar__range_len(ctsar__part_of(s->f->n, b, s->bins));
    double scale = (double)s->f->n / sum;
    for (int b = 0; b < s->bins; b++)
        s->c[b] *= scale;
    for (int r = 0; r < s->rows; r++)
        s->work[r] *= scale;
    for (int u = 0; u < ctsar__team_units(s->f->team); u++)
        s->p[u] /= scale;
}

/* The cost where bin b begins (step 1) or ends (step -1), from the line through it and
 * those behind it. */
static double edge_cost(const least_squares *s, int b, int step)
{
    double x = 0, xx = 0, y = 0, xy = 0;
    int bins = 0;
    for (; bins < EDGE && b >= 0 && b < s->bins; bins++, b += step) {
        double at = bins + 0.5;
        x += at;
        xx += at * at;
        y += s->c[b];
        xy += at * s->c[b];
    }
    double mean = y / bins, spread = bins * xx - x * x;
    double edge = spread > 0 ? (y * xx - x * xy) / spread : mean;
    return fmin(fmax(edge, mean / 2), mean * 2);
}

/* Where cores took all from the front and accelerators all from the back, their ranges
 * say nothing about how the costs of the two parts compare.  That follows from where they
 * meet: the cost goes on there. */
static void weld(least_squares *s)
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
    int left = bin_of(front, s->f->n, s->bins) - 1; /* the one between is of both */
    int right = bin_of(back - 1, s->f->n, s->bins) + 1;
    if (left < 0 || right >= s->bins)
        return;
    double edge = edge_cost(s, left, -1), ratio = edge / edge_cost(s, right, 1);
    for (int b = left + 1; b < s->bins; b++)
        s->c[b] = b < right ? edge : s->c[b] * ratio;
    add_up(s);
}

static void solve(least_squares *s)
{
    for (int r = 0; r < s->rows; r++) {
        double t = s->f->timing[r].seconds;
        s->weight[r] = s->work[r] / t / t;
    }
    s->noise = 1;
    s->grain = 1;
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        fit_units(s);
        if (sweep > 0)
            judge_errors(s);
        weigh(s);
        for (int b = 0; b < s->bins; b++)
            fit_bin(s, b);
        if (sweep == WELDED && s->f->bins == 0)
            weld(s);
        normalise(s);
    }
    fit_units(s);
}

/* ---- The result -------------------------------------------------------------------- */

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double typical_error(least_squares *s)
{
    for (int r = 0; r < s->rows; r++) {
        const ctsar__timing *t = &s->f->timing[r];
        s->error[r] = fabs(log(t->seconds / (s->p[t->unit] * s->work[r])));
    }
    qsort(s->error, (size_t)s->rows, sizeof *s->error, by_size);
    return s->error[(int)(QUANTILE * (s->rows - 1))];
}

static bool keep(ctsar__profile *f, least_squares *s)
{
    double *sum = malloc(((size_t)s->bins + 1) * sizeof *sum);
    if (!sum)
        return false;
    sum[0] = 0;
    for (int b = 0; b < s->bins; b++)
        sum[b + 1] = sum[b] + s->c[b] * (double)ctsar__range_len(ctsar__part_of(f->n, b, s->bins));
    f->error = typical_error(s);
    free(f->sum);
    free(f->p);
    f->sum = sum;
    f->p = s->p;
    s->p = NULL;
    f->bins = s->bins;
    return true;
}

bool ctsar__profile_fit(ctsar__profile *f)
{
    least_squares s;
    if (f->timings == 0 || !least_squares_make(&s, f))
        return false;
    solve(&s);
    bool kept = keep(f, &s);
    least_squares_free(&s);
    return kept;
}
