/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The filter.  With x the new sample's p, r = x / p and k the samples so far:
 *   k = 0, or k = 1 and x not over 2.5 p   p = x (the first sample may be a cold start)
 *   r within [1/1.5, 1.5]                  p *= r ^ max(1/k, 0.1)
 *   5 in a row over 1.08, or below its inverse  p = x: the unit gets slower, or faster
 *   r outside of it                        x is held; if the next one deviates to the same
 *                                          side, p is the geometric mean of both
 * An overhead of more than twice o is held in the same way, and of two such the shorter one counts.
 * A range over 25 % longer or shorter than the last one starts anew: what a
 * unit costs per iteration may depend on how many it has (caches, occupancy). */
#include "sched/math/rate.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/grow.h"
#include "sched/math/cost.h"

#define SECOND_REPLACES 2.5 /* unless it is so many times slower */
#define DEVIATES 1.5
#define DRIFTS 1.08 /* times p, or over it, to one side in DRIFTED samples in a row */
#define FAR 2.0     /* times the overhead so far */
#define LEAST_WEIGHT 0.1
enum { DRIFTED = 5, OFTEN = 10 }; /* samples: the newest one's weight is the least */
#define SHARE_CHANGED 0.25
#define ALIKE 0.15          /* relative difference of cores that may be noise */
#define ALIKE_SAMPLES 4.0   /* that it counts as if it is */
#define OVERHEAD_WEIGHT 0.5 /* of one that was not late */
#define LEAST_SECONDS 1e-9  /* a clock that shows less shows nothing */
#define LEAST_P 1e-30       /* far outside of what there is, */
#define LARGEST_P 1e30      /* and what computing with it may lead to is finite */
#define LEAST_VARIABLE 0.05 /* of a range's time, however large its fixed part */

int ctsar__rates_init(ctsar__rates *r, const ctsar__sched_env *env)
{
    *r = (ctsar__rates){.accs = env->accs,
                        .exact = env->exact,
                        .fractions = env->fractions,
                        .cost = env->cost.work ? &env->cost : NULL,
                        .default_core = env->time[env->accs],
                        .core_overhead = env->overhead[env->accs],
                        .default_acc = env->time,
                        .acc_overhead = env->overhead};
    r->acc = calloc((size_t)env->accs + 1, sizeof *r->acc);
    if (!r->acc)
        return ctsar__error(CTSAR_ENOMEM, "no memory for the rates of %d accelerators", env->accs);
    return CTSAR_OK;
}

void ctsar__rates_free(ctsar__rates *r)
{
    free(r->core);
    free(r->acc);
    *r = (ctsar__rates){0};
}

/* The entry of core u, made if it is not there; NULL without memory. */
static ctsar__rate *core_entry(ctsar__rates *r, int u)
{
    if (u >= r->cores) {
        ctsar__rate *core = ctsar__grow(r->core, &r->room, (size_t)u + 1, sizeof *core);
        if (!core)
            return NULL;
        for (int i = r->cores; i <= u; i++)
            core[i] = (ctsar__rate){0};
        r->core = core;
        r->cores = u + 1;
    }
    return &r->core[u];
}

static ctsar__rate *entry_of(ctsar__rates *r, ctsar__team team, int unit)
{
    if (unit < 0 || unit >= ctsar__team_units(team) || team.accs != r->accs)
        return NULL;
    return unit < team.cores ? core_entry(r, unit) : &r->acc[unit - team.cores];
}

static double clamp_p(double p)
{
    return fmin(fmax(p, LEAST_P), LARGEST_P);
}

static bool is_time(double t)
{
    return t >= 0 && isfinite(t);
}

static void start_anew(ctsar__rate *e, double fixed, double x)
{
    *e = (ctsar__rate){.o = fixed, .p = x, .seen = 1};
}

/* A sample too far from p to be believed by itself. */
static void hold_or_jump(ctsar__rate *e, double x)
{
    if (e->held > 0 && (e->held > e->p) == (x > e->p)) {
        e->p = sqrt(e->held) * sqrt(x);
        e->held = 0;
    } else {
        e->held = x;
    }
}

