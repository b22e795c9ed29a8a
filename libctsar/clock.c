/* SPDX-License-Identifier: BSD-3-Clause */
#include "clock.h"

#include <time.h>

double ctsar__now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
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
