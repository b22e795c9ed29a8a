/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The one place that reads the time. */
#ifndef CTSAR_CLOCK_H
#define CTSAR_CLOCK_H

#include <time.h>

typedef enum ctsar__clock {
    CTSAR__CLOCK_REAL,
    CTSAR__CLOCK_VIRTUAL /* time is a model: nothing reads a clock, units carry time lines */
} ctsar__clock;

/* Seconds since an arbitrary fixed moment, monotonic. */
double ctsar__now(void);

/* So many seconds from now, on CLOCK_MONOTONIC: for waits with a limit. */
struct timespec ctsar__moment_in(double seconds);

/* Returns when ctsar__now() >= deadline; sleeps for what is long, spins for the rest. */
void ctsar__wait_until(double deadline);

#endif
