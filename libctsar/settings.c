/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How a region is scheduled: the settings that its code states, the environment's that go
 * before them, and the scheduler made from both.  A setting changes by making another
 * scheduler, which takes over what the old one has measured. */
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "region.h"
#include "sched/lp.h"

/* ---- Which settings are in force --------------------------------------------- */

/* Those of the code, or of the environment where that says something. */
static ctsar__settings in_force(const ctsar *s)
{
    ctsar__settings e = s->settings;
    const ctsar__config *c = &s->machine->config;
    if (c->policy >= 0)
        e.policy = (ctsar_policy)c->policy;
    if (c->div ||
        c->chunk) { /* a piece's size goes before div, but not the code's before CTSAR_DIV */
        e.div = c->div ? c->div : e.div;
        e.chunk = c->chunk;
    }
    if (c->ratio >= 0)
        e.ratio = c->ratio;
    if (c->backoff >= 0) {
        e.backoff = (ctsar_backoff)c->backoff;
        e.backoff_passes = c->backoff_passes;
    }
    return e;
}

static void list_overriding(const ctsar__config *c, const char **name)
{
    if (c->policy >= 0)
        *name++ = "CTSAR_POLICY";
    if (c->div)
        *name++ = "CTSAR_DIV";
    if (c->chunk)
        *name++ = "CTSAR_CHUNK";
    if (c->ratio >= 0)
        *name++ = "CTSAR_RATIO";
    if (c->backoff >= 0)
        *name++ = "CTSAR_BACKOFF";
    *name = NULL;
}

static bool same_settings(const ctsar__settings *a, const ctsar__settings *b)
{
    return ctsar__policy((int)a->policy) == ctsar__policy((int)b->policy) && a->div == b->div &&
           a->chunk == b->chunk && a->ratio == b->ratio && a->backoff == b->backoff &&
           a->backoff_passes == b->backoff_passes;
}

/* ---- Default times --------------------------------------------------------------- */

/* Puts what is known in place of defaults, and makes the other units as much faster or slower than
 * their defaults as the known ones are (geometric mean). */
static void refine(double *time, double *overhead, const ctsar__measured *known, int entries)
{
    double logs = 0;
    int count = 0;
    for (int i = 0; i < entries; ++i)
        if (known[i].ranges > 0) {
            logs += log(known[i].time / time[i]);
            count++;
        }
    double scale = count ? exp(logs / count) : 1;
    for (int i = 0; i < entries; ++i) {
        bool is_known = known[i].ranges > 0;
        time[i] = is_known ? known[i].time : time[i] * scale;
        overhead[i] = is_known ? known[i].overhead : overhead[i];
    }
}

/* The user's, else the history's, else by SIMD width (paper 3.2.1); where the region
 * has run, what it has measured.  ENOMEM. */
static int choose_times(const ctsar *s, double *time, double *overhead)
{
    int entries = s->accs + 1;
    ctsar__measured *known = malloc((size_t)entries * sizeof *known);
    if (!known)
        return ctsar__error(CTSAR_ENOMEM, "no memory for the times of %d accelerators", s->accs);
    ctsar__default_times(s->machine, s->device, s->accs, time);
    for (int i = 0; i < entries; ++i)
        overhead[i] = i < s->accs ? s->device[i]->launch_overhead : 0;
    if (s->settings.time) {
        memcpy(time, s->settings.time, (size_t)entries * sizeof *time);
    } else {
        ctsar__history_recall(&s->history, known);
        refine(time, overhead, known, entries);
    }
    if (s->sched) {
        ctsar__sched_times(s->sched, known);
        refine(time, overhead, known, entries);
    }
    free(known);
    return CTSAR_OK;
}

/* ---- The cost of iterations --------------------------------------------------------------- */

/* A stated cost, in units of the mean iteration's: times per unit of work are then times per
 * iteration, and what was measured or is known without the cost holds with it. */
typedef struct ctsar__stated_cost {
    ctsar_work work;
    const void *data;
    double scale; /* of the work */
    long n;       /* by weights: their number, */
    double sum[]; /* and the sums of the first 0, 1, ..., n, scaled */
} ctsar__stated_cost;

static double scaled_work(const void *data, long lo, long hi)
{
    const ctsar__stated_cost *c = data;
    return c->scale * c->work(c->data, lo, hi);
}

/* Later weights are 1 each, as these are on average. */
static double sum_up_to(const ctsar__stated_cost *c, long i)
{
    return i <= c->n ? c->sum[i] : c->sum[c->n] + (double)(i - c->n);
}

static double work_by_weights(const void *data, long lo, long hi)
{
    return sum_up_to(data, hi) - sum_up_to(data, lo);
}

