/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a loop loses by an accelerator that does not pay: passes of a loop with and without it, in
 * turns in one process, each time by a region that knows nothing yet.  So learning is counted.
 * Each pass is timed by itself; between passes the output is compared with a serial one. */
#include <getopt.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctsar.h>

#include "../apps/common/app.h"

enum {
    N = 256,
    LENGTHS = 6,
    SHORT_PASSES = 500,
    LONG_PASSES = 100,
    MOST_SAMPLES = 1000,
    MOST_REGIONS = 200
};
static const double lengths[LENGTHS] = {2e-6, 10e-6, 100e-6, 1e-3, 10e-3, 100e-3};

static const struct {
    const char *label, *devices, *emu;
} sets[] = {
    {"the cores alone", "cpu", ""},
    {"OpenCL on the same cores", "cpu,opencl:cpu", ""},
    {"emulated, speed 0.1, 20 us", "cpu,emu:1", "speed=0.1,latency=20us"},
    {"emulated, speed 0.1, 200 us", "cpu,emu:1", "speed=0.1,latency=200us"},
    {"emulated, speed 1, 20 us", "cpu,emu:1", "speed=1,latency=20us"},
    {"emulated, speed 1, 200 us", "cpu,emu:1", "speed=1,latency=200us"},
    {"emulated, speed 8, 20 us", "cpu,emu:1", "speed=8,latency=20us"},
    {"emulated, speed 8, 200 us", "cpu,emu:1", "speed=8,latency=200us"},
    {"three, all slow", "cpu,emu:3",
     "speed=0.1,latency=20us;speed=0.3,latency=50us;speed=0.2,latency=200us"},
    {"OpenMP, without ctsar", NULL, ""},
};
enum { SETS = sizeof sets / sizeof *sets };

/* What is told of passes together: of the first to the last one, counted from 1.  A last one of 0
 * is the last that there is.  Spans that end behind it are left out. */
static const struct {
    const char *title, *key;
    int first, last;
} spans[] = {
    {"first", "first", 1, 1}, {"1-5", "five", 1, 5},    {"1-50", "early", 1, 50},
    {"51-", "late", 51, 0},   {"1-500", "all", 1, 500},
};
enum { SPANS = sizeof spans / sizeof *spans };

/* ---- The loop -------------------------------------------------------------------- */

static double out[MOST_REGIONS][N], expected[N];
static long steps;
static int regions = 1; /* that have a pass each in turn, with an output each */

/* Every unit gets the same bits: the start is exact, and no compiler reorders the products. */
static double chain(long i, long length)
{
    double x = 1 + (double)i * 0x1p-30;
    for (long k = length; k > 0; --k)
        x *= 1.0000001;
    return x;
}

static void chain_host(const ctsar_call *c)
{
    double *to = c->arg[0];
    long length = *(const long *)c->arg[1];
    for (long i = c->start; i < c->end; i += c->step)
        to[i] = chain(i, length);
}

static const char source[] =
    "__kernel void chain(long start, long step, long count, __global double *to, long bias, long "
    "length)\n"
    "{\n"
    "    for (long k = get_global_id(0); k < count; k += get_global_size(0)) {\n"
    "        long i = start + k * step;\n"
    "        double x = 1 + (double)i * 0x1p-30;\n"
    "        for (long l = length; l > 0; --l)\n"
    "            x *= 1.0000001;\n"
    "        to[i - bias] = x;\n"
    "    }\n"
    "}\n";
static const ctsar_kernel kernel = {
    .name = "chain", .host = chain_host, .opencl_source = source, .opencl_name = "chain"};

static void pass(ctsar *s, double *to)
{
#pragma omp parallel
    do {
        ctsar_reg_mem(s, to, sizeof *to, N, CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT);
        ctsar_next(s, N);
        const ctsar_arg args[] = {CTSAR_ARG_MEM(to), CTSAR_ARG_VALUE(&steps, sizeof steps)};
        ctsar_launch(s, &kernel, args, 2);
    } while (ctsar_loop(s));
}

