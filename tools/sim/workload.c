/* SPDX-License-Identifier: BSD-3-Clause */
#include "workload.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "fail.h"
#include "input.h"
#include "random.h"

static const char *const workload_keys[] = {"ctsar_workload",
                                            "name",
                                            "about",
                                            "passes",
                                            "iterations",
                                            "time",
                                            "pass_time",
                                            "noise",
                                            "cost",
                                            "bytes_per_iteration",
                                            "bytes_per_range",
                                            "runs_per_range",
                                            "threads_per_iteration",
                                            "persisted",
                                            "exchanged",
                                            NULL};
static const char *const time_keys[] = {"core", "accelerator", NULL};
static const char *const cost_keys[] = {"shape", "steps", "file", NULL};
static const char *const persisted_keys[] = {"bytes_per_iteration", "move", "written", NULL};
static const char *const exchanged_keys[] = {"bytes_per_iteration", "halo_bytes", NULL};
static const char *const shape_names[] = {"uniform",  "triangular",  "random", "stepped",
                                          "two-hump", "moving-hump", "file"};

/* ---- Reading ------------------------------------------------------------------ */

static void read_time(const input *in, workload *w)
{
    json_t *time = json_object_get(in->object, "time");
    if (!json_is_object(time)) {
        w->core_time = w->accelerator_time = input_number(in, "time", 1e-15, 1e9, 1e-3);
        return;
    }
    input each = input_object(in, "time");
    input_check_keys(&each, time_keys);
    w->core_time = input_number(&each, "core", 1e-15, 1e9, 1e-3);
    w->accelerator_time = input_number(&each, "accelerator", 1e-15, 1e9, w->core_time);
}

static workload_shape shape_named(const input *in, const char *key, const char *name)
{
    for (int i = 0; i <= SHAPE_FILE; ++i)
        if (strcmp(shape_names[i], name) == 0)
            return (workload_shape)i;
    input_fail(in, key,
               "must be uniform, triangular, random, stepped, two-hump, moving-hump or file");
}

static void add_level(workload *w, double x)
{
    w->level = realloc(w->level, (size_t)(w->levels + 1) * sizeof *w->level);
    if (!w->level)
        sim_fail(SIM_WRONG_INPUT, "no memory for %ld costs", w->levels + 1);
    w->level[w->levels++] = x;
}

static void read_steps(const input *in, workload *w)
{
    static const double usual[] = {1, 4, 2, 8};
    json_t *steps = input_array(in, "steps"), *value;
    size_t i;
    for (i = 0; !steps && i < sizeof usual / sizeof *usual; ++i)
        add_level(w, usual[i]);
    json_array_foreach(steps, i, value)
    {
        if (!json_is_number(value) || !(json_number_value(value) >= 0))
            input_fail(in, "steps", "must be a list of numbers >= 0");
        add_level(w, json_number_value(value));
    }
}

/* Numbers separated by space, one line or many; the name is relative to the workload's. */
static void read_costs(const input *in, workload *w)
{
    const char *name = input_string(in, "file", NULL), *slash = strrchr(in->file, '/');
    if (!name)
        input_fail(in, "file", "must name the file with the costs");
    char path[1024];
    int folder = slash && *name != '/' ? (int)(slash - in->file + 1) : 0;
    snprintf(path, sizeof path, "%.*s%s", folder, in->file, name);
    FILE *f = fopen(path, "r");
    if (!f)
        sim_fail(SIM_WRONG_INPUT, "cannot read %s, the costs of %s", path, in->file);
    double x;
    int got;
    while ((got = fscanf(f, "%lf", &x)) == 1 && x >= 0 && isfinite(x))
        add_level(w, x);
    fclose(f);
    if (got != EOF)
        sim_fail(SIM_WRONG_INPUT, "%s: cost %ld is not a number >= 0", path, w->levels + 1);
}

static void read_cost(const input *in, workload *w)
{
    json_t *cost = json_object_get(in->object, "cost");
    if (!json_is_object(cost)) {
        w->shape = shape_named(in, "cost", input_string(in, "cost", "uniform"));
        if (w->shape == SHAPE_FILE)
            input_fail(in, "cost", "must be {\"shape\": \"file\", \"file\": NAME}");
        if (w->shape == SHAPE_STEPPED)
            read_steps(&(input){in->file, "cost", NULL}, w);
        return;
    }
    input each = input_object(in, "cost");
    input_check_keys(&each, cost_keys);
    w->shape = shape_named(&each, "shape", input_string(&each, "shape", ""));
    if (w->shape == SHAPE_STEPPED)
        read_steps(&each, w);
    if (w->shape == SHAPE_FILE)
        read_costs(&each, w);
}