/* Room for n weights.  ENOMEM. */
static int cost_alloc(size_t n, ctsar__stated_cost **cost)
{
    bool fits = n < (SIZE_MAX - sizeof **cost) / sizeof *(*cost)->sum;
    *cost = fits ? malloc(sizeof **cost + (n + 1) * sizeof *(*cost)->sum) : NULL;
    if (!*cost)
        return ctsar__error(CTSAR_ENOMEM, "no memory for a cost by %zu weights", n);
    **cost = (ctsar__stated_cost){.scale = 1, .n = (long)n};
    return CTSAR_OK;
}

/* `n` iterations are expected; 0: their number is not known.  EINVAL, ENOMEM. */
static int cost_by_function(ctsar_work work, const void *data, size_t n, ctsar__stated_cost **cost)
{
    double all = n > 0 && n <= LONG_MAX ? work(data, 0, (long)n) : 0;
    if (!(all >= 0 && isfinite(all)))
        return ctsar__error(CTSAR_EINVAL,
                            "the work of all %zu iterations is %g; it must be finite and >= 0", n,
                            all);
    int status = cost_alloc(0, cost);
    if (status)
        return status;
    (*cost)->work = work;
    (*cost)->data = data;
    if (all > 0 && isfinite((double)n / all))
        (*cost)->scale = (double)n / all;
    return CTSAR_OK;
}

/* Sums the weights and scales the sums.  EINVAL. */
static int add_up(ctsar__stated_cost *c, const double *weight)
{
    c->sum[0] = 0;
    for (long i = 0; i < c->n; ++i) {
        c->sum[i + 1] = c->sum[i] + weight[i];
        if (!(weight[i] >= 0 && isfinite(c->sum[i + 1])))
            return ctsar__error(CTSAR_EINVAL,
                                "weight %ld is %g; weights and their sum must be finite and >= 0",
                                i, weight[i]);
    }
    c->scale = (double)c->n / c->sum[c->n];
    if (!isfinite(c->scale))
        return ctsar__error(CTSAR_EINVAL, "the sum of the %ld weights is %g; it must be above 0",
                            c->n, c->sum[c->n]);
    for (long i = 0; i <= c->n; ++i)
        c->sum[i] *= c->scale;
    return CTSAR_OK;
}

/* EINVAL, ENOMEM; then *cost is NULL. */
static int cost_by_weights(const double *weight, size_t n, ctsar__stated_cost **cost)
{
    if (!weight)
        return ctsar__error(CTSAR_EINVAL, "the weights are NULL, and there should be %zu", n);
    int status = cost_alloc(n, cost);
    if (!status && (status = add_up(*cost, weight))) {
        free(*cost);
        *cost = NULL;
    }
    return status;
}

static ctsar__cost cost_of(const ctsar__settings *e)
{
    if (!e->cost)
        return (ctsar__cost){NULL, NULL};
    return (ctsar__cost){e->cost->work ? scaled_work : work_by_weights, e->cost};
}

/* ---- The scheduler ------------------------------------------------------------------ */

static int create_sched(const ctsar *s, ctsar__sched **sched)
{
    size_t entries = (size_t)s->accs + 1;
    double *time = malloc(2 * entries * sizeof *time);
    if (!time)
        return ctsar__error(CTSAR_ENOMEM, "no memory for %d accelerators", s->accs);
    bool real = s->machine->config.clock == CTSAR__CLOCK_REAL;
    ctsar__settings e = in_force(s);
    ctsar__sched_env env = {.accs = s->accs,
                            .time = time,
                            .overhead = time + entries,
                            .div = e.div,
                            .chunk = e.chunk,
                            .has_ratio = e.ratio >= 0,
                            .ratio = e.ratio,
                            .cost = cost_of(&e),
                            .backoff = e.backoff,
                            .backoff_passes = e.backoff_passes,
                            .absent = &s->absent,
                            .now = real ? ctsar__now : NULL,
                            .exact = !real};
    int status = choose_times(s, time, time + entries);
    if (!status)
        status = ctsar__sched_create(ctsar__policy((int)e.policy), &env, sched);
    free(time);
    return status;
}

int ctsar__region_stats_open(const ctsar *s, ctsar__region_stats *stats)
{
    const ctsar__config *c = &s->machine->config;
    *stats = (ctsar__region_stats){.clock = c->clock, .solver = ctsar__lp_solver()};
    list_overriding(c, stats->overridden);
    snprintf(stats->name, sizeof stats->name, "%s", s->name);
    snprintf(stats->policy, sizeof stats->policy, "%s", s->sched->ops->name);
    return ctsar__stats_reserve(stats, 0, s->accs, s->acc_name);
}