static void pass_by_openmp(double *to)
{
#pragma omp parallel for
    for (long i = 0; i < N; ++i)
        to[i] = chain(i, steps);
}

/* So many steps an iteration that a pass on the team takes so long. */
static long steps_for(double seconds)
{
    volatile double sink;
    enum { MANY = 2000000 };
    double start = app_seconds();
    sink = chain(1, MANY);
    double step = (app_seconds() - start) / MANY;
    (void)sink;
    long n = (long)(seconds * omp_get_max_threads() / N / step);
    return n > 1 ? n : 1;
}

/* ---- Measuring ------------------------------------------------------------------- */

static int passes_of(double length)
{
    return length > 5e-3 ? LONG_PASSES : SHORT_PASSES;
}

static bool is_told(int span, int passes)
{
    return (spans[span].last ? spans[span].last : spans[span].first) <= passes;
}

/* Seconds of each span. */
typedef struct times {
    double of[SPANS];
} times;

static void note(times *t, int pass, double seconds)
{
    for (int k = 0; k < SPANS; ++k)
        if (pass >= spans[k].first && (!spans[k].last || pass <= spans[k].last))
            t->of[k] += seconds;
}

static void fill_expected(void)
{
    for (long i = 0; i < N; ++i)
        expected[i] = chain(i, steps);
}

static void check(int set, int pass)
{
    for (int r = 0; r < regions; ++r)
        for (long i = 0; i < N; ++i)
            if (memcmp(&out[r][i], &expected[i], sizeof expected[i]) != 0)
                app_fail("%s, pass %d of region %d: iteration %ld gave %.17g, not %.17g",
                         sets[set].label, pass, r, i, out[r][i], expected[i]);
}

static ctsar *region[MOST_REGIONS];

static void open_set(int set, const char *policy)
{
    if (!sets[set].devices)
        return;
    setenv("CTSAR_DEVICES", sets[set].devices, 1);
    setenv("CTSAR_POLICY", policy, 1);
    *sets[set].emu ? setenv("CTSAR_EMU", sets[set].emu, 1) : unsetenv("CTSAR_EMU");
    for (int r = 0; r < regions; ++r) {
        ctsar_init(&region[r], N, CTSAR_POLICY_DEFAULT, CTSAR_DEV_ALL, NULL, 0);
        ctsar_set_kernel(region[r], &kernel);
    }
}

static void pass_of_all(int set)
{
    for (int r = 0; r < regions; ++r)
        sets[set].devices ? pass(region[r], out[r]) : pass_by_openmp(out[r]);
}

static times measure_set(int set, const char *policy, int passes)
{
    times t = {0};
    open_set(set, policy);
    for (int i = 1; i <= passes; ++i) {
        memset(out, 0, (size_t)regions * sizeof *out); /* no chain gives 0 */
        double start = app_seconds();
        pass_of_all(set);
        note(&t, i, app_seconds() - start);
        check(set, i);
    }
    for (int r = 0; r < regions; ++r)
        ctsar_free(&region[r]);
    return t;
}

typedef struct sampled {
    double of[SPANS][MOST_SAMPLES];
} sampled;

static void sample(sampled *all, const char *policy, int samples, int passes, const bool *chosen)
{
    for (int i = 0; i < samples; ++i)
        for (int set = 0; set < SETS; ++set) {
            if (!chosen[set])
                continue;
            times t = measure_set(set, policy, passes);
            for (int k = 0; k < SPANS; ++k)
                all[set].of[k][i] = t.of[k];
        }
}

static double p10(double *x, long n)
{
    return app_spread_of(x, n).p10;
}

/* ---- The program ------------------------------------------------------------------ */

static bool has_opencl(void)
{
    ctsar *s = NULL;
    setenv("CTSAR_DEVICES", "cpu,opencl:cpu", 1);
    ctsar_set_error_mode(CTSAR_ERRORS_RETURN);
    int status = ctsar_init(&s, N, CTSAR_POLICY_DEFAULT, CTSAR_DEV_ALL, NULL, 0);
    if (!status)
        ctsar_free(&s);
    ctsar_set_error_mode(CTSAR_ERRORS_ABORT);
    return !status;
}

