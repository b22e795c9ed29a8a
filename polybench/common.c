/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The program that every code of the suite is: its command line, its executions, its output. */
#include "common.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../apps/common/app.h"
#include "arrays.h"
#include "variants.h"

static const char *const size_names[SUITE_SIZES] = {"mini", "small", "standard", "large",
                                                    "extralarge"};

enum { MAX_VARIANTS = 48, LEAST_RUNS = 3 };

typedef struct options {
    const char *size; /* NULL when the dimensions were given one by one */
    long dims[SUITE_MAX_DIMS];
    long runs;
    double limit; /* seconds */
    const char *data, *json;
    bool check, sums;
    char *variant[MAX_VARIANTS]; /* into one string, which parse_variants allocates */
    int variants;
} options;

/* What was measured of one variant. */
typedef struct result {
    const char *variant;
    double *seconds; /* one for each run */
    long runs;
    app_spread spread;
    double total, error;
} result;

static bool good = true;

void suite_expect(const char *what, double value, double limit)
{
    if (value <= limit)
        return;
    fprintf(stderr, "%s is %.3e, more than %.1e\n", what, value, limit);
    good = false;
}

/* ---- The command line ------------------------------------------------------------------ */

static int count_dims(const suite_code *code)
{
    int n = 0;

    while (n < SUITE_MAX_DIMS && code->dims[n])
        ++n;
    return n;
}

static void print_dims(FILE *f, const suite_code *code, const long *dims)
{
    for (int i = 0; i < count_dims(code); ++i)
        fprintf(f, "%s%s=%ld", i ? " " : "", code->dims[i], dims[i]);
}

static void help(const suite_code *code)
{
    printf("usage: %s [OPTION]...\n%s\n"
           "  -s, --size SIZE      one of these (default mini):\n",
           code->name, code->about);
    for (int s = 0; s < SUITE_SIZES; ++s) {
        printf("                         %-10s  ", size_names[s]);
        print_dims(stdout, code, code->sizes[s]);
        putchar('\n');
    }
    printf("  -d, --dims N,N,...   the dimensions themselves, in that order\n"
           "  -r, --runs N         executions (default 10)\n"
           "      --limit SECONDS  none beyond the third of a variant that has taken as long\n"
           "  -c, --check          compare every execution with a serial one in double\n"
           "      --sums           print the sum and the weighted sum of the results\n"
           "  -v, --variants LIST  ways to execute the loops, in turns: %s\n"
           "  -j, --json FILE      write a line of JSON for each variant; '-': standard output\n"
           "  -h, --help           this text\n",
           suite_variants_help());
    if (code->data)
        printf("      --data DATA      %s\n", code->data);
}

static void set_size(const suite_code *code, options *o, const char *name)
{
    for (int s = 0; s < SUITE_SIZES; ++s)
        if (!strcmp(name, size_names[s])) {
            o->size = size_names[s];
            memcpy(o->dims, code->sizes[s], sizeof o->dims);
            return;
        }
    app_fail("there is no size '%s'; sizes: mini, small, standard, large, extralarge", name);
}

static void set_dims(const suite_code *code, options *o, const char *text)
{
    int n = count_dims(code), i = 0;
    char *copy = strdup(text), *rest = copy, *item;

    if (!copy)
        app_fail("not enough memory");
    while ((item = strsep(&rest, ","))) {
        if (i == n)
            app_fail("--dims '%s' has more than the %d dimensions of %s", text, n, code->name);
        o->dims[i] =
            app_number(code->dims[i], item, code->least[i] > 0 ? code->least[i] : 1, INT32_MAX);
        ++i;
    }
    if (i < n)
        app_fail("--dims '%s' lacks %s of %s", text, code->dims[i], code->name);
    o->size = NULL;
    free(copy);
}

static void set_variants(options *o, const char *text)
{
    char *rest = strdup(text), *item;

    if (!rest)
        app_fail("not enough memory");
    free(o->variant[0]);
    o->variants = 0;
    while ((item = strsep(&rest, ","))) {
        if (o->variants == MAX_VARIANTS)
            app_fail("more than %d variants", MAX_VARIANTS);
        if (!suite_variant_exists(item))
            app_fail("there is no variant '%s'; variants: %s", item, suite_variants_help());
        o->variant[o->variants++] = item;
    }
}

