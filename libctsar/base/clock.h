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

/* Seconds of a tick of the processor's counter, or 0: the counter is no clock. */
extern double ctsar__tick;

/* Finds whether the processor's counter is a clock, which it is where the system's own one goes by
 * it, and compares the two for 100 microseconds.  While nobody looks at the next one. */
void ctsar__stopwatch_set(void);

/* Seconds since a moment of its own, to time what one thread does: differences may be wrong by a
 * thousandth.  Half the price of ctsar__now, in passes whose threads read it at both ends. */
static inline double ctsar__stopwatch(void)
{
#ifdef __x86_64__
    if (ctsar__tick > 0)
        return ctsar__tick * (double)(long long)__builtin_ia32_rdtsc();
#endif
    return ctsar__now();
}

/* So many seconds from now, on CLOCK_MONOTONIC: for waits with a limit. */
struct timespec ctsar__moment_in(double seconds);

/* Returns when ctsar__now() >= deadline; sleeps for what is long, spins for the rest. */
void ctsar__wait_until(double deadline);

#endif
