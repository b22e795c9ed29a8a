/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The backends of this build, and the width of the core they are compared with.  An explicit
 * list: a constructor would be dropped from a static archive. */
#include <stdio.h>
#include <string.h>

#include "device.h"

const ctsar__backend *const ctsar__backends[] = {
#ifdef CTSAR_WITH_CUDA
    &ctsar__backend_cuda,
#endif
#ifdef CTSAR_WITH_OPENCL
    &ctsar__backend_opencl,
#endif
    &ctsar__backend_emu,
    NULL,
};

const char *ctsar__backend_left_out(const char *name)
{
#ifndef CTSAR_WITH_CUDA
    if (!strcmp(name, "cuda"))
        return "it was built where CMake found no CUDA toolkit";
#endif
#ifndef CTSAR_WITH_OPENCL
    if (!strcmp(name, "opencl"))
        return "it was built where CMake found no OpenCL headers";
#endif
    (void)name;
    return NULL;
}

const ctsar__backend *ctsar__backend_named(const char *name)
{
    for (const ctsar__backend *const *b = ctsar__backends; *b; ++b)
        if (!strcmp((*b)->name, name))
            return *b;
    return NULL;
}

const char *ctsar__backend_names(void)
{
    static _Thread_local char names[80];
    *names = '\0';
    for (const ctsar__backend *const *b = ctsar__backends; *b; ++b) {
        if (*names)
            strncat(names, ", ", sizeof names - strlen(names) - 1);
        strncat(names, (*b)->name, sizeof names - strlen(names) - 1);
    }
    return names;
}

void ctsar__device_call(ctsar__device *d, const char *backend, const ctsar__device_choice *c)
{
    int used = snprintf(d->name, sizeof d->name, "%s%d", backend, c->device);
    if (c->parts > 1)
        used += snprintf(d->name + used, sizeof d->name - (size_t)used, "/%d", c->part);
    if (c->twin > 0)
        snprintf(d->name + used, sizeof d->name - (size_t)used, "*%d", c->twin);
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
