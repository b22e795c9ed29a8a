/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "base/quantity.h"

#include <ctype.h>
#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct scale {
    const char *unit;
    double times, over; /* a value in this unit is value * times / over; both are exact */
} scale;

#define KI 1024.0

static const scale time_scales[] = {
    {"ns", 1, 1e9}, {"us", 1, 1e6}, {"ms", 1, 1e3}, {"s", 1, 1}, {0}};

static const scale byte_scales[] = {
    {"B", 1, 1},    {"KB", 1e3, 1},     {"MB", 1e6, 1},         {"GB", 1e9, 1},
    {"KiB", KI, 1}, {"MiB", KI *KI, 1}, {"GiB", KI *KI *KI, 1}, {0}};

static const scale shown_byte_scales[] = {{"B", 1, 1},
                                          {"KiB", KI, 1},
                                          {"MiB", KI *KI, 1},
                                          {"GiB", KI *KI *KI, 1},
                                          {"TiB", KI *KI *KI *KI, 1},
                                          {0}};

/* ---- Reading ------------------------------------------------------------- */

/* Reads the number that `text` begins with; *rest is what follows it. */
static bool read_number(const char *text, double *value, const char **rest)
{
    const char *digit = text + (*text == '.');
    bool hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    if (!isdigit((unsigned char)*digit) || hexadecimal)
        return false; /* signs, "inf" and "nan" end here too */
    locale_t c = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
    if (!c)
        return false;
    char *end;
    *value = strtod_l(text, &end, c);
    freelocale(c);
    *rest = end;
    return isfinite(*value);
}

static const scale *scale_named(const scale *scales, const char *unit, size_t length)
{
    for (const scale *s = scales; s->unit; ++s)
        if (strlen(s->unit) == length && !memcmp(s->unit, unit, length))
            return s;
    return NULL;
}

/* A number and a unit of `scales`, which `suffix` follows. */
static bool read_scaled(const char *text, const scale *scales, const char *suffix, double *out)
{
    double value;
    const char *unit;
    if (!read_number(text, &value, &unit))
        return false;
    if (value == 0 && !*unit) {
        *out = 0;
        return true;
    }
    size_t length = strlen(unit), tail = strlen(suffix);
    if (length < tail || strcmp(unit + length - tail, suffix) != 0)
        return false;
    const scale *s = scale_named(scales, unit, length - tail);
    if (!s || !isfinite(value * s->times))
        return false;
    *out = value * s->times / s->over;
    return true;
}

bool ctsar__parse_number(const char *text, double *out)
{
    double value;
    const char *rest;
    if (!read_number(text, &value, &rest) || *rest)
        return false;
    *out = value;
    return true;
}

bool ctsar__parse_seconds(const char *text, double *out)
{
    return read_scaled(text, time_scales, "", out);
}

bool ctsar__parse_rate(const char *text, double *out)
{
    return read_scaled(text, byte_scales, "/s", out);
}

bool ctsar__parse_bytes(const char *text, size_t *out)
{
    double value;
    if (!read_scaled(text, byte_scales, "", &value) || value >= (double)SIZE_MAX)
        return false;
    *out = (size_t)round(value);
    return true;
}

bool ctsar__parse_count(const char *text, long max, long *out)
{
    size_t digits = strspn(text, "0123456789");
    if (!digits || text[digits])
        return false;
    errno = 0;
    long value = strtol(text, NULL, 10);
    if (errno || value > max)
        return false;
    *out = value;
    return true;
}

/* ---- Showing ------------------------------------------------------------- */

static double in_unit(const scale *s, double value)
{
    return value * s->over / s->times;
}

/* In the smallest unit of `scales` that leaves less than four digits before the dot. */
static char *show_scaled(char *text, const scale *scales, double value)
{
    if (value == 0)
        return strcpy(text, "0");
    while (scales[1].unit && fabs(in_unit(scales, value)) >= 999.5)
        scales++;
    double x = in_unit(scales, value), size = fabs(x);
    const char *format = size < 0.0995     ? "%.3g %s"
                         : size < 9.995    ? "%.2f %s"
                         : size < 99.95    ? "%.1f %s"
                         : size < 999999.5 ? "%.0f %s"
                                           : "%.3g %s";
    snprintf(text, CTSAR__SHOWN, format, x, scales->unit);
    return text;
}

char *ctsar__show_seconds(char text[static CTSAR__SHOWN], double seconds)
{
    return show_scaled(text, time_scales, seconds);
}

char *ctsar__show_bytes(char text[static CTSAR__SHOWN], size_t bytes)
{
    if (bytes == 0 || bytes >= 1000)
        return show_scaled(text, shown_byte_scales, (double)bytes);
    snprintf(text, CTSAR__SHOWN, "%zu B", bytes);
    return text;
}
