/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the applications share. */
#define _GNU_SOURCE /* program_invocation_short_name */
#include "app.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void app_fail(const char *format, ...)
{
    va_list args;

    fprintf(stderr, "%s: ", program_invocation_short_name);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    exit(2);
}

long app_number(const char *what, const char *text, long min, long max)
{
    char *end;

    errno = 0;
    long value = strtol(text, &end, 10);
    if (errno || end == text || *end || value < min || value > max)
        app_fail("%s is '%s'; a whole number from %ld to %ld is wanted", what, text, min, max);
    return value;
}

void *app_alloc(size_t size)
{
    void *memory = malloc(size ? size : 1);

    if (!memory)
        app_fail("not enough memory for %zu bytes", size);
    return memory;
}

double app_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* The value below which a part `q` of the n sorted values lies, interpolated. */
static double quantile(const double *sorted, long n, double q)
{
    double at = q * (double)(n - 1);
    long below = (long)floor(at);
    long above = below + 1 < n ? below + 1 : below;

    return sorted[below] + (at - (double)below) * (sorted[above] - sorted[below]);
}

app_spread app_spread_of(const double *samples, long n)
{
    double *sorted = app_alloc((size_t)n * sizeof *sorted);

    memcpy(sorted, samples, (size_t)n * sizeof *sorted);
    qsort(sorted, (size_t)n, sizeof *sorted, ascending);
    app_spread s = {quantile(sorted, n, 0.5), quantile(sorted, n, 0.1), quantile(sorted, n, 0.9)};
    free(sorted);
    return s;
}

double app_row_error(const double *value, const double *reference, size_t n)
{
    double difference = 0, magnitude = 0;

    for (size_t j = 0; j < n; ++j) {
        if (!isfinite(value[j]))
            return INFINITY;
        difference = fmax(difference, fabs(value[j] - reference[j]));
        magnitude = fmax(magnitude, fabs(reference[j]));
    }
    if (difference == 0)
        return 0;
    return magnitude > 0 ? difference / magnitude : INFINITY;
}