static options parse(int argc, char **argv, const suite_code *code)
{
    static const struct option longs[] = {{"size", required_argument, NULL, 's'},
                                          {"dims", required_argument, NULL, 'd'},
                                          {"runs", required_argument, NULL, 'r'},
                                          {"limit", required_argument, NULL, 'L'},
                                          {"check", no_argument, NULL, 'c'},
                                          {"sums", no_argument, NULL, 'S'},
                                          {"data", required_argument, NULL, 'D'},
                                          {"variants", required_argument, NULL, 'v'},
                                          {"json", required_argument, NULL, 'j'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
    options o = {.runs = 10};
    int c;

    set_size(code, &o, "mini");
    set_variants(&o, "default");
    while ((c = getopt_long(argc, argv, "s:d:r:cv:j:h", longs, NULL)) != -1) {
        if (c == 's')
            set_size(code, &o, optarg);
        else if (c == 'd')
            set_dims(code, &o, optarg);
        else if (c == 'r')
            o.runs = app_number("--runs", optarg, 1, 1000000);
        else if (c == 'L')
            o.limit = (double)app_number("--limit", optarg, 1, 1000000);
        else if (c == 'v')
            set_variants(&o, optarg);
        else if (c == 'c')
            o.check = true;
        else if (c == 'S')
            o.sums = true;
        else if (c == 'D' && code->data)
            o.data = optarg;
        else if (c == 'D')
            app_fail("%s has no choice of data", code->name);
        else if (c == 'j')
            o.json = optarg;
        else if (c == 'h') {
            help(code);
            exit(0);
        } else
            exit(2);
    }
    if (optind < argc)
        app_fail("'%s' is not understood; see --help", argv[optind]);
    return o;
}

/* ---- Executions -------------------------------------------------------------------------- */

static void execute(const suite_code *code, const options *o, result *r)
{
    suite_arrays_reset();
    suite_variant_select(r->variant);
    double start = app_seconds();
    code->kernel();
    r->seconds[r->runs] = app_seconds() - start;
    r->total += r->seconds[r->runs++];
    if (!o->check)
        return;
    double error;
    suite_expect("the largest error, in tolerances,", suite_arrays_compare(code->tolerance, &error),
                 1);
    r->error = fmax(r->error, error);
    if (code->verify)
        code->verify();
}

/* In turns, so that what disturbs the machine disturbs all variants: the n-th runs of all of them
 * belong together. */
static void execute_all(const suite_code *code, const options *o, result *results)
{
    for (int v = 0; v < o->variants; ++v)
        results[v] = (result){.variant = o->variant[v],
                              .seconds = app_alloc((size_t)o->runs * sizeof(double))};
    for (long run = 0; run < o->runs; ++run)
        for (int turn = 0; turn < o->variants; ++turn) {
            result *r = &results[(turn + run) % o->variants];
            if (o->limit == 0 || r->total < o->limit || r->runs < LEAST_RUNS)
                execute(code, o, r);
        }
    for (int v = 0; v < o->variants; ++v)
        results[v].spread = app_spread_of(results[v].seconds, results[v].runs);
}

/* ---- Output ------------------------------------------------------------------------------ */

static void print_table(const suite_code *code, const options *o, const result *results)
{
    printf("%s %s ", code->name, code->type);
    print_dims(stdout, code, o->dims);
    printf(", %ld runs\n%-14s %12s %12s %12s %12s %10s%s\n", o->runs, "variant", "median", "p10",
           "p90", "total", "error", code->flops ? "    Gflop/s" : "");
    for (int v = 0; v < o->variants; ++v) {
        const result *r = &results[v];
        printf("%-14s %10.6f s %10.6f s %10.6f s %10.6f s ", r->variant, r->spread.median,
               r->spread.p10, r->spread.p90, r->total);
        if (o->check)
            printf("%10.2e", r->error);
        else
            printf("%10s", "-");
        if (code->flops)
            printf(" %10.3f", 1e-9 * code->flops(o->dims) / r->spread.median);
        putchar('\n');
    }
    if (o->check)
        printf("%s\n", good ? "verified against the serial run" : "NOT VERIFIED");
}

static void write_line(FILE *f, const suite_code *code, const options *o, const result *r)
{
    fprintf(f, "{\"code\": \"%s\", \"type\": \"%s\", \"size\": \"%s\", \"dims\": {", code->name,
            code->type, o->size ? o->size : "dims");
    for (int i = 0; i < count_dims(code); ++i)
        fprintf(f, "%s\"%s\": %ld", i ? ", " : "", code->dims[i], o->dims[i]);
    fprintf(f,
            "}, \"variant\": \"%s\", \"runs\": %ld, \"median_s\": %.9g, \"p10_s\": %.9g, "
            "\"p90_s\": %.9g, \"total_s\": %.9g, \"seconds\": [",
            r->variant, r->runs, r->spread.median, r->spread.p10, r->spread.p90, r->total);
    for (long i = 0; i < r->runs; ++i)
        fprintf(f, "%s%.9g", i ? ", " : "", r->seconds[i]);
    fprintf(f, "], ");
    if (code->flops)
        fprintf(f, "\"flops\": %.9g, ", code->flops(o->dims));
    if (o->check && isfinite(r->error))
        fprintf(f, "\"error\": %.6g, \"verified\": %s}\n", r->error, good ? "true" : "false");
    else
        fprintf(f, "\"error\": null, \"verified\": %s}\n", o->check ? "false" : "null");
}

static void write_json(const suite_code *code, const options *o, const result *results)
{
    bool standard = !strcmp(o->json, "-");
    FILE *f = standard ? stdout : fopen(o->json, "w");

    if (!f)
        app_fail("cannot write %s: %s", o->json, strerror(errno));
    for (int v = 0; v < o->variants; ++v)
        write_line(f, code, o, &results[v]);
    if (standard ? fflush(f) : fclose(f))
        app_fail("cannot write %s: %s", o->json, strerror(errno));
}

int suite_main(int argc, char **argv, const suite_code *code)
{
    options o = parse(argc, argv, code);
    result results[MAX_VARIANTS] = {0};

    code->setup(o.dims, o.data);
    suite_arrays_keep();
    if (o.check)
        suite_arrays_expect(code->serial);
    execute_all(code, &o, results);
    if (!o.json || strcmp(o.json, "-") != 0)
        print_table(code, &o, results);
    if (o.sums)
        suite_arrays_print_sums();
    if (o.json)
        write_json(code, &o, results);
    for (int v = 0; v < o.variants; ++v)
        free(results[v].seconds);
    free(o.variant[0]);
    suite_arrays_free();
    return good ? 0 : 1;
}
