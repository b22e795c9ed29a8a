/* SPDX-License-Identifier: BSD-3-Clause */
#include "graph_output.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bound.h"
#include "fail.h"
#include "graph_file.h"
#include "graph_play.h"
#include "output.h"
#include "task/placement/placement.h"

/* All that is said of a placement comes from these. */
typedef struct results {
    const graph *graph;
    const machine *machine;
    bound bound;
    graph_run *run;
    int runs;
    double *room; /* one of each run */
} results;

/* ---- Figures --------------------------------------------------------------------- */

static double time_of(const graph_pass *p)
{
    return p->time;
}
static double in_of(const graph_pass *p)
{
    return p->bytes_in;
}
static double out_of(const graph_pass *p)
{
    return p->bytes_out;
}
static double between_of(const graph_pass *p)
{
    return p->bytes_between;
}

static quantiles of_execution(const results *r, long e, double (*of)(const graph_pass *))
{
    for (int i = 0; i < r->runs; ++i)
        r->room[i] = of(&r->run[i].pass[e]);
    return quantiles_of(r->room, r->runs);
}

static quantiles efficiency(const results *r, long e)
{
    for (int i = 0; i < r->runs; ++i)
        r->room[i] = bound_both(r->bound) / r->run[i].pass[e].time;
    return quantiles_of(r->room, r->runs);
}

/* The part of a kernel's tasks that a unit executed, 0 the cores, in all runs; k < 0: of all. */
static double share(const results *r, int k, int unit)
{
    int units = 1 + r->machine->team.accs;
    double all = 0, its = 0;
    for (int i = 0; i < r->runs; ++i)
        for (int j = k < 0 ? 0 : k; j < (k < 0 ? r->graph->kernels : k + 1); ++j)
            for (int u = 0; u < units; ++u) {
                double tasks = (double)r->run[i].tasks[j * units + u];
                all += tasks;
                its += u == unit ? tasks : 0;
            }
    return all > 0 ? its / all : 0;
}

/* ---- The table ------------------------------------------------------------------- */

static void print_heading(const options *o, const results *r)
{
    const graph *g = r->graph;
    printf("%s on %s: %d cores, %d accelerators; %ld executions of %ld tasks, noise %g%%; %d "
           "seeds\nlongest chain %g s, area bound %g s\n\n",
           g->name, r->machine->name, r->machine->team.cores, r->machine->team.accs, g->executions,
           g->tasks, 100 * g->noise, o->seeds, r->bound.path, r->bound.area);
    printf("%-12s %11s %10s %6s %8s %6s %10s %10s %10s\n", "", "time", "efficiency", "p10", "first",
           "cores", "MB in", "MB out", "MB between");
}

static void print_row(const results *r, const char *name)
{
    long last = r->graph->executions - 1;
    quantiles e = efficiency(r, last);
    printf("%-12s %11.6g %10.3f %6.3f %8.3f %5.1f%% %10.4g %10.4g %10.4g\n", name,
           of_execution(r, last, time_of).median, e.median, e.p10, efficiency(r, 0).median,
           100 * share(r, -1, 0), of_execution(r, last, in_of).median / 1e6,
           of_execution(r, last, out_of).median / 1e6,
           of_execution(r, last, between_of).median / 1e6);
}

static void print_executions(const results *r)
{
    for (long e = 0; e < r->graph->executions; ++e) {
        quantiles q = efficiency(r, e);
        printf("  execution %4ld  median %.3f  p10 %.3f\n", e + 1, q.median, q.p10);
    }
    for (int k = 0; k < r->graph->kernels; ++k)
        printf("  %-12s %5.1f%% on the cores\n", r->graph->kernel[k].name, 100 * share(r, k, 0));
}

/* ---- JSON ------------------------------------------------------------------------ */

static json_t *json_of(const options *o, const results *r)
{
    const graph *g = r->graph;
    return json_pack("{s:i, s:s, s:i, s:i, s:s, s:I, s:I, s:f, s:I, s:i, s:f, s:f, s:[]}",
                     "ctsar_sim", 1, "machine", r->machine->name, "cores", r->machine->team.cores,
                     "accelerators", r->machine->team.accs, "graph", g->name, "executions",
                     (json_int_t)g->executions, "tasks", (json_int_t)g->tasks, "noise", g->noise,
                     "seed", (json_int_t)o->seed, "seeds", o->seeds, "longest_chain_s",
                     r->bound.path, "area_bound_s", r->bound.area, "placements");
}

