/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Loops that ctsarcc has translated, on the cores, against the same loops under plain OpenMP. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#include "../apps/common/app.h"
#include "measure.h"
#include "translated_loops.h"

static const char help[] =
    "usage: translator [OPTION]...\n"
    "Measures loops that ctsarcc has translated, on the cores, against `omp parallel for`:\n"
    "on N x N elements, and on as many as take OpenMP 0.2 ms.\n";

static const double short_pass = 0.2e-3;

float loops_fa[FIXED][FIXED], loops_fb[FIXED][FIXED], loops_fc[FIXED][FIXED];
double *loops_x, *loops_y, loops_sum;

static int n, current; /* elements in a row, loop */

static void with_openmp(long times)
{
    while (times-- > 0)
        openmp_loops[current].run(n);
}

static void with_ctsarcc(long times)
{
    while (times-- > 0)
        ctsarcc_loops[current].run(n);
}

static size_t items(void)
{
    return (size_t)n * (size_t)n;
}

static void allocate(void)
{
    loops_x = app_alloc(items() * sizeof *loops_x);
    loops_y = app_alloc(items() * sizeof *loops_y);
}

static void fill(void)
{
    for (size_t k = 0; k < items(); ++k)
        loops_x[k] = (double)(k % 7), loops_y[k] = (double)(k % 5);
    for (int k = 0; k < FIXED * FIXED; ++k) {
        loops_fa[k / FIXED][k % FIXED] = (float)(k % 3);
        loops_fb[k / FIXED][k % FIXED] = (float)(k % 4);
        loops_fc[k / FIXED][k % FIXED] = (float)(k % 9);
    }
    loops_sum = 0;
}

/* What one run makes of fresh data; weights tell elements apart. */
static double result_of(const loop *l)
{
    double total = 0;

    fill();
    l->run(n);
    for (size_t k = 0; k < items(); ++k)
        total += loops_y[k] * (double)(1 + k % 97);
    for (int k = 0; k < FIXED * FIXED; ++k)
        total += (double)loops_fc[k / FIXED][k % FIXED] * (double)(1 + k % 97);
    return total + loops_sum;
}

static void compare(void)
{
    double openmp = result_of(&openmp_loops[current]), ours = result_of(&ctsarcc_loops[current]);
    if (!(fabs(openmp - ours) <= 1e-9 * fabs(openmp)))
        app_fail("%s: %.17g, but %.17g with OpenMP", openmp_loops[current].name, ours, openmp);
}

typedef struct row {
    int loop, n;
    double openmp, ctsarcc; /* seconds */
} row;

static row times_of(const measure_options *o)
{
    measure_variant v[] = {{.name = "openmp", .label = "OpenMP", .run = with_openmp},
                           {.name = "ctsarcc", .label = "ctsarcc", .run = with_ctsarcc}};
    compare();
    measure(o, v, 2);
    row r = {current, openmp_loops[current].fixed ? FIXED : n, v[0].median, v[1].median};
    printf("%-28s %6d %9.3f ms %9.3f ms %8.3f\n", openmp_loops[r.loop].name, r.n, 1e3 * r.openmp,
           1e3 * r.ctsarcc, r.openmp / r.ctsarcc);
    return r;
}

/* So many rows that OpenMP's loop takes as long as a short pass, or all. */
static int short_rows(int most)
{
    enum { PASSES = 20 };
    int before = n;
    for (n = 16; n < most; n += (n + 7) / 8) {
        with_openmp(2);
        double start = app_seconds();
        with_openmp(PASSES);
        if (app_seconds() - start >= PASSES * short_pass)
            break;
    }
    int found = n < most ? n : most;
    n = before;
    return found;
}

static void write_json(const measure_options *o, const row *rows, int count)
{
    FILE *f = fopen(o->json, "w");
    if (!f)
        app_fail("cannot write %s", o->json);
    fprintf(f,
            "{\n  \"bench\": \"translator\", \"n\": %ld, \"team\": %d, \"samples\": %ld,\n  "
            "\"loops\": [\n",
            o->n, omp_get_max_threads(), o->samples);
    for (const row *r = rows; r < rows + count; ++r)
        fprintf(f,
                "    {\"name\": \"%s\", \"n\": %d, \"openmp\": %.9g, \"ctsarcc\": %.9g, "
                "\"ratio\": %.6g}%s\n",
                openmp_loops[r->loop].name, r->n, r->openmp, r->ctsarcc, r->openmp / r->ctsarcc,
                r + 1 < rows + count ? "," : "");
    fprintf(f, "  ]\n}\n");
    if (fclose(f))
        app_fail("cannot write %s", o->json);
}

int main(int argc, char **argv)
{
    measure_options o =
        measure_parse(argc, argv, (measure_options){.samples = 21, .repeats = 4, .n = 2048}, help);
    row rows[2 * LOOPS];
    int count = 0;

    if (o.n < 3 || o.n > 16384)
        app_fail("-n must be between 3 and 16384");
    n = (int)o.n;
    allocate();
    printf("translator: N=%d, team of %d, %ld samples of %ld\n\n", n, omp_get_max_threads(),
           o.samples, o.repeats);
    printf("%-28s %6s %12s %12s %8s\n", "", "N", "OpenMP", "ctsarcc", "ratio");
    for (current = 0; current < LOOPS; ++current) {
        n = (int)o.n;
        rows[count++] = times_of(&o);
        n = openmp_loops[current].fixed ? n : short_rows(n);
        if (n < o.n)
            rows[count++] = times_of(&o);
    }
    if (o.json)
        write_json(&o, rows, count);
    free(loops_x);
    free(loops_y);
    return 0;
}