/* Puts `made` in the place of the scheduler in use.  What another policy did appears in the
 * report as a region of its own.  ENOMEM: nothing has changed. */
static int replace_sched(ctsar *s, ctsar__sched *made)
{
    ctsar__sched *old = s->sched;
    bool same_policy = old->ops == made->ops;
    ctsar__region_stats fresh;
    s->sched = made;
    int status = same_policy ? CTSAR_OK : ctsar__region_stats_open(s, &fresh);
    if (status) {
        s->sched = old;
        return status;
    }
    s->history.sched = made;
    ctsar__pass_replace_sched(&s->pass, made);
    if (same_policy) {
        made->stats = old->stats;
    } else if (s->stats.passes == 0) {
        memcpy(s->stats.policy, fresh.policy, sizeof fresh.policy);
        ctsar__stats_free(&fresh);
    } else {
        ctsar__report_end(&s->stats);
        s->stats = fresh;
        ctsar__report_add(&s->machine->config, &s->stats);
    }
    ctsar__sched_destroy(old);
    return CTSAR_OK;
}

/* Makes the scheduler anew; the caller has noted what the old one measured.  ENOMEM: it is the
 * old one. */
static int reschedule(ctsar *s)
{
    ctsar__sched *made;
    int status = create_sched(s, &made);
    if (!status && (status = replace_sched(s, made)))
        ctsar__sched_destroy(made);
    return status;
}

/* ---- A region's life ------------------------------------------------------------------ */

/* Under which the history keeps the units' times: all that they depend on but the region. */
static void name_units(ctsar *s)
{
    const ctsar__config *c = &s->machine->config;
    char clock[60] = "real clock";
    if (c->clock == CTSAR__CLOCK_VIRTUAL)
        snprintf(clock, sizeof clock, "virtual clock, %g s an iteration", c->virtual_iter);
    for (int i = 0; i < s->accs; ++i)
        snprintf(s->history.key[i], sizeof *s->history.key, "%s, %s, simd %u, %s",
                 s->device[i]->name, s->device[i]->model, s->device[i]->simd, clock);
    snprintf(s->history.key[s->accs], sizeof *s->history.key, "core, simd %u, %s",
             ctsar__core_simd(c->clock), clock);
}

static int copy_times(ctsar *s, const double *time)
{
    size_t bytes = ((size_t)s->accs + 1) * sizeof *time;
    s->settings.time = time ? malloc(bytes) : NULL;
    if (s->settings.time)
        memcpy(s->settings.time, time, bytes);
    else if (time)
        return ctsar__error(CTSAR_ENOMEM, "no memory for the times of %d accelerators", s->accs);
    return CTSAR_OK;
}

static int open_history(ctsar *s)
{
    s->history = (ctsar__history_region){.name = s->name, .units = s->accs + 1};
    s->history.key = calloc((size_t)s->accs + 1, sizeof *s->history.key);
    if (!s->history.key)
        return ctsar__error(CTSAR_ENOMEM, "no memory for the names of %d accelerators", s->accs);
    name_units(s);
    ctsar__history_add(&s->machine->config, &s->history);
    return CTSAR_OK;
}

int ctsar__schedule_open(ctsar *s, ctsar_policy policy, const double *time_per_iter, const int *div)
{
    s->settings = (ctsar__settings){.policy = policy, .div = div ? *div : 0, .ratio = -1};
    int status = copy_times(s, time_per_iter);
    if (status)
        return status;
    if ((status = open_history(s)))
        goto fail_times;
    if ((status = create_sched(s, &s->sched)))
        goto fail_history;
    s->history.sched = s->sched;
    return CTSAR_OK;
fail_history:
    ctsar__history_end(&s->history);
    free(s->history.key);
fail_times:
    free(s->settings.time);
    return status;
}

void ctsar__schedule_close(ctsar *s)
{
    ctsar__history_end(&s->history);
    free(s->history.key);
    ctsar__sched_destroy(s->sched);
    free(s->settings.cost);
    free(s->settings.time);
}

static void set_name(ctsar *s, const char *name)
{
    snprintf(s->name, sizeof s->name, "%s", name);
    snprintf(s->stats.name, sizeof s->stats.name, "%s", name);
}

int ctsar__schedule_rename(ctsar *s, const char *name)
{
    char before[sizeof s->name];
    memcpy(before, s->name, sizeof before);
    ctsar__history_note(&s->history);
    set_name(s, name);
    if (!s->machine->config.history_file || !strcmp(before, s->name))
        return CTSAR_OK;
    int status = reschedule(s);
    if (status)
        set_name(s, before);
    return status;
}

/* ---- The calls --------------------------------------------------------------------------- */