static json_t *executions_json(const results *r)
{
    json_t *all = json_array();
    for (long e = 0; e < r->graph->executions; ++e)
        json_array_append_new(all,
                              json_pack("{s:o, s:o, s:f, s:f, s:f}", "time_s",
                                        quantiles_json(of_execution(r, e, time_of)), "efficiency",
                                        quantiles_json(efficiency(r, e)), "bytes_in",
                                        of_execution(r, e, in_of).median, "bytes_out",
                                        of_execution(r, e, out_of).median, "bytes_between",
                                        of_execution(r, e, between_of).median));
    return all;
}

static json_t *shares_json(const results *r)
{
    json_t *all = json_object();
    for (int k = 0; k < r->graph->kernels; ++k) {
        json_t *units = json_array();
        for (int u = 0; u <= r->machine->team.accs; ++u)
            json_array_append_new(units, json_real(share(r, k, u)));
        json_object_set_new(all, r->graph->kernel[k].name, units);
    }
    return all;
}

static void append_json(json_t *all, const results *r, const char *name)
{
    json_array_append_new(json_object_get(all, "placements"),
                          json_pack("{s:s, s:o, s:o}", "label", name, "executions",
                                    executions_json(r), "shares", shares_json(r)));
}

/* ---- Playing --------------------------------------------------------------------- */

static void play_one(const options *o, results *r, const ctsar__placement_ops *how, json_t *all)
{
    for (int i = 0; i < o->seeds; ++i) {
        r->run[i] = graph_run_make(r->graph, r->machine);
        graph_play(r->graph, r->machine, how->placement, (uint64_t)(o->seed + i), o->inflight,
                   &r->run[i]);
    }
    if (prints_table(o))
        print_row(r, how->name);
    if (prints_table(o) && o->per_pass)
        print_executions(r);
    if (all)
        append_json(all, r, how->name);
    for (int i = 0; i < o->seeds; ++i)
        graph_run_free(&r->run[i]);
}

static const ctsar__placement_ops *placement_named(const char *name)
{
    for (int p = CTSAR_EARLIEST; ctsar__placement(p); ++p)
        if (strcmp(ctsar__placement(p)->name, name) == 0)
            return ctsar__placement(p);
    sim_fail(SIM_WRONG_INPUT, "there is no placement '%s'; placements: %s", name,
             ctsar__placement_names());
}

static void play_all(const options *o, results *r, json_t *all)
{
    char *rest;
    for (int p = CTSAR_EARLIEST; !o->policies && ctsar__placement(p); ++p)
        play_one(o, r, ctsar__placement(p), all);
    for (char *name = o->policies ? strtok_r(o->policies, ",", &rest) : NULL; name;
         name = strtok_r(NULL, ",", &rest))
        play_one(o, r, placement_named(name), all);
}

/* What would be of no effect. */
static void check_options(const options *o)
{
    if (o->runs || o->limits || !isnan(o->pass_time))
        sim_fail(SIM_WRONG_INPUT, "--runs, --limits and --pass-time are not for graphs of tasks");
}

void graph_compare(const options *o, const machine *m)
{
    check_options(o);
    graph g = graph_read(o->workload, o->iterations);
    g.executions = o->passes ? o->passes : g.executions;
    g.noise = isnan(o->noise) ? g.noise : o->noise;
    results r = {.graph = &g,
                 .machine = m,
                 .bound = bound_make(&g, m),
                 .run = sim_alloc((size_t)o->seeds, sizeof(graph_run)),
                 .runs = o->seeds,
                 .room = sim_alloc((size_t)o->seeds, sizeof(double))};
    json_t *all = o->json ? json_of(o, &r) : NULL;
    if (prints_table(o))
        print_heading(o, &r);
    play_all(o, &r, all);
    if (all)
        output_json_write(all, o->json);
    free(r.run);
    free(r.room);
    graph_free(&g);
}
