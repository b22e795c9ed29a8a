/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The registered arrays of a code: their data before and after an execution. */
#include "arrays.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../apps/common/app.h"

typedef struct array {
    const char *name;
    char kind; /* SUITE_KIND */
    long rows, cols;
    unsigned flags;
    void *values, *kept; /* kept: as `setup` left it; NULL where nothing changes it in place */
    double *serial;      /* the serial run's copy */
} array;

enum { MAX_ARRAYS = 16 };
static array arrays[MAX_ARRAYS];
static int count;

static size_t item_size(char kind)
{
    return kind == 'f' ? sizeof(float) : kind == 'd' ? sizeof(double) : sizeof(int);
}

static size_t items(const array *a)
{
    return (size_t)a->rows * (size_t)a->cols;
}

static double value(const array *a, size_t at)
{
    if (a->kind == 'f')
        return (double)((const float *)a->values)[at];
    return a->kind == 'd' ? ((const double *)a->values)[at] : (double)((const int *)a->values)[at];
}

static void fill_nan(const array *a)
{
    for (size_t i = 0; i < items(a); ++i) {
        if (a->kind == 'f')
            ((float *)a->values)[i] = NAN;
        else if (a->kind == 'd')
            ((double *)a->values)[i] = NAN;
        else
            ((int *)a->values)[i] = INT_MIN;
    }
}

void *suite_array_of(const char *name, char kind, long rows, long cols, unsigned flags)
{
    array *a = &arrays[count];

    if (count++ == MAX_ARRAYS)
        app_fail("more than %d arrays", MAX_ARRAYS);
    if ((size_t)cols > SIZE_MAX / sizeof(double) / (size_t)rows)
        app_fail("%s of %ld x %ld elements is too large", name, rows, cols);
    *a = (array){.name = name, .kind = kind, .rows = rows, .cols = cols, .flags = flags};
    a->values = app_alloc(items(a) * item_size(kind));
    fill_nan(a);
    return a->values;
}

double *suite_serial(const void *values)
{
    for (int i = 0; i < count; ++i)
        if (arrays[i].values == values && arrays[i].serial)
            return arrays[i].serial;
    app_fail("the code asked for the serial copy of an array that it has not registered");
}

void suite_arrays_keep(void)
{
    for (int i = 0; i < count; ++i)
        if ((arrays[i].flags & SUITE_INOUT) == SUITE_INOUT) {
            size_t size = items(&arrays[i]) * item_size(arrays[i].kind);
            arrays[i].kept = app_alloc(size);
            memcpy(arrays[i].kept, arrays[i].values, size);
        }
}

void suite_arrays_reset(void)
{
    for (int i = 0; i < count; ++i) {
        array *a = &arrays[i];
        if (a->kept)
            memcpy(a->values, a->kept, items(a) * item_size(a->kind));
        else if (a->flags & SUITE_OUTPUT)
            fill_nan(a);
    }
}

void suite_arrays_expect(void (*serial)(void))
{
    for (int i = 0; i < count; ++i) {
        array *a = &arrays[i];
        a->serial = app_alloc(items(a) * sizeof(double));
        for (size_t at = 0; at < items(a); ++at)
            a->serial[at] = value(a, at);
    }
    serial();
}

/* Rounding allows more where sums are longer. */
static double default_tolerance(const array *a)
{
    long extent = a->rows > a->cols ? a->rows : a->cols;
    double scale = extent > 1024 ? (double)extent / 1024 : 1;

    return a->kind == 'i' ? 0 : scale * (a->kind == 'f' ? 2e-5 : 1e-12);
}

static double array_error(const array *a)
{
    double *row = app_alloc((size_t)a->cols * sizeof *row), worst = 0;

    for (long i = 0; i < a->rows; ++i) {
        size_t at = (size_t)i * (size_t)a->cols;
        for (long j = 0; j < a->cols; ++j)
            row[j] = value(a, at + (size_t)j);
        worst = fmax(worst, app_row_error(row, a->serial + at, (size_t)a->cols));
    }
    free(row);
    return worst;
}

double suite_arrays_compare(double tolerance, double *error)
{
    double worst = 0;

    *error = 0;
    for (int i = 0; i < count; ++i) {
        const array *a = &arrays[i];
        if (!(a->flags & SUITE_OUTPUT) || (a->flags & SUITE_UNCHECKED))
            continue;
        double limit = tolerance > 0 && a->kind != 'i' ? tolerance : default_tolerance(a);
        double found = array_error(a);
        double part = found == 0 ? 0 : limit > 0 ? found / limit : INFINITY;
        if (part > 1)
            fprintf(stderr, "%s: a row's error is %.2e, more than %.1e\n", a->name, found, limit);
        worst = fmax(worst, part);
        *error = fmax(*error, found);
    }
    return worst;
}

void suite_arrays_print_sums(void)
{
    double sum = 0, weighted = 0;
    size_t index = 0;

    for (int i = 0; i < count; ++i)
        for (size_t at = 0; (arrays[i].flags & SUITE_RESULT) && at < items(&arrays[i]);
             ++at, ++index) {
            double v = value(&arrays[i], at);
            sum += v;
            weighted += v * (double)(1 + index % 97);
        }
    printf("sum %.15g weighted %.15g\n", sum, weighted);
}

void suite_arrays_free(void)
{
    for (int i = 0; i < count; ++i) {
        free(arrays[i].values);
        free(arrays[i].kept);
        free(arrays[i].serial);
    }
    count = 0;
}