/* Puts the settings `wanted` in force for `call`, unless an argument was found wrong. */
static int change(ctsar *s, const char *call, int argument, const ctsar__settings *wanted)
{
    int status = argument ? argument : ctsar__region_idle(s);
    if (!status) {
        ctsar__settings before = s->settings, old = in_force(s);
        s->settings = *wanted;
        ctsar__settings new = in_force(s);
        if (!same_settings(&old, &new)) {
            ctsar__history_note(&s->history);
            status = reschedule(s);
        }
        if (status)
            s->settings = before;
    }
    return ctsar__region_report(s, call, status);
}

static ctsar__settings settings_of(const ctsar *s)
{
    return s ? s->settings : (ctsar__settings){0};
}

int ctsar_set_policy(ctsar *s, ctsar_policy policy)
{
    ctsar__settings wanted = settings_of(s);
    int status = ctsar__policy((int)policy)
                     ? CTSAR_OK
                     : ctsar__error(CTSAR_EINVAL, "policy %d is unknown; there are: %s",
                                    (int)policy, ctsar__policy_names());
    wanted.policy = policy;
    return change(s, "ctsar_set_policy", status, &wanted);
}

int ctsar_set_div(ctsar *s, int div)
{
    ctsar__settings wanted = settings_of(s);
    int status = div >= 0 ? CTSAR_OK
                          : ctsar__error(CTSAR_EINVAL,
                                         "div is %d; it must be at least 1, or 0 for the policy's "
                                         "default",
                                         div);
    wanted.div = div;
    return change(s, "ctsar_set_div", status, &wanted);
}

int ctsar_set_chunk(ctsar *s, size_t iterations)
{
    ctsar__settings wanted = settings_of(s);
    int status = iterations <= LONG_MAX
                     ? CTSAR_OK
                     : ctsar__error(CTSAR_EINVAL, "a piece of %zu iterations is more than %ld",
                                    iterations, LONG_MAX);
    wanted.chunk = (long)iterations;
    return change(s, "ctsar_set_chunk", status, &wanted);
}

int ctsar_set_ratio(ctsar *s, double ratio)
{
    ctsar__settings wanted = settings_of(s);
    int status = ratio >= 0 && ratio <= 1
                     ? CTSAR_OK
                     : ctsar__error(CTSAR_EINVAL, "the ratio is %g; it must be from 0 to 1", ratio);
    wanted.ratio = ratio;
    return change(s, "ctsar_set_ratio", status, &wanted);
}

int ctsar_set_backoff(ctsar *s, ctsar_backoff rule, int passes)
{
    ctsar__settings wanted = settings_of(s);
    int status = CTSAR_OK;
    if (rule != CTSAR_BACKOFF_FILL && rule != CTSAR_BACKOFF_PAPER && rule != CTSAR_BACKOFF_NEVER)
        status = ctsar__error(CTSAR_EINVAL,
                              "rule %d is unknown; it must be CTSAR_BACKOFF_FILL, _PAPER or _NEVER",
                              (int)rule);
    else if (passes < 0)
        status = ctsar__error(CTSAR_EINVAL, "%d passes; it must be at least 1, or 0 for 2", passes);
    wanted.backoff = rule;
    wanted.backoff_passes = passes;
    return change(s, "ctsar_set_backoff", status, &wanted);
}

/* Puts a cost in force, NULL: none; it is then the region's.  ENOMEM: it is the caller's. */
static int set_cost(ctsar *s, ctsar__stated_cost *cost)
{
    ctsar__stated_cost *before = s->settings.cost;
    if (!before && !cost)
        return CTSAR_OK;
    s->settings.cost = cost;
    ctsar__history_note(&s->history);
    int status = reschedule(s);
    if (status)
        s->settings.cost = before;
    else
        free(before);
    return status;
}

static int take_cost(ctsar *s, const char *call, int status, ctsar__stated_cost *cost)
{
    if (!status && (status = set_cost(s, cost)))
        free(cost);
    return ctsar__region_report(s, call, status);
}

int ctsar_set_cost(ctsar *s, ctsar_work work, const void *data)
{
    ctsar__stated_cost *cost = NULL;
    int status = ctsar__region_idle(s);
    if (!status && work)
        status = cost_by_function(work, data, s->expected, &cost);
    return take_cost(s, "ctsar_set_cost", status, cost);
}

int ctsar_set_cost_weights(ctsar *s, const double *weights, size_t n)
{
    ctsar__stated_cost *cost = NULL;
    int status = ctsar__region_idle(s);
    if (!status && n > 0)
        status = cost_by_weights(weights, n, &cost);
    return take_cost(s, "ctsar_set_cost_weights", status, cost);
}
