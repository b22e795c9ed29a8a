/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What one scheduling decision costs, for 2 to 10,000 units: the LP, a fill, the hand-out of
 * a chunk, and the division over as many nodes, beside what a pass needs anyhow, an empty OpenMP
 * barrier. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../apps/common/app.h"
#include "mem/moves.h"
#include "node/division.h"
#include "sched/math/fill.h"
#include "sched/math/lp.h"
#include "sched/math/profile.h"
#include "sched/sched.h"
#include "measure.h"

enum {
    ITERATIONS_PER_UNIT = 16,
    LEAST_ITERATIONS = 4096,
    FEW_SAMPLES = 3, /* of what takes long */
    ARRAYS = 3,      /* that persist, ... */
    PIECES = 16,     /* ... of each of which every unit lacks so many pieces */
    CORES_PER_ACCELERATOR = 2
};

static const int counts[] = {2, 4, 8, 12, 32, 128, 512, 1024, 2048, 10000};
enum { COUNTS = sizeof counts / sizeof *counts };

/* ---- A machine of that many units -------------------------------------------- */

static int units;
static long iterations;
static double *o, *p, *fraction, *time_default, *overhead;
static long *boundary;

/* A third of the units are accelerators, 5 to 20 times as fast as a core. */
static ctsar__team team(void)
{
    int accs = units / (CORES_PER_ACCELERATOR + 1);
    return (ctsar__team){units - accs, accs};
}

/* What every unit lacks: every other piece. */
static ctsar__moves moves;

static void moves_make(void)
{
    static ctsar__movable array[ARRAYS];
    size_t holders = (size_t)team().accs + 1;
    moves = (ctsar__moves){.accs = team().accs, .array = array, .count = ARRAYS, .room = ARRAYS};
    for (int i = 0; i < ARRAYS; ++i) {
        ctsar_dim dim = {(size_t)iterations, true, 0, 0};
        if (ctsar__shape_nd(1, 1, &dim, CTSAR_MEM_INOUT | CTSAR_MEM_PERSIST, false,
                            &array[i].shape))
            app_fail("%s", ctsar__error_detail());
        array[i].lack = app_alloc(holders * sizeof *array[i].lack);
        for (size_t h = 0; h < holders; ++h) {
            ctsar__lack *l = &array[i].lack[h];
            *l = (ctsar__lack){.piece = app_alloc(PIECES * sizeof *l->piece), .count = PIECES};
            size_t length = (size_t)iterations / (2 * PIECES);
            for (size_t k = 0; k < PIECES; ++k)
                l->piece[k] = (ctsar__lacking){.at = {2 * k * length, (2 * k + 1) * length},
                                               .each = 1e-4 / ARRAYS,
                                               .upto = (double)((k + 1) * length) * 1e-4 / ARRAYS};
        }
    }
}

static void moves_free(void)
{
    for (int i = 0; i < ARRAYS; ++i) {
        for (int h = 0; h <= moves.accs; ++h)
            free(moves.array[i].lack[h].piece);
        free(moves.array[i].lack);
    }
}

static void machine_make(int count)
{
    units = count;
    iterations = (long)count * ITERATIONS_PER_UNIT;
    if (iterations < LEAST_ITERATIONS)
        iterations = LEAST_ITERATIONS;
    size_t room = (size_t)count + 1;
    o = app_alloc(room * sizeof *o);
    p = app_alloc(room * sizeof *p);
    fraction = app_alloc(room * sizeof *fraction);
    time_default = app_alloc(room * sizeof *time_default);
    overhead = app_alloc(room * sizeof *overhead);
    boundary = app_alloc(room * sizeof *boundary);
    for (int u = 0; u < count; ++u) {
        bool core = u < team().cores;
        o[u] = core ? 1e-6 : 50e-6;
        p[u] = 1e-4 / (core ? 1 : 5 + u % 16);
    }
    for (int a = 0; a <= team().accs; ++a) {
        time_default[a] = a < team().accs ? p[team().cores + a] : 1e-4;
        overhead[a] = a < team().accs ? 50e-6 : 1e-6;
    }
    moves_make();
}

static void machine_free(void)
{
    moves_free();
    free(o);
    free(p);
    free(fraction);
    free(time_default);
    free(overhead);
    free(boundary);
}

/* Measurements are never the same twice. */
static void times_change(long step)
{
    for (int u = 0; u < units; ++u)
        p[u] *= (u + step) % 2 ? 1.01 : 1 / 1.01;
}

/* ---- Decisions ------------------------------------------------------------------ */

static void solve(long n)
{
    for (; n > 0; --n) {
        times_change(n);
        if (ctsar__lp_solve(units, p, NULL, fraction))
            app_fail("the LP of %d units has no solution", units);
    }
}