static void read_persisted(const input *in, workload *w)
{
    input each = input_object(in, "persisted");
    if (!each.object)
        return;
    input_check_keys(&each, persisted_keys);
    w->persisted_bytes = input_number(&each, "bytes_per_iteration", 0, 1e300, 0);
    w->move = input_number(&each, "move", 0, 1e9, 0);
    w->written = input_bool(&each, "written", false);
    if (w->persisted_bytes > 0 && w->move > 0)
        input_fail(&each, "", "must have bytes_per_iteration or move, not both");
}

static void read_exchanged(const input *in, workload *w)
{
    input each = input_object(in, "exchanged");
    if (!each.object)
        return;
    input_check_keys(&each, exchanged_keys);
    w->shared_bytes = input_number(&each, "bytes_per_iteration", 0, 1e300, 0);
    w->halo_bytes = input_number(&each, "halo_bytes", 0, 1e300, 0);
}

static void check_levels(const char *file, const workload *w)
{
    bool listed = w->shape == SHAPE_STEPPED || w->shape == SHAPE_FILE;
    double sum = 0;
    for (long i = 0; i < w->levels; ++i)
        sum += w->level[i];
    if (listed && (!(sum > 0) || !isfinite(sum)))
        sim_fail(SIM_WRONG_INPUT, "%s: no iteration has a cost above 0", file);
}

workload workload_read(const char *file)
{
    input in = input_open(file, "ctsar_workload");
    input_check_keys(&in, workload_keys);
    workload w = {
        .passes = input_integer(&in, "passes", 1, 10000000, 10),
        .iterations = input_integer(&in, "iterations", 1, 100000000, 4096),
        .pass_time = input_number(&in, "pass_time", 0, 1e9, 0),
        .noise = input_number(&in, "noise", 0, 10, 0),
        .bytes = input_number(&in, "bytes_per_iteration", 0, 1e300, 0),
        .range_bytes = input_number(&in, "bytes_per_range", 0, 1e300, 0),
        .runs = input_number(&in, "runs_per_range", 0, 1e300, 0),
        .threads = input_number(&in, "threads_per_iteration", 1, 1e9, 1),
    };
    snprintf(w.name, sizeof w.name, "%s", input_string(&in, "name", file));
    ctsar__plain(w.name);
    read_time(&in, &w);
    read_cost(&in, &w);
    read_persisted(&in, &w);
    read_exchanged(&in, &w);
    check_levels(file, &w);
    input_close(&in);
    return w;
}

void workload_free(workload *w)
{
    free(w->level);
    *w = (workload){0};
}

/* ---- Costs ----------------------------------------------------------------------- */

static double hump(double x, double centre, double width)
{
    return exp(-(x - centre) * (x - centre) / (2 * width * width));
}

/* The cost at x in (0, 1) of the iteration space, not normalised. */
static double cost_at(const workload *w, uint64_t seed, long pass, long i, double x)
{
    static const double base = 0.1, width = 0.06, speed = 0.07;
    double centre = fmod(0.1 + speed * (double)pass, 1), far;
    switch (w->shape) {
    case SHAPE_UNIFORM:
        return 1;
    case SHAPE_TRIANGULAR:
        return 1 - x;
    case SHAPE_RANDOM:
        return -log(random_unit(random_key(seed, (uint64_t)i)));
    case SHAPE_TWO_HUMP:
        return base + hump(x, 0.3, width) + hump(x, 0.75, width);
    case SHAPE_MOVING_HUMP: /* it leaves at one side and enters at the other */
        far = fabs(x - centre);
        return base + hump(fmin(far, 1 - far), 0, width);
    case SHAPE_STEPPED:
    case SHAPE_FILE:
        return w->level[(long)(x * (double)w->levels)];
    }
    return 1;
}

void workload_costs(const workload *w, uint64_t seed, long pass, double *sum)
{
    long n = w->iterations;
    sum[0] = 0;
    for (long i = 0; i < n; ++i)
        sum[i + 1] = sum[i] + cost_at(w, seed, pass, i, ((double)i + 0.5) / (double)n);
    double scale = (double)n / sum[n];
    for (long i = 1; i <= n; ++i)
        sum[i] *= scale;
}
