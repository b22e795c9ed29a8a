/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Loops on the cores whose iterations differ, and loops of single iterations: ctsar's
 * policies against OpenMP's schedules, with the same body.  After each sample, outside of its time,
 * what its last loop has written is compared with a serial loop's results, bit by bit. */
#define _GNU_SOURCE
#include <math.h>
#include <omp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <ctsar.h>

#include "../apps/common/app.h"
#include "measure.h"

/* Steps of a dependent chain of multiplications that each iteration does. */
static int *steps;
static long n;
static double *result, *expected;
static double sign = 1; /* other than that of the loop before, whose results are still there */

/* The start is exact, so no way to compile it gives other bits. */
static inline double chain(long i)
{
    double x = sign * (1 + (double)i * 0x1p-30);
    for (int k = steps[i]; k > 0; --k)
        x *= 1.0000001;
    return x;
}

static inline void body(long i)
{
    result[i] = chain(i);
}

/* ---- Shapes: steps of iteration i, about `mean` on average ------------------------ */

static double hash(long i)
{
    unsigned k = (unsigned)i * 0x9E3779B1u;
    k = (k ^ k >> 15) * 0x85EBCA77u;
    return ((k ^ k >> 13) >> 8) / 16777216.0;
}

static double nothing(long i)
{
    (void)i;
    return 0;
}

static double uniform(long i)
{
    (void)i;
    return 1;
}

static double triangular(long i)
{
    return 2.0 * (double)(n - i) / (double)n;
}

static double exponential(long i)
{
    return -log(1 - hash(i));
}

static double stepped(long i)
{
    return i < n / 4 ? 3.25 : .25;
}

typedef struct shape {
    const char *name;
    double (*cost)(long i);
    bool single;    /* measured in pieces of one iteration */
    bool disturbed; /* while another process is at work on one of the cores */
} shape;

