/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a pass costs: a region with an empty body against an empty `omp parallel
 * for schedule(static)` with the same team, and what the difference is spent on. */
#include <omp.h>
#include <stdlib.h>

#include <ctsar.h>

#include "../apps/common/app.h"
#include "measure.h"

enum { ARRAYS = 3 };

static long iterations;
static double *array[ARRAYS];
static ctsar *plain, *fixed, *automatic, *going, *going_auto, *registering;

/* An iteration that the compiler must keep and that does nothing. */
static inline void nothing(long i)
{
    __asm__ volatile("" : : "r"(i));
}

static void parallel_for(long n)
{
    for (; n > 0; --n) {
#pragma omp parallel for schedule(static)
        for (long i = 0; i < iterations; ++i)
            nothing(i);
    }
}

static void one_pass(ctsar *s)
{
#pragma omp parallel
    do {
        ctsar_next(s, (size_t)iterations);
        for (long i = CSTART(s); i < CEND(s); ++i)
            nothing(i);
    } while (ctsar_loop(s));
}

static void pass(long n)
{
    ctsar_init(&plain, (size_t)iterations, CTSAR_ADAPTIVE, CTSAR_DEV_CPU, NULL, NULL);
    for (; n > 0; --n)
        one_pass(plain);
}

static void static_pass(long n)
{
    ctsar_init(&fixed, (size_t)iterations, CTSAR_STATIC, CTSAR_DEV_CPU, NULL, NULL);
    for (; n > 0; --n)
        one_pass(fixed);
}

static void auto_pass(long n)
{
    ctsar_init(&automatic, (size_t)iterations, CTSAR_AUTO, CTSAR_DEV_CPU, NULL, NULL);
    for (; n > 0; --n)
        one_pass(automatic);
}

/* As ctsarcc writes passes: nothing follows in the parallel region. */
static void nowait_pass(long n)
{
    ctsar_init(&going, (size_t)iterations, CTSAR_ADAPTIVE, CTSAR_DEV_CPU, NULL, NULL);
    ctsar_set_nowait(going, true);
    for (; n > 0; --n)
        one_pass(going);
}

static void nowait_auto_pass(long n)
{
    ctsar_init(&going_auto, (size_t)iterations, CTSAR_AUTO, CTSAR_DEV_CPU, NULL, NULL);
    ctsar_set_nowait(going_auto, true);
    for (; n > 0; --n)
        one_pass(going_auto);
}

static void pass_with_arrays(long n)
{
    ctsar_init(&registering, (size_t)iterations, CTSAR_ADAPTIVE, CTSAR_DEV_CPU, NULL, NULL);
    for (; n > 0; --n) {
        ctsar *s = registering;
#pragma omp parallel
        do {
            for (int a = 0; a < ARRAYS; ++a)
                ctsar_reg_mem(s, array[a], sizeof *array[a], (size_t)iterations,
                              CTSAR_MEM_PARTIAL | CTSAR_MEM_INOUT);
            ctsar_next(s, (size_t)iterations);
            for (long i = CSTART(s); i < CEND(s); ++i)
                nothing(i);
        } while (ctsar_loop(s));
    }
}

/* Only starts a team and ends it, with OpenMP's barrier at its end. */
static void fork_join(long n)
{
    for (; n > 0; --n) {
#pragma omp parallel
        nothing(n);
    }
}

static void barrier(long n)
{
#pragma omp parallel firstprivate(n)
    for (; n > 0; --n) {
#pragma omp barrier
    }
}

static const char help[] =
    "usage: pass_overhead [-s SAMPLES] [-r REPEATS] [-n ITERATIONS] [--json FILE]\n"
    "Times an empty pass against an empty omp parallel for: SAMPLES (default 101) of each\n"
    "variant, in turns; a sample is REPEATS (default 200) passes of ITERATIONS (default 1000)\n"
    "empty iterations.  The team's size: OMP_NUM_THREADS.\n";

int main(int argc, char **argv)
{
    measure_variant v[] = {
        {.name = "parallel_for", .label = "omp parallel for schedule(static)", .run = parallel_for},
        {.name = "pass", .label = "ctsar pass, adaptive", .run = pass},
        {.name = "pass_static", .label = "ctsar pass, static", .run = static_pass},
        {.name = "pass_auto", .label = "ctsar pass, auto", .run = auto_pass},
        {.name = "pass_nowait", .label = "ctsar pass, adaptive, nowait", .run = nowait_pass},
        {.name = "auto_nowait", .label = "ctsar pass, auto, nowait", .run = nowait_auto_pass},
        {.name = "pass_arrays", .label = "ctsar pass, adaptive, 3 arrays", .run = pass_with_arrays},
        {.name = "fork_join", .label = "of each: omp parallel alone", .run = fork_join},
        {.name = "barrier", .label = "to compare: omp barrier in a running team", .run = barrier},
    };
    const int variants = sizeof v / sizeof *v;
    measure_options o = measure_parse(
        argc, argv, (measure_options){.samples = 101, .repeats = 200, .n = 1000}, help);

    iterations = o.n;
    for (int a = 0; a < ARRAYS; ++a)
        array[a] = app_alloc((size_t)iterations * sizeof *array[a]);
    measure(&o, v, variants);
    measure_report("pass_overhead", &o, omp_get_max_threads(), v, variants, 1e-6, "us");
    ctsar_free(&plain);
    ctsar_free(&fixed);
    ctsar_free(&automatic);
    ctsar_free(&going);
    ctsar_free(&going_auto);
    ctsar_free(&registering);
    for (int a = 0; a < ARRAYS; ++a)
        free(array[a]);
    return 0;
}
