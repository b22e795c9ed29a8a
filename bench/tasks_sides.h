/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The sides that the benchmarks of tasks measure: OpenMP's `task depend`, the same once more,
 * ctsar, and StarPU where the build has it and STARPU_NCPU says with how many threads.  How much
 * OpenMP differs from itself is what another side may differ by without a reason.  For one file
 * that measures. */
#ifndef CTSAR_BENCH_TASKS_SIDES_H
#define CTSAR_BENCH_TASKS_SIDES_H

#include <omp.h>
#include <stdlib.h>

#include "../apps/common/app.h"
#include "measure.h"

typedef struct tasks_sides {
    measure_variant all[4];
    measure_variant *first; /* of those that take part ... */
    int count;              /* ... and how many they are */
} tasks_sides;

/* Each does n times what is measured.  `starpu` needs `has_starpu`; without `with_openmp` that side
 * takes no part. */
static inline void tasks_sides_choose(tasks_sides *s, void (*openmp)(long), void (*ours)(long),
                                      void (*starpu)(long), bool has_starpu, bool with_openmp)
{
    *s = (tasks_sides){
        .all = {{.name = "openmp", .label = "omp task depend", .run = openmp},
                {.name = "openmp-again", .label = "omp task depend, again", .run = openmp},
                {.name = "ctsar", .label = "ctsar_task", .run = ours},
                {.name = "starpu", .label = "StarPU", .run = starpu}},
    };
    s->first = with_openmp ? s->all : s->all + 2;
    s->count = (with_openmp ? 3 : 1) + (has_starpu && getenv("STARPU_NCPU") ? 1 : 0);
}

/* Measures all that take part; times are in `unit` seconds. */
static inline void tasks_sides_measure(tasks_sides *s, const char *bench, const measure_options *o,
                                       double unit, const char *unit_name)
{
    measure(o, s->first, s->count);
    measure_report(bench, o, omp_get_max_threads(), s->first, s->count, unit, unit_name);
}

/* The size of a tile of an n by n matrix, a power of two from 16 to `most`. */
static inline long tasks_sides_tile(const measure_options *o, long n, long most)
{
    if (o->n < 16 || o->n > most || n % o->n)
        app_fail("TILE is %ld; it must be a power of two from 16 to %ld", o->n, most);
    return o->n;
}

#endif
