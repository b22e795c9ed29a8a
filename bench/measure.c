/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Measuring variants of one thing against each other. */
#include "measure.h"

#include <getopt.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../apps/common/app.h"

measure_options measure_parse(int argc, char **argv, measure_options o, const char *help)
{
    static const struct option longs[] = {{"json", required_argument, NULL, 'j'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
    int c;

    while ((c = getopt_long(argc, argv, "s:r:n:j:h", longs, NULL)) != -1) {
        if (c == 's')
            o.samples = app_number("SAMPLES", optarg, 1, 1000000);
        else if (c == 'r')
            o.repeats = app_number("REPEATS", optarg, 1, 1000000);
        else if (c == 'n')
            o.n = app_number("N", optarg, 1, 32768);
        else if (c == 'j')
            o.json = optarg;
        else {
            fputs(help, c == 'h' ? stdout : stderr);
            exit(c == 'h' ? 0 : 2);
        }
    }
    if (optind < argc)
        app_fail("'%s' is not understood; see --help", argv[optind]);
    return o;
}

static void rest(long ms)
{
    const struct timespec time = {ms / 1000, ms % 1000 * 1000000};
    if (ms > 0)
        nanosleep(&time, NULL);
}

/* A fixed order would have each variant find the caches, and the other's threads, as the same one
 * left them. */
static void shuffle(int *order, int count)
{
    static uint64_t state;
    if (!state)
        state = (uint64_t)getpid();
    for (int left = count; left > 1; --left) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        int other = (int)((state >> 33) % (uint64_t)left), last = order[left - 1];
        order[left - 1] = order[other];
        order[other] = last;
    }
}

static double sample(const measure_options *o, const measure_variant *v)
{
    rest(o->rest_ms);
    double start = app_seconds();
    v->run(o->repeats);
    double seconds = (app_seconds() - start) / (double)o->repeats;
    if (o->check)
        o->check(v->label);
    return seconds;
}

static double mean_of(const double *seconds, long samples)
{
    double sum = 0;

    for (long i = 0; i < samples; ++i)
        sum += seconds[i];
    return sum / (double)samples;
}

void measure(const measure_options *o, measure_variant *variants, int count)
{
    double *seconds = app_alloc((size_t)count * (size_t)o->samples * sizeof *seconds);
    int *order = app_alloc((size_t)count * sizeof *order);

    for (int v = 0; v < count; ++v) {
        variants[v].run(o->repeats);
        order[v] = v;
    }
    for (long i = 0; i < o->samples; ++i) {
        shuffle(order, count);
        for (int turn = 0; turn < count; ++turn)
            seconds[order[turn] * o->samples + i] = sample(o, &variants[order[turn]]);
    }
    for (int v = 0; v < count; ++v) {
        app_spread s = app_spread_of(seconds + v * o->samples, o->samples);
        variants[v].median = s.median;
        variants[v].p10 = s.p10;
        variants[v].p90 = s.p90;
        variants[v].mean = mean_of(seconds + v * o->samples, o->samples);
    }
    free(order);
    free(seconds);
}

/* The processor, as the system names it. */
static const char *machine(void)
{
    static char text[160];
    char line[256], model[100] = "unknown processor";
    FILE *info = fopen("/proc/cpuinfo", "r");

    while (info && fgets(line, sizeof line, info))
        if (sscanf(line, "model name : %99[^\n]", model) == 1)
            break;
    if (info)
        fclose(info);
    snprintf(text, sizeof text, "%s, %ld processors online", model, sysconf(_SC_NPROCESSORS_ONLN));
    return text;
}

/* Text between quotes; what JSON would have to escape is left out. */
static void json_string(FILE *f, const char *text)
{
    fputc('"', f);
    for (; *text; ++text)
        if (*text != '"' && *text != '\\' && (unsigned char)*text >= ' ')
            fputc(*text, f);
    fputc('"', f);
}

static void write_json(const char *bench, const measure_options *o, int team,
                       const measure_variant *variants, int count)
{
    FILE *f = fopen(o->json, "w");

    if (!f)
        app_fail("cannot write %s", o->json);
    fprintf(f, "{\n  \"bench\": \"%s\",\n  \"machine\": ", bench);
    json_string(f, machine());
    fprintf(f, ",\n  \"compiler\": ");
    json_string(f, __VERSION__);
    fprintf(f, ",\n  \"n\": %ld, \"team\": %d, \"samples\": %ld, \"repeats\": %ld,\n", o->n, team,
            o->samples, o->repeats);
    fprintf(f, "  \"variants\": [\n");
    for (int v = 0; v < count; ++v)
        fprintf(f,
                "    {\"name\": \"%s\", \"median\": %.9g, \"p10\": %.9g, \"p90\": %.9g, "
                "\"mean\": %.9g, \"ratio\": %.6g}%s\n",
                variants[v].name, variants[v].median, variants[v].p10, variants[v].p90,
                variants[v].mean, variants[v].median / variants[0].median,
                v + 1 < count ? "," : "");
    fprintf(f, "  ]\n}\n");
    if (fclose(f))
        app_fail("cannot write %s", o->json);
}

void measure_report(const char *bench, const measure_options *o, int team,
                    const measure_variant *variants, int count, double unit, const char *unit_name)
{
    printf("%s: N=%ld, team of %d, %ld samples of %ld\n%s\n\n", bench, o->n, team, o->samples,
           o->repeats, machine());
    printf("%-46s %10s %10s %10s %7s\n", "", "median", "p10", "p90", "ratio");
    for (int v = 0; v < count; ++v)
        printf("%-46s %7.3f %s %7.3f %s %7.3f %s %7.3f\n", variants[v].label,
               variants[v].median / unit, unit_name, variants[v].p10 / unit, unit_name,
               variants[v].p90 / unit, unit_name, variants[v].median / variants[0].median);
    if (o->json)
        write_json(bench, o, team, variants, count);
}
