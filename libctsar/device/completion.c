/* SPDX-License-Identifier: BSD-3-Clause */
#include "device/completion.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/clock.h"

struct ctsar__completion {
    pthread_mutex_t mutex;
    pthread_cond_t over;
    bool done;
    _Atomic int users;
};

ctsar__completion *ctsar__completion_new(void)
{
    ctsar__completion *c = calloc(1, sizeof *c);
    pthread_condattr_t attributes;
    if (!c)
        return NULL;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&c->over, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_init(&c->mutex, NULL);
    c->users = 2;
    return c;
}

void ctsar__completion_leave(ctsar__completion *c)
{
    if (atomic_fetch_sub(&c->users, 1) > 1)
        return;
    pthread_cond_destroy(&c->over);
    pthread_mutex_destroy(&c->mutex);
    free(c);
}

void ctsar__completion_signal(ctsar__completion *c)
{
    pthread_mutex_lock(&c->mutex);
    c->done = true;
    pthread_cond_signal(&c->over);
    pthread_mutex_unlock(&c->mutex);
    ctsar__completion_leave(c);
}

bool ctsar__completion_wait(ctsar__completion *c, double seconds)
{
    int error = 0;
    bool limited = isfinite(seconds);
    struct timespec last = limited ? ctsar__moment_in(seconds) : (struct timespec){0, 0};
    pthread_mutex_lock(&c->mutex);
    while (!c->done && error != ETIMEDOUT)
        error = limited ? pthread_cond_timedwait(&c->over, &c->mutex, &last)
                        : pthread_cond_wait(&c->over, &c->mutex);
    bool done = c->done;
    pthread_mutex_unlock(&c->mutex);
    return done;
}