static const char help[] =
    "usage: harm [-s SAMPLES] [-p POLICY] [-l LENGTH] [-r REGIONS] [--json FILE]\n"
    "Passes of 2 us to 100 ms, 500 of them by a region that knows nothing yet (of 10 and 100 ms\n"
    "100), beside accelerators that do not pay, against the cores alone: SAMPLES (default 11) of\n"
    "each, in turns.  LENGTH 0 to 5: that one of the six lengths only.  With REGIONS (default 1)\n"
    "each pass is one of each of so many regions in turn.  Printed are ratios of\n"
    "tenth percentiles: of the first pass, of the first 5, 50 and 500 together, and of all passes\n"
    "after the first 50.  The output of every pass is compared with a serial one.\n";

static void report_set(double length, sampled *all, int set, int samples, FILE *json)
{
    printf("%8.0f us  %-30s %9.1f us ", length * regions * 1e6, sets[set].label,
           p10(all[set].of[0], samples) * 1e6);
    if (json)
        fprintf(json, "\n  {\"seconds\": %g, \"set\": \"%s\"", length, sets[set].label);
    for (int k = 0; k < SPANS; ++k) {
        if (!is_told(k, passes_of(length))) {
            printf("%8s ", "-");
            continue;
        }
        double ratio = p10(all[set].of[k], samples) / p10(all[0].of[k], samples);
        printf("%8.2f ", ratio);
        if (json)
            fprintf(json, ", \"%s\": %.4g", spans[k].key, ratio);
    }
    printf("\n");
    if (json)
        fprintf(json, "}");
}

static void report_length(double length, sampled *all, int samples, const bool *chosen, FILE *json,
                          bool first)
{
    for (int set = 0; set < SETS; ++set) {
        if (!chosen[set])
            continue;
        if (json && !(first && set == 0))
            fputc(',', json);
        report_set(length, all, set, samples, json);
    }
    fflush(stdout);
}

static void print_heads(const char *policy, int samples)
{
    printf("harm: policy %s, team of %d, %d samples", policy, omp_get_max_threads(), samples);
    if (regions > 1)
        printf(", %d regions", regions);
    printf("; against the cores alone\n\n%8s     %-30s %12s ", "pass", "beside", "first");
    for (int k = 0; k < SPANS; ++k)
        printf("%8s ", spans[k].title);
    printf("\n");
}

int main(int argc, char **argv)
{
    static const struct option longs[] = {{"json", required_argument, NULL, 'j'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
    static sampled all[SETS];
    const char *policy = "auto";
    int samples = 11, only = -1;
    FILE *json = NULL;
    bool chosen[SETS];
    for (int c; (c = getopt_long(argc, argv, "s:p:l:r:", longs, NULL)) != -1;) {
        if (c == 's')
            samples = (int)app_number("SAMPLES", optarg, 1, MOST_SAMPLES);
        else if (c == 'p')
            policy = optarg;
        else if (c == 'l')
            only = (int)app_number("LENGTH", optarg, 0, LENGTHS - 1);
        else if (c == 'r')
            regions = (int)app_number("REGIONS", optarg, 1, MOST_REGIONS);
        else if (c != 'j' || !(json = fopen(optarg, "w"))) {
            fputs(help, c == 'h' ? stdout : stderr);
            return c == 'h' ? 0 : 2;
        }
    }
    for (int set = 0; set < SETS; ++set)
        chosen[set] = !sets[set].devices || !strstr(sets[set].devices, "opencl") || has_opencl();
    print_heads(policy, samples);
    if (json)
        fprintf(json, "{\"bench\": \"harm\", \"policy\": \"%s\", \"rows\": [", policy);
    for (int k = 0; k < LENGTHS; ++k) {
        if (only >= 0 && k != only)
            continue;
        steps = steps_for(lengths[k]);
        fill_expected();
        sample(all, policy, samples, passes_of(lengths[k]), chosen);
        report_length(lengths[k], all, samples, chosen, json, k == 0 || only >= 0);
    }
    if (json) {
        fprintf(json, "\n]}\n");
        fclose(json);
    }
    return 0;
}
