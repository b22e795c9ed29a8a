/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a loop loses by an accelerator that does not pay: passes of a loop with and without it, in
 * turns in one process, each time by a region that knows nothing yet.  So learning is counted. */
#include <getopt.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctsar.h>

#include "../apps/common/app.h"

enum { N = 256, LENGTHS = 6, PASSES = 100, EARLY = 50, MOST_SAMPLES = 1000 };
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
    {"emulated, speed 8, 200 us", "cpu,emu:1", "speed=8,latency=200us"},
    {"three, all slow", "cpu,emu:3",
     "speed=0.1,latency=20us;speed=0.3,latency=50us;speed=0.2,latency=200us"},
};
enum { SETS = sizeof sets / sizeof *sets };

/* ---- The loop -------------------------------------------------------------------- */

static double out[N];
static long steps;

static double chain(long i, long length)
{
    double x = 1 + (double)i * 1e-9;
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
    "        double x = 1 + (double)i * 1e-9;\n"
    "        for (long l = length; l > 0; --l)\n"
    "            x *= 1.0000001;\n"
    "        to[i - bias] = x;\n"
    "    }\n"
    "}\n";
static const ctsar_kernel kernel = {
    .name = "chain", .host = chain_host, .opencl_source = source, .opencl_name = "chain"};

static void pass(ctsar *s)
{
#pragma omp parallel
    do {
        ctsar_reg_mem(s, out, sizeof *out, N, CTSAR_MEM_PARTIAL | CTSAR_MEM_OUTPUT);
        ctsar_next(s, N);
        const ctsar_arg args[] = {CTSAR_ARG_MEM(out), CTSAR_ARG_VALUE(&steps, sizeof steps)};
        ctsar_launch(s, &kernel, args, 2);
    } while (ctsar_loop(s));
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

/* Seconds of the first pass, of the first EARLY together, and of those after them. */
typedef struct times {
    double first, early, late;
} times;

static ctsar *open_set(int set, const char *policy)
{
    ctsar *s = NULL;
    setenv("CTSAR_DEVICES", sets[set].devices, 1);
    setenv("CTSAR_POLICY", policy, 1);
    *sets[set].emu ? setenv("CTSAR_EMU", sets[set].emu, 1) : unsetenv("CTSAR_EMU");
    ctsar_init(&s, N, CTSAR_POLICY_DEFAULT, CTSAR_DEV_ALL, NULL, 0);
    ctsar_set_kernel(s, &kernel);
    return s;
}

static times measure_set(int set, const char *policy, int passes)
{
    ctsar *s = open_set(set, policy);
    times t;
    double start = app_seconds(), at = start;
    for (int i = 0; i < passes; ++i) {
        pass(s);
        double now = app_seconds();
        if (i == 0)
            t.first = now - start;
        if (i == EARLY - 1 || (i == passes - 1 && i < EARLY)) {
            t.early = now - start;
            at = now;
        }
    }
    t.late = app_seconds() - at;
    ctsar_free(&s);
    for (long i = 0; i < N; ++i)
        if (out[i] < 1)
            app_fail("iteration %ld was not executed", i);
    return t;
}

static double p10(double *x, long n)
{
    return app_spread_of(x, n).p10;
}

typedef struct sampled {
    double first[MOST_SAMPLES], early[MOST_SAMPLES], late[MOST_SAMPLES];
} sampled;

static void sample(sampled *all, const char *policy, int samples, int passes, const bool *chosen)
{
    for (int i = 0; i < samples; ++i)
        for (int set = 0; set < SETS; ++set) {
            if (!chosen[set])
                continue;
            times t = measure_set(set, policy, passes);
            all[set].first[i] = t.first;
            all[set].early[i] = t.early;
            all[set].late[i] = t.late;
        }
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
    "usage: harm [-s SAMPLES] [-p POLICY] [-l LENGTH] [--json FILE]\n"
    "Passes of 2 us to 100 ms, 100 of them by a region that knows nothing yet (of 10 and 100 ms\n"
    "20), beside accelerators that do not pay, against the cores alone: SAMPLES (default 11) of\n"
    "each, in turns.  LENGTH 0 to 5: that one of the six lengths only.  Printed are ratios of "
    "tenth "
    "percentiles: of the first pass, of the first 50\n"
    "together, and of those after them.\n";

static void report_length(double length, sampled *all, int samples, int passes, const bool *chosen,
                          FILE *json, bool first)
{
    double base[3] = {p10(all[0].first, samples), p10(all[0].early, samples),
                      p10(all[0].late, samples)};
    for (int set = 0; set < SETS; ++set) {
        if (!chosen[set])
            continue;
        double r[3] = {p10(all[set].first, samples) / base[0],
                       p10(all[set].early, samples) / base[1],
                       passes > EARLY ? p10(all[set].late, samples) / base[2] : 0};
        printf("%8.0f us  %-30s %9.1f us %8.2f %8.2f ", length * 1e6, sets[set].label,
               p10(all[set].first, samples) * 1e6, r[0], r[1]);
        passes > EARLY ? printf("%8.2f\n", r[2]) : printf("%8s\n", "-");
        if (json)
            fprintf(json,
                    "%s\n  {\"seconds\": %g, \"set\": \"%s\", \"first\": %.4g, \"early\": "
                    "%.4g, \"late\": %.4g}",
                    first && !set ? "" : ",", length, sets[set].label, r[0], r[1], r[2]);
    }
    fflush(stdout);
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
    for (int c; (c = getopt_long(argc, argv, "s:p:l:", longs, NULL)) != -1;) {
        if (c == 's')
            samples = (int)app_number("SAMPLES", optarg, 1, MOST_SAMPLES);
        else if (c == 'p')
            policy = optarg;
        else if (c == 'l')
            only = (int)app_number("LENGTH", optarg, 0, LENGTHS - 1);
        else if (c != 'j' || !(json = fopen(optarg, "w"))) {
            fputs(help, c == 'h' ? stdout : stderr);
            return c == 'h' ? 0 : 2;
        }
    }
    for (int set = 0; set < SETS; ++set)
        chosen[set] = strcmp(sets[set].devices, "cpu,opencl:cpu") != 0 || has_opencl();
    printf("harm: policy %s, team of %d, %d samples; against the cores alone\n\n"
           "%8s     %-30s %12s %8s %8s %8s\n",
           policy, omp_get_max_threads(), samples, "pass", "beside", "first", "first", "1-50",
           "51-");
    if (json)
        fprintf(json, "{\"bench\": \"harm\", \"policy\": \"%s\", \"rows\": [", policy);
    for (int k = 0; k < LENGTHS; ++k) {
        if (only >= 0 && k != only)
            continue;
        int passes = lengths[k] > 5e-3 ? 20 : PASSES;
        steps = steps_for(lengths[k]);
        sample(all, policy, samples, passes, chosen);
        report_length(lengths[k], all, samples, passes, chosen, json, k == 0 || only >= 0);
    }
    if (json) {
        fprintf(json, "\n]}\n");
        fclose(json);
    }
    return 0;
}
