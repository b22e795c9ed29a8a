/* SPDX-License-Identifier: BSD-3-Clause */
#include "cluster.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "node/division.h"
#include "node/record.h"
#include "fail.h"
#include "random.h"

/* Nodes that are alike. */
typedef struct kind {
    machine machine;
    model whole; /* all iterations on one of them */
    long count;
} kind;

typedef struct one_node {
    model part;
    stage *stage;
    const kind *kind;
    double time; /* of its part in the pass */
} one_node;

struct cluster {
    const machine *machine;
    const workload *workload;
    kind *kind;
    int kinds, count;
    one_node *node;
    double *pace, *seconds;
    long *boundary, *before, *next;
};

/* ---- Life ------------------------------------------------------------------------------ */

static void make_kinds(cluster *c)
{
    c->kind = sim_alloc(c->machine->nodes, sizeof *c->kind);
    for (size_t i = 0; i < c->machine->nodes; ++i) {
        if (c->machine->node[i].count == 0)
            continue;
        kind *k = &c->kind[c->kinds++];
        k->count = c->machine->node[i].count;
        k->machine = machine_of_nodes(c->machine, &c->machine->node[i]);
        k->whole = model_make(&k->machine, c->workload);
    }
}

cluster *cluster_make(const machine *m, const workload *w)
{
    cluster *c = sim_alloc(1, sizeof *c);
    int count = (int)machine_count_nodes(m), at = 0;
    size_t entries = (size_t)count + 1;
    *c = (cluster){.machine = m,
                   .workload = w,
                   .count = count,
                   .node = sim_alloc(entries, sizeof(one_node)),
                   .pace = sim_alloc(entries, sizeof(double)),
                   .seconds = sim_alloc(entries, sizeof(double)),
                   .boundary = sim_alloc(entries, sizeof(long)),
                   .before = sim_alloc(entries, sizeof(long)),
                   .next = sim_alloc(entries, sizeof(long))};
    make_kinds(c);
    for (int k = 0; k < c->kinds; ++k)
        for (long i = 0; i < c->kind[k].count; ++i, ++at)
            c->node[at] =
                (one_node){.part = model_make_part(&c->kind[k].machine, w), .kind = &c->kind[k]};
    return c;
}

void cluster_free(cluster *c)
{
    for (int i = 0; i < c->count; ++i)
        model_free(&c->node[i].part);
    for (int k = 0; k < c->kinds; ++k) {
        model_free(&c->kind[k].whole);
        machine_free(&c->kind[k].machine);
    }
    free(c->kind);
    free(c->node);
    free(c->pace);
    free(c->seconds);
    free(c->boundary);
    free(c->before);
    free(c->next);
    free(c);
}

/* ---- Dividing ---------------------------------------------------------------------------- */

static double whole_work(const void *data, long lo, long hi)
{
    const model *whole = data;
    return whole->sum[hi] - whole->sum[lo];
}

/* To before the first pass, in which all nodes have as much. */
static void start(cluster *c, const player *p, uint64_t seed)
{
    for (int k = 0; k < c->kinds; ++k)
        model_start(&c->kind[k].whole, seed, k ? c->kind[0].whole.scale : 0);
    const ctsar__cost cost = {.work = whole_work, .data = &c->kind[0].whole};
    memset(c->pace, 0, (size_t)c->count * sizeof *c->pace);
    ctsar__divide(c->pace, c->count, c->workload->iterations, p->stated_cost ? &cost : NULL,
                  c->boundary);
    for (int i = 0; i < c->count; ++i) {
        one_node *n = &c->node[i];
        model_part(&n->part, &n->kind->whole, (ctsar__range){0, 0}, true);
        model_start(&n->part, random_key(seed, (uint64_t)i + 1), c->kind[0].whole.scale);
        n->stage = stage_open(p, &n->part);
        c->before[i] = c->before[i + 1] = 0;
    }
}

static void learn(cluster *c, const player *p)
{
    const ctsar__cost all = {.work = whole_work, .data = &c->kind[0].whole};
    const ctsar__cost *cost = p->stated_cost ? &all : NULL;
    size_t bytes = ((size_t)c->count + 1) * sizeof *c->boundary;
    for (int i = 0; i < c->count; ++i)
        c->seconds[i] = c->node[i].time;
    memcpy(c->before, c->boundary, bytes);
    ctsar__divide_next(c->pace, c->count, c->seconds, c->workload->iterations, cost, c->boundary,
                       c->next);
}

/* ---- A pass -------------------------------------------------------------------------------- */

/* Seconds of a collective operation by which each node receives so many bytes. */
static double collective(const cluster *c, double bytes)
{
    return ceil(log2(c->count)) * c->machine->latency + bytes / c->machine->bandwidth;
}

static double exchange(const cluster *c)
{
    const workload *w = c->workload;
    double others = c->count - 1, all = w->shared_bytes * (double)w->iterations;
    double seconds = collective(c, others * (double)sizeof(ctsar__record));
    if (all > 0)
        seconds += collective(c, all * others / c->count);
    if (w->halo_bytes > 0)
        seconds += 2 * (c->machine->latency + w->halo_bytes / c->machine->bandwidth);
    return seconds;
}

/* All together, each by its best split and as long as all others. */
static double best_of(const cluster *c)
{
    double speed = 0;
    for (int k = 0; k < c->kinds; ++k)
        speed += (double)c->kind[k].count / c->kind[k].whole.best;
    return 1 / speed;
}

static void add_stats(ctsar__sched_stats *sum, const ctsar__sched_stats *s)
{
    sum->solves += s->solves;
    sum->fills += s->fills;
    sum->chunks += s->chunks;
    sum->backoffs += s->backoffs;
    sum->probes += s->probes;
    sum->returns += s->returns;
}

/* Node i's part; what it took goes to the pass. */
static void play_part(cluster *c, int i, play_pass *all)
{
    one_node *n = &c->node[i];
    ctsar__range of = {c->boundary[i], c->boundary[i + 1]};
    bool changed = of.lo != c->before[i] || of.hi != c->before[i + 1];
    n->time = 0;
    if (ctsar__range_len(of) == 0)
        return;
    model_part(&n->part, &n->kind->whole, of, changed);
    play_pass own = stage_pass(n->stage);
    n->time = own.time;
    all->busy += own.busy * own.time;
    add_stats(&all->stats, &own.stats);
}

static play_pass one_pass(cluster *c)
{
    play_pass pass = {0};
    double latest = 0, sum = 0;
    int working = 0;
    for (int k = 0; k < c->kinds; ++k)
        model_begin_pass(&c->kind[k].whole);
    for (int i = 0; i < c->count; ++i) {
        play_part(c, i, &pass);
        latest = fmax(latest, c->node[i].time);
        sum += c->node[i].time;
        working += c->node[i].time > 0;
    }
    pass.exchange = exchange(c);
    pass.time = latest + pass.exchange;
    pass.best = best_of(c);
    pass.busy /= c->count * pass.time;
    pass.imbalance = latest * working / sum - 1;
    return pass;
}

void cluster_play(const player *p, cluster *c, uint64_t seed, play_run *r)
{
    start(c, p, seed);
    for (long i = 0; i < r->passes; ++i) {
        r->pass[i] = one_pass(c);
        learn(c, p);
    }
    for (int i = 0; i < c->count; ++i)
        stage_close(c->node[i].stage);
}
