/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What half and twice of each of the library's costs (sched/costs.h) does to a loop, or to tasks,
 * in which that cost decides something: four regions, or sets of tasks, in turns, of which two go
 * by the cost as it is, so that their ratio shows the noise. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctsar.h>

#include "../apps/common/app.h"
#include "base/clock.h"
#include "costs_tasks.h"
#include "measure.h"
#include "region/state.h"

enum { VARIANTS = 4, MOST = 20000, LINE = 8 }; /* MOST iterations, a cache line for each */

static const double factor[VARIANTS] = {1, 1, 0.5, 2};

typedef struct loop {
    const char *cost, *what;
    ctsar_policy policy;
    long n;        /* iterations a pass, ... */
    double us;     /* ... each so long on average ... */
    bool scatters; /* ... but from next to nothing to twice of that */
    long chunk;    /* 0: the policy's default */
    long late;     /* microseconds that the last iteration takes besides */
    bool emulated; /* an accelerator takes part, in the background */
    int crowd;     /* threads for each processor; 0: 1; -1: one thread, and one range in flight */
    int chained;   /* > 0: no loop, but n tasks, each on data of its own but for the last so many,
                    * which follow one another.  They are submitted `late` after the last n */
} loop;

#define TASKS(n, us, late, emulated, chained)                                                      \
    CTSAR_STATIC, n, us, false, 0, late, emulated, 0, chained
/* A row a line: the cost, what the loop is, then the loop. */
static const loop loops[] = {
    {"told_every", "empty passes, adaptive", CTSAR_ADAPTIVE, 1000, 0, false, 0, 0, false, 0, 0},
    {"told_every", "empty passes, auto", CTSAR_AUTO, 1000, 0, false, 0, 0, false, 0, 0},
    {"claim", "pieces of one iteration of 50 ns", CTSAR_CHUNK, 20000, .05, false, 1, 0, false, 0,
     0},
    {"claim", "pieces of one iteration of 1 us", CTSAR_CHUNK, 1000, 1, true, 1, 0, false, 0, 0},
    {"wait_cores", "a thread 0.4 ms late", CTSAR_STATIC, 2, 0, false, 0, 400, false, 0, 0},
    {"wait_cores", "a thread 0.9 ms late", CTSAR_STATIC, 2, 0, false, 0, 900, false, 0, 0},
    {"wait_accelerators", "passes with an emulated accelerator", CTSAR_STATIC, 200, 1, false, 0, 0,
     true, 0, 0},
    {"wait_crowded", "passes on twice as many threads as processors", CTSAR_STATIC, 200, 1, false,
     0, 0, false, 2, 0},
    {"wait_spare", "one thread, an emulated accelerator 7 ms late", CTSAR_STATIC, 2, 0, false, 0,
     7000, true, -1, 0},
    {"short_pass", "passes of 1.5 ms", CTSAR_AUTO, 3000, 1, true, 0, 0, false, 0, 0},
    {"short_pass", "passes of 3 ms", CTSAR_AUTO, 6000, 1, true, 0, 0, false, 0, 0},
    {"decide", "short passes of uneven iterations", CTSAR_AUTO, 400, 1, true, 0, 0, false, 0, 0},
    {"hand_out", "short passes of uneven iterations", CTSAR_AUTO, 400, 1, true, 0, 0, false, 0, 0},
    {"least_piece", "short passes of uneven iterations", CTSAR_AUTO, 400, 1, true, 0, 0, false, 0,
     0},
    {"task_wait", "two tasks of 10 us, 40 us after the last ones", TASKS(2, 10, 40, false, 1)},
    {"task_wait", "two tasks of 10 us, 80 us after the last ones", TASKS(2, 10, 80, false, 1)},
    {"task_shared", "tasks of 0.2 us", TASKS(1000, .2, 0, false, 1)},
    {"task_shared", "tasks of 0.45 us", TASKS(1000, .45, 0, false, 1)},
    {"task_brief", "tasks of 30 us", TASKS(200, 30, 0, false, 1)},
    {"task_brief", "tasks of 60 us", TASKS(200, 60, 0, false, 1)},
    {"task_batch", "tasks of 15 us", TASKS(200, 15, 0, false, 1)},
    {"task_short", "tasks of 70 us", TASKS(400, 70, 0, false, 1)},
    {"task_wake", "tasks of 15 us beside an emulated accelerator", TASKS(200, 15, 0, true, 1)},
    {"task_way", "tasks of 4 us, the last third a chain", TASKS(150, 4, 0, false, 50)},
    {"task_way", "tasks of 7 us, the last third a chain", TASKS(150, 7, 0, false, 50)},
};

static const loop *measured;
static ctsar *region[VARIANTS];
static ctsar_tasks *set[VARIANTS];
static double line[MOST][LINE];
static double step_seconds; /* of one step over a line */

/* ---- The body ----------------------------------------------------------------------- */

/* An iteration's line is in the cache of the core that had it last. */
static __attribute__((noinline)) void steps(double *at, long count)
{
    for (long k = 0; k < count; ++k)
        at[k % LINE] += 1e-9;
}

/* From 0 to 2, the same in every pass. */
static double weight(long i)
{
    unsigned k = (unsigned)i * 0x9E3779B1u;
    return measured->scatters ? ((k ^ k >> 15) * 0x85EBCA77u >> 8) / 8388608.0 : 1;
}

