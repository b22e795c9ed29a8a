/* SPDX-License-Identifier: BSD-3-Clause */
#include "output.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fail.h"

/* ---- The table ------------------------------------------------------------------ */

void output_heading(const options *o, const machine *m, const workload *w)
{
    long nodes = machine_count_nodes(m);
    printf("%s on %s: ", w->name, m->name);
    if (nodes > 1)
        printf("%ld nodes, the largest with ", nodes);
    printf("%d cores, %d accelerators; %ld passes of %ld iterations, noise %g%%; "
           "%d seeds\n\n",
           m->team.cores, m->team.accs, w->passes, w->iterations, 100 * w->noise, o->seeds);
    printf("%-28s %11s %10s %6s %6s %9s %8s %9s %5s %5s%s\n", "", "time", "efficiency", "p10",
           "busy", "imbalance", "solves", "chunks", "off", "back", nodes > 1 ? " exchange" : "");
}

void output_row(const player *p, const summary *s, bool nodes)
{
    printf("%-28s %11.6g %10.3f %6.3f %6.3f %9.3f %8.0f %9.0f %5.0f %5.0f", p->label,
           s->time.median, s->efficiency.median, s->efficiency.p10, s->busy, s->imbalance,
           s->solves, s->chunks, s->backoffs, s->returns);
    if (nodes)
        printf(" %8.3f", s->exchange / s->time.median);
    printf("\n");
}

void output_passes(const summary *s)
{
    enum { A_LINE = 10 };
    for (long p = 0; p < s->passes; p += A_LINE) {
        long end = p + A_LINE < s->passes ? p + A_LINE : s->passes;
        printf("  pass %5ld  median", p + 1);
        for (long i = p; i < end; ++i)
            printf(" %.3f", s->pass[i].efficiency.median);
        printf("\n  %10s     p10", "");
        for (long i = p; i < end; ++i)
            printf(" %.3f", s->pass[i].efficiency.p10);
        printf("\n");
    }
}

/* ---- JSON ----------------------------------------------------------------------- */

static json_t *number(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

json_t *quantiles_json(quantiles q)
{
    return json_pack("{s:o, s:o, s:o}", "p10", number(q.p10), "median", number(q.median), "p90",
                     number(q.p90));
}

json_t *output_json(const options *o, const machine *m, const workload *w)
{
    json_t *units = json_array();
    for (int u = 0; u < ctsar__team_units(m->team); ++u)
        json_array_append_new(units, json_string(m->unit[u].name));
    return json_pack("{s:i, s:s, s:I, s:i, s:i, s:o, s:s, s:I, s:I, s:f, s:I, s:i, s:[]}",
                     "ctsar_sim", 1, "machine", m->name, "nodes",
                     (json_int_t)machine_count_nodes(m), "cores", m->team.cores, "accelerators",
                     m->team.accs, "units", units, "workload", w->name, "passes",
                     (json_int_t)w->passes, "iterations", (json_int_t)w->iterations, "noise",
                     w->noise, "seed", (json_int_t)o->seed, "seeds", o->seeds, "policies");
}

static json_t *passes_json(const summary *s)
{
    json_t *passes = json_array();
    for (long p = 0; p < s->passes; ++p)
        json_array_append_new(passes,
                              json_pack("{s:o, s:o}", "time_s", quantiles_json(s->pass[p].time),
                                        "efficiency", quantiles_json(s->pass[p].efficiency)));
    return passes;
}

static json_t *run_json(const play_run *r, int accs)
{
    json_t *passes = json_array();
    for (long i = 0; i < r->passes; ++i) {
        const play_pass *p = &r->pass[i];
        json_t *shares = json_array();
        for (int a = 0; a < accs; ++a)
            json_array_append_new(shares, json_real(r->share[i * accs + a]));
        json_array_append_new(
            passes,
            json_pack("{s:f, s:f, s:f, s:I, s:I, s:I, s:I, s:I, s:o}", "time_s", p->time, "best_s",
                      p->best, "busy", p->busy, "solves", (json_int_t)p->stats.solves, "chunks",
                      (json_int_t)p->stats.chunks, "backoffs", (json_int_t)p->stats.backoffs,
                      "probes", (json_int_t)p->stats.probes, "returns",
                      (json_int_t)p->stats.returns, "accelerator_shares", shares));
    }
    return passes;
}

/* In how many passes of a run each unit had work. */
static json_t *used_json(const play_run *r, ctsar__team team)
{
    json_t *used = json_array();
    for (int u = 0; u < ctsar__team_units(team); ++u)
        json_array_append_new(used, json_integer((json_int_t)r->used[u]));
    return used;
}

void output_json_policy(json_t *all, const player *p, const summary *s, const play_run *run,
                        int runs, ctsar__team team)
{
    json_t *one = json_pack(
        "{s:s, s:s, s:o, s:o, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:o, s:o}", "label",
        p->label, "policy", p->ops ? p->ops->name : "oracle", "time_s", quantiles_json(s->time),
        "efficiency", quantiles_json(s->efficiency), "best_s", s->best, "exchange_s", s->exchange,
        "busy", s->busy, "imbalance", s->imbalance, "solves", s->solves, "fills", s->fills,
        "chunks", s->chunks, "backoffs", s->backoffs, "probes", s->probes, "returns", s->returns,
        "share_variation", number(s->share_variation), "passes", passes_json(s));
    if (run) {
        json_t *list = json_array();
        for (int i = 0; i < runs; ++i)
            json_array_append_new(list, run_json(&run[i], team.accs));
        json_object_set_new(one, "runs", list);
        json_object_set_new(one, "passes_used", used_json(&run[0], team));
    }
    json_array_append_new(json_object_get(all, "policies"), one);
}

void output_json_write(json_t *all, const char *file)
{
    bool to_stdout = strcmp(file, "-") == 0;
    FILE *f = to_stdout ? stdout : fopen(file, "w");
    size_t flags = JSON_INDENT(1) | JSON_REAL_PRECISION(9) | JSON_PRESERVE_ORDER;
    bool wrong = !f || json_dumpf(all, f, flags) != 0 || fputc('\n', f) == EOF;
    if (f)
        wrong = (to_stdout ? fflush(f) : fclose(f)) != 0 || wrong;
    if (wrong)
        sim_fail(SIM_WRONG_INPUT, "cannot write %s", to_stdout ? "to stdout" : file);
    json_decref(all);
}
