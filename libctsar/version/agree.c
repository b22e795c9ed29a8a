/* SPDX-License-Identifier: BSD-3-Clause */
#include "version/agree.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Sums that cancel leave rounding errors of what was summed, not of what is left; of that the
 * largest number gives an idea. */
#define ROUNDINGS 16.0

/* ---- Numbers ------------------------------------------------------------------------------ */

/* Bytes of a number; 0: elements are compared as such. */
static size_t number_size(const ctsar_kernel *family, size_t size)
{
    if (family->agrees)
        return 0;
    if (family->number == CTSAR_NUMBER_BY_SIZE)
        return size == sizeof(float) || size == sizeof(double) ? size : 0;
    size_t bytes = family->number == CTSAR_NUMBER_FLOAT ? sizeof(float) : sizeof(double);
    return size % bytes ? 0 : bytes;
}

static double number(const char *at, size_t size)
{
    double d;
    float f;
    if (size == sizeof f) {
        memcpy(&f, at, sizeof f);
        return f;
    }
    memcpy(&d, at, sizeof d);
    return d;
}

static double largest(const char *numbers, size_t size, size_t bytes)
{
    double most = 0;
    for (size_t at = 0; at < bytes; at += size) {
        double x = fabs(number(numbers + at, size));
        most = isfinite(x) ? fmax(most, x) : most;
    }
    return most;
}

/* NaN agrees with NaN, infinity with the same infinity. */
static bool close_by(double a, double b, double tolerance, double least)
{
    double differ = fabs(a - b);
    return a == b || (isnan(a) && isnan(b)) || differ <= least ||
           (isfinite(differ) && differ <= tolerance * fmax(fabs(a), fabs(b)));
}

static bool numbers_agree(const ctsar_kernel *family, const char *a, const char *b, size_t size,
                          size_t bytes, ctsar__disagreement *where)
{
    double rounding = size == sizeof(float) ? FLT_EPSILON : DBL_EPSILON;
    double least = ROUNDINGS * rounding * largest(a, size, bytes);
    for (size_t at = 0; at < bytes; at += size) {
        double x = number(a + at, size), y = number(b + at, size);
        if (close_by(x, y, family->tolerance, least))
            continue;
        int digits = size == sizeof(float) ? FLT_DECIMAL_DIG : DBL_DECIMAL_DIG;
        where->at = at;
        snprintf(where->first, sizeof where->first, "%.*g", digits, x);
        snprintf(where->other, sizeof where->other, "%.*g", digits, y);
        return false;
    }
    return true;
}

/* ---- Others ------------------------------------------------------------------------------- */

static void show(const char *element, size_t size, char text[40])
{
    size_t at = (size_t)snprintf(text, 40, "0x");
    for (size_t i = 0; i < size && at + 3 < 40; ++i)
        at += (size_t)snprintf(text + at, 40 - at, "%02x", (unsigned char)element[i]);
}

bool ctsar__agree(const ctsar_kernel *family, const void *first, const void *other, size_t size,
                  size_t count, ctsar__disagreement *where)
{
    const char *a = first, *b = other;
    size_t bytes = size * count, of_number = number_size(family, size);
    if (of_number)
        return numbers_agree(family, a, b, of_number, bytes, where);
    for (size_t at = 0; at < bytes; at += size)
        if (family->agrees ? !family->agrees(a + at, b + at, size)
                           : memcmp(a + at, b + at, size) != 0) {
            where->at = at;
            show(a + at, size, where->first);
            show(b + at, size, where->other);
            return false;
        }
    return true;
}
