/* SPDX-License-Identifier: BSD-3-Clause */
#include "machine/speed.h"

#include <math.h>
#include <pthread.h>

#include "base/barrier.h"
#include "base/clock.h"

enum { TIMES = 5, HAND_OUTS = 64, LOOKS = 256 };

static double hand_outs(void)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    double start = ctsar__now();
    for (int i = 0; i < HAND_OUTS; ++i) {
        pthread_mutex_lock(&lock);
        ctsar__now();
        ctsar__now();
        pthread_mutex_unlock(&lock);
    }
    return (ctsar__now() - start) / HAND_OUTS;
}

static double looks(void)
{
    double start = ctsar__now();
    ctsar__barrier_look(LOOKS);
    return (ctsar__now() - start) / LOOKS;
}

void ctsar__speed_measure(double *hand_out, double *look)
{
    *hand_out = *look = INFINITY;
    for (int i = 0; i < TIMES; ++i) {
        *hand_out = fmin(*hand_out, hand_outs());
        *look = fmin(*look, looks());
    }
}
