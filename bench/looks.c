/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What looks cost that ctsarcc puts before loops whose subscripts only the loop tells: each loop as
 * one core executes it, with its look, and where the user's word saves the look. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../apps/common/app.h"
#include "measure.h"

static const char help[] =
    "usage: looks [OPTION]...\n"
    "Measures loops with a look at their subscripts, on one core and on two: against the same\n"
    "loop without the look, and against the loop on one core. -n is the largest number of rows.\n";

enum { WIDE = 8, LOOPS = 5, SIZES = 3, TEAMS = 2 };

static int n, *column, *order, *again, *begin;
static double *from, *to, *value;

/* The loops. Whether pointers lead to places that are apart cannot be seen, by the compiler
 * neither. */
#define LOOPS_AS(name, SPLIT)                                                                      \
    static __attribute__((noinline)) void name##_padded(const double *v, const int *c,             \
                                                        const double *x, double *y)                \
    {                                                                                              \
        SPLIT                                                                                      \
        for (int i = 0; i < n; ++i) {                                                              \
            double s = 0;                                                                          \
            for (int k = 0; k < WIDE; ++k)                                                         \
                if (c[i * WIDE + k] >= 0)                                                          \
                    s += v[i * WIDE + k] * x[c[i * WIDE + k]];                                     \
            y[i] = s;                                                                              \
        }                                                                                          \
    }                                                                                              \
    static __attribute__((noinline)) void name##_sparse(                                           \
        const double *v, const int *c, const int *row, const double *x, double *y)                 \
    {                                                                                              \
        SPLIT                                                                                      \
        for (int i = 0; i < n; ++i) {                                                              \
            double s = 0;                                                                          \
            for (int k = row[i]; k < row[i + 1]; ++k)                                              \
                s += v[k] * x[c[k]];                                                               \
            y[i] = s;                                                                              \
        }                                                                                          \
    }                                                                                              \
    static __attribute__((noinline)) void name##_twice(const int *first, const int *second,        \
                                                       const double *x, double *y)                 \
    {                                                                                              \
        SPLIT                                                                                      \
        for (int i = 0; i < n; ++i)                                                                \
            y[i] = x[first[second[i]]] + 1;                                                        \
    }                                                                                              \
    static                                                                                         \
        __attribute__((noinline)) void name##_segments(const int *off, const double *x, double *y) \
    {                                                                                              \
        SPLIT                                                                                      \
        for (int i = 0; i < n; ++i)                                                                \
            for (int j = 0; j < off[i + 1] - off[i]; ++j)                                          \
                y[off[i] + j] = x[i * WIDE + j] + 1;                                               \
    }                                                                                              \
    static __attribute__((noinline)) void name##_scattered(const int *index, const double *x,      \
                                                           double *y)                              \
    {                                                                                              \
        SPLIT                                                                                      \
        for (int i = 0; i < n; ++i)                                                                \
            y[index[i]] = x[i] + 1;                                                                \
    }                                                                                              \
    static void name(int which)                                                                    \
    {                                                                                              \
        if (which == 0)                                                                            \
            name##_padded(value, column, from, to);                                                \
        else if (which == 1)                                                                       \
            name##_sparse(value, column, begin, from, to);                                         \
        else if (which == 2)                                                                       \
            name##_twice(order, again, from, to);                                                  \
        else if (which == 3)                                                                       \
            name##_segments(begin, value, to);                                                     \
        else                                                                                       \
            name##_scattered(order, from, to);                                                     \
    }

LOOPS_AS(serial, )
LOOPS_AS(looked, _Pragma("ctsar for hetero(1)"))
LOOPS_AS(trusted, _Pragma("ctsar for hetero(1) independent"))

static const char *const names[LOOPS] = {"padded rows", "sparse rows", "index of an index",
                                         "segments written", "written by an index"};
static int current;

static void as_serial(long times)
{
    while (times-- > 0)
        serial(current);
}

static void as_looked(long times)
{
    while (times-- > 0)
        looked(current);
}

