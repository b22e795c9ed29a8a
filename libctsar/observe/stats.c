/* SPDX-License-Identifier: BSD-3-Clause */
#include "observe/stats.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

static int units_of(const ctsar__region_stats *r)
{
    return r->cores + r->accs;
}

int ctsar__stats_reserve(ctsar__region_stats *r, int cores, int accs, const char *const *acc_name)
{
    if (r->unit && cores <= r->cores && accs <= r->accs)
        return CTSAR_OK;
    cores = cores > r->cores ? cores : r->cores;
    accs = accs > r->accs ? accs : r->accs;
    ctsar__unit_stats *unit = calloc((size_t)cores + (size_t)accs + 1, sizeof *unit);
    if (!unit)
        return ctsar__error(CTSAR_ENOMEM, "no memory for the statistics of %d units", cores + accs);
    for (int u = 0; u < cores; ++u)
        snprintf(unit[u].name, sizeof unit[u].name, "core %d", u);
    for (int a = r->accs; a < accs; ++a)
        snprintf(unit[cores + a].name, sizeof unit->name, "%s", acc_name[a]);
    if (r->unit) {
        memcpy(unit, r->unit, (size_t)r->cores * sizeof *unit);
        memcpy(unit + cores, r->unit + r->cores, (size_t)r->accs * sizeof *unit);
    }
    free(r->unit);
    r->unit = unit;
    r->cores = cores;
    r->accs = accs;
    return CTSAR_OK;
}

/* As far as names are kept. */
static bool same_name(const char *kept, const char *name)
{
    char plain[CTSAR__VERSION_NAME];
    snprintf(plain, sizeof plain, "%s", name);
    ctsar__plain(plain);
    return !strcmp(kept, plain);
}

static bool is_called(const ctsar__version_stats *v, const char *family, const char *version)
{
    return same_name(v->family, family) && same_name(v->version, version);
}

/* A new entry; NULL without memory. */
static ctsar__version_stats *append_version(ctsar__unit_stats *u, const char *family,
                                            const char *version)
{
    ctsar__version_stats *all =
        ctsar__grow(u->version, &u->version_room, (size_t)u->versions + 1, sizeof *all);
    if (!all)
        return NULL;
    ctsar__version_stats *s = &all[u->versions++];
    u->version = all;
    *s = (ctsar__version_stats){0};
    snprintf(s->family, sizeof s->family, "%s", family);
    snprintf(s->version, sizeof s->version, "%s", version);
    ctsar__plain(s->family);
    ctsar__plain(s->version);
    return s;
}

int ctsar__stats_version(ctsar__unit_stats *u, const char *family, const char *version,
                         const ctsar__version_stats *done)
{
    int i = 0;
    while (i < u->versions && !is_called(&u->version[i], family, version))
        i++;
    ctsar__version_stats *s = i < u->versions ? &u->version[i] : append_version(u, family, version);
    if (!s)
        return ctsar__error(CTSAR_ENOMEM, "no memory for the statistics of versions");
    s->launches += done->launches;
    ctsar__add_up(&s->iterations, done->iterations);
    s->trials += done->trials;
    s->seconds += done->seconds;
    s->out = s->out || done->out;
    return CTSAR_OK;
}

/* Makes room for `passes` records.  False without memory. */
static bool reserve_passes(ctsar__region_stats *r, long passes)
{
    ctsar__pass_record *pass = ctsar__grow(r->pass, &r->room, (size_t)passes, sizeof *pass);
    if (pass)
        r->pass = pass;
    return pass;
}

static void *copy_of(const void *list, size_t entries, size_t size)
{
    void *copy = calloc(entries + 1, size);
    return copy ? memcpy(copy, list, entries * size) : NULL;
}

void ctsar__stats_timed_pass(ctsar__region_stats *r, const ctsar__pass_record *pass)
{
    if (r->recorded == CTSAR__REPORT_PASSES || !reserve_passes(r, r->recorded + 1))
        return;
    size_t units = (size_t)pass->cores + (size_t)r->accs;
    ctsar__pass_record p = *pass;
    p.begins = r->recorded == 0;
    bool kept = p.times && r->recorded < CTSAR__REPORT_TIMES;
    p.iterations = copy_of(p.iterations, units, sizeof *p.iterations);
    p.times = kept ? copy_of(p.times, units, sizeof *p.times) : NULL;
    if (p.iterations)
        r->pass[r->recorded++] = p;
    else
        free(p.times);
}

void ctsar__stats_pass(ctsar__region_stats *r, long n, double seconds, int cores,
                       const long *iterations)
{
    ctsar__stats_timed_pass(r, &(ctsar__pass_record){.n = n,
                                                     .seconds = seconds,
                                                     .cores = cores,
                                                     .iterations = (long *)(uintptr_t)iterations});
}

static double longest(const ctsar__node_pass *did, int nodes)
{
    double most = 0;
    for (int i = 0; i < nodes; ++i)
        most = did[i].busy > most ? did[i].busy : most;
    return most;
}

static void add_node(ctsar__node_stats *into, const ctsar__node_pass *did, double waiting)
{
    ctsar__add_up(&into->sum.iterations, did->iterations);
    into->sum.busy += did->busy;
    into->sum.hidden += did->hidden;
    into->sum.awaited += did->awaited;
    into->sum.bytes.sent += did->bytes.sent;
    into->sum.bytes.received += did->bytes.received;
    into->sum.bytes.direct += did->bytes.direct;
    into->waiting += waiting;
}

