/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the applications share: messages, numbers on the command line, time, and
 * the measure of error by which results are accepted. */
#ifndef CTSAR_APP_H
#define CTSAR_APP_H

#include <stddef.h>

/* Prints "PROGRAM: message" as one line on stderr and exits with status 2, the
 * status of wrong usage or input. */
_Noreturn void app_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The decimal number in `text`, which the user gave for `what`; ends the program
 * unless it lies within [min, max]. */
long app_number(const char *what, const char *text, long min, long max);

/* `size` bytes, uninitialised; ends the program when there are none. */
void *app_alloc(size_t size);

/* Seconds since a fixed moment, monotonic. */
double app_seconds(void);

typedef struct app_spread {
    double median, p10, p90;
} app_spread;

/* Median and spread of n > 0 samples, which stay as they are. */
app_spread app_spread_of(const double *samples, long n);

/* Max |value - reference| over max |reference| of one row of `n` elements; 0 for
 * two zero rows, infinity when a value is not finite.  Rows are measured apart
 * because their magnitudes differ: one maximum for a matrix would hide a row that was lost. */
double app_row_error(const double *value, const double *reference, size_t n);

#endif
