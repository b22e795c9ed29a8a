/* SPDX-License-Identifier: BSD-3-Clause */
#include "play.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sched/timeline.h"
#include "fail.h"

struct stage {
    const player *player;
    model *model;
    ctsar__sched *sched; /* NULL: the oracle */
    ctsar__team team;    /* of the pass: without cores that drive accelerators */
    ctsar__split split;
    ctsar__timeline timeline;
    unsigned char *done; /* which iterations of the pass, */
    size_t room;         /* of at most so many */
    long *count;         /* of iterations, each unit's in the pass */
    double *busy;        /* seconds, likewise */
    model_time *took;    /* SPLIT: its range */
    double *end;         /* when its last range was over, since the pass began */
};

play_run play_run_make(long passes, ctsar__team team)
{
    size_t units = (size_t)ctsar__team_units(team);
    return (play_run){.passes = passes,
                      .pass = sim_alloc((size_t)passes, sizeof(play_pass)),
                      .share = sim_alloc((size_t)passes * (size_t)team.accs, sizeof(double)),
                      .used = sim_alloc(units, sizeof(double))};
}

void play_run_free(play_run *r)
{
    free(r->pass);
    free(r->share);
    free(r->used);
    *r = (play_run){0};
}

/* ---- The stage --------------------------------------------------------------------- */

static double stated_work(const void *data, long lo, long hi)
{
    const model *m = data;
    return m->sum[hi] - m->sum[lo];
}

/* The machine's unit that a team knows as `unit`: cores that drive accelerators are its last. */
static int unit_of(const model *m, ctsar__team team, int unit)
{
    return unit < team.cores ? unit : unit - team.cores + m->machine->team.cores;
}

static double priced_moves(const void *data, ctsar__team team, int unit, ctsar__range range)
{
    model *m = (model *)(uintptr_t)data;
    return model_moves(m, unit_of(m, team, unit), range);
}

static ctsar__sched *make_sched(const player *p, const model *m)
{
    ctsar__team team = m->machine->team;
    size_t entries = (size_t)team.accs + 1;
    double *time = sim_alloc(2 * entries, sizeof *time), *overhead = time + entries;
    for (int i = 0; i < (int)entries; ++i) {
        int u = i < team.accs ? team.cores + i : 0; /* the last entry is a core's */
        bool core = i == team.accs;
        time[i] = core && !team.cores ? 1 : m->unit[u].default_time;
        overhead[i] = core && !team.cores ? 0 : m->unit[u].told_o;
    }
    ctsar__sched *s;
    int status =
        ctsar__sched_create(p->ops,
                            &(ctsar__sched_env){
                                .accs = team.accs,
                                .time = time,
                                .guessed = p->guessed,
                                .overhead = overhead,
                                .div = p->div,
                                .chunk = p->chunk,
                                .has_ratio = p->has_ratio,
                                .ratio = p->ratio,
                                .cost = {.work = p->stated_cost ? stated_work : NULL, .data = m},
                                .move = {model_has_moves(m) ? priced_moves : NULL, m},
                                .backoff = p->backoff,
                                .backoff_passes = p->backoff_passes,
                                .costs = &p->costs,
                                .exact = p->exact,
                                .fractions = p->fractions,
                            },
                            &s);
    if (status)
        sim_fail(SIM_WRONG_INPUT, "%s: %s", p->label, ctsar__error_detail());
    free(time);
    return s;
}

/* Policies price iterations as if cores had the first ones. */
static void check_order(const player *p, const model *m)
{
    if (p->accelerators_first && (p->stated_cost || model_has_moves(m)))
        sim_fail(SIM_WRONG_INPUT,
                 "%s: accelerators cannot have the first iterations where costs are stated or data "
                 "persist",
                 p->label);
}

stage *stage_open(const player *p, model *m)
{
    check_order(p, m);
    size_t units = (size_t)m->units;
    stage *g = sim_alloc(1, sizeof *g);
    *g = (stage){.player = p,
                 .model = m,
                 .sched = p->ops ? make_sched(p, m) : NULL,
                 .split = {.n = -1},
                 .count = sim_alloc(units, sizeof(long)),
                 .busy = sim_alloc(units, sizeof(double)),
                 .took = sim_alloc(units, sizeof(model_time)),
                 .end = sim_alloc(units, sizeof(double))};
    return g;
}

void stage_close(stage *g)
{
    ctsar__sched_destroy(g->sched);
    ctsar__split_free(&g->split);
    ctsar__timeline_free(&g->timeline);
    free(g->done);
    free(g->count);
    free(g->busy);
    free(g->took);
    free(g->end);
    free(g);
}