/* From the time at which the LP leaves off, as in a policy.  `move` and `cost` may be NULL. */
static void fill_with(long n, const ctsar__move *move, const ctsar__cost *cost)
{
    for (; n > 0; --n) {
        times_change(n);
        double speed = 0;
        for (int u = 0; u < units; ++u)
            speed += 1 / p[u];
        ctsar__fill(&(ctsar__fill_input){.part = {0, iterations},
                                         .move = move,
                                         .cost = cost,
                                         .team = team(),
                                         .units = units,
                                         .o = o,
                                         .p = p,
                                         .guess = (double)iterations / speed},
                    boundary);
    }
}

static void fill(long n)
{
    fill_with(n, NULL, NULL);
}

/* Every iteration's data are a row in each array; moving one takes as long as a core's iteration.
 */
static double price(const void *data, ctsar__team t, int unit, ctsar__range r)
{
    int acc = unit < t.cores ? -1 : unit - t.cores;
    ctsar__values v = {r.lo, 1, ctsar__range_len(r)};
    return ctsar__moves_seconds(data, acc, v, true);
}

static void fill_priced(long n)
{
    fill_with(n, &(ctsar__move){price, &moves}, NULL);
}

/* Costs as a policy has learned them: of so many parts of the iterations, which differ. */
static void fill_learned(long n)
{
    enum { BINS = 512 };
    static long edge[BINS + 1];
    static double sum[BINS + 1];
    const ctsar__profile learned = {.n = iterations, .bins = BINS, .edge = edge, .sum = sum};
    const ctsar__cost cost = ctsar__profile_cost(&learned);
    for (int b = 0; b < BINS; ++b) {
        edge[b + 1] = iterations * (b + 1) / BINS;
        sum[b + 1] = sum[b] + (double)(edge[b + 1] - edge[b]) * (b % 3 + 1) / 2;
    }
    fill_with(n, NULL, &cost);
}

/* As many nodes, each as fast as that unit, which know nothing of what was before. */
static void divide(long n)
{
    for (; n > 0; --n) {
        times_change(n);
        ctsar__divide(p, units, iterations, NULL, boundary);
    }
}

/* The end of a pass on them, in which each took 10 % more or less than in the one before. */
static void divide_next(long n)
{
    double *pace = app_alloc((size_t)units * sizeof *pace),
           *seconds = app_alloc((size_t)units * sizeof *seconds);
    long *now = app_alloc(((size_t)units + 1) * sizeof *now);
    memcpy(pace, p, (size_t)units * sizeof *pace);
    ctsar__divide(pace, units, iterations, NULL, now);
    for (; n > 0; --n) {
        for (int u = 0; u < units; ++u)
            seconds[u] = (double)(now[u + 1] - now[u]) * p[u] * ((u + n) % 2 ? 1.1 : 1 / 1.1);
        ctsar__divide_next(pace, units, seconds, iterations, NULL, now, boundary);
    }
    free(pace);
    free(seconds);
    free(now);
}

/* A policy that hands out on demand, and what it has done since it was opened. */
static ctsar__sched *queue;
static long passes, handed_out;

static void queue_open(const char *name)
{
    const ctsar__sched_ops *ops = ctsar__policy_named(name);
    if (!ops || ctsar__sched_create(ops,
                                    &(ctsar__sched_env){.accs = team().accs,
                                                        .time = time_default,
                                                        .overhead = overhead,
                                                        .backoff = CTSAR_BACKOFF_NEVER},
                                    &queue))
        app_fail("policy %s: %s", name, ops ? ctsar__error_detail() : "there is none");
    passes = handed_out = 0;
}

/* The next range of unit u, executed at once.  False: there is none. */
static bool hand_out(int u, double *now)
{
    ctsar__range r;
    if (!ctsar__sched_assign(queue, u, *now, &r))
        return false;
    double seconds = o[u] + p[u] * (double)ctsar__range_len(r);
    *now += seconds / units;
    ctsar__sched_complete(queue, &(ctsar__sample){.unit = u,
                                                  .team = team(),
                                                  .range = r,
                                                  .seconds = seconds,
                                                  .fixed = o[u],
                                                  .end = *now + seconds});
    ++handed_out;
    return true;
}

/* Whole passes, the units taking turns: the last hand-outs of a pass cost more than the first. */
static void hand_out_all(long n)
{
    for (; n > 0; --n, ++passes) {
        double now = 0;
        bool any = true;
        if (ctsar__sched_begin(queue, iterations, team()))
            app_fail("%s", ctsar__error_detail());
        while (any) {
            any = false;
            for (int u = 0; u < units; ++u)
                any = hand_out(u, &now) || any;
        }
    }
}

static void barrier(long n)
{
#pragma omp parallel firstprivate(n)
    for (; n > 0; --n) {
#pragma omp barrier
    }
}

/* ---- Measuring --------------------------------------------------------------------- */