void ctsar__stats_nodes(ctsar__region_stats *r, int rank, const ctsar__node_pass *did, int nodes)
{
    if (!r->node)
        r->node = calloc((size_t)nodes, sizeof *r->node);
    if (!r->node)
        return;
    r->nodes = nodes;
    r->rank = rank;
    double all = longest(did, nodes);
    for (int i = 0; i < nodes; ++i)
        add_node(&r->node[i], &did[i], all - did[i].busy);
    if (r->recorded > 0 && r->recorded == r->passes)
        r->pass[r->recorded - 1].moved = did[rank].bytes;
}

void ctsar__stats_free(ctsar__region_stats *r)
{
    for (long i = 0; i < r->recorded; ++i) {
        free(r->pass[i].iterations);
        free(r->pass[i].times);
    }
    free(r->pass);
    free(r->node);
    for (int u = 0; r->unit && u < units_of(r); ++u)
        free(r->unit[u].version);
    free(r->unit);
    *r = (ctsar__region_stats){0};
}

bool ctsar__stats_overridden(const ctsar__region_stats *r, const char *variable)
{
    const char *const *name = r->overridden;
    while (*name && strcmp(*name, variable) != 0)
        name++;
    return *name != NULL;
}

static bool same_variables(const ctsar__region_stats *a, const ctsar__region_stats *b)
{
    int i = 0;
    while (a->overridden[i] && b->overridden[i] && !strcmp(a->overridden[i], b->overridden[i]))
        i++;
    return !a->overridden[i] && !b->overridden[i];
}

bool ctsar__stats_same(const ctsar__region_stats *a, const ctsar__region_stats *b)
{
    if (a->tasks != b->tasks || strcmp(a->name, b->name) != 0 || strcmp(a->policy, b->policy) != 0)
        return false;
    if (!same_variables(a, b) || a->clock != b->clock)
        return false;
    if (a->cores != b->cores || a->accs != b->accs || a->nodes != b->nodes)
        return false;
    for (int u = 0; u < units_of(a); ++u)
        if (strcmp(a->unit[u].name, b->unit[u].name) != 0)
            return false;
    return true;
}

static void merge_unit(ctsar__unit_stats *into, const ctsar__unit_stats *from)
{
    into->passes += from->passes;
    into->turns += from->turns;
    ctsar__add_up(&into->iterations, from->iterations);
    into->busy += from->busy;
    into->waiting += from->waiting;
    into->copying += from->copying;
    into->hidden += from->hidden;
    into->bytes_in += from->bytes_in;
    into->bytes_out += from->bytes_out;
    into->bytes_between += from->bytes_between;
    if (from->committed > into->committed)
        into->committed = from->committed;
    into->backed_off = from->backed_off;
    into->formless = from->formless;
    into->late = from->late;
    into->streamed = into->streamed || from->streamed;
    if (*from->gone)
        memcpy(into->gone, from->gone, sizeof into->gone);
    for (int i = 0; i < from->versions; ++i) /* without memory they are left out */
        (void)!ctsar__stats_version(into, from->version[i].family, from->version[i].version,
                                    &from->version[i]);
}

static void merge_decisions(ctsar__sched_stats *into, const ctsar__sched_stats *from)
{
    into->solves += from->solves;
    into->fills += from->fills;
    into->lp_seconds += from->lp_seconds;
    into->chunks += from->chunks;
    into->backoffs += from->backoffs;
    into->probes += from->probes;
    into->returns += from->returns;
    into->comparisons += from->comparisons;
    into->cores_out += from->cores_out;
}

/* Moves records from the front of `from`, as many as the limit allows. */
static void merge_passes(ctsar__region_stats *into, ctsar__region_stats *from)
{
    long moved = CTSAR__REPORT_PASSES - into->recorded;
    moved = moved < from->recorded ? moved : from->recorded;
    if (moved == 0 || !reserve_passes(into, into->recorded + moved))
        return;
    memcpy(into->pass + into->recorded, from->pass, (size_t)moved * sizeof *from->pass);
    for (long i = 0; i < moved; ++i) {
        from->pass[i].iterations = NULL;
        from->pass[i].times = NULL;
    }
    into->recorded += moved;
}

void ctsar__stats_merge(ctsar__region_stats *into, ctsar__region_stats *from)
{
    into->passes += from->passes;
    ctsar__add_up(&into->iterations, from->iterations);
    into->alone += from->alone;
    into->seconds += from->seconds;
    into->longest_chain += from->longest_chain;
    into->area_bound += from->area_bound;
    into->bound += from->bound;
    into->redone += from->redone;
    into->sched_seconds += from->sched_seconds;
    merge_decisions(&into->sched, &from->sched);
    for (int u = 0; u < units_of(into); ++u)
        merge_unit(&into->unit[u], &from->unit[u]);
    for (int i = 0; i < into->nodes; ++i)
        add_node(&into->node[i], &from->node[i].sum, from->node[i].waiting);
    merge_passes(into, from);
    ctsar__stats_free(from);
}
