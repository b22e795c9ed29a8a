/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What half and twice of each of the library's costs (sched/costs.h) does to a loop in which that
 * cost decides something: four regions in turns, of which two go by the cost as it is, so that
 * their ratio shows the noise. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctsar.h>

#include "../apps/common/app.h"
#include "base/clock.h"
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
} loop;

/* A row a line: the cost, what the loop is, then the loop. */
static const loop loops[] = {
    {"told_every", "empty passes, adaptive", CTSAR_ADAPTIVE, 1000, 0, false, 0, 0, false, 0},
    {"told_every", "empty passes, auto", CTSAR_AUTO, 1000, 0, false, 0, 0, false, 0},
    {"claim", "pieces of one iteration of 50 ns", CTSAR_CHUNK, 20000, .05, false, 1, 0, false, 0},
    {"claim", "pieces of one iteration of 1 us", CTSAR_CHUNK, 1000, 1, true, 1, 0, false, 0},
    {"wait_cores", "a thread 0.4 ms late", CTSAR_STATIC, 2, 0, false, 0, 400, false, 0},
    {"wait_cores", "a thread 0.9 ms late", CTSAR_STATIC, 2, 0, false, 0, 900, false, 0},
    {"wait_accelerators", "passes with an emulated accelerator", CTSAR_STATIC, 200, 1, false, 0, 0,
     true, 0},
    {"wait_crowded", "passes on twice as many threads as processors", CTSAR_STATIC, 200, 1, false,
     0, 0, false, 2},
    {"wait_spare", "one thread, an emulated accelerator 7 ms late", CTSAR_STATIC, 2, 0, false, 0,
     7000, true, -1},
    {"short_pass", "passes of 1.5 ms", CTSAR_AUTO, 3000, 1, true, 0, 0, false, 0},
    {"short_pass", "passes of 3 ms", CTSAR_AUTO, 6000, 1, true, 0, 0, false, 0},
    {"decide", "short passes of uneven iterations", CTSAR_AUTO, 400, 1, true, 0, 0, false, 0},
    {"hand_out", "short passes of uneven iterations", CTSAR_AUTO, 400, 1, true, 0, 0, false, 0},
    {"least_piece", "short passes of uneven iterations", CTSAR_AUTO, 400, 1, true, 0, 0, false, 0},
};

static const loop *measured;
static ctsar *region[VARIANTS];
static double line[MOST][LINE];
static double step_seconds; /* of one step over a line */

/* ---- The body ----------------------------------------------------------------------- */

/* An iteration's line is in the cache of the core that had it last. */
static void steps(long iteration, long count)
{
    double *at = line[iteration];
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
        steps(i, (long)((double)each * weight(i)));
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

static void as_it_is(long count)
{
    passes(region[0], count);
}

static void the_same(long count)
{
    passes(region[1], count);
}

static void half(long count)
{
    passes(region[2], count);
}

static void twice(long count)
{
    passes(region[3], count);
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
        open_region(&region[i], factor[i]);
    measure(&o, v, VARIANTS);
    printf("%s; %s; %.2f us; %.3f; %.3f; %.3f\n", measured->cost, measured->what, 1e6 * v[0].median,
           v[1].median / v[0].median, v[2].median / v[0].median, v[3].median / v[0].median);
    for (int i = 0; i < VARIANTS; ++i)
        ctsar_free(&region[i]);
}

static double seconds_of_a_step(void)
{
    enum { MANY = 10000000 };
    double began = ctsar__now();
    steps(0, MANY);
    return (ctsar__now() - began) / MANY;
}

static const char help[] =
    "usage: costs [-s SAMPLES] [-r REPEATS] [-n LOOP]\n"
    "Times loops in which one of the library's costs decides something, with that cost as it\n"
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
