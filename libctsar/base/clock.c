/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/clock.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

double ctsar__now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- The processor's counter ------------------------------------------------------------------
 */

double ctsar__tick;

#ifdef __x86_64__
/* Both at one moment, as near as several looks find it. */
typedef struct moment {
    double seconds, ticks;
} moment;

static moment both(void)
{
    enum { LOOKS = 8 };
    moment m = {0, 0};
    double nearest = INFINITY;
    for (int i = 0; i < LOOKS; ++i) {
        double before = ctsar__now(), ticks = (double)(long long)__builtin_ia32_rdtsc();
        double after = ctsar__now();
        if (after - before < nearest) {
            nearest = after - before;
            m = (moment){before + nearest / 2, ticks};
        }
    }
    return m;
}

/* The kernel has found it to go on at one pace, and alike on all processors. */
static bool counter_is_a_clock(void)
{
    char name[16] = "";
    FILE *f = fopen("/sys/devices/system/clocksource/clocksource0/current_clocksource", "re");
    bool read = f && fgets(name, sizeof name, f);
    if (f)
        fclose(f);
    return read && !strcmp(name, "tsc\n");
}

void ctsar__stopwatch_set(void)
{
    const double long_enough = 100e-6;
    if (ctsar__tick > 0 || !counter_is_a_clock())
        return;
    moment first = both();
    ctsar__wait_until(first.seconds + long_enough);
    moment last = both();
    double tick = (last.seconds - first.seconds) / (last.ticks - first.ticks);
    ctsar__tick = isfinite(tick) && tick > 0 ? tick : 0;
}
#else
void ctsar__stopwatch_set(void) {}
#endif

/* ---- Waiting ----------------------------------------------------------------------------------
 */

struct timespec ctsar__moment_in(double seconds)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    double whole = floor(seconds);
    t.tv_sec += (time_t)whole;
    t.tv_nsec += (long)((seconds - whole) * 1e9);
    t.tv_sec += t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    return t;
}

void ctsar__wait_until(double deadline)
{
    enum { SPIN_NS = 100000 }; /* a sleep may end this much too late */
    for (;;) {
        double left = deadline - ctsar__now();
        if (left <= 0)
            return;
        if (left > 2e-9 * SPIN_NS) {
            double nap = left - 1e-9 * SPIN_NS;
            struct timespec t = {.tv_sec = (time_t)nap};
            t.tv_nsec = (long)(1e9 * (nap - (double)t.tv_sec));
            nanosleep(&t, NULL);
        }
    }
}
