/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/clock.h"

#include <math.h>

double ctsar__now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

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
