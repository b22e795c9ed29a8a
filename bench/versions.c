/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A family of versions against the best of them fixed by hand, for each loop of apps/versions over
 * four decades of size, on the units of CTSAR_DEVICES:
 *   after learning   time of a pass by the family / by the version that is the fastest there
 *   learning         50 passes of a new region / 50 passes by that version, less one
 * Passes of both sides alternate; figures are ratios of medians. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../apps/common/app.h"
#include "../apps/versions/work.h"

#define WORTH_A_REST 1e-3 /* s: what is shorter would find cold caches behind it */
enum { MOST = 8, PASSES = 50, COURSES = 5, SAMPLES = 41 };

/* A way of executing the loop: by the family, or by one version. */
typedef struct side {
    const ctsar_kernel *kernel;
    ctsar *region;
    double sample[SAMPLES];
    double median;
} side;

static ctsar *open_region(const ctsar_kernel *kernel, long n)
{
    ctsar *s = NULL;
    ctsar_init(&s, (size_t)n, CTSAR_ADAPTIVE, CTSAR_DEV_ALL, NULL, NULL);
    if (ctsar_set_kernel(s, kernel))
        ctsar_free(&s); /* the units have no form of it */
    return s;
}

static double timed(const work *w, const side *x, long passes)
{
    double began = app_seconds();
    for (long i = 0; i < passes; ++i)
        w->pass(x->region, x->kernel);
    return app_seconds() - began;
}

/* At real-time priority the system takes the processor away for 50 ms once such threads have had
 * nearly all of a second, which would count for whichever side executes then. */
static void rest(double seconds)
{
    struct timespec t = {(time_t)seconds, (long)(1e9 * (seconds - floor(seconds)))};
    nanosleep(&t, NULL);
}

/* Passes in a sample, so that it lasts for a millisecond. */
static long repeats_of(const work *w, const side *x)
{
    long repeats = 1;
    while (timed(w, x, repeats) < 1e-3 && repeats < 10000)
        repeats *= 2;
    return repeats;
}

/* Sides: the family first, then the versions that the units have a form of. */
static int open_sides(const work *w, long n, side *x)
{
    int sides = 1;
    x[0] = (side){.kernel = w->family, .region = open_region(w->family, n)};
    for (int v = 0; w->family->versions[v] && sides < MOST; ++v) {
        x[sides] = (side){.kernel = w->family->versions[v]};
        x[sides].region = open_region(x[sides].kernel, n);
        sides += x[sides].region != NULL;
    }
    return sides;
}

static void measure_sides(const work *w, side *x, int sides)
{
    for (int i = 0; i < sides; ++i)
        timed(w, &x[i], i ? 3 : 3 * PASSES);
    long repeats = repeats_of(w, &x[0]);
    for (int k = 0; k < SAMPLES; ++k)
        for (int i = 0; i < sides; ++i)
            x[i].sample[k] = timed(w, &x[i], repeats) / (double)repeats;
    for (int i = 0; i < sides; ++i)
        x[i].median = app_spread_of(x[i].sample, SAMPLES).median;
}

static int fastest_of(const side *x, int sides)
{
    int best = 1;
    for (int i = 2; i < sides; ++i)
        best = x[i].median < x[best].median ? i : best;
    return best;
}

/* 50 passes of a region that knows nothing, over as many by the best version, less one. */
static double learning(const work *w, const side *best, long n)
{
    double ratio[COURSES];
    for (int k = 0; k < COURSES; ++k) {
        side fresh = {.kernel = w->family, .region = open_region(w->family, n)};
        side known = {.kernel = best->kernel, .region = open_region(best->kernel, n)};
        double all = 0, by_best = 0;
        for (int pass = 0; pass < PASSES; ++pass) {
            double new = timed(w, &fresh, 1), old = timed(w, &known, 1);
            all += new;
            by_best += old;
            if (new + old > WORTH_A_REST)
                rest((new + old) / 8);
        }
        ratio[k] = all / by_best;
        ctsar_free(&fresh.region);
        ctsar_free(&known.region);
    }
    return app_spread_of(ratio, COURSES).median - 1;
}

static void close_sides(const work *w, side *x, int sides)
{
    for (int i = 0; i < sides; ++i)
        if (x[i].region)
            ctsar_free(&x[i].region);
    w->close();
}

static void measure_size(const work *w, long n)
{
    side x[MOST];
    w->open(n);
    int sides = open_sides(w, n, x);
    if (sides < 2 || !x[0].region) {
        printf("%-12s %8ld  the units can execute none of its versions\n", w->name, n);
        close_sides(w, x, sides);
        return;
    }
    measure_sides(w, x, sides);
    int best = fastest_of(x, sides);
    printf("%-12s %8ld  %-10s %10.2f  %6.3f  %+7.1f %%", w->name, n, x[best].kernel->name,
           x[best].median * 1e6, x[0].median / x[best].median, 100 * learning(w, &x[best], n));
    for (int i = 1; i < sides; ++i)
        printf("  %s %.2f", x[i].kernel->name, x[i].median / x[best].median);
    printf("\n");
    fflush(stdout);
    close_sides(w, x, sides);
}

int main(int argc, char **argv)
{
    long most = argc > 1 ? app_number("MOST", argv[1], 10, 10000000) : 100000;
    const char *only = argc > 2 ? argv[2] : NULL;
    ctsar_set_error_mode(CTSAR_ERRORS_RETURN);
    printf("%-12s %8s  %-10s %10s  %6s  %9s\n", "loop", "n", "best", "pass/us", "family",
           "learning");
    for (const work *const *w = works; *w; ++w)
        for (long n = 10; n <= most; n *= 10)
            if (!only || !strcmp(only, (*w)->name))
                measure_size(*w, n);
    return 0;
}