/* None of the pass's iterations is done. */
static void clear_done(stage *g)
{
    size_t n = (size_t)g->model->n;
    if (!g->done || n > g->room) {
        free(g->done);
        g->done = sim_alloc(n, 1);
        g->room = n;
    }
    memset(g->done, 0, n);
}

static _Noreturn void breach(const stage *g, const char *what, long iteration)
{
    sim_fail(SIM_WRONG_POLICY, "policy %s, pass %ld: iteration %ld of %ld is executed %s",
             g->player->label, g->model->pass, iteration, g->model->n, what);
}

/* ---- A pass -------------------------------------------------------------------------- */

/* Of `seconds` from `at` on, those in which unit u has ranges, as those that it has got so far
 * show. */
static double overlap(const stage *g, int u, double at, double seconds)
{
    return fmin(fmax(g->end[u] - at, 0), seconds);
}

/* Seconds by which a core's range takes longer, because accelerators have ranges, too. */
static double core_slowed(const stage *g, double at, double seconds)
{
    const machine *m = g->model->machine;
    double longer = 0;
    for (int u = m->team.cores; u < g->model->units; ++u)
        longer += m->unit[u].slows * overlap(g, u, at, seconds);
    return longer;
}

/* Seconds by which that of accelerator u does, because cores have. */
static double accelerator_slowed(const stage *g, int u, double at, double seconds)
{
    const machine *m = g->model->machine;
    double most = 0;
    for (int core = 0; core < m->team.cores && m->unit[u].slowed > 0; ++core)
        most = fmax(most, overlap(g, core, at, seconds));
    return m->unit[u].slowed * most;
}

static bool any_is_slowed(const machine *m)
{
    for (int u = m->team.cores; u < ctsar__team_units(m->team); ++u)
        if (m->unit[u].slowed > 0)
            return true;
    return false;
}

/* Unit u executes r, beginning `at` seconds after the pass did. */
static model_time execute(stage *g, int u, ctsar__range r, double at)
{
    size_t length = (size_t)ctsar__range_len(r);
    if (r.lo < 0 || r.hi > g->model->n)
        breach(g, "although it does not exist", r.lo < 0 ? r.lo : r.hi - 1);
    const unsigned char *again = memchr(g->done + r.lo, 1, length);
    if (again)
        breach(g, "twice", again - g->done);
    memset(g->done + r.lo, 1, length);
    model_time t = model_take(g->model, u, r);
    t.seconds += u < g->model->machine->team.cores ? core_slowed(g, at, t.seconds)
                                                   : accelerator_slowed(g, u, at, t.seconds);
    g->count[u] += ctsar__range_len(r);
    g->busy[u] += t.seconds + t.moves;
    g->end[u] = at + t.seconds + t.moves;
    return t;
}

static void deliver(stage *g, int u, ctsar__range r, model_time t)
{
    ctsar__sched_complete(g->sched, &(ctsar__sample){.unit = u,
                                                     .team = g->team,
                                                     .range = r,
                                                     .seconds = t.seconds,
                                                     .fixed = t.fixed,
                                                     .end = t.seconds + t.moves});
}

/* The iterations that the team's unit u executes in a round: in the order of units, or the other
 * way round. */
static ctsar__range placed(const stage *g, int u)
{
    ctsar__range r = ctsar__split_range(&g->split, u);
    long both = g->split.boundary[0] + g->split.boundary[ctsar__team_units(g->team)];
    return g->player->accelerators_first ? (ctsar__range){both - r.hi, both - r.lo} : r;
}

/* A round that begins `at` seconds after the pass.  Returns its length. */
static double play_split(stage *g, double at)
{
    model *m = g->model;
    double length = 0;
    int units = ctsar__team_units(g->team);
    if (ctsar__sched_split(g->sched, m->n, g->team, &g->split))
        sim_fail(SIM_WRONG_POLICY, "%s: %s", g->player->label, ctsar__error_detail());
    bool forwards = any_is_slowed(m->machine); /* who slows others down comes before these */
    for (int i = 0; i < units; ++i) {
        int u = forwards ? i : units - 1 - i;
        ctsar__range r = placed(g, u);
        if (ctsar__range_len(r))
            g->took[u] = execute(g, unit_of(m, g->team, u), r, at);
        length = fmax(length, ctsar__range_len(r) ? g->took[u].seconds + g->took[u].moves : 0);
    }
    for (int u = 0; u < units; ++u)
        if (ctsar__range_len(ctsar__split_range(&g->split, u)))
            deliver(g, u, ctsar__split_range(&g->split, u), g->took[u]);
    return length;
}

