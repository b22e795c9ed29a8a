/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What an empty task costs, from submitting it to its end: by ctsar, by OpenMP's `task depend`, by
 * StarPU. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "../apps/common/app.h"
#include "tasks_peers.h"
#include "tasks_sides.h"

enum { PLACES = 64 };
static char place[PLACES][64];
static long places, tasks;
static ctsar_tasks *set;

#pragma weak starpu_peer_empty

static void nothing(const ctsar_call *c)
{
    (void)c;
}
static const ctsar_kernel empty = {.name = "empty", .host = nothing};

static void by_ctsar(long n)
{
    ctsar_tasks_init(&set, CTSAR_DEV_CPU, CTSAR_PLACEMENT_DEFAULT);
    for (; n > 0; --n) {
        for (long i = 0; i < tasks; ++i) {
            const ctsar_access part[] = {CTSAR_INOUT(place[i % places], 64)};
            ctsar_task(set, &empty, 0, 1, part, 1, 0);
        }
        ctsar_tasks_wait(set, NULL);
    }
}

static void by_openmp(long n)
{
    for (; n > 0; --n) {
#pragma omp parallel
#pragma omp single
        for (long i = 0; i < tasks; ++i) {
            char *at = place[i % places]; /* for the dependence alone */
            (void)at;
#pragma omp task depend(inout : at[0])
            nothing(NULL);
        }
    }
}

static void by_starpu(long n)
{
    for (; n > 0; --n)
        starpu_peer_empty(tasks, places);
}

/* A million of them, each on a part of its own, and what memory the process took at most. */
static void many(void)
{
    enum { MANY = 1000000 };
    struct rusage used;
    char *own = app_alloc(MANY);
    ctsar_tasks_init(&set, CTSAR_DEV_ALL, CTSAR_PLACEMENT_DEFAULT);
    for (long i = 0; i < MANY; ++i) {
        const ctsar_access part[] = {CTSAR_INOUT(&own[i], 1)};
        ctsar_task(set, &empty, 0, 1, part, 1, 0);
    }
    ctsar_tasks_wait(set, NULL);
    ctsar_tasks_free(&set);
    free(own);
    getrusage(RUSAGE_SELF, &used);
    printf("%ld MiB\n", used.ru_maxrss >> 10);
}

static const char help[] =
    "usage: tasks_empty [-s SAMPLES] [-r REPEATS] [-n PLACES] [--json FILE]\n"
    "       tasks_empty many\n"
    "Times 1000 empty tasks, from submitting them to the end of all, REPEATS (default 5)\n"
    "times a sample. Each writes one of PLACES places in turn, 1 to 64 (default 1: a chain).\n"
    "Divide by 1000. The threads: OMP_NUM_THREADS.\n"
    "StarPU takes part where STARPU_NCPU says with how many threads; they poll, so at a\n"
    "real-time priority they get the next lower one.\n"
    "many: a million empty tasks, each on a part of its own, on the units of CTSAR_DEVICES; "
    "prints\n"
    "what memory the process took at most.\n";

int main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "many")) {
        many();
        return 0;
    }
    tasks_sides sides;
    measure_options o = measure_parse(
        argc, argv, (measure_options){.samples = 31, .repeats = 5, .n = 1, .rest_ms = 20}, help);
    places = o.n < 1 ? 1 : o.n < PLACES ? o.n : PLACES;
    tasks = 1000;
    tasks_sides_choose(&sides, by_openmp, by_ctsar, by_starpu, starpu_peer_empty, true);
    tasks_sides_measure(&sides, "tasks_empty", &o, 1e-6, "us");
    ctsar_tasks_free(&set);
    return 0;
}