static void late(void)
{
    double end = ctsar__now() + 1e-6 * (double)measured->late;
    while (ctsar__now() < end)
        ;
}

static void iterations(const ctsar_call *c)
{
    long each = (long)(1e-6 * measured->us / step_seconds);
    for (long i = c->start; i < c->end; i += c->step) {
        steps(line[i], (long)((double)each * weight(i)));
        if (measured->late && i == measured->n - 1)
            late();
    }
}

static const ctsar_kernel kernel = {.name = "iterations", .host = iterations};

static void passes(ctsar *s, long count)
{
    for (; count > 0; --count) {
#pragma omp parallel
        do {
            ctsar_next(s, (size_t)measured->n);
            if (measured->emulated)
                ctsar_launch(s, &kernel, NULL, 0);
            else if (CSTART(s) < CEND(s))
                iterations(&(ctsar_call){.start = CSTART(s), .end = CEND(s), .step = 1});
        } while (ctsar_loop(s));
    }
}

static void task(const ctsar_call *c)
{
    steps(c->arg[0], (long)(1e-6 * measured->us / step_seconds));
}

static const ctsar_kernel one = {.name = "one", .host = task};

static void groups(ctsar_tasks *t, long count)
{
    for (; count > 0; --count) {
        late();
        for (long i = 0; i < measured->n; ++i) {
            long first = measured->n - measured->chained;
            const ctsar_access part[] = {CTSAR_INOUT(line[i < first ? i : first], sizeof *line)};
            ctsar_task(t, &one, 0, 1, part, 1, 0);
        }
        ctsar_tasks_wait(t, NULL);
    }
}

static void execute(int variant, long count)
{
    if (measured->chained)
        groups(set[variant], count);
    else
        passes(region[variant], count);
}

static void as_it_is(long count)
{
    execute(0, count);
}

static void the_same(long count)
{
    execute(1, count);
}

static void half(long count)
{
    execute(2, count);
}

static void twice(long count)
{
    execute(3, count);
}

/* ---- Regions -------------------------------------------------------------------------- */

static void open_region(ctsar **s, double times)
{
    unsigned devices = measured->emulated ? CTSAR_DEV_ALL : CTSAR_DEV_CPU;
    ctsar_init(s, (size_t)measured->n, measured->policy, devices, NULL, NULL);
    if (measured->chunk)
        ctsar_set_chunk(*s, (size_t)measured->chunk);
    *ctsar__costs_named(&(*s)->costs, measured->cost) *= times;
    if ((*s)->sched->told_every > 0) /* the policy has it from the costs */
        (*s)->sched->told_every = (*s)->costs.told_every;
}

static void measure_loop(const measure_options *options)
{
    measure_variant v[VARIANTS] = {{.name = "as found", .run = as_it_is},
                                   {.name = "again", .run = the_same},
                                   {.name = "half", .run = half},
                                   {.name = "twice", .run = twice}};
    measure_options o = *options;
    if (measured->n * measured->us + (double)measured->late > 50)
        o.repeats = o.repeats / 10 + 1;
    for (int i = 0; i < VARIANTS; ++i)
        if (measured->chained)
            costs_open_tasks(&set[i], measured->emulated, measured->cost, factor[i]);
        else
            open_region(&region[i], factor[i]);
    measure(&o, v, VARIANTS);
    printf("%s; %s; %.2f us; %.3f; %.3f; %.3f\n", measured->cost, measured->what, 1e6 * v[0].median,
           v[1].median / v[0].median, v[2].median / v[0].median, v[3].median / v[0].median);
    for (int i = 0; i < VARIANTS; ++i) {
        ctsar_free(&region[i]);
        ctsar_tasks_free(&set[i]);
    }
}

static double seconds_of_a_step(void)
{
    volatile long many = 10000000; /* or its steps would be compiled for that number */
    double began = ctsar__now();
    steps(line[0], many);
    return (ctsar__now() - began) / (double)many;
}

static const char help[] =
    "usage: costs [-s SAMPLES] [-r REPEATS] [-n LOOP]\n"
    "Times loops, or tasks, in which one of the library's costs decides something, with that cost "
    "as it\n"
    "is, as it is once more, at half and at twice: all of them, or the LOOP-th from 1 on.\n"
    "SAMPLES (default 51) of each, in turns; a sample is REPEATS (default 200) passes, a tenth of\n"
    "that where a pass is no short one.  Prints a line for each: the cost; the loop; the median\n"
    "time of a pass; the medians of the other three as parts of that.\n";

int main(int argc, char **argv)
{
    measure_options o =
        measure_parse(argc, argv, (measure_options){.samples = 51, .repeats = 200, .n = 0}, help);
    int processors = omp_get_num_procs();
    step_seconds = seconds_of_a_step();
    setenv("CTSAR_DEVICES", "cpu,emu", 1);
    for (long k = 0; k < (long)(sizeof loops / sizeof *loops); ++k) {
        measured = &loops[k];
        omp_set_num_threads(measured->crowd < 0 ? 1
                            : measured->crowd   ? measured->crowd * processors
                                                : processors);
        if (measured->crowd < 0)
            setenv("CTSAR_INFLIGHT", "1", 1);
        if (o.n == 0 || o.n == k + 1)
            measure_loop(&o);
        unsetenv("CTSAR_INFLIGHT");
    }
    return 0;
}
