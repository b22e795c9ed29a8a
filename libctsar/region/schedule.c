/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The scheduler made from the settings.  A setting changes by making another scheduler, which takes
 * over what the old one has measured. */
#include "region/schedule.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pass/core/trace.h"
#include "pass/core/versions.h"
#include "region/in_force.h"
#include "region/stated_cost.h"
#include "region/times.h"
#include "sched/math/lp.h"

/* ---- Making it ---------------------------------------------------------------------- */

static int create_sched(ctsar *s, ctsar__sched **sched)
{
    size_t entries = (size_t)s->accs + 1;
    double *time = malloc(2 * entries * sizeof *time);
    if (!time)
        return ctsar__error(CTSAR_ENOMEM, "no memory for %d accelerators", s->accs);
    bool real = s->machine->config.devices.clock == CTSAR__CLOCK_REAL;
    ctsar__settings e = ctsar__settings_in_force(s);
    s->costs = ctsar__machine_costs(s->machine);
    ctsar__sched_env env = {.accs = s->accs,
                            .time = time,
                            .overhead = time + entries,
                            .div = e.div,
                            .chunk = e.chunk,
                            .has_ratio = e.ratio >= 0,
                            .ratio = e.ratio,
                            .cost = ctsar__nodes_cost(s->nodes, ctsar__cost_as_stated(e.cost)),
                            .backoff = e.backoff,
                            .backoff_passes = e.backoff_passes,
                            .absent = &s->absent,
                            .costs = &s->costs,
                            .now = real ? ctsar__now : NULL,
                            .exact = !real};
    bool guessed = false;
    int status = ctsar__region_times(s, time, time + entries, &guessed);
    env.guessed = real && guessed;
    if (!status)
        status = ctsar__sched_create(ctsar__policy((int)e.policy), &env, sched);
    if (!status && s->replay)
        (*sched)->waits = true; /* an accelerator's ranges are its own */
    free(time);
    return status;
}

/* For the report, what the scheduler was told. */
static void note_settings(const ctsar *s, ctsar__region_stats *stats)
{
    const ctsar__sched_env *e = &s->sched->env;
    stats->settings = (ctsar__stats_settings){.div = e->div,
                                              .chunk = e->chunk,
                                              .ratio = e->has_ratio ? e->ratio : -1,
                                              .backoff = e->backoff,
                                              .backoff_passes = e->backoff_passes,
                                              .stated_cost = e->cost.work != NULL,
                                              .guessed = e->guessed,
                                              .core_time = e->time[s->accs],
                                              .core_overhead = e->overhead[s->accs]};
    for (int a = 0; a < s->accs; ++a) {
        stats->unit[stats->cores + a].default_time = e->time[a];
        stats->unit[stats->cores + a].overhead = e->overhead[a];
    }
}

int ctsar__region_stats_open(const ctsar *s, ctsar__region_stats *stats)
{
    const ctsar__config *c = &s->machine->config;
    *stats = (ctsar__region_stats){.clock = c->devices.clock, .solver = ctsar__lp_solver()};
    ctsar__settings_overriding(c, stats->overridden);
    snprintf(stats->name, sizeof stats->name, "%s", s->name);
    snprintf(stats->policy, sizeof stats->policy, "%s", s->sched->ops->name);
    int status = ctsar__stats_reserve(stats, 0, s->accs, s->acc_name);
    if (!status)
        note_settings(s, stats);
    return status;
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
    if (s->stats.passes == 0)
        note_settings(s, &s->stats);
    ctsar__sched_destroy(old);
    return CTSAR_OK;
}

int ctsar__reschedule(ctsar *s)
{
    ctsar__sched *made;
    int status = create_sched(s, &made);
    if (!status && (status = replace_sched(s, made)))
        ctsar__sched_destroy(made);
    return status;
}

/* Under which the history keeps the units' times: all that they depend on but the region. */
static void name_units(ctsar *s)
{
    const ctsar__config *c = &s->machine->config;
    char clock[CTSAR__HISTORY_CLOCK];
    ctsar__history_clock(c, clock);
    for (int i = 0; i < s->accs; ++i)
        snprintf(s->history.key[i], sizeof *s->history.key, "%s, %s, simd %u, %s",
                 s->device[i]->name, s->device[i]->model, s->device[i]->simd, clock);
    snprintf(s->history.key[s->accs], sizeof *s->history.key, "core, simd %u, %s",
             ctsar__core_simd(c->devices.clock), clock);
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
    s->history = (ctsar__history_region){.name = s->name,
                                         .units = s->accs + 1,
                                         .versions = ctsar__pass_say_versions,
                                         .versions_of = &s->pass};
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
    ctsar__plain(s->name);
    memcpy(s->stats.name, s->name, sizeof s->stats.name);
    s->traced = ctsar__trace_rename(s->traced, s->name);
    ctsar__trace_become(&s->pass, s->traced);
    ctsar__replay_rename(s->record, s->name);
}

int ctsar__schedule_rename(ctsar *s, const char *name)
{
    char before[sizeof s->name];
    memcpy(before, s->name, sizeof before);
    ctsar__history_note(&s->history);
    set_name(s, name);
    if (!s->machine->config.history_file || !strcmp(before, s->name))
        return CTSAR_OK;
    int status = ctsar__reschedule(s);
    if (status)
        set_name(s, before);
    return status;
}