/* It is longer now and then, where a thread or memory was to be had late, but never shorter. */
static void filter_overhead(ctsar__rate *e, double fixed, double newest, bool exact)
{
    double before = e->late;
    bool late = fixed > e->o && !exact, far = late && fixed > FAR * e->o;
    e->late = far ? fixed : 0;
    if (far && before <= 0) /* which says little of the next one */
        return;
    if (far)
        fixed = fmin(fixed, before);
    e->o += (late ? newest : OVERHEAD_WEIGHT) * (fixed - e->o);
}

/* Counts samples in a row that lie to the same side of p.  True: they are too many for chance. */
static bool drifts(ctsar__rate *e, double r)
{
    int side = r > DRIFTS ? 1 : r < 1 / DRIFTS ? -1 : 0;
    e->drift = side * e->drift > 0 ? e->drift + side : side;
    return e->drift >= DRIFTED || e->drift <= -DRIFTED;
}

static void filter(ctsar__rate *e, double fixed, double x, bool exact)
{
    double r = x / e->p, newest = fmax(1.0 / (double)++e->seen, LEAST_WEIGHT);
    filter_overhead(e, fixed, newest, exact);
    if (drifts(e, r))
        newest = 1;
    if (e->seen == 2 && r <= SECOND_REPLACES) {
        e->p = x;
    } else if (r > DEVIATES || r < 1 / DEVIATES) {
        hold_or_jump(e, x);
    } else {
        e->p *= pow(r, newest);
        e->held = 0;
    }
}

static bool share_changed(long before, long now)
{
    return fabs((double)now - (double)before) > SHARE_CHANGED * (double)before;
}

/* Of a range's time.  The fixed part is calibrated rather than measured, so next to
 * nothing may be left of a short range; its unit would get the whole next pass. */
static double variable_part(double seconds, double fixed, bool exact)
{
    double least = LEAST_VARIABLE * fmax(seconds, LEAST_SECONDS);
    return exact && seconds > fixed ? seconds - fixed : fmax(seconds - fixed, least);
}

/* Books a sample: into the filter, or in place of all before. */
static void book(ctsar__rates *r, const ctsar__sample *s, bool replace)
{
    long n = ctsar__range_len(s->range);
    if (n == 0 || !is_time(s->seconds) || !is_time(s->fixed))
        return;
    double work = ctsar__work(r->cost, s->range.lo, s->range.hi);
    ctsar__rate *e = work > 0 && isfinite(work) ? entry_of(r, s->team, s->unit) : NULL;
    if (!e)
        return;
    double fixed = fmin(s->fixed, s->seconds);
    double x = clamp_p(variable_part(s->seconds, fixed, r->exact) / work);
    if (replace || e->seen == 0 || share_changed(e->share, n))
        start_anew(e, fixed, x);
    else
        filter(e, fixed, x, r->exact);
    e->share = n;
}

void ctsar__rates_observe(ctsar__rates *r, const ctsar__sample *s)
{
    book(r, s, r->fractions);
}

void ctsar__rates_replace(ctsar__rates *r, const ctsar__sample *s)
{
    book(r, s, true);
}

void ctsar__rates_set(ctsar__rates *r, ctsar__team team, int unit, double o, double p, long share)
{
    if (!is_time(o) || !(p > 0 && isfinite(p)))
        return;
    ctsar__rate *e = entry_of(r, team, unit);
    if (e) {
        start_anew(e, o, clamp_p(p));
        e->seen = OFTEN;
        e->share = share;
    }
}

bool ctsar__rates_measured(const ctsar__rates *r)
{
    for (int u = 0; u < r->cores; u++)
        if (r->core[u].seen)
            return true;
    for (int a = 0; a < r->accs; a++)
        if (r->acc[a].seen)
            return true;
    return false;
}

/* The measured core with the largest p, or NULL. */
static const ctsar__rate *slowest_core(const ctsar__rates *r)
{
    const ctsar__rate *slowest = NULL;
    for (int u = 0; u < r->cores; u++)
        if (r->core[u].seen && (!slowest || r->core[u].p > slowest->p))
            slowest = &r->core[u];
    return slowest;
}

/* Geometric mean of measured over default times; 1 when nothing was measured. */
static double slowdown(const ctsar__rates *r)
{
    double logs = 0;
    int measured = 0;
    for (int u = 0; u < r->cores + r->accs; u++) {
        const ctsar__rate *e = u < r->cores ? &r->core[u] : &r->acc[u - r->cores];
        double by_default = u < r->cores ? r->default_core : r->default_acc[u - r->cores];
        assert(e);
        if (e->seen) {
            logs += log(e->p) - log(by_default);
            measured++;
        }
    }
    return measured ? exp(logs / measured) : 1;
}

