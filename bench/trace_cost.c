/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What CTSAR_TRACE costs: an event by itself, and passes with and without it.  Each sample has a
 * region of its own, since the environment is read when one opens. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "../apps/common/app.h"
#include "base/trace.h"
#include "ctsar.h"
#include "measure.h"

enum { PIECES = 100 }; /* of a pass that is handed out on demand, on all threads */

static char file[64];
static long inner; /* steps of an iteration */

/* A chain of multiplications, which takes as long whenever it runs. */
static void iterate(long n)
{
    double x = 1;
    for (long i = 0; i < n * inner; ++i) {
        x *= 1.0000001;
        __asm__ volatile("" : "+x"(x));
    }
}

static void passes(long n, ctsar_policy policy, const char *trace)
{
    ctsar *s = NULL;
    trace ? setenv("CTSAR_TRACE", trace, 1) : unsetenv("CTSAR_TRACE");
    ctsar_init(&s, PIECES, policy, CTSAR_DEV_CPU, NULL, NULL);
    ctsar_set_chunk(s, 1);
    for (; n > 0; --n) {
#pragma omp parallel
        do {
            ctsar_next(s, PIECES);
            iterate(CEND(s) - CSTART(s));
        } while (ctsar_loop(s));
    }
    ctsar_free(&s);
}

static void plain(long n)
{
    passes(n, CTSAR_ADAPTIVE, NULL);
}

static void traced(long n)
{
    passes(n, CTSAR_ADAPTIVE, file);
}

static void plain_pieces(long n)
{
    passes(n, CTSAR_CHUNK, NULL);
}

static void traced_pieces(long n)
{
    passes(n, CTSAR_CHUNK, file);
}

static void note(long n)
{
    ctsar__traced e = {.kind = CTSAR__TRACE_KINDS}; /* none that is written */
    for (; n > 0; --n) {
        e.begin = (double)n;
        ctsar__trace_note(&e);
    }
}

/* A pass of 1 ms. */
static void calibrate(void)
{
    inner = 10000;
    double start = app_seconds();
    iterate(PIECES);
    inner = (long)((double)inner * 1e-3 / (app_seconds() - start)) * omp_get_max_threads();
}

static void forget(void)
{
    unlink(file);
}

static const char help[] =
    "usage: trace_cost [-s SAMPLES] [-r REPEATS] [--json FILE]\n"
    "Times passes of 1 ms with and without CTSAR_TRACE: SAMPLES (default 21) of each variant, in\n"
    "turns; a sample is a region of REPEATS (default 30) passes.  Then an event by itself.  The\n"
    "team's size: OMP_NUM_THREADS.\n";

int main(int argc, char **argv)
{
    measure_variant whole[] = {
        {.name = "pass", .label = "pass of one range a core", .run = plain},
        {.name = "pass_traced", .label = "the same, traced", .run = traced},
    };
    measure_variant pieces[] = {
        {.name = "pieces", .label = "pass of 100 pieces on demand", .run = plain_pieces},
        {.name = "pieces_traced", .label = "the same, traced", .run = traced_pieces},
    };
    measure_variant event[] = {{.name = "event", .label = "an event", .run = note}};
    measure_options o =
        measure_parse(argc, argv, (measure_options){.samples = 21, .repeats = 30, .n = 1}, help);
    measure_options each = {.samples = o.samples, .repeats = 100000, .n = 1};
    o.n = PIECES;
    setenv("CTSAR_DEVICES", "cpu", 1);
    snprintf(file, sizeof file, "/tmp/ctsar-trace-cost-%ld.json", (long)getpid());
    atexit(forget); /* before the library's, so it comes after */
    calibrate();
    measure(&o, whole, 2);
    measure(&o, pieces, 2);
    measure(&each, event, 1);
    measure_report("trace_pass", &o, omp_get_max_threads(), whole, 2, 1e-6, "us");
    o.json = NULL;
    measure_report("trace_pieces", &o, omp_get_max_threads(), pieces, 2, 1e-6, "us");
    measure_report("trace_event", &each, 1, event, 1, 1e-9, "ns");
    return 0;
}