static void as_trusted(long times)
{
    while (times-- > 0)
        trusted(current);
}

static void allocate(size_t most)
{
    column = app_alloc(most * WIDE * sizeof *column);
    order = app_alloc(most * sizeof *order);
    again = app_alloc(most * sizeof *again);
    begin = app_alloc((most + 1) * sizeof *begin);
    from = app_alloc(most * sizeof *from);
    to = app_alloc(most * WIDE * sizeof *to);
    value = app_alloc(most * WIDE * sizeof *value);
}

/* Columns lie near their rows, as those of grids do. Indices are a permutation in blocks. */
static void fill(void)
{
    for (int i = 0; i < n; ++i) {
        int block = i / 64 * 64, rows = n - block < 64 ? n - block : 64;
        order[i] = block + (i - block + rows / 2) % rows;
        again[i] = n - 1 - i;
        begin[i] = i * WIDE;
        from[i] = i % 7;
        for (int k = 0; k < WIDE; ++k) {
            column[i * WIDE + k] = (i + k * k * 3) % n;
            value[i * WIDE + k] = (i + k) % 5;
        }
    }
    begin[n] = n * WIDE;
}

static double result_of(void (*run)(int which))
{
    double sum = 0;
    memset(to, 0, (size_t)n * WIDE * sizeof *to);
    run(current);
    for (int i = 0; i < n * WIDE; ++i)
        sum += to[i] * (1 + i % 97);
    return sum;
}

static void compare(void)
{
    double wanted = result_of(serial);
    if (result_of(looked) != wanted || result_of(trusted) != wanted)
        app_fail("%s: wrong", names[current]);
}

/* Of one loop: a row of the table, and of the file. */
static void measured(measure_options o, int team, FILE *f)
{
    measure_variant v[] = {{.name = "serial", .label = "one core", .run = as_serial},
                           {.name = "looked", .label = "looked at", .run = as_looked},
                           {.name = "trusted", .label = "trusted", .run = as_trusted}};
    omp_set_num_threads(team);
    compare();
    o.repeats = o.repeats * (o.n / n > 100 ? 100 : o.n / n);
    measure(&o, v, 3);
    double look = v[1].median - v[2].median;
    printf("| %s | %d | %d | %.1f us | %.2f | %.2f | %.2f |\n", names[current], n, team,
           1e6 * v[0].median, look / v[0].median, v[1].median / v[0].median,
           v[2].median / v[0].median);
    if (f)
        fprintf(f,
                "%s\n    {\"name\": \"%s\", \"n\": %d, \"team\": %d, \"serial\": %.9g, \"looked\": "
                "%.9g, "
                "\"trusted\": %.9g, \"look\": %.6g}",
                ftell(f) > 64 ? "," : "", names[current], n, team, v[0].median, v[1].median,
                v[2].median, look / v[0].median);
}

int main(int argc, char **argv)
{
    measure_options o = measure_parse(
        argc, argv, (measure_options){.samples = 21, .repeats = 1, .n = 1000000}, help);
    if (o.n < 64 || o.n > 1 << 24)
        app_fail("-n must be between 64 and 16777216");
    FILE *f = o.json ? fopen(o.json, "w") : NULL;
    if (o.json && !f)
        app_fail("cannot write %s", o.json);
    if (f)
        fprintf(f, "{\n  \"bench\": \"looks\", \"samples\": %8ld,      \"rows\": [", o.samples);
    allocate((size_t)o.n);
    printf("| loop | rows | cores | one core takes | the look of that | with it | without |\n"
           "|---|---|---|---|---|---|---|\n");
    for (current = 0; current < LOOPS; ++current)
        for (int size = SIZES - 1, by = 1000; size >= 0; --size, by = size ? 30 : 1)
            for (int team = 1; team <= TEAMS; ++team) {
                n = (int)(o.n / by > 16 ? o.n / by : 16);
                fill();
                measured(o, team, f);
            }
    if (f && (fprintf(f, "\n  ]\n}\n") < 0 || fclose(f)))
        app_fail("cannot write %s", o.json);
    return 0;
}
