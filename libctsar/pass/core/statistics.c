/* SPDX-License-Identifier: BSD-3-Clause */
#include "pass/core/statistics.h"

#include <stdio.h>
#include <stdlib.h>

#include "observe/progress.h"
#include "observe/report.h"
#include "pass/core/trace.h"
#include "pass/core/versions.h"
#include "pass/core/view.h"

/* When the round began, on the real clock. */
static double round_start(const ctsar__pass *p)
{
    if (p->elapsed > 0)
        return p->round_began;
    const ctsar__lanes *lanes = p->lanes;
    double first = lanes->lane[0]->entered;
    for (int i = 1; i < p->threads; ++i)
        if (lanes->lane[i]->entered < first)
            first = lanes->lane[i]->entered;
    return first;
}

/* How long the round lasted, up to `now` on the real clock. */
static double round_seconds(ctsar__pass *p, ctsar__team team, double now)
{
    double longest = 0;
    if (!p->virtual_clock)
        return now - round_start(p);
    for (int u = 0; u < ctsar__team_units(team); ++u) {
        const ctsar__book *b = ctsar__pass_book(p, team, u);
        if (b->turns > 0 && b->end > longest)
            longest = b->end;
    }
    return longest;
}

static ctsar__unit_stats *stats_of(const ctsar__pass *p, ctsar__team team, int unit)
{
    ctsar__region_stats *r = p->stats;
    return &r->unit[unit < team.cores ? unit : r->cores + unit - team.cores];
}

/* Adds a unit's round to its pass, of which it waited so long. */
static void add_times(ctsar__pass *p, ctsar__book *b, double waited)
{
    ctsar__unit_times *t = &b->pass;
    t->turns += b->turns;
    t->work += b->work;
    t->busy += b->busy + b->apart;
    t->waiting += waited;
    t->copying += b->copying;
    t->once += b->once;
    t->loose += b->loose;
    t->fixed += b->apart - b->apart_once + (ctsar__pass_executed(p, b) ? b->fixed : 0);
    t->fixed_copies += b->fixed_copies;
    t->loose_fixed += b->loose_fixed;
    t->halo += b->halo;
    t->bytes += b->bytes_in + b->bytes_out + b->bytes_between;
    b->work = b->once = b->loose = b->fixed_copies = b->loose_fixed = b->halo = b->apart =
        b->apart_once = 0;
}

/* Adds a unit's round, which lasted for `round` seconds and was over at `end`, as books have it. */
static void add_round(ctsar__pass *p, ctsar__team team, int unit, double round, double end)
{
    ctsar__unit_stats *u = stats_of(p, team, unit);
    ctsar__book *b = ctsar__pass_book(p, team, unit);
    double waited = b->turns > 0 ? end - b->end : round;
    ctsar__trace_wait(p, team, unit, waited, end);
    u->turns += b->turns;
    ctsar__add_up(&u->iterations, b->iterations);
    u->busy += b->busy;
    u->waiting += waited;
    u->copying += b->copying;
    u->bytes_in += b->bytes_in;
    u->bytes_out += b->bytes_out;
    u->bytes_between += b->bytes_between;
    if (b->held > u->committed)
        u->committed = b->held;
    b->pass_iterations += b->iterations;
    add_times(p, b, waited);
    b->turns = b->iterations = 0;
    b->busy = b->copying = 0;
    b->bytes_in = b->bytes_out = b->bytes_between = b->held = 0;
}

static int add_versions(ctsar__pass *p, ctsar__team team)
{
    const ctsar__lanes *lanes = p->lanes;
    int status = CTSAR_OK;
    for (int u = 0; u < ctsar__team_units(team) && !status; ++u)
        status = ctsar__versions_report(u < team.cores ? &lanes->lane[u]->versions
                                                       : &p->acc[u - team.cores].versions,
                                        stats_of(p, team, u));
    return status;
}

/* What only accelerators have. */
static void add_acc(ctsar__unit_stats *u, ctsar__acc *a)
{
    double hidden = ctsar__engines_hidden(&a->engines);
    u->hidden += hidden;
    a->book.pass.hidden += hidden;
    u->streamed = u->streamed || a->streamed;
    if (a->gone)
        snprintf(u->gone, sizeof u->gone, "%.*s", (int)sizeof u->gone - 1, a->reason);
}

/* Adds the pass that is over, whose last round's decision took so long. */
static void add_pass(ctsar__pass *p, ctsar__team team, long n, double deciding)
{
    int units = ctsar__team_units(team);
    ctsar__pass_record record = {.n = n, .seconds = p->elapsed, .cores = team.cores};
    record.iterations = malloc((size_t)units * sizeof *record.iterations);
    record.times = malloc((size_t)units * sizeof *record.times);
    record.probing = p->probing;
    record.deciding = deciding;
    for (int u = 0; u < units; ++u) {
        ctsar__book *b = ctsar__pass_book(p, team, u);
        stats_of(p, team, u)->passes += b->pass.turns > 0;
        if (record.iterations)
            record.iterations[u] = b->pass_iterations;
        if (record.times)
            record.times[u] = b->pass;
        b->pass_iterations = 0;
        b->pass = (ctsar__unit_times){0};
    }
    if (record.iterations)
        ctsar__stats_timed_pass(p->stats, &record);
    free(record.times);
    p->stats->passes++;
    ctsar__add_up(&p->stats->iterations, n);
    p->stats->seconds += p->elapsed;
    p->elapsed = 0;
    if (p->progress)
        ctsar__progress_pass(p->stats, &record);
    free(record.iterations);
}

static long trials(const ctsar__sched_stats *s)
{
    return s->probes + s->comparisons;
}

static int note_round(ctsar__pass *p, ctsar__team team, long n, double ended, bool again)
{
    if (team.cores > p->stats->cores) {
        int status = ctsar__stats_reserve(p->stats, team.cores, team.accs, p->acc_name);
        if (status)
            return status;
    }
    double now = ctsar__pass_now(p);
    double round = round_seconds(p, team, ended);
    double end = p->virtual_clock ? round : ended;
    for (int u = 0; u < ctsar__team_units(team); ++u)
        add_round(p, team, u, round, end);
    int added = add_versions(p, team);
    if (added)
        return added;
    p->stats->sched_seconds += now - ended;
    ctsar__trace_decided(p, &p->stats->sched, end, end + (now - ended));
    bool tries = trials(&p->sched->stats) > trials(&p->stats->sched); /* the next pass */
    p->stats->sched = p->sched->stats;
    for (int a = 0; a < team.accs; ++a) {
        ctsar__unit_stats *u = stats_of(p, team, team.cores + a);
        u->backed_off = p->sched->backed_off && p->sched->backed_off[a];
        u->formless = p->acc[a].formless;
        u->late = p->acc[a].late;
        add_acc(u, &p->acc[a]);
    }
    p->elapsed += round;
    ctsar__trace_round(p, round, end, again ? -1 : n, p->elapsed);
    p->round_began = ended;
    if (!again) {
        add_pass(p, team, n, now - ended);
        p->probing = tries;
    }
    return CTSAR_OK;
}

int ctsar__statistics_round(ctsar__pass *p, ctsar__team team, long n, double ended, bool again)
{
    ctsar__report_hold();
    int status = note_round(p, team, n, ended, again);
    ctsar__report_release();
    return status;
}
