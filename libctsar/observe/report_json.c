/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The report as JSON.  docs/tuning.md describes the keys; "ctsar_report" is the
 * version of the format, and tools/ctsar-report reads it. */
#include "observe/report_json.h"

#include <errno.h>
#include <math.h>

#include "observe/json_file.h"
#include "observe/shortfall.h"

enum { VERSION = 1 };

/* Every function below returns a new reference, or NULL without memory; the *_set and *_append
 * functions of jansson take the reference and accept NULL, which they report by -1. */

/* A number; JSON has none for what is not finite. */
static json_t *real_json(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

/* A ratio, null where it is not defined. */
static json_t *ratio_json(double a, double b)
{
    return b != 0 ? real_json(a / b) : json_null();
}

static json_t *versions_json(const ctsar__unit_stats *u)
{
    json_t *list = json_array();
    for (int i = 0; list && i < u->versions; ++i) {
        const ctsar__version_stats *v = &u->version[i];
        json_t *version =
            json_pack("{s:o, s:o, s:I, s:I, s:I, s:o, s:b}", "kernel", ctsar__json_text(v->family),
                      "version", ctsar__json_text(v->version), "launches", (json_int_t)v->launches,
                      "trials", (json_int_t)v->trials, "iterations", (json_int_t)v->iterations,
                      "launched_s", real_json(v->seconds), "failed", (int)v->out);
        if (json_array_append_new(list, version)) {
            json_decref(list);
            return NULL;
        }
    }
    return list;
}

static json_t *unit_json(const ctsar__region_stats *r, int u)
{
    const ctsar__unit_stats *s = &r->unit[u];
    return json_pack(
        "{s:o, s:s, s:I, s:I, s:I, s:o, s:o, s:o, s:o, s:o, s:I, s:I, s:I, s:I, s:b, "
        "s:b, s:b, s:o, s:b, s:o, s:o}",
        "name", ctsar__json_text(s->name), "kind", u < r->cores ? "core" : "accelerator", "passes",
        (json_int_t)s->passes, "turns", (json_int_t)s->turns, "iterations",
        (json_int_t)s->iterations, "share",
        ratio_json((double)s->iterations, (double)r->iterations), "time_per_iteration_s",
        ratio_json(s->busy, (double)s->iterations), "busy_s", real_json(s->busy), "waiting_s",
        real_json(s->waiting), "copying_s", real_json(s->copying), "bytes_in",
        (json_int_t)s->bytes_in, "bytes_out", (json_int_t)s->bytes_out, "bytes_between",
        (json_int_t)s->bytes_between, "bytes_committed", (json_int_t)s->committed, "backed_off",
        (int)s->backed_off, "no_kernel", (int)s->formless, "being_built", (int)s->late, "hidden_s",
        real_json(s->hidden), "streamed", (int)s->streamed, "gone",
        *s->gone ? ctsar__json_text(s->gone) : json_null(), "versions", versions_json(s));
}

static json_t *units_json(const ctsar__region_stats *r)
{
    json_t *units = json_array();
    for (int u = 0; units && u < r->cores + r->accs; ++u)
        if (json_array_append_new(units, unit_json(r, u))) {
            json_decref(units);
            return NULL;
        }
    return units;
}

/* Iterations of all units of the region; cores that were not in the pass's team had none. */
static json_t *pass_iterations_json(const ctsar__region_stats *r, const ctsar__pass_record *p)
{
    json_t *list = json_array();
    for (int u = 0; list && u < r->cores + r->accs; ++u) {
        bool core = u < r->cores, absent = core && u >= p->cores;
        long n = absent ? 0 : p->iterations[core ? u : p->cores + u - r->cores];
        if (json_array_append_new(list, json_integer(n))) {
            json_decref(list);
            return NULL;
        }
    }
    return list;
}

/* A list with a number of each unit's, none where it was not in the pass's team. */
static json_t *each_json(const ctsar__region_stats *r, const ctsar__pass_record *p,
                         json_t *(*of)(const ctsar__unit_times *))
{
    json_t *list = json_array();
    for (int u = 0; list && u < r->cores + r->accs; ++u)
        if (json_array_append_new(list, of(ctsar__stats_times(r, p, u)))) {
            json_decref(list);
            return NULL;
        }
    return list;
}

/* Each is a column of a pass's table. */
#define CTSAR__COLUMNS(X)                                                                          \
    X(turns, json_integer(t->turns))                                                               \
    X(work, real_json(t->work))                                                                    \
    X(busy, real_json(t->busy))                                                                    \
    X(waiting, real_json(t->waiting))                                                              \
    X(copying, real_json(t->copying))                                                              \
    X(hidden, real_json(t->hidden))                                                                \
    X(once, real_json(t->once))                                                                    \
    X(loose, real_json(t->loose))                                                                  \
    X(fixed, real_json(t->fixed))                                                                  \
    X(fixed_copies, real_json(t->fixed_copies))                                                    \
    X(loose_fixed, real_json(t->loose_fixed))                                                      \
    X(halo, real_json(t->halo))                                                                    \
    X(bytes, json_integer((json_int_t)t->bytes))

#define COLUMN(name, value)                                                                        \
    static json_t *name##_json(const ctsar__unit_times *t)                                         \
    {                                                                                              \
        return value;                                                                              \
    }
CTSAR__COLUMNS(COLUMN)
#undef COLUMN

static const struct column {
    const char *name;
    json_t *(*of)(const ctsar__unit_times *);
} columns[] = {
#define COLUMN(name, value) {#name, name##_json},
    CTSAR__COLUMNS(COLUMN)
#undef COLUMN
};

/* What the units did in a pass; null where that was not kept. */
static json_t *times_json(const ctsar__region_stats *r, const ctsar__pass_record *p)
{
    if (!p->times)
        return json_null();
    json_t *times = json_pack("{s:b}", "probing", (int)p->probing);
    for (size_t i = 0; times && i < sizeof columns / sizeof *columns; ++i)
        if (json_object_set_new(times, columns[i].name, each_json(r, p, columns[i].of))) {
            json_decref(times);
            return NULL;
        }
    return times;
}

/* Bytes that a node sent and received go with it.  -1: no memory. */
static int add_bytes(json_t *to, const ctsar__node_bytes *b)
{
    return to && (json_object_set_new(to, "bytes_sent", json_integer((json_int_t)b->sent)) ||
                  json_object_set_new(to, "bytes_received",
                                      json_integer((json_int_t)b->received)) ||
                  json_object_set_new(to, "bytes_direct", json_integer((json_int_t)b->direct)))
               ? -1
               : 0;
}

static json_t *nodes_json(const ctsar__region_stats *r)
{
    json_t *list = json_array();
    for (int i = 0; list && i < r->nodes; ++i) {
        const ctsar__node_stats *n = &r->node[i];
        json_t *node =
            json_pack("{s:i, s:I, s:o, s:o, s:o, s:o}", "rank", i, "iterations",
                      (json_int_t)n->sum.iterations, "busy_s", real_json(n->sum.busy), "waiting_s",
                      real_json(n->waiting), "halos_hidden_s", real_json(n->sum.hidden),
                      "halos_awaited_s", real_json(n->sum.awaited));
        int failed = add_bytes(node, &n->sum.bytes);
        if (json_array_append_new(list, node) || failed) {
            json_decref(list);
            return NULL;
        }
    }
    return list;
}

static json_t *passes_json(const ctsar__region_stats *r, const ctsar__shortfall *s)
{
    json_t *passes = json_array();
    for (long i = 0; passes && i < r->recorded; ++i) {
        const ctsar__pass_record *p = &r->pass[i];
        json_t *pass =
            json_pack("{s:I, s:o, s:o, s:b, s:i, s:o, s:o}", "iterations", (json_int_t)p->n,
                      "elapsed_s", real_json(p->seconds), "deciding_s", real_json(p->deciding),
                      "first", s->early && s->early[i], "cores", p->cores, "unit_iterations",
                      pass_iterations_json(r, p), "unit_times", times_json(r, p));
        int failed = r->nodes ? add_bytes(pass, &p->moved) : 0;
        if (json_array_append_new(passes, pass) || failed) {
            json_decref(passes);
            return NULL;
        }
    }
    return passes;
}

/* Seconds only where a clock was read. */
static json_t *scheduler_json(const ctsar__region_stats *r)
{
    const ctsar__sched_stats *d = &r->sched;
    json_t *s = json_pack("{s:o, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "solver",
                          ctsar__json_text(r->solver ? r->solver : "none"), "solves",
                          (json_int_t)d->solves, "fills", (json_int_t)d->fills, "chunks",
                          (json_int_t)d->chunks, "backoffs", (json_int_t)d->backoffs, "probes",
                          (json_int_t)d->probes, "returns", (json_int_t)d->returns, "comparisons",
                          (json_int_t)d->comparisons, "cores_left_out", (json_int_t)d->cores_out);
    bool failed = s && r->clock == CTSAR__CLOCK_REAL &&
                  (json_object_set_new(s, "scheduler_s", real_json(r->sched_seconds)) ||
                   json_object_set_new(s, "lp_s", real_json(r->sched.lp_seconds)));
    if (failed) {
        json_decref(s);
        return NULL;
    }
    return s;
}

static json_t *overridden_json(const ctsar__region_stats *r)
{
    json_t *names = json_array();
    for (const char *const *name = r->overridden; names && *name; ++name)
        if (json_array_append_new(names, json_string(*name))) {
            json_decref(names);
            return NULL;
        }
    return names;
}

static json_t *settings_json(const ctsar__region_stats *r)
{
    const ctsar__stats_settings *s = &r->settings;
    static const char *const rule[] = {"fill", "paper", "0"};
    json_t *times = json_array();
    for (int a = 0; times && a < r->accs; ++a) {
        const ctsar__unit_stats *u = &r->unit[r->cores + a];
        if (json_array_append_new(
                times, json_pack("[o, o]", real_json(u->default_time), real_json(u->overhead)))) {
            json_decref(times);
            return NULL;
        }
    }
    return json_pack("{s:i, s:I, s:o, s:s, s:i, s:b, s:b, s:[o, o], s:o}", "div", s->div, "chunk",
                     (json_int_t)s->chunk, "ratio",
                     s->ratio < 0 ? json_null() : real_json(s->ratio), "backoff", rule[s->backoff],
                     "backoff_passes", s->backoff_passes, "stated_cost", (int)s->stated_cost,
                     "guessed", (int)s->guessed, "core", real_json(s->core_time),
                     real_json(s->core_overhead), "accelerators", times);
}

static const char *const loss[] = {
#define LOSS(name, what) #name,
    CTSAR__LOSSES(LOSS)
#undef LOSS
};

static json_t *shortfall_json(const ctsar__shortfall *s)
{
    json_t *lost = json_object();
    for (int i = 0; lost && i < CTSAR__LOST_KINDS; ++i)
        if (json_object_set_new(lost, loss[i], real_json(s->lost[i]))) {
            json_decref(lost);
            lost = NULL;
        }
    return json_pack("{s:I, s:I, s:I, s:o, s:o, s:o}", "from_pass", (json_int_t)s->from, "passes",
                     (json_int_t)s->passes, "first_passes", (json_int_t)s->first, "measured_s",
                     real_json(s->measured), "bound_s", real_json(s->bound), "lost_s", lost);
}

/* -1: no memory. */
static int add_nodes(json_t *region, const ctsar__region_stats *r)
{
    return json_object_set_new(region, "rank", json_integer(r->rank)) ||
                   json_object_set_new(region, "nodes", nodes_json(r))
               ? -1
               : 0;
}

/* -1: no memory. */
static int add_tasks(json_t *region, const ctsar__region_stats *r)
{
    return json_object_set_new(region, "longest_chain_s", real_json(r->longest_chain)) ||
                   json_object_set_new(region, "area_bound_s", real_json(r->area_bound)) ||
                   json_object_set_new(region, "bound_s", real_json(r->bound)) ||
                   json_object_set_new(region, "tasks_redone", json_integer(r->redone))
               ? -1
               : 0;
}

static json_t *region_json(const ctsar__report_entry *e)
{
    const ctsar__region_stats *r = ctsar__entry_stats(e);
    ctsar__shortfall s;
    bool known = ctsar__shortfall_of(r, &s);
    json_t *region = json_pack(
        "{s:o, s:s, s:o, s:b, s:o, s:s, s:I, s:I, s:I, s:I, s:o, s:o, s:o, s:o, s:o, s:o}", "name",
        ctsar__json_text(r->name), "kind", r->tasks ? "tasks" : "region", "policy",
        ctsar__json_text(r->policy), "policy_overridden",
        (int)ctsar__stats_overridden(r, "CTSAR_POLICY"), "overridden", overridden_json(r), "clock",
        r->clock == CTSAR__CLOCK_REAL ? "real" : "virtual", "opened", (json_int_t)e->opened,
        "pass_count", (json_int_t)r->passes, "iterations", (json_int_t)r->iterations, "loops_alone",
        (json_int_t)r->alone, "elapsed_s", real_json(r->seconds), "scheduler", scheduler_json(r),
        "units", units_json(r), "passes", passes_json(r, &s), "settings", settings_json(r),
        "shortfall", known ? shortfall_json(&s) : json_null());
    ctsar__shortfall_free(&s);
    if (region && ((r->tasks && add_tasks(region, r)) || (r->nodes && add_nodes(region, r)))) {
        json_decref(region);
        return NULL;
    }
    return region;
}

static json_t *regions_json(const ctsar__report_entry *first)
{
    json_t *regions = json_array();
    for (const ctsar__report_entry *e = first; regions && e; e = e->next)
        if (json_array_append_new(regions, region_json(e))) {
            json_decref(regions);
            return NULL;
        }
    return regions;
}

static json_t *serial_json(const ctsar__serial_entry *first)
{
    json_t *loops = json_array();
    for (const ctsar__serial_entry *e = first; loops && e; e = e->next) {
        json_t *loop = json_pack("{s:o, s:I}", "name", ctsar__json_text(e->name), "times",
                                 (json_int_t)e->times);
        if (json_array_append_new(loops, loop)) {
            json_decref(loops);
            return NULL;
        }
    }
    return loops;
}

static json_t *report_json(const ctsar__report_lists *report)
{
    return json_pack("{s:i, s:o, s:o}", "ctsar_report", (int)VERSION, "regions",
                     regions_json(report->first), "serial_loops", serial_json(report->serial));
}

int ctsar__report_json(const char *file, const ctsar__report_lists *report)
{
    json_t *root = report_json(report);
    int error = root ? ctsar__json_replace(file, root) : ENOMEM;
    json_decref(root);
    return error;
}