static double play_queue(stage *g, double at)
{
    ctsar__team team = g->team;
    ctsar__timeline *line = &g->timeline;
    if (ctsar__sched_begin(g->sched, g->model->n, team) || ctsar__timeline_begin(line, team))
        sim_fail(SIM_WRONG_POLICY, "%s: %s", g->player->label, ctsar__error_detail());
    for (int u; (u = ctsar__timeline_first(line)) >= 0;) {
        ctsar__range r;
        if (!ctsar__timeline_assign(line, g->sched, u, &r))
            continue;
        model_time t = execute(g, unit_of(g->model, team, u), r, at + line->line[u].at);
        /* Moves are one-off, hence not in the sample's seconds. */
        ctsar__timeline_took_until(line, u, r, line->line[u].at + t.seconds + t.moves, t.seconds,
                                   t.fixed);
    }
    return ctsar__timeline_end(line, g->sched);
}

static double play_oracle(stage *g)
{
    double length = 0;
    for (int u = 0; u < g->model->units; ++u) {
        ctsar__range r = {g->model->boundary[u], g->model->boundary[u + 1]};
        if (ctsar__range_len(r))
            execute(g, u, r, 0);
        length = fmax(length, g->end[u]);
    }
    return length;
}

/* All rounds of a pass.  Returns the time. */
static double play_rounds(stage *g)
{
    model *m = g->model;
    double at = 0;
    if (!g->sched)
        return play_oracle(g);
    do
        at += g->sched->mode == CTSAR__QUEUE ? play_queue(g, at) : play_split(g, at);
    while (ctsar__sched_end(g->sched, m->n, g->team));
    return at;
}

static double busy_efficiency(const stage *g, double time)
{
    const model *m = g->model;
    double done = 0, all = 0;
    for (int u = 0; u < m->units; ++u)
        if (m->boundary[u + 1] > m->boundary[u] || g->count[u] > 0) {
            done += g->busy[u] / m->unit[u].p;
            all += time / m->unit[u].p;
        }
    return done / all;
}

static double imbalance(const stage *g)
{
    double latest = 0, sum = 0;
    int working = 0;
    for (int u = 0; u < g->model->units; ++u)
        if (g->count[u] > 0) {
            latest = fmax(latest, g->end[u]);
            sum += g->end[u];
            ++working;
        }
    return latest / (sum / working) - 1;
}

static void check_done(const stage *g)
{
    const unsigned char *missing = memchr(g->done, 0, (size_t)g->model->n);
    if (missing)
        breach(g, "never", missing - g->done);
}

static ctsar__sched_stats stats_since(const stage *g, ctsar__sched_stats before)
{
    if (!g->sched)
        return before;
    const ctsar__sched_stats *now = &g->sched->stats;
    return (ctsar__sched_stats){.solves = now->solves - before.solves,
                                .fills = now->fills - before.fills,
                                .chunks = now->chunks - before.chunks,
                                .backoffs = now->backoffs - before.backoffs,
                                .probes = now->probes - before.probes,
                                .returns = now->returns - before.returns};
}

/* Who computes in the next pass: a core drives each accelerator that had iterations in this one,
 * in the first pass all of them, and is a core again where that is left out. */
static void gather(stage *g)
{
    const machine *m = g->model->machine;
    int drivers = 0;
    for (int u = m->team.cores; u < g->model->units; ++u)
        drivers += m->unit[u].driver && (g->model->pass == 0 || g->count[u] > 0);
    g->team = m->team;
    g->team.cores -= drivers < g->model->drivers ? drivers : g->model->drivers;
}

play_pass stage_pass(stage *g)
{
    model *m = g->model;
    ctsar__sched_stats before = {0};
    if (g->sched)
        before = g->sched->stats;
    gather(g);
    clear_done(g);
    for (int u = 0; u < m->units; ++u) {
        g->count[u] = 0;
        g->busy[u] = g->end[u] = 0;
    }
    model_begin_pass(m);
    double time = play_rounds(g);
    check_done(g);
    model_end_pass(m);
    return (play_pass){.time = time,
                       .best = m->best,
                       .busy = busy_efficiency(g, time),
                       .imbalance = imbalance(g),
                       .stats = stats_since(g, before)};
}

void play(const player *p, model *m, uint64_t seed, play_run *r)
{
    int cores = m->machine->team.cores, accs = m->machine->team.accs;
    model_start(m, seed, 0);
    stage *g = stage_open(p, m);
    memset(r->used, 0, (size_t)m->units * sizeof *r->used);
    for (long i = 0; i < r->passes; ++i) {
        r->pass[i] = stage_pass(g);
        for (int u = 0; u < m->units; ++u)
            r->used[u] += g->count[u] > 0;
        for (int a = 0; a < accs; ++a)
            r->share[i * accs + a] = (double)g->count[cores + a] / (double)m->n;
    }
    stage_close(g);
}