/* The mean p of those of the first `cores` that are within ALIKE of `about`; 0: none is. */
static double mean_near(const ctsar__rates *r, int cores, double about)
{
    double sum = 0;
    int near = 0;
    for (int u = 0; u < cores; u++)
        if (r->core[u].seen && fabs(r->core[u].p / about - 1) < ALIKE) {
            sum += r->core[u].p;
            near++;
        }
    return near ? sum / near : 0;
}

/* Cores are much alike, and one sample says little: those that seem to differ by a little
 * are taken to be like the mean of such, with the weight of ALIKE_SAMPLES samples. */
static void draw_cores_together(const ctsar__rates *r, int cores, double *p)
{
    double speed = 0;
    int seen = 0;
    cores = cores < r->cores ? cores : r->cores;
    for (int u = 0; u < cores; u++)
        if (r->core[u].seen) {
            speed += 1 / r->core[u].p;
            seen++;
        }
    double mean = seen > 1 && !r->exact && !r->fractions ? mean_near(r, cores, seen / speed) : 0;
    for (int u = 0; u < cores && mean > 0; u++) {
        double samples = (double)r->core[u].seen;
        if (samples > 0 && fabs(p[u] / mean - 1) < ALIKE)
            p[u] += (mean - p[u]) * ALIKE_SAMPLES / (samples + ALIKE_SAMPLES);
    }
}

void ctsar__rates_view(const ctsar__rates *r, ctsar__team team, double *o, double *p)
{
    const ctsar__rate *slowest = slowest_core(r);
    double factor = 0; /* 0: not needed so far */
    for (int u = 0; u < ctsar__team_units(team); u++) {
        bool core = u < team.cores;
        int a = u - team.cores;
        const ctsar__rate *e = core ? (u < r->cores ? &r->core[u] : NULL) : &r->acc[a];
        if (core && !(e && e->seen))
            e = slowest;
        if (e && e->seen) {
            o[u] = e->o;
            p[u] = e->p;
            continue;
        }
        if (factor == 0)
            factor = slowdown(r);
        o[u] = core ? r->core_overhead : r->acc_overhead[a];
        p[u] = clamp_p((core ? r->default_core : r->default_acc[a]) * factor);
    }
    draw_cores_together(r, team.cores, p);
}

/* The speed of unit u where all speeds are fractions of the whole. */
static double stated_speed(const ctsar__sched_env *env, ctsar__team team, int u)
{
    bool both = team.cores > 0 && team.accs > 0;
    if (u < team.cores)
        return (both ? 1 - env->ratio : 1) / team.cores;
    double accs = 0;
    for (int a = 0; a < team.accs; a++)
        accs += 1 / env->time[a];
    return (both ? env->ratio : 1) / env->time[u - team.cores] / accs;
}

void ctsar__rates_default(const ctsar__sched_env *env, ctsar__team team, double *o, double *p)
{
    for (int u = 0; u < ctsar__team_units(team); u++) {
        int entry = u < team.cores ? env->accs : u - team.cores;
        if (o)
            o[u] = env->has_ratio ? 0 : env->overhead[entry];
        p[u] = clamp_p(env->has_ratio ? 1 / stated_speed(env, team, u) : env->time[entry]);
    }
}

void ctsar__rates_times(const ctsar__rates *r, ctsar__measured *unit)
{
    double speed = 0, overhead = 0;
    long ranges = 0, cores = 0;
    for (int a = 0; a < r->accs; a++)
        if (r->acc[a].seen)
            unit[a] = (ctsar__measured){r->acc[a].o, r->acc[a].p, r->acc[a].seen};
    for (int u = 0; u < r->cores; u++)
        if (r->core[u].seen) {
            overhead += r->core[u].o;
            speed += 1 / r->core[u].p;
            ranges += r->core[u].seen;
            cores++;
        }
    if (cores) /* the harmonic mean: together they are as fast */
        unit[r->accs] = (ctsar__measured){overhead / (double)cores, (double)cores / speed,
                                          (ranges + cores - 1) / cores};
}
