/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Loops that ctsarcc has translated, on the cores, against the same loops under plain OpenMP. */
#include <math.h>
#include <omp.h>
#include <stdio.h>

#include "../apps/common/app.h"
#include "measure.h"
#include "translated_loops.h"

static const char help[] =
    "usage: translator [OPTION]...\n"
    "Measures loops that ctsarcc has translated, on the cores, against `omp parallel for`.\n";

static int n, current;

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

/* Both have run equally often, and must have made the same. */
static void compare(void)
{
    double openmp = openmp_loops[current].result(), ours = ctsarcc_loops[current].result();
    if (!(fabs(openmp - ours) <= 1e-9 * fabs(openmp)))
        app_fail("%s: %.17g, but %.17g with OpenMP", openmp_loops[current].name, ours, openmp);
}

static void write_json(const measure_options *o, double (*times)[2])
{
    FILE *f = fopen(o->json, "w");
    if (!f)
        app_fail("cannot write %s", o->json);
    fprintf(f,
            "{\n  \"bench\": \"translator\", \"n\": %d, \"team\": %d, \"samples\": %ld,\n  "
            "\"loops\": [\n",
            n, omp_get_max_threads(), o->samples);
    for (int k = 0; k < LOOPS; ++k)
        fprintf(f,
                "    {\"name\": \"%s\", \"openmp\": %.9g, \"ctsarcc\": %.9g, \"ratio\": %.6g}%s\n",
                openmp_loops[k].name, times[k][0], times[k][1], times[k][0] / times[k][1],
                k + 1 < LOOPS ? "," : "");
    fprintf(f, "  ]\n}\n");
    if (fclose(f))
        app_fail("cannot write %s", o->json);
}

int main(int argc, char **argv)
{
    measure_options o =
        measure_parse(argc, argv, (measure_options){.samples = 21, .repeats = 4, .n = 1024}, help);
    double times[LOOPS][2];

    if (o.n < 3 || o.n > 16384)
        app_fail("-n must be between 3 and 16384");
    n = (int)o.n;
    printf("translator: N=%d, team of %d, %ld samples of %ld\n\n", n, omp_get_max_threads(),
           o.samples, o.repeats);
    printf("%-28s %12s %12s %8s\n", "", "OpenMP", "ctsarcc", "ratio");
    for (current = 0; current < LOOPS; ++current) {
        measure_variant v[] = {{.name = "openmp", .label = "OpenMP", .run = with_openmp},
                               {.name = "ctsarcc", .label = "ctsarcc", .run = with_ctsarcc}};
        measure(&o, v, 2);
        compare();
        times[current][0] = v[0].median;
        times[current][1] = v[1].median;
        printf("%-28s %9.3f ms %9.3f ms %8.3f\n", openmp_loops[current].name, 1e3 * v[0].median,
               1e3 * v[1].median, v[0].median / v[1].median);
    }
    if (o.json)
        write_json(&o, times);
    return 0;
}
