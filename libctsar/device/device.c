/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What all devices have: a name, an end, failure, and the width of the core that they are compared
 * with. */
#include "device/device.h"

#include <pthread.h>
#include <stdio.h>

void ctsar__device_call(ctsar__device *d, const ctsar__device_choice *c)
{
    int used = snprintf(d->name, sizeof d->name, "%s%d", d->backend->name, c->device);
    if (c->parts > 1)
        used += snprintf(d->name + used, sizeof d->name - (size_t)used, "/%d", c->part);
    if (c->twin > 0)
        snprintf(d->name + used, sizeof d->name - (size_t)used, "*%d", c->twin);
}

void ctsar__device_limit(ctsar__device *d, size_t bytes, const ctsar__device_settings *settings)
{
    bool fewer = settings->memory < bytes;
    d->memory = fewer ? settings->memory : bytes;
    d->limit = fewer ? "CTSAR_MEMORY" : NULL;
}

int ctsar__device_full(const ctsar__device *d, size_t bytes, size_t used, size_t had)
{
    char limit[32] = "";
    if (d->limit)
        snprintf(limit, sizeof limit, " (%s)", d->limit);
    return ctsar__error(CTSAR_ENOMEM,
                        "%s: a window of %zu bytes does not fit: %zu of its %zu bytes%s are in "
                        "use, %zu of them by the array's window so far; it needs more memory, or "
                        "fewer iterations",
                        d->name, bytes, used, d->memory, limit, had);
}

unsigned ctsar__core_simd(ctsar__clock clock)
{
    if (clock == CTSAR__CLOCK_VIRTUAL)
        return 8;
#if defined(__x86_64__) || defined(__i386__)
    if (__builtin_cpu_supports("avx512f"))
        return 16;
    if (__builtin_cpu_supports("avx"))
        return 8;
#endif
    return 4; /* SSE, NEON, VSX */
}

void ctsar__device_abandon(ctsar__device *d)
{
    static _Atomic(ctsar__device *) all;
    d->abandoned = atomic_load(&all);
    while (!atomic_compare_exchange_weak(&all, &d->abandoned, d))
        ;
}

void ctsar__device_fail(ctsar__device *d)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    if (!d->failed) {
        snprintf(d->why, sizeof d->why, "%.*s", (int)sizeof d->why - 1, ctsar__error_detail());
        d->failed = true;
    }
    pthread_mutex_unlock(&lock);
}

int ctsar__device_refuse(const ctsar__device *d)
{
    return ctsar__error(CTSAR_EDEVICE, "%s", d->why);
}