static const shape shapes[] = {
    {.name = "empty", .cost = nothing, .single = true},
    {.name = "even", .cost = uniform, .single = true},
    {.name = "triangular", .cost = triangular},
    {.name = "random", .cost = exponential},
    {.name = "stepped", .cost = stepped},
    {.name = "disturbed", .cost = uniform, .disturbed = true},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

/* ---- Variants ------------------------------------------------------------------------ */

static void omp_runtime(omp_sched_t kind, int chunk, long repeats)
{
    omp_set_schedule(kind, chunk);
    for (; repeats > 0; --repeats) {
        sign = -sign;
#pragma omp parallel for schedule(runtime)
        for (long i = 0; i < n; ++i)
            body(i);
    }
}

static void omp_dynamic_1(long repeats)
{
    omp_runtime(omp_sched_dynamic, 1, repeats);
}

static void omp_static(long repeats)
{
    omp_runtime(omp_sched_static, 0, repeats);
}

static void omp_guided(long repeats)
{
    omp_runtime(omp_sched_guided, 1, repeats);
}

/* With a barrier before the one at the region's end, as a pass of ctsar has it. */
static void omp_guided_barrier(long repeats)
{
    for (; repeats > 0; --repeats) {
        sign = -sign;
#pragma omp parallel
        {
#pragma omp for schedule(guided, 1) nowait
            for (long i = 0; i < n; ++i)
                body(i);
#pragma omp barrier
        }
    }
}

static ctsar *region[2][CTSAR_AUTO + 1]; /* whose threads wait, and others */

static void with_ctsar(ctsar_policy policy, bool nowait, const int *div, long repeats)
{
    ctsar **s = &region[nowait][policy];
    ctsar_init(s, (size_t)n, policy, CTSAR_DEV_CPU, NULL, div);
    ctsar_set_nowait(*s, nowait);
    for (; repeats > 0; --repeats) {
        sign = -sign;
#pragma omp parallel
        do {
            ctsar_next(*s, (size_t)n);
            for (long i = CSTART(*s); i < CEND(*s); ++i)
                body(i);
        } while (ctsar_loop(*s));
    }
}

static void ctsar_chunk_1(long repeats)
{
    int div = (int)n;
    with_ctsar(CTSAR_CHUNK, false, &div, repeats);
}

static void ctsar_adaptive(long repeats)
{
    with_ctsar(CTSAR_ADAPTIVE, false, NULL, repeats);
}

static void ctsar_hybrid(long repeats)
{
    with_ctsar(CTSAR_HYBRID, false, NULL, repeats);
}

static void ctsar_auto(long repeats)
{
    with_ctsar(CTSAR_AUTO, false, NULL, repeats);
}

static void ctsar_adaptive_nowait(long repeats)
{
    with_ctsar(CTSAR_ADAPTIVE, true, NULL, repeats);
}

static void ctsar_auto_nowait(long repeats)
{
    with_ctsar(CTSAR_AUTO, true, NULL, repeats);
}

static measure_variant single[] = {
    {.name = "dynamic_1", .label = "omp parallel for schedule(dynamic, 1)", .run = omp_dynamic_1},
    {.name = "chunk_1", .label = "ctsar, chunk, pieces of 1", .run = ctsar_chunk_1},
};

static measure_variant whole[] = {
    {.name = "dynamic_1", .label = "omp parallel for schedule(dynamic, 1)", .run = omp_dynamic_1},
    {.name = "static", .label = "omp parallel for schedule(static)", .run = omp_static},
    {.name = "guided", .label = "omp parallel for schedule(guided)", .run = omp_guided},
    {.name = "guided_barrier", .label = "the same, and omp barrier", .run = omp_guided_barrier},
    {.name = "adaptive", .label = "ctsar, adaptive", .run = ctsar_adaptive},
    {.name = "hybrid", .label = "ctsar, hybrid", .run = ctsar_hybrid},
    {.name = "auto", .label = "ctsar, auto", .run = ctsar_auto},
    {.name = "adaptive_nowait", .label = "ctsar, adaptive, nowait", .run = ctsar_adaptive_nowait},
    {.name = "auto_nowait", .label = "ctsar, auto, nowait", .run = ctsar_auto_nowait},
};

/* ---- Program ----------------------------------------------------------------------------- */

/* Steps that take a microsecond: the most of several trials, since what disturbs only takes away.
 */
static double steps_per_us(void)
{
    enum { PROBE = 200000, TRIALS = 50 };
    double most = 0;
    steps[0] = PROBE;
    for (int i = 0; i < TRIALS; ++i) {
        double began = omp_get_wtime();
        body(0);
        most = fmax(most, PROBE / (1e6 * (omp_get_wtime() - began)));
    }
    return most;
}

static void fill(const shape *s)
{
    double mean = steps_per_us();
    for (long i = 0; i < n; ++i)
        steps[i] = (int)(s->cost(i) * mean + .5);
}

static void expect(void)
{
    for (long i = 0; i < n; ++i)
        expected[i] = chain(i);
}

static void check(const char *label)
{
    for (long i = 0; i < n; ++i) {
        double wanted = sign * expected[i];
        if (memcmp(&result[i], &wanted, sizeof wanted) != 0)
            app_fail("%s: iteration %ld gave %.17g, not %.17g", label, i, result[i], wanted);
    }
}

static const shape *find(const char *name)
{
    for (int i = 0; i < SHAPES; ++i)
        if (!strcmp(shapes[i].name, name))
            return &shapes[i];
    app_fail("no shape '%s'; there are: empty, even, triangular, random, stepped, disturbed", name);
}

/* A process that never rests, on the last of the processors that this one may use. */
static pid_t disturb(void)
{
    cpu_set_t may, last;
    pid_t child = fork();
    if (child < 0)
        app_fail("no process can be started");
    if (child)
        return child;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    sched_getaffinity(0, sizeof may, &may);
    for (int p = 0; p < CPU_SETSIZE; ++p)
        if (CPU_ISSET(p, &may)) {
            CPU_ZERO(&last);
            CPU_SET(p, &last);
        }
    sched_setaffinity(0, sizeof last, &last);
    for (;;)
        __asm__ volatile("");
}

/* Beside another process a pass lasts as long as its iterations take, or until a turn of that
 * process is over, which is several milliseconds.  About half of the passes meet one, so the median
 * of passes is now the one, now the other.  What a pass takes on average does not jump: a sample
 * is to last for many turns. */
static long repeats_beside(long iterations)
{
    enum { LASTS_US = 100000, LEAST = 8 };
    long passes = LASTS_US / iterations;
    return passes > LEAST ? passes : LEAST;
}

static const char help[] =
    "usage: loops SHAPE [-s SAMPLES] [-r REPEATS] [-n N] [--json FILE]\n"
    "Times loops of N iterations (default 20000) on the cores by ctsar's policies and by OpenMP's\n"
    "schedules, in turns: SAMPLES (default 15) of REPEATS loops each (default 3; disturbed: as "
    "many\n"
    "as take 0.1 s).\n"
    "SHAPE: empty, or even at 1 us: pieces of one iteration; triangular, random, stepped: 1 us an\n"
    "iteration on average; disturbed: even, while another process is at work on one core.\n"
    "The team's size: OMP_NUM_THREADS.\n";

int main(int argc, char **argv)
{
    bool named = argc > 1 && argv[1][0] != '-';
    measure_options o =
        measure_parse(argc - named, argv + named,
                      (measure_options){.samples = 15, .repeats = 0, .n = 20000}, help);
    const shape *s = find(named ? argv[1] : "empty");
    char title[40];

    n = o.n;
    if (!o.repeats)
        o.repeats = s->disturbed ? repeats_beside(n) : 3;
    o.rest_ms = s->disturbed ? 20 : 0; /* each begins with an equal share of the processor */
    steps = app_alloc((size_t)n * sizeof *steps);
    result = app_alloc((size_t)n * sizeof *result);
    expected = app_alloc((size_t)n * sizeof *expected);
    fill(s);
    expect();
    o.check = check;
    pid_t other = s->disturbed ? disturb() : 0;
    snprintf(title, sizeof title, "loops_%s", s->name);
    measure_variant *v = s->single ? single : whole;
    int count = s->single ? sizeof single / sizeof *single : sizeof whole / sizeof *whole;
    measure(&o, v, count);
    if (other)
        kill(other, SIGKILL);
    measure_report(title, &o, omp_get_max_threads(), v, count, 1e-3, "ms");
    for (int i = 0; i < 2 * (CTSAR_AUTO + 1); ++i)
        ctsar_free(&region[i / (CTSAR_AUTO + 1)][i % (CTSAR_AUTO + 1)]);
    free(expected);
    free(result);
    free(steps);
    return 0;
}
