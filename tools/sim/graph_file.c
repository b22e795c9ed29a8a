/* SPDX-License-Identifier: BSD-3-Clause */
#include "graph_file.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "fail.h"
#include "input.h"
#include "shape.h"

static const char *const graph_keys[] = {"ctsar_graph", "name",  "about",  "executions", "noise",
                                         "shape",       "tiles", "rounds", "tile_bytes", "kernels",
                                         "parts",       "tasks", NULL};
static const char *const kernel_keys[] = {"name", "core", "accelerator", NULL};
static const char *const task_keys[] = {"kernel", "in", "out", "inout", "reduction", NULL};
static const double most = 1e300;

/* ---- Kernels ---------------------------------------------------------------------- */

static void read_kernels(const input *in, graph *g)
{
    json_t *kernels = input_array(in, "kernels");
    g->kernels = (int)json_array_size(kernels);
    g->kernel = sim_alloc((size_t)g->kernels, sizeof *g->kernel);
    for (int k = 0; k < g->kernels; ++k) {
        char where[64];
        input one = input_element(in, kernels, "kernels", (size_t)k, where);
        input_check_keys(&one, kernel_keys);
        graph_kernel *to = &g->kernel[k];
        to->core = input_number(&one, "core", 1e-12, 1e9, INFINITY);
        to->accelerator = input_number(&one, "accelerator", 1e-12, 1e9, INFINITY);
        snprintf(to->name, sizeof to->name, "%s", input_string(&one, "name", ""));
        ctsar__plain(to->name);
        if (!*to->name)
            input_fail(&one, "name", "must be the kernel's name");
        if (isinf(to->core) && isinf(to->accelerator))
            input_fail(&one, "core", "or accelerator must be the seconds that a task takes there");
    }
    if (!g->kernels)
        input_fail(in, "kernels", "must list at least one kernel");
}

static int kernel_named(const graph *g, const char *name)
{
    int k = 0;
    while (k < g->kernels && strcmp(g->kernel[k].name, name) != 0)
        k++;
    return k < g->kernels ? k : -1;
}

/* ---- Tasks, one by one -------------------------------------------------------------- */

/* The number of a part is its place among the file's. */
static long part_named(const input *in, const json_t *parts, const char *name)
{
    const char *key;
    json_t *value;
    long number = 0;
    json_object_foreach((json_t *)(uintptr_t)parts, key, value)
    {
        if (name && strcmp(key, name) == 0)
            return number;
        number++;
    }
    input_fail(in, "", "must access what \"parts\" names");
}

static void read_accesses(const input *in, const char *key, ctsar_access_kind kind,
                          const json_t *parts, graph *g)
{
    json_t *name;
    size_t i;
    json_array_foreach(input_array(in, key), i, name)
        graph_add_access(g, kind, part_named(in, parts, json_string_value(name)));
}

static void read_parts(const input *in, graph *g, double tile_bytes)
{
    const char *key;
    json_t *value;
    input parts = input_object(in, "parts");
    json_object_foreach(parts.object, key, value)
        graph_add_parts(g, 1, input_number(&parts, key, 1, 1e12, tile_bytes));
}

static void read_tasks(const input *in, graph *g)
{
    json_t *tasks = input_array(in, "tasks"), *parts = json_object_get(in->object, "parts");
    for (size_t i = 0; i < json_array_size(tasks); ++i) {
        char where[64];
        input one = input_element(in, tasks, "tasks", i, where);
        input_check_keys(&one, task_keys);
        int kernel = kernel_named(g, input_string(&one, "kernel", ""));
        if (kernel < 0)
            input_fail(&one, "kernel", "must be the name of one of \"kernels\"");
        graph_add_task(g, kernel);
        read_accesses(&one, "in", CTSAR_ACCESS_IN, parts, g);
        read_accesses(&one, "out", CTSAR_ACCESS_OUT, parts, g);
        read_accesses(&one, "inout", CTSAR_ACCESS_INOUT, parts, g);
        read_accesses(&one, "reduction", CTSAR_ACCESS_REDUCTION, parts, g);
    }
}

/* ---- Shapes ------------------------------------------------------------------------ */

static void read_shape(const input *in, const char *name, long tiles, graph *g)
{
    const shape *s = shape_named(name);
    char list[200];
    snprintf(list, sizeof list, "must be one of %s", shape_names());
    if (!s)
        input_fail(in, "shape", list);
    int kernel[SHAPE_KERNELS];
    for (int k = 0; k < SHAPE_KERNELS && s->kernel[k]; ++k) {
        kernel[k] = kernel_named(g, s->kernel[k]);
        snprintf(list, sizeof list, "must say what %s takes", s->kernel[k]);
        if (kernel[k] < 0)
            input_fail(in, "kernels", list);
    }
    long written = input_integer(in, "tiles", 1, 1024, 32);
    s->make(g, &(shape_sizes){.kernel = kernel,
                              .tiles = tiles ? tiles : written,
                              .rounds = input_integer(in, "rounds", 1, 100000, 10),
                              .bytes = input_number(in, "tile_bytes", 1, 1e12, 1 << 20)});
}

/* ---- The file ---------------------------------------------------------------------- */

bool graph_is(const char *file)
{
    json_t *root = json_load_file(file, 0, NULL);
    bool is = json_object_get(root, "ctsar_graph") != NULL;
    json_decref(root);
    return is;
}

graph graph_read(const char *file, long tiles)
{
    input in = input_open(file, "ctsar_graph");
    input_check_keys(&in, graph_keys);
    graph g = {.executions = input_integer(&in, "executions", 1, 1000000, 4),
               .noise = input_number(&in, "noise", 0, 10, 0)};
    snprintf(g.name, sizeof g.name, "%s", input_string(&in, "name", file));
    ctsar__plain(g.name);
    read_kernels(&in, &g);
    const char *name = input_string(&in, "shape", NULL);
    if (name)
        read_shape(&in, name, tiles, &g);
    read_parts(&in, &g, most);
    read_tasks(&in, &g);
    if (g.tasks == 0)
        input_fail(&in, "tasks", "must list at least one task, or \"shape\" name a shape");
    input_close(&in);
    return g;
}