static measure_variant decision[] = {
    {.name = "lp", .label = "LP solve", .run = solve},
    {.name = "fill", .label = "fill", .run = fill},
    {.name = "fill_priced", .label = "fill, data move", .run = fill_priced},
    {.name = "fill_learned", .label = "fill, learned costs", .run = fill_learned},
    {.name = "division", .label = "division, nodes", .run = divide},
    {.name = "next_division", .label = "next division, nodes", .run = divide_next},
    {.name = "chunk", .label = "hand-out, chunk", .run = hand_out_all},
    {.name = "chunk_dynamic", .label = "hand-out, chunk_dynamic", .run = hand_out_all},
};
enum { DECISIONS = sizeof decision / sizeof *decision, FIRST_QUEUE = 6 };

/* One decision for the machine as it is.  A sample is as many of them as take about 5 ms, but at
 * most what the command line says. */
static void measure_one(measure_variant *v, measure_options options)
{
    const double sample = 0.005, slow = 0.2;
    double start = app_seconds();
    v->run(1); /* warms up, too */
    if (app_seconds() - start < slow) {
        start = app_seconds();
        v->run(1);
    }
    double one = fmax(app_seconds() - start, 1e-9);
    options.repeats = (long)fmax(1, fmin(sample / one, (double)options.repeats));
    if (one > slow && options.samples > FEW_SAMPLES)
        options.samples = FEW_SAMPLES;
    measure(&options, v, 1);
}

/* From the time of a pass to that of one hand-out of it; closes the queue. */
static void per_hand_out(measure_variant *v)
{
    double each = (double)handed_out / (double)passes;
    v->median /= each;
    v->p10 /= each;
    v->p90 /= each;
    ctsar__sched_destroy(queue);
}

static void measure_units(int count, const measure_options *options, measure_variant *result)
{
    machine_make(count);
    for (int d = 0; d < DECISIONS; ++d) {
        result[d] = decision[d];
        if (d >= FIRST_QUEUE)
            queue_open(decision[d].name);
        measure_one(&result[d], *options);
        if (d >= FIRST_QUEUE)
            per_hand_out(&result[d]);
    }
    machine_free();
}

/* ---- Output -------------------------------------------------------------------------- */

static void print_row(int count, const measure_variant *v)
{
    printf("%8d", count);
    for (int d = 0; d < DECISIONS; ++d)
        printf("  %19.3f us", v[d].median / 1e-6);
    printf("\n");
    fflush(stdout);
}

static void print_heading(const measure_options *options)
{
    printf("decision: medians of %ld samples; LP by %s; hand-outs: mean of a pass\n\n   units",
           options->samples, ctsar__lp_solver());
    for (int d = 0; d < DECISIONS; ++d)
        printf("  %22s", decision[d].label);
    printf("\n");
}

static void write_variant(FILE *f, const measure_variant *v)
{
    fprintf(f, "\"%s\": {\"median\": %.9g, \"p10\": %.9g, \"p90\": %.9g}", v->name, v->median,
            v->p10, v->p90);
}

static void write_json(const char *path, int rows, const measure_variant (*v)[DECISIONS],
                       const measure_variant *empty)
{
    FILE *f = fopen(path, "w");
    if (!f)
        app_fail("cannot write %s", path);
    fprintf(f, "{\n  \"bench\": \"decision\", \"solver\": \"%s\", \"team\": %d,\n  ",
            ctsar__lp_solver(), omp_get_max_threads());
    write_variant(f, empty);
    fprintf(f, ",\n  \"units\": [\n");
    for (int c = 0; c < rows; ++c) {
        fprintf(f, "    {\"units\": %d", counts[c]);
        for (int d = 0; d < DECISIONS; ++d) {
            fprintf(f, ", ");
            write_variant(f, &v[c][d]);
        }
        fprintf(f, "}%s\n", c + 1 < rows ? "," : "");
    }
    fprintf(f, "  ]\n}\n");
    if (fclose(f))
        app_fail("cannot write %s", path);
}

static const char help[] =
    "usage: decision [-s SAMPLES] [-r REPEATS] [-n UNITS] [--json FILE]\n"
    "Times one scheduling decision for 2 to UNITS (default 10000) units: SAMPLES (default 21) of "
    "at\n"
    "most REPEATS (default 5000) decisions each; of hand-outs whole passes, divided by their "
    "number.\n"
    "Beside them: an empty barrier of OpenMP; the team's size is OMP_NUM_THREADS.\n";

int main(int argc, char **argv)
{
    static measure_variant result[COUNTS][DECISIONS];
    measure_options options = measure_parse(
        argc, argv, (measure_options){.samples = 21, .repeats = 5000, .n = 10000}, help);
    measure_variant empty = {.name = "barrier", .label = "omp barrier", .run = barrier};

    measure_one(&empty, options);
    print_heading(&options);
    int rows = 0;
    for (; rows < COUNTS && counts[rows] <= options.n; ++rows) {
        measure_units(counts[rows], &options, result[rows]);
        print_row(counts[rows], result[rows]);
    }
    printf("\nan empty omp barrier, team of %d: %.3f us\n", omp_get_max_threads(),
           empty.median / 1e-6);
    if (options.json)
        write_json(options.json, rows, (const measure_variant(*)[DECISIONS])result, &empty);
    return 0;
}
