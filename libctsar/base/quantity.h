/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Quantities as people write them: "20us", "64MiB", "10GB/s".  The locale of the
 * program plays no part: the decimal sign is a dot. */
#ifndef CTSAR_QUANTITY_H
#define CTSAR_QUANTITY_H

#include <stdbool.h>
#include <stddef.h>

/* The units that the functions below understand, for messages. */
#define CTSAR__TIME_UNITS "s, ms, us, ns"
#define CTSAR__BYTE_UNITS "B, KB, MB, GB, KiB, MiB, GiB"
#define CTSAR__RATE_UNITS "B/s, KB/s, MB/s, GB/s, KiB/s, MiB/s, GiB/s"

/* Each reads all of `text`, without space around it.  False, and *out as it was, unless the text is
 * a decimal number ("8", ".5", "1e-3") and, but for "0", one of the units; numbers are finite and
 * not negative. */
bool ctsar__parse_number(const char *text, double *out);
bool ctsar__parse_seconds(const char *text, double *out);
bool ctsar__parse_bytes(const char *text, size_t *out); /* rounded to a byte */
bool ctsar__parse_rate(const char *text, double *out);  /* bytes per second */
/* Digits only, at most `max`. */
bool ctsar__parse_count(const char *text, long max, long *out);

enum { CTSAR__SHOWN = 24 }; /* bytes for a quantity as text */

/* The quantity with three digits and a unit ("1.25 ms", "64.0 MiB"; 0 is "0"), written to `text`,
 * which is returned. */
char *ctsar__show_seconds(char text[static CTSAR__SHOWN], double seconds);
char *ctsar__show_bytes(char text[static CTSAR__SHOWN], size_t bytes);

#endif
